import { hash } from 'node:crypto';

export const HASH_BYTES = 32;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** Root of an empty tree (RFC 6962, 2.1). */
export const EMPTY_ROOT: Buffer = sha256();

/** Leaf hash (RFC 6962, 2.1). */
export const hashLeaf = (entry: Uint8Array): Buffer => sha256(LEAF, entry);

/** Hash of a node from its two children (RFC 6962, 2.1). */
export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** Hash of the subtree over these nodes, whose number is a power of two (RFC 6962, 2.1). */
export function nodeOverAll(hashes: readonly Buffer[]): Buffer {
  let nodes = hashes;
  while (nodes.length > 1)
    nodes = Array.from({ length: nodes.length / 2 }, (_, index) => hashNode(nodes[2 * index]!, nodes[2 * index + 1]!));
  return nodes[0]!;
}

/** Splits a tile into its hashes. */
export function splitHashes(bytes: Uint8Array): Buffer[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(all.length / HASH_BYTES) }, (_, index) =>
    all.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
