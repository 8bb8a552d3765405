import type { Readable } from 'node:stream';
import { makeProblem } from '../problems.ts';

/** Values deeper than this are refused unread. */
const DEEPEST = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Where the reading of one value stands. */
type Scan = { depth: number; inText: boolean; escaped: boolean; bare: boolean };

/**
 * Moves over a value (RFC 8259) from an index on.
 *
 * @returns the index after the value's last byte here, and whether the value ends there
 */
function scanValue(chunk: Buffer, from: number, scan: Scan): { to: number; ended: boolean } {
  for (let index = from; index < chunk.length; index++) {
    const byte = chunk[index]!;
    if (scan.inText) {
      if (scan.escaped) scan.escaped = false;
      else if (byte === BACKSLASH) scan.escaped = true;
      else if (byte === QUOTE) {
        scan.inText = false;
        if (scan.depth === 0) return { to: index + 1, ended: true };
      }
      continue;
    }
    if (scan.bare) {
      if (isSpace(byte) || byte === 0x2c || isClosing(byte)) return { to: index, ended: true };
    } else if (byte === QUOTE) scan.inText = true;
    else if (isOpening(byte)) {
      scan.depth++;
      if (scan.depth > DEEPEST) throw makeProblem('json_too_deep', { limit: DEEPEST });
    } else if (isClosing(byte)) {
      scan.depth--;
      if (scan.depth <= 0) return { to: index + 1, ended: true };
    } else if (scan.depth === 0) scan.bare = true;
  }
  return { to: chunk.length, ended: false };
}

/** Reads a JSON text piece by piece; only the value that is asked for is held. */
export type JsonReader = {
  /** The next byte that is not blank, as a character; it stays. Empty at the end of the text. */
  readonly peek: () => Promise<string>;
  /** Takes the next byte that is not blank. Throws Problem `malformed_json` when it is none of the given. */
  readonly take: (expected: string) => Promise<string>;
  /** The next value; undefined when it has more bytes than the limit. Throws `malformed_json`, `json_too_deep`. */
  readonly value: (limit: number) => Promise<{ readonly value: unknown } | undefined>;
};

/** Makes a reader of a stream of UTF-8. */
export function makeJsonReader(stream: Readable): JsonReader {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let chunk: Buffer = Buffer.alloc(0);
  let at = 0;

  /** False at the end of the text. */
  const fill = async (): Promise<boolean> => {
    while (at >= chunk.length) {
      const { value, done } = await chunks.next();
      if (done) return false;
      chunk = value;
      at = 0;
    }
    return true;
  };

  const peek = async (): Promise<string> => {
    while (await fill()) {
      while (at < chunk.length && isSpace(chunk[at]!)) at++;
      if (at < chunk.length) return String.fromCharCode(chunk[at]!);
    }
    return '';
  };

  return {
    peek,
    take: async (expected) => {
      const found = await peek();
      if (found === '' || !expected.includes(found)) throw makeProblem('malformed_json', {});
      at++;
      return found;
    },
    value: async (limit) => {
      if ((await peek()) === '') throw makeProblem('malformed_json', {});
      const parts: Buffer[] = [];
      let size = 0;
      const scan: Scan = { depth: 0, inText: false, escaped: false, bare: false };
      for (;;) {
        const { to, ended } = scanValue(chunk, at, scan);
        size += to - at;
        if (size <= limit) parts.push(chunk.subarray(at, to));
        else parts.length = 0;
        at = to;
        if (ended) break;
        if (await fill()) continue;
        if (!scan.bare) throw makeProblem('malformed_json', {});
        break;
      }
      return size > limit ? undefined : { value: parse(Buffer.concat(parts)) };
    },
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw makeProblem('malformed_json', {}, { cause });
  }
}
