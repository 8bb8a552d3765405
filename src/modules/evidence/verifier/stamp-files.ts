/** So many stamps an archive may hold: certificates of authorities are good for years, and evidence is kept for ten. */
const MAX_STAMPS = 20;

/**
 * Time stamps by their names in an archive: the first is of the checkpoint, each further one renews the one before it.
 */
export const STAMP_FILES: readonly string[] = Array.from({ length: MAX_STAMPS }, (_, index) =>
  index === 0 ? 'checkpoint.tsr' : `checkpoint.${index + 1}.tsr`,
);
