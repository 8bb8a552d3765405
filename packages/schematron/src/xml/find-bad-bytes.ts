/** The first bytes that a strict decoder rejects. */
type BadBytes = {
  readonly at: number;
  readonly length: number;
  readonly reason: 'byte-not-in-encoding' | 'surrogate-unpaired' | 'character-cut-off';
};

/** Finds the first invalid UTF-8 bytes (Unicode 15, table 3-7). */
export function findBadUtf8(bytes: Uint8Array): BadBytes {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at]!;
    const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length === 0) return { at, length: 1, reason: 'byte-not-in-encoding' };
    for (let index = 1; index < length; index += 1) {
      const next = bytes[at + index];
      if (next === undefined) return { at, length: index, reason: 'character-cut-off' };
      if (!isContinuation(lead, next, index)) {
        const isSurrogate = lead === 0xed && index === 1 && next >= 0xa0 && next <= 0xbf;
        const reason = isSurrogate ? 'surrogate-unpaired' : 'byte-not-in-encoding';
        return { at, length: isSurrogate ? Math.min(3, bytes.length - at) : index, reason };
      }
    }
    at += length;
  }
  throw new Error('The bytes are UTF-8');
}

/** The range of the second byte excludes overlong forms, surrogates and code points above U+10FFFF. */
function isContinuation(lead: number, next: number, index: number): boolean {
  const low = index > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = index > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return next >= low && next <= high;
}

/** Finds the first invalid UTF-16 bytes. */
export function findBadUtf16(bytes: Uint8Array, littleEndian: boolean): BadBytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (; at + 1 < bytes.length; at += 2) {
    const unit = view.getUint16(at, littleEndian);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = at + 3 < bytes.length ? view.getUint16(at + 2, littleEndian) : 0;
    if (unit > 0xdbff || next < 0xdc00 || next > 0xdfff) return { at, length: 2, reason: 'surrogate-unpaired' };
    at += 2;
  }
  if (at < bytes.length) return { at, length: bytes.length - at, reason: 'character-cut-off' };
  throw new Error('The bytes are UTF-16');
}
