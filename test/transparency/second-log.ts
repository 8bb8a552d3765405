import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * Independent implementation of log verification, written from RFC 6962 and the C2SP specifications. It imports no
 * production code and uses other algorithms (recursion over whole subtrees, proofs read from their end).
 */

type Bytes = Uint8Array;

const H = (...parts: (Bytes | number[])[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part instanceof Uint8Array ? part : Uint8Array.from(part));
  return digest.digest();
};

/** MTH of RFC 6962, 2.1, over the entries. */
export function merkleTreeHash(entries: readonly Bytes[]): Buffer {
  if (entries.length === 0) return H();
  if (entries.length === 1) return H([0], entries[0]!);
  const k = 2 ** (Math.ceil(Math.log2(entries.length)) - 1);
  return H([1], merkleTreeHash(entries.slice(0, k)), merkleTreeHash(entries.slice(k)));
}

/** PATH of RFC 6962, 2.1.1. */
export function auditPath(m: number, entries: readonly Bytes[]): Buffer[] {
  if (entries.length === 1) return [];
  const k = 2 ** (Math.ceil(Math.log2(entries.length)) - 1);
  return m < k
    ? [...auditPath(m, entries.slice(0, k)), merkleTreeHash(entries.slice(k))]
    : [...auditPath(m - k, entries.slice(k)), merkleTreeHash(entries.slice(0, k))];
}

/** PROOF of RFC 6962, 2.1.2. */
export function consistencyPath(m: number, entries: readonly Bytes[], known = true): Buffer[] {
  if (m === entries.length) return known ? [] : [merkleTreeHash(entries)];
  const k = 2 ** (Math.ceil(Math.log2(entries.length)) - 1);
  return m <= k
    ? [...consistencyPath(m, entries.slice(0, k), known), merkleTreeHash(entries.slice(k))]
    : [...consistencyPath(m - k, entries.slice(k), false), merkleTreeHash(entries.slice(0, k))];
}

/** Computes the root from a path by splitting the tree again and reading the path from its end. */
export function rootOfPath(leaf: Bytes, m: number, n: number, path: readonly Bytes[]): Buffer {
  if (n === 1) {
    if (path.length > 0) throw new Error('the path is too long');
    return Buffer.from(leaf);
  }
  const sibling = path.at(-1);
  if (sibling === undefined) throw new Error('the path is too short');
  const k = 2 ** (Math.ceil(Math.log2(n)) - 1);
  const inner = path.slice(0, -1);
  return m < k
    ? H([1], rootOfPath(leaf, m, k, inner), sibling)
    : H([1], sibling, rootOfPath(leaf, m - k, n - k, inner));
}

export const leafHash = (entry: Bytes): Buffer => H([0], entry);

/** Splits a signed note into its text and its signature lines. */
export function splitNote(note: string): { text: string; lines: string[] } {
  const at = note.indexOf('\n\n');
  return {
    text: note.slice(0, at + 1),
    lines: note
      .slice(at + 2)
      .trimEnd()
      .split('\n'),
  };
}

/** Whether the key `name+id+base64` signed the note, with or without a time. */
export function isSignedBy(note: string, vkey: string): boolean {
  const [name, id, ...rest] = vkey.split('+');
  const key = Buffer.from(rest.join('+'), 'base64');
  if (
    H(Buffer.from(`${name}\n`), key)
      .toString('hex')
      .slice(0, 8) !== id
  )
    return false;
  const { text, lines } = splitNote(note);
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.subarray(1)]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return lines.some((line) => {
    const [dash, who, data] = line.split(' ');
    const bytes = Buffer.from(data!, 'base64');
    if (dash !== '\u2014' || who !== name || bytes.subarray(0, 4).toString('hex') !== id) return false;
    if (key[0] === 1) return verify(null, Buffer.from(text), publicKey, bytes.subarray(4));
    const time = bytes.readBigUInt64BE(4);
    return verify(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), publicKey, bytes.subarray(12));
  });
}

/**
 * Whether a `.tlog-proof` file proves the entry in the log of the key. The caller computes the entry from `extra`.
 */
export function isProven(file: string, toEntry: (extra: Buffer) => Bytes, vkey: string): boolean {
  const [head, ...rest] = file.split('\n\n');
  const note = rest.join('\n\n');
  const [version, extra, index, ...path] = head!.split('\n');
  const [origin, size, root] = note.split('\n');
  if (version !== 'c2sp.org/tlog-proof@v1' || vkey.split('+')[0] !== origin || !isSignedBy(note, vkey)) return false;
  const leaf = leafHash(toEntry(Buffer.from(extra!.replace('extra ', ''), 'base64')));
  const place = Number(index!.replace('index ', ''));
  const found = rootOfPath(
    leaf,
    place,
    Number(size),
    path.map((node) => Buffer.from(node, 'base64')),
  );
  return found.toString('base64') === root;
}
