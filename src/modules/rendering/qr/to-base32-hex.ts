const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** Encodes base32 with the extended hexadecimal alphabet (RFC 4648, section 7), without padding. */
export function toBase32Hex(bytes: Uint8Array): string {
  let text = '';
  let left = 0;
  let bits = 0;
  for (const byte of bytes) {
    left = (left << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += DIGITS[(left >> (bits - 5)) & 31];
    left &= 31;
  }
  return bits === 0 ? text : text + DIGITS[(left << (5 - bits)) & 31]!;
}
