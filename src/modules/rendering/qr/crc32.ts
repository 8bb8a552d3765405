/** The polynomial of IEEE 802.3, its bits turned round. */
const POLYNOMIAL = 0xedb88320;

/** CRC-32 (ISO 3309, as ZIP has it) of a few bytes, bit by bit: browsers bring none. */
export function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  }
  return ~sum >>> 0;
}
