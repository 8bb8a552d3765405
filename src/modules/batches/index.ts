/**
 * Batches: many items with one progress, of three kinds: files, VAT numbers and watched Peppol participants. Stores
 * items, progress and results; it neither validates files nor calls external services. File contents are deleted
 * after validation; those of failed files after a retry, or when the batch is canceled or erased.
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
  NOT_AN_INVOICE,
  type Original,
} from './files/batch.ts';
export { type Batches, makeBatches } from './files/make-batches.ts';
export type { Validate, Validators } from './files/slices/validate-slice.ts';
export { makeRadars, type Radars } from './radar/make-radars.ts';
export { CHANGE_FIELDS, type NewWatched, RADAR_STATUSES, type Radar, RECHECKS } from './radar/radar.ts';
export type { Progress, RecordVerbs } from './record/make-record.ts';
export { makeVatBatches, type VatBatches } from './vat/make-vat-batches.ts';
export type { NewVatItem, VatBatch } from './vat/vat-batch.ts';
