import type { Log, Metrics } from '../runtime/index.ts';
import { type Database, deleteFigures, readFigures, writeFigures } from './store.ts';

export type ProcessesParts = {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Unique among the processes that run at the same time. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type Processes = {
  /** Writes this process's figures now and then, for the others to tell, until stopped. */
  readonly startTelling: () => { readonly stop: () => Promise<void> };
  /** This process's figures and the newest of all that write theirs, in the Prometheus text format. */
  readonly render: () => Promise<string>;
};

const TELL_MS = 10_000;

/** Figures that are older belong to a process that is gone. */
const FRESH_MS = 45_000;

/** How long a scraper is kept waiting for the figures of others, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Makes the exchange of figures over the database: it works for any number of processes on any machines. */
export function makeProcesses({ db, metrics, log, name, now }: ProcessesParts): Processes {
  const write = async (): Promise<void> => {
    await writeFigures(db, name, await metrics.figures(), new Date(now()), new Date(now() - FRESH_MS));
  };

  const readOthers = async (): Promise<readonly unknown[]> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(fail, PATIENCE_MS, new Error('the database takes too long'));
    });
    try {
      return await Promise.race([readFigures(db, name, new Date(now() - FRESH_MS)), late]);
    } catch (error) {
      // With the database away this process's own figures are worth the more.
      log.debug({ err: error }, 'the figures of other processes could not be read');
      return [];
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    startTelling: () => {
      let writing: Promise<void> = Promise.resolve();
      const tell = (): void => {
        writing = write().catch((error) => log.debug({ err: error }, 'figures could not be told yet'));
      };
      tell();
      const timer = setInterval(tell, TELL_MS);
      return {
        stop: async () => {
          clearInterval(timer);
          await writing;
          await deleteFigures(db, name).catch(() => undefined);
        },
      };
    },
    render: async () => metrics.renderWith(await readOthers()),
  };
}
