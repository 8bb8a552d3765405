/**
 * The record of many files with one progress: what was submitted, how far it is, what each file's result is. It never
 * judges a file, and keeps its content no longer than until the file is judged.
 */
export {
  BATCH_STATUSES,
  type Batch,
  type BatchFailure,
  BatchNotFound,
  type BatchOptions,
  type BatchStatus,
  type QueuedFile,
  type ResultPage,
} from './batch.ts';
export { type Batches, type BatchesParts, makeBatches, type NewBatchInput } from './make-batches.ts';
