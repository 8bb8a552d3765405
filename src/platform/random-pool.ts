import { randomFillSync } from 'node:crypto';

/** Number of bytes requested from the operating system at once; an id uses 10. */
const pool = new Uint8Array(8 * 1024);
let used = pool.length;

/**
 * Returns random bytes for ids, each used once. They are requested in bulk, since one system call per id costs more
 * than the rest of its creation.
 *
 * @param length at most 8,192
 */
export function drawRandom(length: number): Uint8Array {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.slice(used - length, used);
}
