import { isAscii } from 'node:buffer';
import { SyntaxFault } from './malformed-json.ts';
import { countCharacters } from './position.ts';
import { BACKSLASH, isEscaped, isHexDigit, QUOTE } from './signs.ts';

/** Texts longer than the current chunk are decoded in pieces of this size. */
const PIECE = 64 * 1024;

/** Maximum number of bytes of an escape after the backslash; the next byte may shorten it. */
const ANY_ESCAPE = 5;
const UNICODE = 0x75;

/** Reads JSON texts (RFC 8259, section 7), starting after the opening quote. */
type TextReader = {
  /** Continues reading; returns the index after the last byte used. Throws SyntaxFault. */
  readonly read: (chunk: Buffer, from: number) => number;
  /** The text when complete; null until then. A text over the limit is truncated one character past it. */
  readonly take: () => string | null;
};

/** @param longest in UTF-16 units; the text is truncated one unit past it */
export function makeTextReader(longest: number): TextReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let piece: Buffer | null = null;
  let held = 0;
  let parts: string[] = [];
  let length = 0;
  let awaited = 0;
  let escaped = false;
  /** False once the decoder has received bytes: a character may span two pieces. */
  let undecoded = true;
  let text: string | null = null;

  const keep = (part: string): void => {
    if (length <= longest) parts.push(part.slice(0, longest + 1 - length));
    length += part.length;
  };

  /** @param end index in the chunk after the bytes */
  const decode = (bytes: Buffer, last: boolean, end: number): string => {
    undecoded &&= isAscii(bytes);
    let raw: string;
    try {
      raw = undecoded ? bytes.toString('latin1') : decoder.decode(bytes, { stream: !last });
    } catch {
      throw new SyntaxFault('not_utf8', end, countCharacters(bytes.subarray(findBadUtf8(bytes))));
    }
    // Escapes were validated while reading.
    return escaped ? (JSON.parse(`"${raw}"`) as string) : raw;
  };

  /** Decodes the buffered bytes except an incomplete escape at the end. */
  const flush = (to: number): void => {
    const consumed = awaited === 0 ? 0 : awaited === ANY_ESCAPE ? 1 : ANY_ESCAPE + 1 - awaited;
    keep(decode(piece!.subarray(0, held - consumed), false, to - consumed));
    piece!.copyWithin(0, held - consumed, held);
    held = consumed;
    escaped = consumed > 0;
  };

  const hold = (chunk: Buffer, from: number, to: number): void => {
    piece ??= Buffer.allocUnsafe(PIECE);
    held += chunk.copy(piece, held, from, to);
  };

  const end = (chunk: Buffer, from: number, to: number): void => {
    if (piece === null) keep(decode(chunk.subarray(from, to), true, to));
    else {
      hold(chunk, from, to);
      keep(decode(piece.subarray(0, held), true, to));
    }
    text = parts.length === 1 ? parts[0]! : parts.join('');
    parts = [];
  };

  return {
    read: (chunk, from) => {
      // Limited to the free space of the piece, so that the piece is full exactly at the read position.
      const to = Math.min(chunk.length, from + PIECE - held);
      for (let at = from; at < to; at++) {
        if (awaited > 0) {
          const byte = chunk[at]!;
          if (awaited === ANY_ESCAPE ? !isEscaped(byte) : !isHexDigit(byte)) throw new SyntaxFault('escape', at);
          awaited = awaited === ANY_ESCAPE && byte !== UNICODE ? 0 : awaited - 1;
          continue;
        }
        at = skipLetters(chunk, at, to);
        if (at === to) break;
        if (chunk[at] === QUOTE) {
          end(chunk, from, at);
          return at + 1;
        }
        if (chunk[at] !== BACKSLASH) throw new SyntaxFault('control_character', at);
        awaited = ANY_ESCAPE;
        escaped = true;
      }
      hold(chunk, from, to);
      if (held === PIECE) flush(to);
      return to;
    },
    take: () => {
      const ended = text;
      if (ended === null) return null;
      [piece, held, length, escaped, undecoded, text] = [null, 0, 0, false, true, null];
      return ended;
    },
  };
}

/** Index of the next quote, backslash or control character. */
function skipLetters(chunk: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = chunk[at]!;
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) return at;
  }
  return to;
}

const REPLACED = Buffer.from('\uFFFD');
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Index of the first byte that is not UTF-8; the length when an incomplete sequence ends the input. */
function findBadUtf8(bytes: Buffer): number {
  const text = lenient.decode(bytes);
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
    const offset = Buffer.byteLength(text.slice(0, at));
    // The text may itself contain the replacement character.
    if (!bytes.subarray(offset, offset + REPLACED.length).equals(REPLACED)) return offset;
  }
  return bytes.length;
}
