import { refusal } from '../problems/index.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBare,
  isSpace,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
} from './signs.ts';
import { makeTextReader } from './text-reader.ts';

/** What one JSON value may cost. */
export type JsonLimits = {
  /** Values in it, itself and the names of fields included. */
  readonly nodes: number;
  /** Arrays and objects in each other. */
  readonly depth: number;
  /** UTF-16 units of one text. A longer one is cut one past the limit: enough to be found too long, whoever takes it. */
  readonly text: number;
};

/** Builds one value of bytes that come piece by piece. Every function throws Refusal `malformed_json`. */
export type JsonParser = {
  /**
   * Reads on from an index; the index after the value's last byte, or the end of the chunk.
   *
   * @throws Refusal `json_too_deep`, `body_too_complex`
   */
  readonly read: (chunk: Buffer, from: number) => number;
  /** Nothing comes any more: a number at the end has no other sign of its end. */
  readonly end: () => void;
  readonly hasEnded: () => boolean;
  /** The value, once it has ended. */
  readonly value: () => unknown;
  /** Where the first name stands that its object has twice, each step a name or an index; null: there is none. */
  readonly repeated: () => readonly (string | number)[] | null;
};

/** A byte order mark, which some programs write before JSON, is skipped (RFC 8259, section 8.1). */
const MARK = [0xef, 0xbb, 0xbf];

/** No number needs more digits; longer ones are no use to anybody (RFC 8259, section 6). */
const LONGEST_BARE = 1_000;

type Expected =
  | 'value'
  | 'value or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma or end'
  | 'text'
  | 'bare'
  | 'nothing';
type Open = { readonly value: unknown[] | Record<string, unknown>; name: string };

const malformed = (cause?: unknown): Error => refusal('malformed_json', {}, cause);

/** A parser of one value; blanks before it are skipped, nothing after it is read. */
export function makeJsonParser(limits: JsonLimits): JsonParser {
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

  const begin = (byte: number): void => {
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
    } else throw malformed();
  };

  const beginName = (byte: number): void => {
    if (byte !== QUOTE) throw malformed();
    count();
    expected = 'text';
    isName = true;
  };

  const close = (byte: number): void => {
    const ended = open.pop();
    if (ended === undefined || byte !== (Array.isArray(ended.value) ? CLOSE_ARRAY : CLOSE_OBJECT)) throw malformed();
    take(ended.value);
  };

  const skipsMark = (byte: number): boolean => {
    if (byte === MARK[marked]) {
      marked++;
      return true;
    }
    if (marked > 0) throw malformed();
    marked = MARK.length;
    return false;
  };

  /** A byte that stands between texts and numbers. */
  const step = (byte: number): void => {
    if (expected === 'value' || (expected === 'value or end' && byte !== CLOSE_ARRAY)) begin(byte);
    else if (expected === 'name' || (expected === 'name or end' && byte !== CLOSE_OBJECT)) beginName(byte);
    else if (expected === 'colon') {
      if (byte !== COLON) throw malformed();
      expected = 'value';
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) close(byte);
    else {
      if (byte !== COMMA) throw malformed();
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

  const endBare = (): void => {
    try {
      take(JSON.parse(bare));
    } catch (cause) {
      throw malformed(cause);
    }
  };

  const readBare = (chunk: Buffer, from: number): number => {
    let to = from;
    while (to < chunk.length && isBare(chunk[to]!)) to++;
    bare += chunk.toString('latin1', from, Math.min(to, from + LONGEST_BARE + 1));
    if (bare.length > LONGEST_BARE) throw malformed();
    if (to < chunk.length) endBare();
    return to;
  };

  return {
    read: (chunk, from) => {
      let at = from;
      while (at < chunk.length && expected !== 'nothing') {
        if (expected === 'text') at = readText(chunk, at);
        else if (expected === 'bare') at = readBare(chunk, at);
        else {
          const byte = chunk[at]!;
          if (marked < MARK.length && skipsMark(byte)) at++;
          else if (isSpace(byte)) at = skipSpace(chunk, at);
          else {
            step(byte);
            // The first byte of a number is read with the others.
            if ((expected as Expected) !== 'bare') at++;
          }
        }
      }
      return at;
    },
    end: () => {
      if (expected === 'bare' && open.length === 0) endBare();
      if (expected !== 'nothing') throw malformed();
    },
    hasEnded: () => expected === 'nothing',
    value: () => root,
    repeated: () => repeated,
  };
}

/** What leads on from an array or object to what stands in it now. */
const stepInto = ({ value, name }: Open): string | number => (Array.isArray(value) ? value.length : name);

/** As JSON.parse: of two fields of one name the last counts, and no name reaches the prototype. */
function setField(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
