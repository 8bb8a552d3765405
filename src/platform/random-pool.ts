import { randomFillSync } from 'node:crypto';

/** Fetched from the operating system at once, in bytes: 10 of them make an id. */
const pool = new Uint8Array(8 * 1024);
let used = pool.length;

/**
 * Random bytes for ids, each given once. Those of many ids are fetched together: a call for each costs more than all else of it.
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
