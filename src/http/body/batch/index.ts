/** The forms in which the files of a batch may come, read as they come: never more than a few files are in memory. */
export { batchBody, readBatchFile } from './batch-body.ts';
export { REFUSALS } from './refusals.data.ts';
export { refuseFile } from './refuse-file.ts';
