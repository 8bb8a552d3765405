/** Formats of a batch body. Files are read as they arrive: at most a few are in memory. */
export { batchBody, readBatchFile } from './batch-body.ts';
export { REFUSAL_CODES } from './refusals.data.ts';
export { refuseFile } from './refuse-file.ts';
