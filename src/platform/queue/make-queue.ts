import { POOLS, type Pool } from '../../lib/pools.ts';
import { makeSeldom } from '../index.ts';
import { makeAcknowledger } from './acknowledge.ts';
import { type Backend, type Carried, type PoolQueue, rowsOf } from './backend.ts';
import { countBacklog } from './backlog.ts';
import { makeJobRecords } from './job-records.ts';
import { isJobName, jobs } from './jobs.ts';
import { measureOldestWaiting } from './oldest-waiting.ts';
import type { Counts, OutgoingJob, Queue, QueueParts, Working } from './queue.ts';

/** How long workers that are still running at the end of a process may take, in milliseconds. */
const LAST_GRACE = 10_000;

/** Running jobs of a pool that are asked for at most: more than all processes of an installation run at once. */
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
      // Keeping a number of finished jobs would make BullMQ's workers on PostgreSQL deadlock; what was done stands in
      // the records anyway.
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}

/** BullMQ takes megabytes: what only asks for jobs, in the transactions of its records, never loads it. */
async function startBackend({ db, redisUrl, log }: QueueParts): Promise<Backend> {
  if (redisUrl === null) return (await import('./postgres-backend.ts')).makePostgresBackend(db.directUrl, log);
  return (await import('./redis-backend.ts')).makeRedisBackend(redisUrl, db, log);
}

/**
 * Makes the queue: on Redis with a Redis URL, on the database without. Prepares the backend's own tables.
 *
 * @throws Error when the backend cannot be reached
 */
export async function makeQueue(parts: QueueParts): Promise<Queue> {
  const { db, log } = parts;
  const backend = await startBackend(parts);
  const acknowledger = makeAcknowledger(db, log);
  const poolQueues = new Map<Pool, PoolQueue>();
  const warnSeldom = makeSeldom((fields, message) => log.warn(fields, message));
  /** Those that are still starting too: none may outlive the connections. */
  const running = new Set<Promise<Working>>();
  let closing: Promise<void> | null = null;

  const poolQueueOf = (pool: Pool): PoolQueue => {
    let poolQueue = poolQueues.get(pool);
    if (poolQueue === undefined) {
      poolQueue = backend.makePoolQueue(pool);
      poolQueue.on('error', (error) => warnSeldom({ err: error, pool }, 'the queue has trouble'));
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
        // `addBulk` of BullMQ on PostgreSQL makes temporary tables, which cost many times what one job does, and a group is one.
        if (bulk.length === 1) await poolQueueOf(pool).add(first.name, first.data, first.opts);
        else await poolQueueOf(pool).addBulk(bulk);
      }
    },
    lowerPriorities: async (pool, by) => {
      // Those that run, or wait for their next attempt, may be given back.
      const poolQueue = poolQueueOf(pool);
      const found: readonly (Carried | undefined)[] = await poolQueue.getJobs(['prioritized', 'delayed', 'active']);
      for (const job of found) {
        // Without a place it goes before all others anyway; one that is gone has been done meanwhile.
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
