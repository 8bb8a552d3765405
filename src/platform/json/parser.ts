import { refusal } from '../errors/index.ts';
import { MalformedJson, SyntaxFault } from './malformed-json.ts';
import { type Expected, nameSyntaxError } from './name-syntax-error.ts';
import { makePositionCounter } from './position.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBare,
  isSpace,
  MARK,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
} from './signs.ts';
import { makeTextReader } from './text-reader.ts';

/** Limits of one JSON value. */
export type JsonLimits = {
  /** Number of values, including the root and field names. */
  readonly nodes: number;
  /** Nesting depth of arrays and objects. */
  readonly depth: number;
  /**
   * UTF-16 units per text. A longer text is truncated to the limit plus one, so that validation still finds it too
   * long.
   */
  readonly text: number;
};

/** Incremental parser of one value. All functions throw Refusal `malformed_json`. */
export type JsonParser = {
  /**
   * Continues at an index; returns the index after the value's last byte, or the end of the chunk.
   *
   * @throws Refusal `json_too_deep`, `body_too_complex`
   */
  readonly read: (chunk: Buffer, from: number) => number;
  /** Reads a chunk of a text that contains only the value. */
  readonly readAll: (chunk: Buffer) => void;
  /** Ends the input; a trailing number has no other terminator. */
  readonly end: () => void;
  readonly hasEnded: () => boolean;
  /** The value, when complete. */
  readonly value: () => unknown;
  /** Path of the first duplicate field name, as names and indexes; null: no duplicates. */
  readonly repeated: () => readonly (string | number)[] | null;
};

/** Maximum length of a number; no practical number is longer (RFC 8259, section 6 allows limits). */
const LONGEST_BARE = 1_000;

type Open = { readonly value: unknown[] | Record<string, unknown>; name: string };

/**
 * Creates a parser of one value; leading white space is skipped, and input after the value is not read.
 *
 * @param counter position counter of the surrounding text; the parser advances it
 */
export function makeJsonParser(limits: JsonLimits, counter = makePositionCounter()): JsonParser {
  const open: Open[] = [];
  const text = makeTextReader(limits.text);
  let expected: Expected = 'value';
  let isName = false;
  let bare = '';
  let nodes = 0;
  let marked = 0;
  let root: unknown;
  let repeated: (string | number)[] | null = null;

  const count = (): void => {
    nodes++;
    if (nodes > limits.nodes) {
      throw refusal('body_too_complex', { limit: limits.nodes });
    }
  };

  const take = (value: unknown): void => {
    const into = open.at(-1);
    expected = into === undefined ? 'nothing' : 'comma or end';
    if (into === undefined) root = value;
    else if (Array.isArray(into.value)) into.value.push(value);
    else setField(into.value, into.name, value);
  };

  const fail = (chunk: Buffer, at: number): never => {
    const into = open.at(-1);
    throw new SyntaxFault(nameSyntaxError(chunk, at, expected, into === undefined ? null : into.value));
  };

  const begin = (chunk: Buffer, at: number): void => {
    const byte = chunk[at]!;
    count();
    if (byte === QUOTE) {
      expected = 'text';
      isName = false;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (open.length === limits.depth) throw refusal('json_too_deep', { limit: limits.depth });
      open.push({ value: byte === OPEN_ARRAY ? [] : {}, name: '' });
      expected = byte === OPEN_ARRAY ? 'value or end' : 'name or end';
    } else if (isBare(byte)) {
      expected = 'bare';
      bare = '';
    } else fail(chunk, at);
  };

  const beginName = (chunk: Buffer, at: number): void => {
    if (chunk[at] !== QUOTE) fail(chunk, at);
    count();
    expected = 'text';
    isName = true;
  };

  const close = (chunk: Buffer, at: number): void => {
    const { value } = open.at(-1)!;
    if (chunk[at] !== (Array.isArray(value) ? CLOSE_ARRAY : CLOSE_OBJECT)) fail(chunk, at);
    open.pop();
    take(value);
  };

  const skipsMark = (byte: number): boolean => {
    if (byte === MARK[marked]) {
      marked++;
      return true;
    }
    if (marked > 0) throw new SyntaxFault('not_utf8');
    marked = MARK.length;
    return false;
  };

  /** Processes a structural byte. */
  const step = (chunk: Buffer, at: number): void => {
    const byte = chunk[at]!;
    if (expected === 'value' || (expected === 'value or end' && byte !== CLOSE_ARRAY)) begin(chunk, at);
    else if (expected === 'name' || (expected === 'name or end' && byte !== CLOSE_OBJECT)) beginName(chunk, at);
    else if (expected === 'colon') {
      if (byte !== COLON) fail(chunk, at);
      expected = 'value';
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) close(chunk, at);
    else {
      if (byte !== COMMA) fail(chunk, at);
      expected = Array.isArray(open.at(-1)!.value) ? 'value' : 'name';
    }
  };

  const readText = (chunk: Buffer, from: number): number => {
    const to = text.read(chunk, from);
    const ended = text.take();
    if (ended === null) return to;
    if (isName) {
      const into = open.at(-1)!;
      into.name = ended;
      if (repeated === null && Object.hasOwn(into.value, ended)) repeated = open.map(stepInto);
      expected = 'colon';
    } else take(ended);
    return to;
  };

  /** @param to index in the chunk after the number or word; null: at the end of the text */
  const endBare = (to: number | null): void => {
    let value: unknown;
    try {
      value = JSON.parse(bare);
    } catch {
      throw new SyntaxFault(/^[a-z]/.test(bare) ? 'value' : 'number', to, bare.length);
    }
    take(value);
  };

  const readBare = (chunk: Buffer, from: number): number => {
    const before = bare.length;
    let to = from;
    while (to < chunk.length && isBare(chunk[to]!)) to++;
    bare += chunk.toString('latin1', from, Math.min(to, from + LONGEST_BARE + 1));
    if (bare.length > LONGEST_BARE) throw new SyntaxFault('number', from, before);
    if (to < chunk.length) endBare(to);
    return to;
  };

  const locate = (error: unknown): unknown =>
    error instanceof SyntaxFault ? new MalformedJson(error.kind, counter.position(), error.back) : error;

  const read = (chunk: Buffer, from: number): number => {
    let at = from;
    try {
      while (at < chunk.length && expected !== 'nothing') {
        if (expected === 'text') at = readText(chunk, at);
        else if (expected === 'bare') at = readBare(chunk, at);
        else {
          const byte = chunk[at]!;
          if (marked < MARK.length && skipsMark(byte)) at++;
          else if (isSpace(byte)) at = skipSpace(chunk, at);
          else {
            step(chunk, at);
            // The first byte of a number is read with the others.
            if ((expected as Expected) !== 'bare') at++;
          }
        }
      }
    } catch (error) {
      if (error instanceof SyntaxFault) counter.advance(chunk, from, error.at ?? at);
      throw locate(error);
    }
    counter.advance(chunk, from, at);
    return at;
  };

  return {
    read,
    readAll: (chunk) => {
      const to = read(chunk, 0);
      const next = skipSpace(chunk, to);
      counter.advance(chunk, to, next);
      if (next < chunk.length)
        throw new MalformedJson(nameSyntaxError(chunk, next, 'nothing', root), counter.position());
    },
    end: () => {
      if (expected === 'nothing') return;
      if (expected !== 'bare' || open.length > 0) {
        throw new MalformedJson(nodes === 0 ? 'empty' : 'incomplete', counter.position());
      }
      try {
        endBare(null);
      } catch (error) {
        throw locate(error);
      }
    },
    hasEnded: () => expected === 'nothing',
    value: () => root,
    repeated: () => repeated,
  };
}

/** Path step from an array or object to its current element. */
const stepInto = ({ value, name }: Open): string | number => (Array.isArray(value) ? value.length : name);

/** As JSON.parse: the last of duplicate fields wins, and `__proto__` becomes an own property. */
function setField(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
