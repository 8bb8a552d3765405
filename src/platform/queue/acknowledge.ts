import type { Pool } from '../../lib/pools.ts';
import { type Database, system } from '../db/index.ts';
import type { Log } from '../index.ts';

/** Takes finished jobs out of the outbox and moves the clocks of pools on, for many jobs at a time. */
export type Acknowledger = {
  /** A job of the pool with this start tag has begun. */
  readonly begun: (pool: Pool, tag: number) => void;
  /** The job is done, or given up for good, and its record says so. */
  readonly acknowledge: (id: string) => void;
  /** Writes what is open. */
  readonly close: () => Promise<void>;
};

const LINGER_MILLISECONDS = 20;
const MAX_CONCURRENT = 500;
const RETRY_MILLISECONDS = 500;

/** Makes a acknowledger. What a crash keeps it from writing comes again, and workers take a repeated job for what it is. */
export function makeAcknowledger(db: Database, log: Log): Acknowledger {
  const open: string[] = [];
  /** The largest tags begun that are not written yet. A lost one is made up for by the next. */
  const started = new Map<Pool, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const moveClocks = async (): Promise<void> => {
    for (const [pool, tag] of started) {
      started.delete(pool);
      await system(db)
        .updateTable('queue_clocks')
        .set({ started: tag })
        .where('pool', '=', pool)
        .where('started', '<', tag)
        .execute();
    }
  };

  const write = async (): Promise<void> => {
    await moveClocks();
    while (open.length > 0) {
      const ids = open.splice(0, MAX_CONCURRENT);
      try {
        await system(db).deleteFrom('outbox').where('id', 'in', ids).execute();
      } catch (error) {
        open.push(...ids);
        throw error;
      }
    }
  };

  const plan = (delay: number): void => {
    timer ??= setTimeout(() => {
      writing = write().then(
        () => {
          timer = null;
          if (open.length > 0 || started.size > 0) plan(LINGER_MILLISECONDS);
        },
        (error) => {
          log.warn({ err: error }, 'finished jobs could not be taken out of the outbox yet');
          timer = null;
          plan(RETRY_MILLISECONDS);
        },
      );
    }, delay);
  };

  return {
    begun: (pool, tag) => {
      started.set(pool, Math.max(tag, started.get(pool) ?? 0));
      plan(LINGER_MILLISECONDS);
    },
    acknowledge: (id) => {
      open.push(id);
      plan(LINGER_MILLISECONDS);
    },
    close: async () => {
      await writing;
      if (timer !== null) clearTimeout(timer);
      await write().catch((error) => log.warn({ err: error }, 'finished jobs stay in the outbox and come again'));
    },
  };
}
