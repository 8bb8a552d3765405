import type { Pool } from '../../lib/pools.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Database } from '../db/index.ts';
import type { Log, Metrics } from '../index.ts';
import type { Backlog } from './backlog.ts';
import type { FailedJob, OpenJobs, Whose } from './failed-jobs.ts';
import type { JobName, JobPayload } from './jobs.ts';

/** Job to be published. */
export type OutgoingJob = {
  /** Id of its outbox row, except for a combined job. */
  readonly id: string;
  readonly job: JobName;
  readonly payload: unknown;
  /** Ids of the outbox rows of a combined job. */
  readonly rows?: readonly string[];
  /** Position in its pool; jobs without one come first. */
  readonly turn?: Turn;
  /** Traces it continues (`traceparent`), in the order of the jobs. */
  readonly traces?: readonly string[];
};

/** Position of a job in its pool. */
export type Turn = {
  /** Start tag of start-time fair queueing: the work of its workspace before it, in documents. */
  readonly tag: number;
  /** The tag relative to the pool's base, used as the queue's priority. */
  readonly priority: number;
};

/** Job as passed to a worker. It may be delivered more than once. */
export type Job = {
  [N in JobName]: {
    readonly id: string;
    readonly name: N;
    readonly payload: JobPayload<N>;
    /** Starts at 1. */
    readonly attempt: number;
    readonly attempts: number;
  };
}[JobName];

export type WorkOptions = {
  /** Concurrency of the pool in this process. */
  readonly concurrency: number;
  /** True: running jobs are never interrupted in favour of others. */
  readonly uninterrupted?: boolean;
  /**
   * Called after the last attempt failed and before the job is removed, so that its record can store the failure.
   * When it rejects, the job stays in the outbox and runs again.
   */
  readonly onExhausted: (job: Job, error: Error) => Promise<void>;
};

/** Running workers of a pool. */
export type Working = {
  /** Stops taking jobs, waits for running ones up to the limit, then aborts them and returns them to the queue. */
  readonly close: (limit: number) => Promise<void>;
};

export type Counts = Readonly<
  Record<Pool, { readonly waiting: number; readonly active: number; readonly delayed: number }>
>;

/** Job queue, independent of its backend (Redis or PostgreSQL). */
export type Queue = {
  /** Publishes jobs; a job whose id is already queued is ignored. */
  readonly publish: (outgoing: readonly OutgoingJob[]) => Promise<void>;
  /** Lowers the priority of all unfinished jobs of the pool, after its base was raised by the same amount. */
  readonly lowerPriorities: (pool: Pool, by: number) => Promise<void>;
  /**
   * Runs the handler for every job of a pool. When the signal aborts, the handler must stop, and the job runs again.
   * `RetryLater` does not count as an attempt.
   */
  readonly work: (
    pool: Pool,
    options: WorkOptions,
    handler: (job: Job, signal: AbortSignal) => Promise<void>,
  ) => Promise<Working>;
  readonly counts: () => Promise<Counts>;
  /** Unfinished jobs by kind. */
  readonly openJobs: () => Promise<readonly OpenJobs[]>;
  /**
   * Number of jobs that are due but not in the queue, and how long the oldest is overdue in seconds; 0 without any.
   */
  readonly outbox: () => Promise<{ readonly waiting: number; readonly oldest_seconds: number }>;
  /** Per pool, how long the oldest job has been waiting to start, in seconds; 0 without waiting jobs. */
  readonly oldestWaiting: () => Promise<Readonly<Record<Pool, number>>>;
  /** Number of unfinished jobs, counted up to a maximum. */
  readonly backlog: (most: number) => Promise<Backlog>;
  /** Jobs whose last attempt failed, after their records were updated. */
  readonly failed: {
    /** Newest first. */
    readonly list: (page: Whose & { readonly limit: number }) => Promise<readonly FailedJob[]>;
    readonly find: (key: Whose & { readonly id: string }) => Promise<FailedJob | undefined>;
    /**
     * Returns the job to the outbox; false when the id is unknown. The caller resets the record that the job belongs
     * to.
     */
    readonly requeue: (scope: Pick<Scope, 'audit'>, id: string) => Promise<boolean>;
    readonly discard: (scope: Pick<Scope, 'audit'>, id: string) => Promise<boolean>;
    readonly forgetBefore: (time: number) => Promise<number>;
  };
  /** Closes running workers, then the connections. */
  readonly close: () => Promise<void>;
};

export type QueueParts = {
  readonly db: Database;
  /** Null: BullMQ on the database. */
  readonly redisUrl: string | null;
  readonly log: Log;
  readonly metrics: Metrics;
};
