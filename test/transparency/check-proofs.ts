import { hashNode } from '../../src/modules/evidence/transparency/tree/hashes.ts';

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

/** Computes the root from a leaf and its audit path (RFC 9162, 2.1.3.2); null if the path has a wrong length. */
export function rootFromInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Buffer | null {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return null;
  let place = index;
  let last = size - 1;
  let node: Buffer = Buffer.from(leaf);
  for (const sibling of path) {
    if (last === 0) return null;
    if (isOdd(place) || place === last) {
      node = hashNode(sibling, node);
      while (!isOdd(place) && place !== 0) {
        place = half(place);
        last = half(last);
      }
    } else node = hashNode(node, sibling);
    place = half(place);
    last = half(last);
  }
  return last === 0 ? node : null;
}

/** Verifies a consistency proof between two trees (RFC 9162, 2.1.4.2). */
export function isConsistent(
  older: { readonly size: number; readonly root: Uint8Array },
  newer: { readonly size: number; readonly root: Uint8Array },
  path: readonly Uint8Array[],
): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return path.length === 0 && Buffer.compare(older.root, newer.root) === 0;
  if (older.size === 0) return path.length === 0;
  const isPower = Number.isInteger(Math.log2(older.size));
  const [first, ...rest] = isPower ? [older.root, ...path] : path;
  if (first === undefined) return false;
  let place = older.size - 1;
  let last = newer.size - 1;
  while (isOdd(place)) {
    place = half(place);
    last = half(last);
  }
  let left: Buffer = Buffer.from(first);
  let right: Buffer = Buffer.from(first);
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      left = hashNode(sibling, left);
      right = hashNode(sibling, right);
      while (!isOdd(place) && place !== 0) {
        place = half(place);
        last = half(last);
      }
    } else right = hashNode(right, sibling);
    place = half(place);
    last = half(last);
  }
  return last === 0 && Buffer.compare(left, older.root) === 0 && Buffer.compare(right, newer.root) === 0;
}
