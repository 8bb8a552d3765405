import { EMPTY_ROOT, hashNode } from './hashes.ts';

/**
 * What must be known of a tree to lengthen it and to tell its root: the roots of its complete subtrees, the largest
 * first. There is one for each binary digit 1 of its size.
 */
export type CompactRange = { readonly size: number; readonly nodes: readonly Buffer[] };

export const EMPTY_RANGE: CompactRange = { size: 0, nodes: [] };

/** The range with one more leaf. */
function appendLeaf(nodes: Buffer[], size: number, leaf: Buffer): void {
  let node = leaf;
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) node = hashNode(nodes.pop()!, node);
  nodes.push(node);
}

/** The range with more leaves, given by their hashes. */
export function lengthenRange({ size, nodes }: CompactRange, leaves: readonly Buffer[]): CompactRange {
  const longer = [...nodes];
  for (const [count, leaf] of leaves.entries()) appendLeaf(longer, size + count, leaf);
  return { size: size + leaves.length, nodes: longer };
}

/** The root of the tree. */
export const rootOfRange = ({ nodes }: CompactRange): Buffer =>
  nodes.length === 0 ? EMPTY_ROOT : nodes.reduceRight((right, left) => hashNode(left, right));
