import { type Encoding, parseXml } from '@e-invoice/schematron/xml';
import type { PatchEdit } from '../issues/index.ts';
import { splicesOf } from '../validation/index.ts';

/**
 * Applies a correction. Only the changed bytes differ, whatever the encoding and line endings.
 *
 * @param bytes the validated file
 * @param patch of a correction in its result; must be the same object, created in this process
 * @returns null if the correction cannot be applied
 */
export function correct(bytes: Uint8Array, patch: readonly PatchEdit[]): Uint8Array | null {
  const splices = splicesOf(patch);
  const parsed = splices === null ? null : parseXml(bytes, { limits: { bytes: bytes.length } });
  if (splices === null || parsed?.ok !== true) return null;
  const place = placesIn(bytes, parsed.encoding);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of splices) {
    const written = write(place.endsOfLines ? text.replaceAll('\n', '\r\n') : text, parsed.encoding);
    if (written === null) return null;
    pieces.push(bytes.subarray(at, place.byteOf(start)), written);
    at = place.byteOf(end);
  }
  pieces.push(bytes.subarray(at));
  return joined(pieces);
}

/** Maps character offsets, counted with line breaks as single line feeds, to byte offsets. */
function placesIn(bytes: Uint8Array, encoding: Encoding) {
  // Only line endings matter here, and they are the same in all single-byte encodings.
  const label = encoding.startsWith('UTF-') ? encoding : 'iso-8859-1';
  const raw = new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  const mark = raw.startsWith('\ufeff') ? 1 : 0;
  const endsOfLines = raw.includes('\r\n');
  let [seen, characters, counted] = [mark, 0, mark === 0 ? 0 : widthOf('\ufeff', encoding)];
  return {
    endsOfLines,
    /** Must be called with ascending offsets; each call continues from the previous one. */
    byteOf: (character: number): number => {
      const from = seen;
      for (; characters < character; characters += 1) seen += raw[seen] === '\r' && raw[seen + 1] === '\n' ? 2 : 1;
      counted += widthOf(raw.slice(from, seen), encoding);
      return counted;
    },
  };
}

const encoder = new TextEncoder();

function widthOf(text: string, encoding: Encoding): number {
  if (encoding === 'UTF-8') return encoder.encode(text).length;
  return encoding.startsWith('UTF-16') ? 2 * text.length : text.length;
}

const NOT_ASCII = /\P{ASCII}/gu;

/** Encodes a text; null if a character is not in the encoding and cannot be written as a character reference. */
function write(text: string, encoding: Encoding): Uint8Array | null {
  if (encoding === 'UTF-8') return encoder.encode(text);
  if (encoding.startsWith('UTF-16')) {
    const units = new DataView(new ArrayBuffer(2 * text.length));
    for (let i = 0; i < text.length; i++) units.setUint16(2 * i, text.charCodeAt(i), encoding === 'UTF-16LE');
    return new Uint8Array(units.buffer);
  }
  const isPlain = text.search(NOT_ASCII) === -1;
  if (!isPlain && /<!|<\?/.test(text)) return null;
  return encoder.encode(text.replaceAll(NOT_ASCII, (character) => `&#${character.codePointAt(0)};`));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
