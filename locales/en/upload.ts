/** Uploaded files. */
export const upload = {
  'upload.either': 'files with a list of files, or content with a single file',
} as const;
