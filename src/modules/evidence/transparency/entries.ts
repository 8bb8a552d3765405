import { hash } from 'node:crypto';
import { toCanonicalJson } from '@e-invoice/validator/canonical-json';

/** The first byte of an entry is its type. */
const EVIDENCE = Buffer.of(0x01);
const ACTIVATION = Buffer.of(0x02);

export const SALT_BYTES = 32;

/** Maximum entry size in bytes: the length prefix has two bytes. */
const LONGEST = 0xffff;

/**
 * Builds an evidence entry: a salted hash of the report digest. Without the salt an entry reveals nothing, and the
 * log cannot be searched for guessed content.
 *
 * @param digest SHA-256 of the signed report as canonical JSON (RFC 8785), including its signature
 */
export const evidenceEntry = (digest: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.concat([EVIDENCE, hash('sha256', Buffer.concat([salt, digest]), 'buffer')]);

/** The fact that this service validates with a rule pack and an engine, both identified by digest. */
export type Activation = {
  readonly pack: string;
  readonly version: string;
  readonly digest: string;
  readonly engine: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly activated_at: string;
};

/** Builds an activation entry, which is publicly readable. */
export const activationEntry = ({ pack, version, digest, engine, activated_at }: Activation): Buffer =>
  Buffer.concat([ACTIVATION, Buffer.from(toCanonicalJson({ pack, version, digest, engine, activated_at }))]);

/** Encodes entries as an entry bundle, each prefixed with its length in two bytes (C2SP tlog-tiles). */
export function writeBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > LONGEST) throw new RangeError('The log entry is too long');
      return [Buffer.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** Decodes an entry bundle. @throws Error if the lengths do not match the data */
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
