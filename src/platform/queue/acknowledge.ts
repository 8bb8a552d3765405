import type { Pool } from '../../lib/pools.ts';
import { type Database, system } from '../db/index.ts';
import type { Log } from '../index.ts';

/** Removes finished jobs from the outbox and advances the pools' clocks, in batches. */
export type Acknowledger = {
  /** Reports that a job of the pool with this start tag has started. */
  readonly markStarted: (pool: Pool, tag: number) => void;
  /** Reports that the job succeeded or finally failed, and that its record is updated. */
  readonly acknowledge: (id: string) => void;
  /** Flushes pending writes. */
  readonly close: () => Promise<void>;
};

const LINGER_MILLISECONDS = 20;
const MAX_CONCURRENT = 500;
const RETRY_MILLISECONDS = 500;

/** Creates an acknowledger. A write lost in a crash causes the job to run again; handlers are idempotent. */
export function makeAcknowledger(db: Database, log: Log): Acknowledger {
  const open: string[] = [];
  /** Largest started tags not yet written. A lost one is replaced by the next. */
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
          log.warn({ err: error }, 'finished jobs not removed from the outbox, retrying');
          timer = null;
          plan(RETRY_MILLISECONDS);
        },
      );
    }, delay);
  };

  return {
    markStarted: (pool, tag) => {
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
      await write().catch((error) =>
        log.warn({ err: error }, 'finished jobs not removed from the outbox, they will run again'),
      );
    },
  };
}
