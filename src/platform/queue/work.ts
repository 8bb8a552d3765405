import { DelayedError, WaitingError } from 'bullmq';
import type { Pool } from '../../lib/pools.ts';
import { RetryLater } from '../../lib/retry-later.ts';
import type { Database } from '../db/index.ts';
import { type Log, makeThrottledLog } from '../index.ts';
import type { Acknowledger } from './acknowledge.ts';
import { type Backend, type Carried, rowsOf } from './backend.ts';
import { countFailure, keepFailed } from './failed-jobs.ts';
import { isJobName, jobs } from './jobs.ts';
import type { Job, Working, WorkOptions } from './queue.ts';
import { makeHalves, makeTenantSlots } from './tenant-slots.ts';
import { traceJob } from './trace-jobs.ts';

type Parts = {
  readonly db: Database;
  readonly backend: Backend;
  readonly log: Log;
  readonly acknowledger: Acknowledger;
};

/**
 * How long a worker locks a job: longer than pauses in practice (busy machine, paused or migrated virtual machine).
 * When a process dies, another takes the job over after this time plus `LOOK_MILLISECONDS`; a stopping process
 * returns its jobs at once.
 */
const LOCK_MILLISECONDS = 30_000;
/** BullMQ renews a lock between half of this time and all of it. */
const RENEW_MILLISECONDS = 6_000;
const LOOK_MILLISECONDS = 1_500;
/** BullMQ has one limit per pool; jobs with a lower limit are failed when they are taken over. */
const MAX_LOST_PROCESSES = Math.max(...Object.values(jobs).map(({ lostProcesses }) => lostProcesses));
/** How long a handler may take to react to its abort. */
const ABORT_MILLISECONDS = 1_000;

/** How long BullMQ may take to close when no job runs. */
const IDLE_MILLISECONDS = 1_000;

/** Delay before a job runs again that was interrupted for other owners, or got no slot. */
const GIVE_WAY_MILLISECONDS = 1_000;

/** Abort reason when the process stops. */
const GIVEN_BACK = 'the process stops';

function read(carried: Carried): Job {
  const { id, name, data } = carried;
  if (id === undefined || !isJobName(name)) throw new Error(`No job is named ${name}`);
  const { attempts, payload } = jobs[name];
  // The schema of the job's name determines the payload type, which a union cannot express.
  return { id, name, payload: payload.parse(data.payload), attempt: carried.attemptsMade + 1, attempts } as Job;
}

/** Owner of a job's slots; empty for the service's own jobs. */
const ownerOf = ({ payload }: Job): string => ('workspace_id' in payload ? payload.workspace_id : '');

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Runs the workers of a pool. */
export async function startWorking(
  parts: Parts,
  pool: Pool,
  options: WorkOptions,
  handler: (job: Job, signal: AbortSignal) => Promise<void>,
): Promise<Working> {
  const { backend, db, log, acknowledger } = parts;
  const active = new Set<Promise<void>>();
  const slots = (options.uninterrupted ? makeHalves : makeTenantSlots)(options.concurrency);

  const exhaust = async (job: Job, carried: Carried, error: Error): Promise<void> => {
    await options.onExhausted(job, error);
    if (jobs[job.name].divides) acknowledge(carried);
    else await keepFailed(db, job.id, error);
  };

  const acknowledge = (carried: Carried): void => {
    for (const row of rowsOf(carried)) acknowledger.acknowledge(row);
  };

  const attempt = async (carried: Carried, token: string | undefined, signal: AbortSignal): Promise<void> => {
    const job = read(carried);
    const givingWay = new AbortController();
    const leave = slots.enter(ownerOf(job), () => givingWay.abort(new RetryLater('others wait for a slot')));
    if (leave === null) return giveWay(carried, token);
    const { tag, traces = [] } = carried.data;
    if (tag !== undefined) acknowledger.markStarted(pool, tag);
    try {
      const { lostProcesses } = jobs[job.name];
      if (carried.stalledCounter >= lostProcesses)
        return await exhaust(job, carried, new Error(`The job lost its process ${carried.stalledCounter} times`));
      await traceJob(job, traces, () => handler(job, AbortSignal.any([signal, givingWay.signal])));
    } catch (thrown) {
      const error = toError(thrown);
      if (signal.aborted && signal.reason === GIVEN_BACK) {
        await carried.moveToWait(token);
        throw new WaitingError();
      }
      if ((givingWay.signal.aborted || error instanceof RetryLater) && !signal.aborted) return giveWay(carried, token);
      // When another process has taken over the job, this handler's error must not count as a failed attempt.
      if (signal.aborted || !(await isLocked(carried, token))) throw error;
      if (job.attempt >= job.attempts) await exhaust(job, carried, error);
      else await countFailure(db, rowsOf(carried)).catch(() => undefined);
      throw error;
    } finally {
      leave();
    }
    acknowledge(carried);
  };

  /** True when this process still holds the job: the lock may be lost before its renewal reports it. */
  const isLocked = async (carried: Carried, token: string | undefined): Promise<boolean> => {
    if (token === undefined) return true;
    // An outage of the queue is no evidence that the lock is lost.
    return (await carried.extendLock(token, LOCK_MILLISECONDS).catch(() => 1)) === 1;
  };

  /** Reschedules the job without counting an attempt. */
  const giveWay = async (carried: Carried, token: string | undefined): Promise<never> => {
    await carried.moveToDelayed(Date.now() + GIVE_WAY_MILLISECONDS, token);
    throw new DelayedError();
  };

  const poolWorker = backend.makePoolWorker(
    pool,
    // BullMQ passes a signal only to a function with three declared parameters, so they must not have defaults.
    async (carried, token, signal) => {
      const running = attempt(carried, token, signal ?? new AbortController().signal);
      active.add(running);
      try {
        await running;
      } finally {
        active.delete(running);
      }
    },
    {
      concurrency: options.concurrency,
      lockDuration: LOCK_MILLISECONDS,
      lockRenewTime: RENEW_MILLISECONDS,
      stalledInterval: LOOK_MILLISECONDS,
      maxStalledCount: MAX_LOST_PROCESSES,
      // Shorter than BullMQ's 15 seconds, so that jobs resume promptly after the server returns.
      runRetryDelay: 250,
      drainDelay: 5,
    },
  );
  const warnThrottled = makeThrottledLog((fields, message) => log.warn(fields, message));
  poolWorker.on('error', (error) => warnThrottled({ err: error, pool }, 'worker pool error'));
  poolWorker.on('stalled', (id) => log.warn({ job_id: id, pool }, 'job stalled, another worker takes over'));
  poolWorker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) poolWorker.cancelJob(id, 'another process has the job');
  });
  poolWorker.on('failed', (carried, error) => {
    // BullMQ fails a job that lost its process too often without calling the handler.
    if (carried === undefined || error.name !== 'UnrecoverableError') return;
    Promise.resolve()
      .then(() => exhaust(read(carried), carried, error))
      .catch((failure) => log.error({ err: failure, job_id: carried.id }, 'failed job not recorded'));
  });
  await poolWorker.waitUntilReady();

  return {
    close: async (limit) => {
      const abort = setTimeout(() => poolWorker.cancelAllJobs(GIVEN_BACK), limit);
      const timers = [abort];
      const after = (milliseconds: number): Promise<'late'> =>
        new Promise((done) => timers.push(setTimeout(done, milliseconds, 'late')));
      const closed = poolWorker.close().then(() => 'closed' as const);
      // Without running jobs, only an unreachable server can keep BullMQ from closing.
      const idle = Promise.allSettled(active).then(() => after(IDLE_MILLISECONDS));
      const end = await Promise.race([closed, idle, after(limit + ABORT_MILLISECONDS)]);
      if (end === 'late') {
        if (active.size > 0) {
          log.warn(
            { pool, jobs: active.size },
            'jobs still running at shutdown, their locks expire and another worker takes over',
          );
        }
        // The promise of a reconnecting Redis client never settles after it is closed.
        await Promise.race([Promise.allSettled([poolWorker.disconnect()]), after(IDLE_MILLISECONDS)]);
      }
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
