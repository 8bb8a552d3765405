/** Polynomial of IEEE 802.3, bit-reversed. */
const POLYNOMIAL = 0xedb88320;

/** CRC-32 (ISO 3309, as in ZIP), bit by bit because the input is short; browsers have no built-in function. */
export function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  }
  return ~sum >>> 0;
}
