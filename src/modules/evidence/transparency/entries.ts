import { hash } from 'node:crypto';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';

/** The first byte of an entry says what it is of. */
const EVIDENCE = Buffer.of(0x01);
const ACTIVATION = Buffer.of(0x02);

/** Bytes of a salt. */
export const SALT_BYTES = 32;

/** The longest entry, in bytes: its length stands in two. */
const LONGEST = 0xffff;

/**
 * The entry of evidence: a digest of its digest behind a salt. Whoever guesses what was judged cannot ask the log, and
 * without the salt the entry says nothing.
 *
 * @param digest SHA-256 of the signed report as canonical JSON (RFC 8785), its signature included
 */
export const evidenceEntry = (digest: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.concat([EVIDENCE, hash('sha256', Buffer.concat([salt, digest]), 'buffer')]);

/** That this service judges by a rule pack, with an engine: both are named by their digests. */
export type Activation = {
  readonly pack: string;
  readonly version: string;
  readonly digest: string;
  readonly engine: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly activated_at: string;
};

/** The entry of an activation, which everybody may read. */
export const activationEntry = ({ pack, version, digest, engine, activated_at }: Activation): Buffer =>
  Buffer.concat([ACTIVATION, Buffer.from(toCanonicalJson({ pack, version, digest, engine, activated_at }))]);

/** Entries as they are published together: each behind its length in two bytes (C2SP tlog-tiles). */
export function writeBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > LONGEST) throw new RangeError('The entry is too long');
      return [Buffer.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** Reads a bundle. @throws Error when its lengths do not fit it */
export function readBundle(bytes: Uint8Array): Buffer[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Buffer[] = [];
  for (let at = 0; at < all.length; ) {
    const end = at + 2 <= all.length ? at + 2 + all.readUInt16BE(at) : Number.POSITIVE_INFINITY;
    if (end > all.length) throw new Error('The bundle ends within an entry');
    entries.push(all.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
