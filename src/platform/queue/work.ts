import { DelayedError, WaitingError } from 'bullmq';
import type { Pool } from '../../lib/pools.ts';
import { NotYet } from '../../lib/retry-later.ts';
import type { Database } from '../db/index.ts';
import { type Log, makeSeldom } from '../index.ts';
import type { Acknowledger } from './acknowledge.ts';
import { type Backend, type Carried, rowsOf } from './backend.ts';
import { countFailure, keepFailed } from './failed-jobs.ts';
import { isJobName, jobs } from './jobs.ts';
import type { Job, Working, WorkOptions } from './queue.ts';
import { makeHalves, makeOwnerSlots } from './tenant-slots.ts';
import { traceJob } from './trace-jobs.ts';

type Parts = {
  readonly db: Database;
  readonly backend: Backend;
  readonly log: Log;
  readonly acknowledger: Acknowledger;
};

/**
 * How long a worker locks a job. The lock is longer than the pauses that occur in practice: a busy machine, a paused or
 * migrated virtual machine. When the process dies, another process takes the job over after this time and
 * `LOOK_MILLISECONDS`; a process that stops returns its jobs at once.
 */
const LOCK_MILLISECONDS = 30_000;
/** BullMQ renews a lock between half of this time and all of it. */
const RENEW_MILLISECONDS = 6_000;
const LOOK_MILLISECONDS = 1_500;
/** BullMQ has one number for a whole pool; a job whose number is smaller is ended when it is taken over. */
const MAX_LOST_PROCESSES = Math.max(...Object.values(jobs).map(({ lostProcesses }) => lostProcesses));
/** After its abort a handler may take this long to notice. */
const ABORT_MILLISECONDS = 1_000;

/** How long BullMQ may take to close once no job runs. */
const IDLE_MILLISECONDS = 1_000;

/** A job that gives way to those of other owners, or could not begin, comes again after so many milliseconds. */
const GIVE_WAY_MILLISECONDS = 1_000;

/** The reason in a handler's signal when the process stops. */
const GIVEN_BACK = 'the process stops';

function read(carried: Carried): Job {
  const { id, name, data } = carried;
  if (id === undefined || !isJobName(name)) throw new Error(`No job is named ${name}`);
  const { attempts, payload } = jobs[name];
  // The schema of the job's name gives the payload of the job's name, which a union cannot express.
  return { id, name, payload: payload.parse(data.payload), attempt: carried.attemptsMade + 1, attempts } as Job;
}

/** Whose slots a job takes; what the service asks of itself has no owner. */
const ownerOf = ({ payload }: Job): string => ('workspace_id' in payload ? payload.workspace_id : '');

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Runs a pool of workers. */
export async function startWorking(
  parts: Parts,
  pool: Pool,
  options: WorkOptions,
  handler: (job: Job, signal: AbortSignal) => Promise<void>,
): Promise<Working> {
  const { backend, db, log, acknowledger } = parts;
  const active = new Set<Promise<void>>();
  const slots = (options.uninterrupted ? makeHalves : makeOwnerSlots)(options.concurrency);

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
    const leave = slots.enter(ownerOf(job), () => givingWay.abort(new NotYet('others wait for a slot')));
    if (leave === null) return giveWay(carried, token);
    const { tag, traces = [] } = carried.data;
    if (tag !== undefined) acknowledger.begun(pool, tag);
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
      if ((givingWay.signal.aborted || error instanceof NotYet) && !signal.aborted) return giveWay(carried, token);
      // A handler that lost its job to another process decides nothing about it, and its error is no failed attempt.
      if (signal.aborted || !(await isLocked(carried, token))) throw error;
      if (job.attempt >= job.attempts) await exhaust(job, carried, error);
      else await countFailure(db, rowsOf(carried)).catch(() => undefined);
      throw error;
    } finally {
      leave();
    }
    acknowledge(carried);
  };

  /** Whether this process still has the job: the lock may be lost before its renewal reports it. */
  const isLocked = async (carried: Carried, token: string | undefined): Promise<boolean> => {
    if (token === undefined) return true;
    // An outage of the queue shows nothing about the lock.
    return (await carried.extendLock(token, LOCK_MILLISECONDS).catch(() => 1)) === 1;
  };

  /** It costs no attempt: the job has not failed. */
  const giveWay = async (carried: Carried, token: string | undefined): Promise<never> => {
    await carried.moveToDelayed(Date.now() + GIVE_WAY_MILLISECONDS, token);
    throw new DelayedError();
  };

  const poolWorker = backend.makePoolWorker(
    pool,
    // BullMQ hands out a signal to a function of three declared parameters alone: none may have a default.
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
      // How soon a server that came back is asked again; BullMQ's own 15 seconds would be felt.
      runRetryDelay: 250,
      drainDelay: 5,
    },
  );
  const warnSeldom = makeSeldom((fields, message) => log.warn(fields, message));
  poolWorker.on('error', (error) => warnSeldom({ err: error, pool }, 'a pool of workers has trouble'));
  poolWorker.on('stalled', (id) => log.warn({ job_id: id, pool }, 'a job lost its process and is taken over'));
  poolWorker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) poolWorker.cancelJob(id, 'another process has the job');
  });
  poolWorker.on('failed', (carried, error) => {
    // BullMQ gives up by itself on a job that lost its process too often, without asking the handler.
    if (carried === undefined || error.name !== 'UnrecoverableError') return;
    Promise.resolve()
      .then(() => exhaust(read(carried), carried, error))
      .catch((failure) => log.error({ err: failure, job_id: carried.id }, 'a failed job could not be recorded'));
  });
  await poolWorker.waitUntilReady();

  return {
    close: async (limit) => {
      const abort = setTimeout(() => poolWorker.cancelAllJobs(GIVEN_BACK), limit);
      const timers = [abort];
      const after = (milliseconds: number): Promise<'late'> =>
        new Promise((done) => timers.push(setTimeout(done, milliseconds, 'late')));
      const closed = poolWorker.close().then(() => 'closed' as const);
      // With no job left only a server that is away can keep BullMQ from closing.
      const idle = Promise.allSettled(active).then(() => after(IDLE_MILLISECONDS));
      const end = await Promise.race([closed, idle, after(limit + ABORT_MILLISECONDS)]);
      if (end === 'late') {
        if (active.size > 0) {
          log.warn({ pool, jobs: active.size }, 'jobs do not stop: their hold runs out and another process takes them');
        }
        // A connection to Redis that is being made anew never tells that it was given up.
        await Promise.race([Promise.allSettled([poolWorker.disconnect()]), after(IDLE_MILLISECONDS)]);
      }
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
