/** Formats of a batch body. Files are read as they arrive: at most a few are in memory. */
export { batchBody, readBatchFile } from './batch-body.ts';
export { REFUSALS } from './refusals.data.ts';
export { refuseFile } from './refuse-file.ts';
