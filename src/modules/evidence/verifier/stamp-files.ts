/**
 * Maximum time stamps in an archive: evidence is retained for ten years, and certificates of authorities are valid
 * for several years each.
 */
const MAX_STAMPS = 20;

/**
 * File names of time stamps in an archive: the first stamps the checkpoint, each further one renews the previous one.
 */
export const STAMP_FILES: readonly string[] = Array.from({ length: MAX_STAMPS }, (_, index) =>
  index === 0 ? 'checkpoint.tsr' : `checkpoint.${index + 1}.tsr`,
);
