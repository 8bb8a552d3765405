import { type Database, system } from '../db/index.ts';
import type { Log } from '../index.ts';
import { type JobName, type JobPayload, jobs } from './jobs.ts';
import { enqueue } from './outbox.ts';

/** What runs by the clock, and how often, in milliseconds. */
export type Schedule = Readonly<Partial<Record<JobName, number>>>;

/** The running clock of one process. */
type Clock = { readonly stop: () => Promise<void> };

/** How often a process looks whether a period has begun, in milliseconds. */
const LOOK_MILLISECONDS = 30_000;

/**
 * Asks for a job once for every period of so many milliseconds since the epoch, whichever process comes first; a period
 * in which no process ran is left out.
 *
 * @returns true for the one process that asked
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
      const begun = await trx
        .insertInto('schedules')
        .values({ job, period })
        .onConflict((conflict) => conflict.column('job').doUpdateSet({ period }).where('schedules.period', '<', period))
        .returning('job')
        .executeTakeFirst();
      if (begun === undefined) return false;
      await enqueue(trx, job, payload);
      return true;
    });
}

/** Starts to ask for the scheduled jobs, each of which must take an empty payload. Every worker process may. */
export function startClock(db: Database, schedule: Schedule, now: () => number, log: Log): Clock {
  const look = async (): Promise<void> => {
    for (const [job, every] of Object.entries(schedule) as [JobName, number][]) {
      await askForPeriod(db, job, jobs[job].payload.parse({}), every, now());
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const tick = (): void => {
    looking = look().catch((error) => log.warn({ err: error }, 'the clock could not ask for work yet'));
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
