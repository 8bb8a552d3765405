import type { Bytes } from './bytes.ts';

/** A DER value (X.690): tag, content, and the complete encoding. */
type Der = { readonly tag: number; readonly content: Bytes; readonly whole: Bytes };

export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Parses a sequence of DER values. @throws RangeError if the encoding is invalid */
export function readDer(bytes: Bytes): Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at]!;
    const first = bytes[at + 1] ?? 0x80;
    const more = first < 0x80 ? 0 : first & 0x7f;
    // High tag numbers, indefinite lengths and lengths over four bytes do not occur in the supported structures.
    if ((tag & 0x1f) === 0x1f || first === 0x80 || more > 4) throw new RangeError('no DER');
    let length = more === 0 ? first : 0;
    for (let index = 0; index < more; index++) length = length * 256 + (bytes[at + 2 + index] ?? 0);
    const [start, end] = [at + 2 + more, at + 2 + more + length];
    if (end > bytes.length) throw new RangeError('no DER');
    values.push({ tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return values;
}

/** Parses the content of a value with this tag. @throws RangeError if the tag differs */
export function within(value: Der | undefined, tag: number = TAG.sequence): Der[] {
  if (value?.tag !== tag) throw new RangeError('no DER');
  return readDer(value.content);
}

/** Returns the encoded object identifier in hexadecimal. */
export const oidOf = (value: Der | undefined): string =>
  value?.tag === TAG.oid ? Array.from(value.content, (byte) => byte.toString(16).padStart(2, '0')).join('') : '';

/**
 * Returns the public key bits of a certificate (RFC 5280, 4.1, subjectPublicKey); null if the certificate is
 * malformed.
 */
export function readPublicKey(certificate: Bytes): Bytes | null {
  try {
    const fields = within(within(readDer(certificate)[0])[0]);
    // The version field is first; version 1 certificates omit it.
    const info = within(fields[fields[0]!.tag === 0xa0 ? 6 : 5]);
    return info[1]?.tag === TAG.bits ? info[1].content.subarray(1) : null;
  } catch {
    return null;
  }
}
