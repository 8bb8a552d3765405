import { POOLS, type Pool } from '../../lib/pools.ts';
import { makeThrottledLog } from '../index.ts';
import { makeAcknowledger } from './acknowledge.ts';
import { type Backend, type Carried, type PoolQueue, rowsOf } from './backend.ts';
import { countBacklog } from './backlog.ts';
import { makeJobRecords } from './job-records.ts';
import { isJobName, jobs } from './jobs.ts';
import { measureOldestWaiting } from './oldest-waiting.ts';
import type { Counts, OutgoingJob, Queue, QueueParts, Working } from './queue.ts';

/** Maximum time for running workers at the end of the process, in milliseconds. */
const LAST_GRACE = 10_000;

/** Upper bound for listing the running jobs of a pool; no installation runs as many. */
const MAX_RUNNING = 10_000;

function toBulk({ id, job, payload, rows, turn, traces }: OutgoingJob) {
  const { attempts, backoff } = jobs[job];
  return {
    name: job,
    data: { payload, ...(rows && { rows }), ...(turn && { tag: turn.tag }), ...(traces && { traces }) },
    opts: {
      jobId: id,
      ...(turn && { priority: turn.priority }),
      attempts,
      backoff: { type: 'exponential', delay: backoff, jitter: 0.25 },
      // Keeping finished jobs makes BullMQ's workers on PostgreSQL deadlock; results are stored in the records
      // anyway.
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}

/** Loaded on demand: BullMQ takes megabytes, and processes that only write to the outbox do not need it. */
async function startBackend({ db, redisUrl, log }: QueueParts): Promise<Backend> {
  if (redisUrl === null) return (await import('./postgres-backend.ts')).makePostgresBackend(db.directUrl, log);
  return (await import('./redis-backend.ts')).makeRedisBackend(redisUrl, db, log);
}

/**
 * Creates the queue: on Redis when a URL is configured, otherwise on the database. Creates the backend's own tables.
 *
 * @throws Error when the backend is unreachable
 */
export async function makeQueue(parts: QueueParts): Promise<Queue> {
  const { db, log } = parts;
  const backend = await startBackend(parts);
  const acknowledger = makeAcknowledger(db, log);
  const poolQueues = new Map<Pool, PoolQueue>();
  const warnThrottled = makeThrottledLog((fields, message) => log.warn(fields, message));
  /** Includes workers that are still starting: all must end before the connections close. */
  const running = new Set<Promise<Working>>();
  let closing: Promise<void> | null = null;

  const poolQueueOf = (pool: Pool): PoolQueue => {
    let poolQueue = poolQueues.get(pool);
    if (poolQueue === undefined) {
      poolQueue = backend.makePoolQueue(pool);
      poolQueue.on('error', (error) => warnThrottled({ err: error, pool }, 'queue error'));
      poolQueues.set(pool, poolQueue);
    }
    return poolQueue;
  };

  const closeAll = async (): Promise<void> => {
    const started = await Promise.allSettled(running);
    await Promise.all(started.map((start) => start.status === 'fulfilled' && start.value.close(LAST_GRACE)));
    await acknowledger.close();
    await Promise.all([...poolQueues.values()].map((poolQueue) => poolQueue.close()));
    await backend.close();
  };

  return {
    ...makeJobRecords(db),
    publish: async (outgoing) => {
      for (const pool of POOLS) {
        const bulk = outgoing.filter(({ job }) => isJobName(job) && jobs[job].pool === pool).map(toBulk);
        const [first] = bulk;
        if (first === undefined) continue;
        // `addBulk` of BullMQ on PostgreSQL creates temporary tables, which cost more than several jobs; groups often
        // have one job.
        if (bulk.length === 1) await poolQueueOf(pool).add(first.name, first.data, first.opts);
        else await poolQueueOf(pool).addBulk(bulk);
      }
    },
    lowerPriorities: async (pool, by) => {
      // Running and delayed jobs may be returned to the queue later.
      const poolQueue = poolQueueOf(pool);
      const found: readonly (Carried | undefined)[] = await poolQueue.getJobs(['prioritized', 'delayed', 'active']);
      for (const job of found) {
        // Jobs without a priority already come first; a missing job has finished.
        if (job?.id === undefined || job.priority === 0) continue;
        try {
          await job.changePriority({ priority: Math.max(1, job.priority - by) });
        } catch (error) {
          if ((await poolQueue.getJob(job.id)) !== undefined) throw error;
        }
      }
    },
    work: async (pool, options, handler) => {
      if (closing !== null) throw new Error('The queue is closed');
      const starting = import('./work.ts').then(({ startWorking }) =>
        startWorking({ db, backend, log, acknowledger }, pool, options, handler),
      );
      running.add(starting);
      const working = await starting;
      return {
        close: async (limit) => {
          await working.close(limit);
          running.delete(starting);
        },
      };
    },
    counts: async () => {
      const counts = await Promise.all(
        POOLS.map(async (pool) => {
          const found = await poolQueueOf(pool).getJobCounts('wait', 'prioritized', 'active', 'delayed');
          const { wait = 0, prioritized = 0, active = 0, delayed = 0 } = found;
          return [pool, { waiting: wait + prioritized, active, delayed }] as const;
        }),
      );
      return Object.fromEntries(counts) as Counts;
    },
    oldestWaiting: async () => {
      const running = await Promise.all(POOLS.map((pool) => poolQueueOf(pool).getJobs(['active'], 0, MAX_RUNNING)));
      const rows = running.flat().flatMap((carried: Carried | undefined) => (carried ? rowsOf(carried) : []));
      return measureOldestWaiting(db, rows);
    },
    backlog: (most) => countBacklog(db, most),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
