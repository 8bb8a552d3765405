/**
 * Formats a SHA-1 of namespace and name as a UUIDv5 (RFC 9562, 5.5).
 *
 * @param sha1 20 bytes
 */
export function toUuid5(sha1: Uint8Array): string {
  const bytes = sha1.slice(0, 16);
  bytes[6] = 0x50 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
