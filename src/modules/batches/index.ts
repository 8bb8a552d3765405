/**
 * The record of many items with one progress, of three kinds: files, VAT numbers, and Peppol participants that are
 * watched. What was submitted, how far it is, what each item's result is. It never judges a file or asks anybody, and keeps its content no longer than until the file is judged; that of a failed one until it is tried
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
  NOT_AN_INVOICE,
} from './files/batch.ts';
export { type Batches, makeBatches } from './files/make-batches.ts';
export type { Judges, Validate } from './files/slices/validate-slice.ts';
export { makeRadars, type Radars } from './radar/make-radars.ts';
export { CHANGE_FIELDS, type NewWatched, RADAR_STATUSES, type Radar, RECHECKS } from './radar/radar.ts';
export type { Progress, RecordVerbs } from './record/make-record.ts';
export { makeVatBatches, type VatBatches } from './vat/make-vat-batches.ts';
export type { NewVatItem, VatBatch } from './vat/vat-batch.ts';
