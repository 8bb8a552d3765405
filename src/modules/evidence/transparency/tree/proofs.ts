import { EMPTY_ROOT, HASH_BYTES, hashNode, nodeOverAll, splitHashes } from './hashes.ts';
import { TILE_HEIGHT, TILE_WIDTH } from './tile-paths.ts';

/** Reads the hashes of a tile; returns at least as many as the tree has there. */
export type ReadTile = (level: number, tile: number) => Promise<Uint8Array>;

export function rememberTiles(read: ReadTile): ReadTile {
  const known = new Map<string, Promise<Uint8Array>>();
  return (level, tile) => {
    const key = `${level}/${tile}`;
    const pending = known.get(key) ?? read(level, tile);
    known.set(key, pending);
    return pending;
  };
}

/** Returns the largest power of two smaller than the number of leaves. */
function splitOf(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}

/** Returns the node over `leaves` leaves from `start` on: a complete subtree that can be computed from one tile. */
async function completeNode(read: ReadTile, start: number, leaves: number): Promise<Buffer> {
  const height = Math.round(Math.log2(leaves));
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = start / TILE_WIDTH ** level;
  const tile = Math.floor(first / TILE_WIDTH);
  const bytes = Buffer.from(await read(level, tile));
  const from = (first % TILE_WIDTH) * HASH_BYTES;
  if (bytes.length < from + count * HASH_BYTES) throw new Error(`The tile ${level}/${tile} is too short for its tree`);
  return nodeOverAll(splitHashes(bytes.subarray(from, from + count * HASH_BYTES)));
}

/** Returns the node over leaves `start` (inclusive) to `end` (exclusive), split as in RFC 6962. */
async function nodeOver(read: ReadTile, start: number, end: number): Promise<Buffer> {
  const leaves = end - start;
  const split = splitOf(leaves);
  if (leaves === 1 || split * 2 === leaves) return completeNode(read, start, leaves);
  return hashNode(await nodeOver(read, start, start + split), await nodeOver(read, start + split, end));
}

/** Returns the root of the tree over the first `size` leaves. */
export const rootOf = (read: ReadTile, size: number): Promise<Buffer> =>
  size === 0 ? Promise.resolve(EMPTY_ROOT) : nodeOver(read, 0, size);

/**
 * Returns the audit path of a leaf in the tree of size `size` (RFC 6962, 2.1.1), sibling of the leaf first.
 *
 * @throws RangeError if the tree has no such leaf
 */
export async function proveInclusion(read: ReadTile, index: number, size: number): Promise<Buffer[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}`);
  const path: Buffer[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) path.push(await nodeOver(read, middle, end));
    else path.push(await nodeOver(read, start, middle));
    if (index < middle) end = middle;
    else start = middle;
  }
  return path.reverse();
}

/** Returns the consistency proof between two tree sizes (RFC 6962, 2.1.2); empty if `from` is 0. */
export async function proveConsistency(read: ReadTile, from: number, to: number): Promise<Buffer[]> {
  if (from > to) throw new RangeError(`A tree of ${to} leaves does not begin with one of ${from}`);
  if (from === 0 || from === to) return [];
  const path: Buffer[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    if (from <= middle) path.push(await nodeOver(read, middle, end));
    else path.push(await nodeOver(read, start, middle));
    if (from <= middle) end = middle;
    else start = middle;
  }
  // The verifier has the old root, so the proof omits it.
  if (start > 0) path.push(await nodeOver(read, start, end));
  return path.reverse();
}
