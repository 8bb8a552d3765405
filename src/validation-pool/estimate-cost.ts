import type { Cost } from '../runtime/index.ts';

/**
 * Up to these bounds a file costs little, whatever it says. An ordinary invoice of ten lines has 12 KB and 300 tags, its
 * longest word is an address or a bank account, its longest text a note.
 */
const SMALL = { bytes: 32 * 1024, tags: 1_000, word: 512, text: 8 * 1024 };
const MEDIUM_BYTES = 256 * 1024;

/**
 * What the validation of a file is expected to cost, from one look at its bytes: it grows with the number of elements,
 * and with the length of single values where they are computed with.
 */
export function estimateCost(bytes: Uint8Array): Cost {
  if (bytes.length > MEDIUM_BYTES) return 'large';
  return bytes.length <= SMALL.bytes && isOrdinary(bytes) ? 'small' : 'medium';
}

const OPENING = 0x3c;
const CLOSING = 0x3e;
const SPACE = 0x20;
const CONTROLS = { first: 0x09, last: 0x0d };

function isOrdinary(bytes: Uint8Array): boolean {
  let tags = 0;
  let word = 0;
  let text = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    text += 1;
    word += 1;
    if (byte === OPENING || byte === CLOSING) {
      text = 0;
      word = 0;
      if (byte === OPENING) tags += 1;
    } else if (byte === SPACE || (byte >= CONTROLS.first && byte <= CONTROLS.last)) word = 0;
    if (tags > SMALL.tags || word > SMALL.word || text > SMALL.text) return false;
  }
  return true;
}
