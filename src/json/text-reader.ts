import { isAscii } from 'node:buffer';
import { refusal } from '../problems/index.ts';
import { BACKSLASH, QUOTE } from './signs.ts';

/** A text that goes on past the bytes at hand is decoded in pieces of so many. */
const PIECE = 64 * 1024;

/** How many bytes of an escape may still come: all five after a backslash, unless the next one says that it is short. */
const ANY_ESCAPE = 5;
const UNICODE = 0x75;

/** Reads one JSON text (RFC 8259, section 7) after another, from behind its first quote on. */
type TextReader = {
  /** Reads on; the index after the last byte that was used. Throws Refusal `malformed_json`. */
  readonly read: (chunk: Buffer, from: number) => number;
  /** The text, once it has ended; null until then. One that is too long is cut, one character past the limit. */
  readonly take: () => string | null;
};

/** @param longest in UTF-16 units: what comes after so many and one is not kept. */
export function makeTextReader(longest: number): TextReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let piece: Buffer | null = null;
  let held = 0;
  let parts: string[] = [];
  let length = 0;
  let awaited = 0;
  let escaped = false;
  /** False once the decoder has seen bytes: a letter may begin in one piece and end in the next. */
  let undecoded = true;
  let text: string | null = null;

  const keep = (part: string): void => {
    if (length <= longest) parts.push(part.slice(0, longest + 1 - length));
    length += part.length;
  };

  const decode = (bytes: Buffer, last: boolean): string => {
    try {
      undecoded &&= isAscii(bytes);
      const raw = undecoded ? bytes.toString('latin1') : decoder.decode(bytes, { stream: !last });
      return escaped ? (JSON.parse(`"${raw}"`) as string) : raw;
    } catch (cause) {
      throw refusal('malformed_json', {}, cause);
    }
  };

  /** Decodes what is held, but for an escape of which only the beginning has come. */
  const flush = (): void => {
    const begun = awaited === 0 ? 0 : awaited === ANY_ESCAPE ? 1 : ANY_ESCAPE + 1 - awaited;
    keep(decode(piece!.subarray(0, held - begun), false));
    piece!.copyWithin(0, held - begun, held);
    held = begun;
    escaped = begun > 0;
  };

  const hold = (chunk: Buffer, from: number, to: number): void => {
    piece ??= Buffer.allocUnsafe(PIECE);
    held += chunk.copy(piece, held, from, to);
  };

  const end = (chunk: Buffer, from: number, to: number): void => {
    if (piece === null) keep(decode(chunk.subarray(from, to), true));
    else {
      hold(chunk, from, to);
      keep(decode(piece.subarray(0, held), true));
    }
    text = parts.length === 1 ? parts[0]! : parts.join('');
    parts = [];
  };

  return {
    read: (chunk, from) => {
      // No more than the piece has room for, so that it is full exactly where reading stands.
      const to = Math.min(chunk.length, from + PIECE - held);
      for (let at = from; at < to; at++) {
        if (awaited > 0) {
          awaited = awaited === ANY_ESCAPE && chunk[at] !== UNICODE ? 0 : awaited - 1;
          continue;
        }
        at = skipLetters(chunk, at, to);
        if (at === to) break;
        if (chunk[at] === QUOTE) {
          end(chunk, from, at);
          return at + 1;
        }
        if (chunk[at] !== BACKSLASH) throw refusal('malformed_json', {});
        awaited = ANY_ESCAPE;
        escaped = true;
      }
      hold(chunk, from, to);
      if (held === PIECE) flush();
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

/** Where the next quote, backslash or control character is. */
function skipLetters(chunk: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = chunk[at]!;
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) return at;
  }
  return to;
}
