import { readdirSync } from 'node:fs';
import type { App } from '../src/app.ts';
import { own } from '../src/lib/own-property.ts';
import type { Pool } from '../src/lib/pools.ts';
import { RetryLater } from '../src/lib/retry-later.ts';
import { type Job, jobs, type Schedule, startClock, startRelay, type Working } from '../src/platform/queue/index.ts';
import { POOL_LIMITS } from './pools.ts';
import type { WorkerApp } from './worker.ts';
import { workerOf } from './workers.ts';

/**
 * Intervals of periodic jobs in milliseconds. Sandbox workspaces are erased at most one interval after they expire.
 */
const SCHEDULE: Schedule = { 'upkeep.erase-expired': 15 * 60 * 1000, 'upkeep.pull-inboxes': 60 * 1000 };

/** Grace period for running jobs at shutdown, in milliseconds. */
const GRACE_MS = 10_000;

export type RunningWorkers = {
  /** Stops the clock and the relay, then the pools, with a grace period for running jobs. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts the outbox relay and the pools, by default all pools that have jobs.
 *
 * @throws Error when the files in workers/ and the job table differ
 */
export async function startWorkers(
  app: WorkerApp & Pick<App, 'db' | 'log' | 'metrics'>,
  pools: readonly Pool[] = poolsWithJobs(),
): Promise<RunningWorkers> {
  checkFiles(readdirSync(import.meta.dirname));
  const { config, db, queue, log, metrics } = app;
  const seconds = metrics.histogram({ name: 'job_seconds', help: 'Duration of jobs.', labels: ['job', 'outcome'] });
  const running = new Map<Pool, { readonly places: number; taken: number }>();
  metrics.gauge({
    name: 'worker_busy_ratio',
    help: 'Share of a pool’s job slots in use in this process.',
    labels: ['pool'],
    collect: (gauge) => {
      for (const [pool, { places, taken }] of running) gauge.set({ pool }, taken / places);
    },
  });
  const working: Working[] = [];
  const relay = startRelay({ db, queue, log, metrics });
  const stamping: Schedule = app.stampCheckpoints === null ? {} : { 'upkeep.stamp-checkpoints': 60 * 1000 };
  const clock = startClock(db, { ...SCHEDULE, ...stamping }, app.now, log);
  const writer = app.transparency.startWriting();
  const stop = async (): Promise<void> => {
    await clock.stop();
    await writer.stop();
    await relay.stop();
    await Promise.all(working.map((pool) => pool.close(GRACE_MS)));
  };
  try {
    for (const pool of pools) {
      const { timeLimit, uninterrupted = false } = POOL_LIMITS[pool];
      const concurrency = own(config.pools, pool) ?? POOL_LIMITS[pool].concurrency;
      if (concurrency === 0) continue;
      const counted = { places: concurrency, taken: 0 };
      running.set(pool, counted);
      const onExhausted = async (job: Job, error: Error): Promise<void> => {
        const about = { err: error, job: job.name, job_id: job.id, attempts: job.attempts };
        try {
          await workerOf(job.name).exhausted(job.payload, app, error);
        } catch (recordError) {
          // For example the database is down: the outbox still has the job and delivers it again.
          log.warn(
            { ...about, fault: recordError },
            'job exhausted its attempts but recording the failure failed; job will be retried',
          );
          throw recordError;
        }
        if (jobs[job.name].divides) log.warn(about, 'group job failed, its documents are processed separately');
        else log.error(about, 'job failed permanently');
      };
      working.push(
        await queue.work(pool, { concurrency, uninterrupted, onExhausted }, async (job, signal) => {
          const timed = seconds.startTimer({ job: job.name });
          counted.taken += 1;
          try {
            await doJob(job, app, AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]));
            timed({ outcome: 'done' });
          } catch (error) {
            timed({ outcome: error instanceof RetryLater ? 'not_yet' : 'failed' });
            if (!(error instanceof RetryLater))
              log.warn({ err: error, job: job.name, job_id: job.id, attempt: job.attempt }, 'job failed');
            throw error;
          } finally {
            counted.taken -= 1;
          }
        }),
      );
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

const poolsWithJobs = (): Pool[] => [...new Set(Object.values(jobs).map(({ pool }) => pool))];

/**
 * Settles with the work, or rejects when the signal aborts. Work that ignores the signal continues unobserved, and
 * the job is delivered again.
 */
function doJob(job: Job, app: WorkerApp, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    workerOf(job.name)
      .work(job.payload, app, signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Fails when the files in workers/ and the job table differ. */
export function checkFiles(names: readonly string[]): void {
  const files = names.flatMap((name) => /^([a-z]+\.[a-z-]{2,})\.[jt]s$/.exec(name)?.[1] ?? []);
  const missing = Object.keys(jobs).filter((job) => !files.includes(job));
  const unknown = files.filter((file) => !Object.hasOwn(jobs, file));
  if (missing.length > 0) throw new Error(`No file in workers/ handles ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`No job type matches workers/${unknown.join(', workers/')}`);
}
