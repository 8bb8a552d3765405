import type { Job as BullJob, Queue as BullQueue, Worker as BullWorker, WorkerOptions } from 'bullmq';
import type { JobName } from './jobs.ts';

/** Job data in BullMQ: payload, outbox rows of a combined job, start tag, and the traces it continues. */
export type Data = {
  readonly payload: unknown;
  readonly rows?: readonly string[];
  readonly tag?: number;
  readonly traces?: readonly string[];
};
/** Outbox rows that a job completes. */
export const rowsOf = ({ id, data }: Carried): readonly string[] => data.rows ?? [id!];
export type PoolQueue = BullQueue<Data, void, JobName>;
export type Carried = BullJob<Data, void, JobName>;
export type PoolWorker = BullWorker<Data, void, JobName>;
/** BullMQ passes a signal only when the function declares three parameters. */
type Take = (job: Carried, token: string | undefined, signal: AbortSignal | undefined) => Promise<void>;
type PoolWorkerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** Storage of BullMQ's jobs. Every object it creates must get its own `error` listener. */
export type Backend = {
  readonly makePoolQueue: (name: string) => PoolQueue;
  readonly makePoolWorker: (name: string, take: Take, options: PoolWorkerOptions) => PoolWorker;
  readonly close: () => Promise<void>;
};

/**
 * BullMQ appends an event to a stream at every step of a job. The service does not read the stream, so it is kept
 * short.
 */
export const SHORT_STREAM = { events: { maxLen: 100 } };
