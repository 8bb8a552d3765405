import type { Job as BullJob, Queue as BullQueue, Worker as BullWorker, WorkerOptions } from 'bullmq';
import type { JobName } from './jobs.ts';

/** What travels: the payload, the outbox rows of a job that does the work of several, the start tag, and the traces that it continues. */
export type Data = {
  readonly payload: unknown;
  readonly rows?: readonly string[];
  readonly tag?: number;
  readonly traces?: readonly string[];
};
/** The outbox rows that are done with a job. */
export const rowsOf = ({ id, data }: Carried): readonly string[] => data.rows ?? [id!];
export type PoolQueue = BullQueue<Data, void, JobName>;
export type Carried = BullJob<Data, void, JobName>;
export type PoolWorker = BullWorker<Data, void, JobName>;
/** The third parameter makes BullMQ hand out a signal. */
type Take = (job: Carried, token: string | undefined, signal: AbortSignal | undefined) => Promise<void>;
type PoolWorkerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** Where BullMQ keeps its jobs. Every object it makes must get its own `error` listener. */
export type Backend = {
  readonly makePoolQueue: (name: string) => PoolQueue;
  readonly makePoolWorker: (name: string, take: Take, options: PoolWorkerOptions) => PoolWorker;
  readonly close: () => Promise<void>;
};

/** BullMQ appends an event to a stream at every step of a job; nobody here reads it, so it stays short. */
export const SHORT_STREAM = { events: { maxLen: 100 } };
