import { XmlStop } from './fault.ts';
import type { XmlLimits } from './limits.ts';
import { hasSame, ShortStrings } from './short-strings.ts';
import type { XmlDocument } from './tree.ts';
import { TreeBuilder } from './tree-builder.ts';

/** The document is malformed or uses a construct outside the fast path; the full parser has to read it. */
const NOT_PLAIN = -1;

const DECLARATION =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/;

const [TAB, LINE_FEED, RETURN, SPACE, EXCLAMATION, AMPERSAND, SLASH] = [9, 10, 13, 32, 33, 38, 47];
const [LESS, EQUALS, GREATER, BRACKET, QUOTE, APOSTROPHE, HYPHEN] = [60, 61, 62, 93, 34, 39, 45];

/** Byte classes: name character, name start, white space, special in text, special in attribute values. */
const [NAME, NAME_START, BLANK, IN_TEXT, IN_VALUE] = [1, 2, 4, 8, 16];
const KINDS = new Uint8Array(256);
/** First byte of U+F000 to U+FFFF, which includes two noncharacters; higher lead bytes encode rare characters. */
const FIRST_RARE = 0xef;
for (let byte = 0; byte < 256; byte += 1) {
  const sign = String.fromCharCode(byte);
  const isControl = byte < SPACE;
  if (byte < 128 && /[\w.:-]/.test(sign)) KINDS[byte]! |= NAME;
  if (byte < 128 && /[A-Za-z_]/.test(sign)) KINDS[byte]! |= NAME_START;
  if ([TAB, LINE_FEED, RETURN, SPACE].includes(byte)) KINDS[byte]! |= BLANK;
  if (byte >= 128 || '<&]'.includes(sign) || (isControl && byte !== TAB && byte !== LINE_FEED)) KINDS[byte]! |= IN_TEXT;
  if (byte >= 128 || '<&'.includes(sign) || isControl) KINDS[byte]! |= IN_VALUE;
}

const PREDEFINED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

/**
 * Parses the subset of XML that nearly all invoices use: UTF-8, tags, attributes, text with the five predefined
 * entities, comments, ASCII names. Several times faster than the full parser. It reports no errors: on anything
 * outside the subset it stops, and the full parser reads the file from the start.
 *
 * @param document empty document with its text; discard it if the result is false
 * @param bytes the bytes the text was decoded from, without byte order mark
 * @returns whether the document was parsed
 */
export function readPlain(document: XmlDocument, bytes: Uint8Array, limits: XmlLimits): boolean {
  try {
    return new PlainReader(document, bytes, limits).read();
  } catch (error) {
    if (error instanceof XmlStop) return false;
    throw error;
  }
}

/**
 * Scans bytes, which is faster than scanning characters. Every method takes the start offset of its construct and
 * returns the offset after it, or `NOT_PLAIN`.
 */
class PlainReader {
  readonly #bytes: Uint8Array;
  readonly #text: string;
  readonly #builder: TreeBuilder;
  readonly #strings: ShortStrings;
  /** Difference between the byte offset and the text offset. */
  #shift = 0;
  /** Start and end of the names of the open elements. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #hasRoot = false;

  constructor(document: XmlDocument, bytes: Uint8Array, limits: XmlLimits) {
    this.#bytes = bytes;
    this.#text = document.text;
    this.#builder = new TreeBuilder(document, 0, limits);
    this.#strings = new ShortStrings(bytes, document.text);
  }

  read(): boolean {
    const bytes = this.#bytes;
    const declaration = DECLARATION.exec(this.#text);
    let at = declaration === null ? 0 : declaration[0].length;
    this.#builder.at = at;
    while (at !== NOT_PLAIN && at < bytes.length) {
      if (bytes[at] !== LESS) at = this.#characters(at);
      else if (bytes[at + 1] === SLASH) at = this.#endTag(at);
      else if (bytes[at + 1] === EXCLAMATION) at = this.#comment(at);
      else at = this.#startTag(at);
    }
    if (at === NOT_PLAIN || !this.#hasRoot || this.#starts.length > 0) return false;
    this.#builder.finish();
    return true;
  }

  #startTag(start: number): number {
    if (this.#starts.length === 0 && this.#hasRoot) return NOT_PLAIN;
    const bytes = this.#bytes;
    const nameEnd = this.#nameEnd(start + 1);
    if (nameEnd === NOT_PLAIN) return NOT_PLAIN;
    const name = this.#name(start + 1, nameEnd);
    let at = nameEnd;
    while (at !== NOT_PLAIN && bytes[at] !== GREATER && bytes[at] !== SLASH) {
      const from = this.#blankEnd(at);
      if (from === at) return NOT_PLAIN;
      at = bytes[from] === GREATER || bytes[from] === SLASH ? from : this.#attribute(from);
    }
    if (at === NOT_PLAIN) return at;
    const isEmpty = bytes[at] === SLASH;
    if (isEmpty && bytes[at + 1] !== GREATER) return NOT_PLAIN;
    const end = isEmpty ? at + 2 : at + 1;
    this.#hasRoot = true;
    this.#builder.startElement(name, end - this.#shift);
    if (isEmpty) this.#builder.endElement(end - this.#shift);
    else {
      this.#starts.push(start + 1);
      this.#ends.push(nameEnd);
    }
    return end;
  }

  #attribute(start: number): number {
    const bytes = this.#bytes;
    const nameEnd = this.#nameEnd(start);
    if (nameEnd === NOT_PLAIN || bytes[nameEnd] !== EQUALS) return NOT_PLAIN;
    const name = this.#name(start, nameEnd);
    if (this.#builder.hasAttribute(name)) return NOT_PLAIN;
    const quote = bytes[nameEnd + 1];
    if (quote !== QUOTE && quote !== APOSTROPHE) return NOT_PLAIN;
    const valueStart = nameEnd + 2;
    const offset = start - this.#shift;
    const textStart = valueStart - this.#shift;
    let at = valueStart;
    for (let byte = bytes[at]; byte !== quote; byte = bytes[at]) {
      // The full parser normalises white space other than the blank to a blank; leave that to it.
      if (byte === undefined || ((KINDS[byte]! & IN_VALUE) !== 0 && !this.#isLetter(byte))) return NOT_PLAIN;
      at += 1;
    }
    const end = at - this.#shift;
    this.#builder.addAttribute(name, this.#strings.at(valueStart, at, textStart, end - textStart), offset, end + 1);
    return at + 1;
  }

  #endTag(start: number): number {
    const nameStart = this.#starts.pop();
    if (nameStart === undefined) return NOT_PLAIN;
    const end = start + 2 + this.#ends.pop()! - nameStart;
    if (this.#bytes[end] !== GREATER || !hasSame(this.#bytes, nameStart, start + 2, end)) return NOT_PLAIN;
    this.#builder.endElement(end + 1 - this.#shift);
    return end + 1;
  }

  #characters(start: number): number {
    const bytes = this.#bytes;
    if (this.#starts.length === 0) return this.#between(start);
    const textStart = start - this.#shift;
    const blankEnd = this.#blankEnd(start);
    if (bytes[blankEnd] === LESS) {
      this.#builder.addBlank(blankEnd - this.#shift);
      return blankEnd;
    }
    let hasEntities = false;
    let at = blankEnd;
    for (; ; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) return NOT_PLAIN;
      if ((KINDS[byte]! & IN_TEXT) === 0) continue;
      if (byte === LESS) break;
      if (byte === AMPERSAND) hasEntities = true;
      else if (byte === RETURN) {
        if (bytes[at + 1] === LINE_FEED) this.#shift += 1;
      } else if (byte === BRACKET ? bytes[at + 1] === BRACKET : !this.#isLetter(byte)) return NOT_PLAIN;
    }
    const end = at - this.#shift;
    const value = hasEntities
      ? expand(this.#text.slice(textStart, end))
      : this.#strings.at(start, at, textStart, end - textStart);
    if (value === null) return NOT_PLAIN;
    this.#builder.addText(value, end);
    return at;
  }

  /** Skips white space before and after the document element. */
  #between(start: number): number {
    const end = this.#blankEnd(start);
    if (end === start) return NOT_PLAIN;
    this.#builder.addText('', end - this.#shift);
    return end;
  }

  #comment(start: number): number {
    const bytes = this.#bytes;
    if (bytes[start + 2] !== HYPHEN || bytes[start + 3] !== HYPHEN) return NOT_PLAIN;
    const textStart = start + 4 - this.#shift;
    let at = start + 4;
    for (; bytes[at] !== HYPHEN || bytes[at + 1] !== HYPHEN; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) return NOT_PLAIN;
      if (byte === RETURN) {
        if (bytes[at + 1] === LINE_FEED) this.#shift += 1;
      } else if (byte < SPACE ? (KINDS[byte]! & BLANK) === 0 : byte >= 128 && !this.#isLetter(byte)) return NOT_PLAIN;
    }
    if (bytes[at + 2] !== GREATER) return NOT_PLAIN;
    const end = at - this.#shift;
    this.#builder.addComment(this.#text.slice(textStart, end), end + 3);
    return at + 3;
  }

  /** Whether a non-ASCII byte belongs to a character that is common in text. Updates the text offset for it. */
  #isLetter(byte: number): boolean {
    if (byte < 128 || byte >= FIRST_RARE) return false;
    if (byte < 0xc0) this.#shift += 1;
    return true;
  }

  #nameEnd(start: number): number {
    const bytes = this.#bytes;
    if ((KINDS[bytes[start] ?? 0]! & NAME_START) === 0) return NOT_PLAIN;
    let at = start + 1;
    while (at < bytes.length && (KINDS[bytes[at]!]! & NAME) !== 0) at += 1;
    return at;
  }

  #name(start: number, end: number): string {
    return this.#strings.at(start, end, start - this.#shift, end - start);
  }

  #blankEnd(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (at < bytes.length && (KINDS[bytes[at]!]! & BLANK) !== 0) {
      if (bytes[at] === RETURN && bytes[at + 1] === LINE_FEED) this.#shift += 1;
      at += 1;
    }
    return at;
  }
}

/**
 * Expands the entities of a text; null if it contains a bare ampersand or entities other than the predefined ones.
 */
function expand(text: string): string | null {
  let isPlain = true;
  const expanded = text.replace(/&([a-z]{2,4};)?/g, (_, entity: string | undefined) => {
    const sign = entity === undefined ? undefined : PREDEFINED.get(entity.slice(0, -1));
    if (sign === undefined) isPlain = false;
    return sign ?? '';
  });
  return isPlain ? expanded : null;
}
