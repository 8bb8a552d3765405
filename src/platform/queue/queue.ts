import type { Pool } from '../../lib/pools.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Database } from '../db/index.ts';
import type { Log, Metrics } from '../index.ts';
import type { Backlog } from './backlog.ts';
import type { FailedJob, OpenJobs, Whose } from './failed-jobs.ts';
import type { JobName, JobPayload } from './jobs.ts';

/** A job on its way to a worker. */
export type OutgoingJob = {
  /** That of its outbox row, unless it does the work of several. */
  readonly id: string;
  readonly job: JobName;
  readonly payload: unknown;
  /** The ids of the outbox rows that are done with it, where it does the work of several. */
  readonly rows?: readonly string[];
  /** Its place among the jobs of its pool; without one it goes before all that have one. */
  readonly turn?: Turn;
  /** The traces that it continues (`traceparent`), the first one's first. */
  readonly traces?: readonly string[];
};

/** The place of a job among those of its pool. */
export type Turn = {
  /** The start tag of start-time fair queueing: how much its workspace has had before it, in documents. */
  readonly tag: number;
  /** The tag as the queue orders by it: counted from the base of its pool. */
  readonly priority: number;
};

/** A job as a worker sees it. It may come twice. */
export type Job = {
  [N in JobName]: {
    readonly id: string;
    readonly name: N;
    readonly payload: JobPayload<N>;
    /** 1 for the first. */
    readonly attempt: number;
    readonly attempts: number;
  };
}[JobName];

export type WorkOptions = {
  /** How many jobs of the pool run at once in this process. */
  readonly concurrency: number;
  /** What has begun is never interrupted so that others have its place. */
  readonly uninterrupted?: boolean;
  /**
   * Called once the last attempt has failed, before the job is forgotten: records say there what failed. When it
   * rejects, the job stays in the outbox and comes again.
   */
  readonly onExhausted: (job: Job, error: Error) => Promise<void>;
};

/** A running pool of workers. */
export type Working = {
  /** Takes no new job, waits for the running ones until the limit, then aborts them and gives them back. */
  readonly close: (limit: number) => Promise<void>;
};

export type Counts = Readonly<
  Record<Pool, { readonly waiting: number; readonly active: number; readonly delayed: number }>
>;

/** What can be asked, and how it gets there. Redis or PostgreSQL does not show. */
export type Queue = {
  /** Hands jobs to the workers; a job whose id is already there is not added again. */
  readonly publish: (outgoing: readonly OutgoingJob[]) => Promise<void>;
  /** Lowers the priority of every job of the pool that is not done by so much, as its base has moved on by so much. */
  readonly lowerPriorities: (pool: Pool, by: number) => Promise<void>;
  /** Runs the handler for every job of a pool. The signal aborts when the job must stop: give up, it comes again. `NotYet` costs no attempt. */
  readonly work: (
    pool: Pool,
    options: WorkOptions,
    handler: (job: Job, signal: AbortSignal) => Promise<void>,
  ) => Promise<Working>;
  readonly counts: () => Promise<Counts>;
  /** What is not done, by kind of job. */
  readonly openJobs: () => Promise<readonly OpenJobs[]>;
  /** What is due and not in the queue yet: how much, and for how many seconds the oldest of it; 0 without any. */
  readonly outbox: () => Promise<{ readonly waiting: number; readonly oldest_seconds: number }>;
  /** How long the oldest job of every pool waits to be begun, in seconds; 0 where none waits. */
  readonly oldestWaiting: () => Promise<Readonly<Record<Pool, number>>>;
  /** How many jobs wait to be done, counted up to so many. */
  readonly backlog: (most: number) => Promise<Backlog>;
  /** Jobs that failed for good; the records know of them already. */
  readonly failed: {
    /** The newest first. */
    readonly list: (page: Whose & { readonly limit: number }) => Promise<readonly FailedJob[]>;
    readonly find: (asked: Whose & { readonly id: string }) => Promise<FailedJob | undefined>;
    /** Asks for the job again; false when there is none of this id. Its record must want it again. */
    readonly requeue: (scope: Pick<Scope, 'audit'>, id: string) => Promise<boolean>;
    readonly discard: (scope: Pick<Scope, 'audit'>, id: string) => Promise<boolean>;
    readonly forgetBefore: (time: number) => Promise<number>;
  };
  /** Closes the workers that are still running, then the connections. */
  readonly close: () => Promise<void>;
};

export type QueueParts = {
  readonly db: Database;
  /** Null: BullMQ on the database. */
  readonly redisUrl: string | null;
  readonly log: Log;
  readonly metrics: Metrics;
};
