import { type Database, system } from '../db/index.ts';
import type { Log } from '../runtime/index.ts';

/** Takes finished jobs out of the outbox, many at a time. */
export type Acknowledger = {
  /** The job is done, or given up for good, and its record says so. */
  readonly acknowledge: (id: string) => void;
  /** Writes what is open. */
  readonly close: () => Promise<void>;
};

const LINGER_MILLISECONDS = 20;
const MOST_AT_ONCE = 500;
const RETRY_MILLISECONDS = 500;

/** Makes a acknowledger. What a crash keeps it from writing comes again, and workers take a repeated job for what it is. */
export function makeAcknowledger(db: Database, log: Log): Acknowledger {
  const open: string[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    while (open.length > 0) {
      const ids = open.splice(0, MOST_AT_ONCE);
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
          if (open.length > 0) plan(LINGER_MILLISECONDS);
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
