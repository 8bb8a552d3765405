import { type Database, system } from '../db/index.ts';
import type { Log } from '../index.ts';
import { type JobName, type JobPayload, jobs } from './jobs.ts';
import { enqueue } from './outbox.ts';

/** Scheduled jobs and their period in milliseconds. */
export type Schedule = Readonly<Partial<Record<JobName, number>>>;

/** Running scheduler of one process. */
type Clock = { readonly stop: () => Promise<void> };

/** Interval at which a process checks for a new period, in milliseconds. */
const LOOK_MILLISECONDS = 30_000;

/**
 * Enqueues a job once per period since the epoch, whichever process is first. Periods in which no process ran are
 * skipped.
 *
 * @returns true in the process that enqueued it
 */
export function askForPeriod<N extends JobName>(
  db: Database,
  job: N,
  payload: JobPayload<N>,
  every: number,
  now: number,
): Promise<boolean> {
  const period = new Date(Math.floor(now / every) * every);
  return system(db)
    .transaction()
    .execute(async (trx) => {
      const inserted = await trx
        .insertInto('schedules')
        .values({ job, period })
        .onConflict((conflict) => conflict.column('job').doUpdateSet({ period }).where('schedules.period', '<', period))
        .returning('job')
        .executeTakeFirst();
      if (inserted === undefined) return false;
      await enqueue(trx, job, payload);
      return true;
    });
}

/**
 * Starts to enqueue the scheduled jobs, which must accept an empty payload. Any number of worker processes may run
 * it.
 */
export function startClock(db: Database, schedule: Schedule, now: () => number, log: Log): Clock {
  const look = async (): Promise<void> => {
    for (const [job, every] of Object.entries(schedule) as [JobName, number][]) {
      await askForPeriod(db, job, jobs[job].payload.parse({}), every, now());
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const tick = (): void => {
    looking = look().catch((error) => log.warn({ err: error }, 'enqueueing scheduled jobs failed, retrying'));
  };
  tick();
  const timer = setInterval(tick, LOOK_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
