import type { Bytes } from './bytes.ts';

/** A value as DER writes it (X.690): its tag, what is in it, and the whole. */
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

/** The values that stand one behind the other. @throws RangeError when the bytes are no such values */
export function readDer(bytes: Bytes): Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at]!;
    const first = bytes[at + 1] ?? 0x80;
    const more = first < 0x80 ? 0 : first & 0x7f;
    // High tags, and lengths without end or beyond four bytes, are in nothing that is read here.
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

/** The values within a value of that tag. @throws RangeError when it has another one */
export function within(value: Der | undefined, tag: number = TAG.sequence): Der[] {
  if (value?.tag !== tag) throw new RangeError('no DER');
  return readDer(value.content);
}

/** An object identifier in hexadecimal, as it is written. */
export const oidOf = (value: Der | undefined): string =>
  value?.tag === TAG.oid ? Array.from(value.content, (byte) => byte.toString(16).padStart(2, '0')).join('') : '';

/** The key that a certificate is of (RFC 5280, 4.1: the bits of its subject's public key); null: it is no certificate. */
export function readPublicKey(certificate: Bytes): Bytes | null {
  try {
    const fields = within(within(readDer(certificate)[0])[0]);
    // The version stands first, and not in those of version 1.
    const info = within(fields[fields[0]!.tag === 0xa0 ? 6 : 5]);
    return info[1]?.tag === TAG.bits ? info[1].content.subarray(1) : null;
  } catch {
    return null;
  }
}
