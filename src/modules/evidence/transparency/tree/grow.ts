import { HASH_BYTES, nodeOverAll, splitHashes } from './hashes.ts';
import { type ReadTile, rootOf } from './proofs.ts';
import { TILE_WIDTH } from './tile-paths.ts';

/** A tile as it is to be kept now: what it had, and what has come. */
type GrownTile = { readonly level: number; readonly tile: number; readonly hashes: Buffer };

type Grown = { readonly size: number; readonly root: Buffer; readonly tiles: readonly GrownTile[] };

/**
 * Lengthens a tree by leaves.
 *
 * @param read the tiles of the tree of that size; only those of its right edge are asked for
 * @param leaves their hashes
 */
export async function growTree(read: ReadTile, size: number, leaves: readonly Buffer[]): Promise<Grown> {
  const tiles: GrownTile[] = [];
  let [nodes, from, level] = [leaves, size, 0];
  while (nodes.length > 0) {
    const first = Math.floor(from / TILE_WIDTH);
    const there = from % TILE_WIDTH;
    const begun = there === 0 ? Buffer.alloc(0) : Buffer.from(await read(level, first)).subarray(0, there * HASH_BYTES);
    if (begun.length !== there * HASH_BYTES) throw new Error(`The tile ${level}/${first} is too short for its tree`);
    const all = Buffer.concat([begun, ...nodes]);
    const full: Buffer[] = [];
    for (let at = 0, tile = first; at < all.length; at += TILE_WIDTH * HASH_BYTES, tile += 1) {
      const hashes = all.subarray(at, at + TILE_WIDTH * HASH_BYTES);
      tiles.push({ level, tile, hashes });
      if (hashes.length === TILE_WIDTH * HASH_BYTES) full.push(nodeOverAll(splitHashes(hashes)));
    }
    from = Math.floor(from / TILE_WIDTH);
    nodes = full;
    level += 1;
  }
  const grown = new Map(tiles.map((tile) => [`${tile.level}/${tile.tile}`, tile.hashes]));
  const overlaid: ReadTile = async (at, tile) => grown.get(`${at}/${tile}`) ?? read(at, tile);
  const newSize = size + leaves.length;
  return { size: newSize, root: await rootOf(overlaid, newSize), tiles };
}
