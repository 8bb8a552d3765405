import { within } from '../../lib/with-timeout.ts';
import type { Log, Metrics } from '../index.ts';
import { type BacklogSources, makeBacklog } from './backlog.ts';
import { type Database, deleteMetrics, FRESH_MS, readMetrics, writeMetrics } from './process-metrics-store.ts';

export type ProcessMetricsParts = {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Role of the process; with a number it becomes the `process` label of its series. */
  readonly role: string;
  /** Null: serves metrics of processes only. */
  readonly backlog: BacklogSources | null;
  /** Unique among concurrently running processes. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type ProcessMetrics = {
  /** Starts to publish this process's metrics to the others periodically. */
  readonly startTelling: () => { readonly stop: () => Promise<void> };
  /**
   * Renders this process's metrics, the newest published metrics of all others with their `process` label, and the
   * gauges of the installation if available, in the Prometheus text format.
   */
  readonly render: () => Promise<string>;
};

const TELL_MS = 10_000;

/** Upper bound of processes per role. */
const MAX_PROCESSES = 1_000;

/** Maximum time a scrape waits for the metrics of other processes, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Creates the exchange of metrics through the database, which supports any number of processes on any machines. */
export function makeProcessMetrics(parts: ProcessMetricsParts): ProcessMetrics {
  const { db, metrics, log, role, name, now } = parts;
  const backlog = parts.backlog && makeBacklog(parts.backlog, parts);
  const clock = metrics.gauge({
    name: 'clock_ahead_seconds',
    help: 'How far the clock of a process is ahead of the database’s at least; below 0 behind it.',
  });
  let number = 1;
  let process = role;

  /** Uses the lowest free number, so that a restarted process continues its series instead of adding new ones. */
  const write = async (): Promise<void> => {
    for (let tried = 0; tried < MAX_PROCESSES; tried++) {
      process = `${role}-${number}`;
      const row = { process, owner: name, figures: await metrics.snapshot({ process }) };
      const before = now();
      const at = await writeMetrics(db, row, FRESH_MS);
      // The database's clock has microseconds; the process's does not.
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
      // Without the database this process's own metrics are even more useful.
      log.debug({ err: error }, 'metrics of other processes not read');
      return [];
    }
  };

  return {
    startTelling: () => {
      let writing: Promise<void> = Promise.resolve();
      const reportNow = (): void => {
        writing = write().catch((error) => log.debug({ err: error }, 'process metrics not written'));
      };
      reportNow();
      const timer = setInterval(reportNow, TELL_MS);
      return {
        stop: async () => {
          clearInterval(timer);
          await writing;
          await deleteMetrics(db, name).catch(() => undefined);
        },
      };
    },
    render: async () => {
      const [others, installation] = await Promise.all([readOthers(), backlog?.render() ?? '']);
      return `${await metrics.renderWith({ process }, others)}${installation}`;
    },
  };
}

/** Clock difference in seconds; 0 when the other time may lie between the two measurements of the own clock. */
function aheadOf(other: number, before: number, after: number): number {
  return (before - Math.min(before, other) + after - Math.max(after, other)) / 1000;
}
