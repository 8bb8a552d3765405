/**
 * The record of many files with one progress: what was submitted, how far it is, what each file's result is. It never
 * judges a file, and keeps its content no longer than until the file is judged; that of a failed one until it is tried
 * again, or its batch canceled or erased.
 */
export {
  type AnswerForm,
  BATCH_STATUSES,
  type Batch,
  type BatchOptions,
  type DownloadedFile,
  type FailedFile,
  FileGivenUp,
  hasEnded,
  type NewFile,
} from './batch.ts';
export { type Batches, makeBatches } from './make-batches.ts';
export type { Judge } from './slices/judge-slice.ts';
export { makeVatBatches, type VatBatches } from './vat/make-vat-batches.ts';
export type { NewVatItem } from './vat/vat-batch.ts';
