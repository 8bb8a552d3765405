import { EMPTY_ROOT, hashNode } from './hashes.ts';

/**
 * The state required to append to a tree and to compute its root: the roots of its complete subtrees, largest first,
 * one for each 1 bit of its size.
 */
export type CompactRange = { readonly size: number; readonly nodes: readonly Buffer[] };

export const EMPTY_RANGE: CompactRange = { size: 0, nodes: [] };

function appendLeaf(nodes: Buffer[], size: number, leaf: Buffer): void {
  let node = leaf;
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) node = hashNode(nodes.pop()!, node);
  nodes.push(node);
}

/** Appends leaves, which are passed as hashes. */
export function lengthenRange({ size, nodes }: CompactRange, leaves: readonly Buffer[]): CompactRange {
  const longer = [...nodes];
  for (const [count, leaf] of leaves.entries()) appendLeaf(longer, size + count, leaf);
  return { size: size + leaves.length, nodes: longer };
}

export const rootOfRange = ({ nodes }: CompactRange): Buffer =>
  nodes.length === 0 ? EMPTY_ROOT : nodes.reduceRight((right, left) => hashNode(left, right));
