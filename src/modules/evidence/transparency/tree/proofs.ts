import { EMPTY_ROOT, HASH_BYTES, hashNode, nodeOverAll, splitHashes } from './hashes.ts';
import { TILE_HEIGHT, TILE_WIDTH } from './tile-paths.ts';

/** Reads the hashes of a tile, as many as the tree has there at least. */
export type ReadTile = (level: number, tile: number) => Promise<Uint8Array>;

/** Asks for each tile once. */
export function rememberTiles(read: ReadTile): ReadTile {
  const known = new Map<string, Promise<Uint8Array>>();
  return (level, tile) => {
    const key = `${level}/${tile}`;
    const asked = known.get(key) ?? read(level, tile);
    known.set(key, asked);
    return asked;
  };
}

/** The largest power of two that is smaller. */
function splitOf(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}

/** The node over so many leaves from that one on, which are a power of two and all there: it is made of one tile. */
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

/** The node over the leaves from one on to before another, as RFC 6962 divides a tree. */
async function nodeOver(read: ReadTile, start: number, end: number): Promise<Buffer> {
  const leaves = end - start;
  const split = splitOf(leaves);
  if (leaves === 1 || split * 2 === leaves) return completeNode(read, start, leaves);
  return hashNode(await nodeOver(read, start, start + split), await nodeOver(read, start + split, end));
}

/** The root of the tree of so many first leaves. */
export const rootOf = (read: ReadTile, size: number): Promise<Buffer> =>
  size === 0 ? Promise.resolve(EMPTY_ROOT) : nodeOver(read, 0, size);

/**
 * The audit path of a leaf in the tree of that size (RFC 6962, 2.1.1), the leaf's sibling first.
 *
 * @throws RangeError when the tree has no such leaf
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

/** That the tree of one size begins with that of another (RFC 6962, 2.1.2); nothing is to be proven of an empty one. */
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
  // The old root itself needs no telling.
  if (start > 0) path.push(await nodeOver(read, start, end));
  return path.reverse();
}
