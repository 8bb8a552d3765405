/** Batches of files and of VAT numbers. */
export const batch = {
  'batch.file-skipped': 'The file was not validated: its name and content are neither XML nor PDF.',
  'batch.file-unfinished': 'Validation of the file did not finish because of an internal error. Retry the file.',
  'batch.file-unfinished-remedy': "Retry the unfinished files of the batch (POST /api/batches/'{id}'/retry).",
  'batch.vat-unfinished': 'The verification did not finish because of an internal error. This does not mean that the number is invalid.',
} as const;
