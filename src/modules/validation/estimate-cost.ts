import type { Cost } from '../../platform/index.ts';

/**
 * Files within these bounds are cheap to validate regardless of their content. An ordinary invoice of ten lines has
 * 12 KB and 300 tags; its longest word is an address or a bank account, its longest text a note.
 */
const SMALL = { bytes: 32 * 1024, tags: 1_000, word: 512, text: 8 * 1024 };
const MEDIUM_BYTES = 256 * 1024;

/**
 * Estimates the cost of validating a file in one pass over its bytes. The cost grows with the number of elements, and
 * with the length of values used in calculations.
 */
export function estimateCost(bytes: Uint8Array): Cost {
  if (bytes.length > MEDIUM_BYTES) return 'large';
  return bytes.length <= SMALL.bytes && isOrdinary(bytes) ? 'small' : 'medium';
}

const OPENING = 0x3c;
const CLOSING = 0x3e;

const MARKUP = 1;
const BLANK = 2;

/** Class of each byte, so that the common case takes one table lookup. */
const KINDS = new Uint8Array(256);
for (const byte of [OPENING, CLOSING]) KINDS[byte] = MARKUP;
for (const byte of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]) KINDS[byte] = BLANK;

function isOrdinary(bytes: Uint8Array): boolean {
  let tags = 0;
  let word = 0;
  let text = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const kind = KINDS[bytes[index]!];
    if (kind === 0) continue;
    if (index - word > SMALL.word) return false;
    word = index + 1;
    if (kind === BLANK) continue;
    if (index - text > SMALL.text) return false;
    text = index + 1;
    if (bytes[index] === OPENING) tags += 1;
  }
  return tags <= SMALL.tags && bytes.length - word <= SMALL.word && bytes.length - text <= SMALL.text;
}
