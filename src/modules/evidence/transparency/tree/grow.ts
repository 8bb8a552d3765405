import { HASH_BYTES, nodeOverAll, splitHashes } from './hashes.ts';
import { type ReadTile, rootOf } from './proofs.ts';
import { TILE_WIDTH } from './tile-paths.ts';

/** A tile to store, with old and new hashes. */
type GrownTile = { readonly level: number; readonly tile: number; readonly hashes: Buffer };

type Grown = { readonly size: number; readonly root: Buffer; readonly tiles: readonly GrownTile[] };

/**
 * Appends leaves to a tree.
 *
 * @param read reads tiles of the tree of size `size`; only those of its right edge are read
 * @param leaves leaf hashes
 */
export async function growTree(read: ReadTile, size: number, leaves: readonly Buffer[]): Promise<Grown> {
  const tiles: GrownTile[] = [];
  let [nodes, from, level] = [leaves, size, 0];
  while (nodes.length > 0) {
    const first = Math.floor(from / TILE_WIDTH);
    const there = from % TILE_WIDTH;
    const partial =
      there === 0 ? Buffer.alloc(0) : Buffer.from(await read(level, first)).subarray(0, there * HASH_BYTES);
    if (partial.length !== there * HASH_BYTES) throw new Error(`The tile ${level}/${first} is too short for its tree`);
    const all = Buffer.concat([partial, ...nodes]);
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
