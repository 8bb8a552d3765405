import { expect, it } from 'vitest';
import { growTree } from '../../src/modules/evidence/transparency/tree/grow.ts';
import { EMPTY_ROOT, hashLeaf } from '../../src/modules/evidence/transparency/tree/hashes.ts';
import {
  proveConsistency,
  proveInclusion,
  type ReadTile,
  rootOf,
} from '../../src/modules/evidence/transparency/tree/proofs.ts';
import { readTilePath, toTilePath, widthOf } from '../../src/modules/evidence/transparency/tree/tile-paths.ts';
import { isConsistent, rootFromInclusion } from './check-proofs.ts';
import { auditPath, consistencyPath, merkleTreeHash } from './second-log.ts';

const entries = Array.from({ length: 70_000 }, (_, index) => Buffer.from(`entry ${index}`));

function makeStore() {
  const tiles = new Map<string, Buffer>();
  const read: ReadTile = async (level, tile) => {
    const found = tiles.get(`${level}/${tile}`);
    if (found === undefined) throw new Error(`no tile ${level}/${tile}`);
    return found;
  };
  let size = 0;
  return {
    tiles,
    read,
    append: async (count: number): Promise<Buffer> => {
      const grown = await growTree(read, size, entries.slice(size, size + count).map(hashLeaf));
      for (const { level, tile, hashes } of grown.tiles) tiles.set(`${level}/${tile}`, hashes);
      size = grown.size;
      return grown.root;
    },
  };
}

it('a tree grown in steps has the root of RFC 6962 at each size', async () => {
  const store = makeStore();
  expect(await store.append(0)).toEqual(EMPTY_ROOT);
  let size = 0;
  for (const step of [1, 1, 1, 4, 248, 1, 1, 255, 512, 7, 300]) {
    size += step;
    expect(await store.append(step), String(size)).toEqual(merkleTreeHash(entries.slice(0, size)));
  }
  // The same tiles also contain the roots of all smaller trees.
  for (const earlier of [1, 2, 3, 255, 256, 257, 511, 512, 1000])
    expect(await rootOf(store.read, earlier)).toEqual(merkleTreeHash(entries.slice(0, earlier)));
});

it('a tree of 70,000 leaves has the number of tiles in the specification', async () => {
  const store = makeStore();
  await store.append(70_000);
  const at = (level: number) =>
    [...store.tiles].filter(([key]) => key.startsWith(`${level}/`)).map(([, tile]) => tile.length / 32);
  expect(at(0).filter((width) => width === 256)).toHaveLength(273);
  expect(at(0).at(-1)).toBe(112);
  expect(at(1)).toEqual([256, 17]);
  expect(at(2)).toEqual([1]);
  expect(widthOf(0, 273, 70_000)).toBe(112);
  expect(widthOf('entries', 273, 70_000)).toBe(112);
  expect(widthOf(1, 1, 70_000)).toBe(17);
  expect(widthOf(2, 0, 70_000)).toBe(1);
  expect(widthOf(3, 0, 70_000)).toBe(0);
});

it('inclusion proofs equal those of the second implementation and lead to the root', async () => {
  const store = makeStore();
  await store.append(1_300);
  for (const size of [1, 2, 7, 256, 257, 600, 1_300]) {
    const tree = entries.slice(0, size);
    const root = merkleTreeHash(tree);
    for (const index of [0, 1, 5, 255, 256, 599, size - 1].filter((place) => place < size)) {
      const path = await proveInclusion(store.read, index, size);
      expect(path).toEqual(auditPath(index, tree));
      expect(rootFromInclusion(hashLeaf(entries[index]!), index, size, path)).toEqual(root);
      expect(rootFromInclusion(hashLeaf(entries[index]!), index, size, [...path, root])).not.toEqual(root);
      if (size > 1) expect(rootFromInclusion(hashLeaf(entries[index]!), index ^ 1, size, path)).not.toEqual(root);
    }
  }
  await expect(proveInclusion(store.read, 5, 5)).rejects.toThrow(RangeError);
});

it('consistency proofs verify between any two sizes, and only for the same tree', async () => {
  const store = makeStore();
  await store.append(530);
  const sizes = [1, 2, 3, 4, 7, 8, 255, 256, 257, 511, 512, 513, 530];
  for (const from of sizes)
    for (const to of sizes.filter((size) => size >= from)) {
      const older = { size: from, root: merkleTreeHash(entries.slice(0, from)) };
      const newer = { size: to, root: merkleTreeHash(entries.slice(0, to)) };
      const path = await proveConsistency(store.read, from, to);
      expect(path, `${from} ${to}`).toEqual(consistencyPath(from, entries.slice(0, to)));
      expect(isConsistent(older, newer, path)).toBe(true);
      expect(isConsistent({ ...older, root: hashLeaf(older.root) }, newer, path)).toBe(false);
      if (path.length > 0) expect(isConsistent(older, newer, path.slice(1))).toBe(false);
      expect(isConsistent(older, newer, [...path, older.root])).toBe(false);
    }
});

it('a tile path has exactly one valid form', () => {
  const named = [
    [{ level: 0, tile: 1234067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, tile: 0, width: 17 }, 'tile/1/000.p/17'],
    [{ level: 'entries', tile: 273, width: 112 }, 'tile/entries/273.p/112'],
    [{ level: 'entries', tile: 1000, width: 256 }, 'tile/entries/x001/000'],
  ] as const;
  for (const [place, path] of named) {
    expect(toTilePath(place)).toBe(path);
    expect(readTilePath(path)).toEqual(place);
  }
  for (const other of [
    'tile/0/0',
    'tile/0/000.p/256',
    'tile/0/000.p/0',
    'tile/00/000',
    'tile/64/000',
    'tile/0/x000/001',
    'tile/-1/000',
    'tile/0/000/001',
    'tile/0/../001',
    'tile/data/000',
  ])
    expect(readTilePath(other), other).toBeNull();
});
