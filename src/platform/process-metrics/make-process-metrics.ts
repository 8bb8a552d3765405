import { within } from '../../lib/with-timeout.ts';
import type { Log, Metrics } from '../index.ts';
import { type Database, deleteMetrics, readMetrics, writeMetrics } from './process-metrics-store.ts';
import { type BacklogSources, makeStanding } from './standing.ts';

export type ProcessMetricsParts = {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly log: Log;
  /** What it does; with its number it is the `process` of its series. */
  readonly role: string;
  /** Null: it tells figures of processes alone. */
  readonly standing: BacklogSources | null;
  /** Unique among the processes that run at the same time. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type ProcessMetrics = {
  /** Writes this process's figures now and then, for the others to tell, until stopped. */
  readonly startTelling: () => { readonly stop: () => Promise<void> };
  /**
   * This process's figures, the newest of all that write theirs, each with its `process`, and how the whole installation
   * stands where it is known here, in the Prometheus text format.
   */
  readonly render: () => Promise<string>;
};

const TELL_MS = 10_000;

/** Figures that are older belong to a process that is gone. */
const FRESH_MS = 45_000;

/** More processes of one role than anybody runs. */
const MAX_PROCESSES = 1_000;

/** How long a scraper is kept waiting for the figures of others, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Makes the exchange of figures over the database: it works for any number of processes on any machines. */
export function makeProcessMetrics(parts: ProcessMetricsParts): ProcessMetrics {
  const { db, metrics, log, role, name, now } = parts;
  const standing = parts.standing && makeStanding(parts.standing, parts);
  const clock = metrics.gauge({
    name: 'clock_ahead_seconds',
    help: 'How far the clock of a process is ahead of the database’s at least; below 0 behind it.',
  });
  let number = 1;
  let process = role;

  /** The lowest free number, which a process that starts anew finds again: series come back instead of growing in number. */
  const write = async (): Promise<void> => {
    for (let tried = 0; tried < MAX_PROCESSES; tried++) {
      process = `${role}-${number}`;
      const row = { process, owner: name, figures: await metrics.snapshot({ process }) };
      const before = now();
      const at = await writeMetrics(db, row, FRESH_MS);
      // The database counts parts of a millisecond; our own clock does not.
      if (at !== null) return clock.set(aheadOf(Math.floor(at), before, now()));
      number = (number % MAX_PROCESSES) + 1;
    }
    throw new Error(`all ${MAX_PROCESSES} numbers of ${role} are taken`);
  };

  const readOthers = async (): Promise<readonly unknown[]> => {
    const late = (): never => {
      throw new Error('the database takes too long');
    };
    try {
      return await within(readMetrics(db, name, FRESH_MS), PATIENCE_MS, late);
    } catch (error) {
      // With the database away this process's own figures are worth the more.
      log.debug({ err: error }, 'the figures of other processes could not be read');
      return [];
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
          await deleteMetrics(db, name).catch(() => undefined);
        },
      };
    },
    render: async () => {
      const [others, installation] = await Promise.all([readOthers(), standing?.render() ?? '']);
      return `${await metrics.renderWith({ process }, others)}${installation}`;
    },
  };
}

/** In seconds; 0 where the other clock's time may be that of a moment between the two of ours, however far apart they are. */
function aheadOf(other: number, before: number, after: number): number {
  return (before - Math.min(before, other) + after - Math.max(after, other)) / 1000;
}
