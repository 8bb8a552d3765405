import { toUnits, type Units } from '../../decimal.ts';
import { compareText } from './compare.ts';
import { trimXml } from './numbers.ts';
import { fail } from './xpath-error.ts';

// Without the `u` flag these tests are several times faster, and they search for surrogates.
const SURROGATE = /[\ud800-\udfff]/;

/** fn:string-length: characters, not UTF-16 units. */
export function stringLength(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** fn:substring with positions as doubles (XPath functions, section 7.4.3). */
export function substring(text: string, start: number, length: number | null): string {
  const from = roundHalfUp(start);
  const to = length === null ? Number.POSITIVE_INFINITY : from + roundHalfUp(length);
  if (Number.isNaN(from) || Number.isNaN(to)) return '';
  const first = Math.max(from, 1) - 1;
  const end = to - 1;
  if (end <= first) return '';
  if (!SURROGATE.test(text)) return text.slice(first, end);
  return [...text].slice(first, end).join('');
}

const roundHalfUp = (value: number): number => Math.floor(value + 0.5);

export function substringBefore(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at <= 0 ? '' : text.slice(0, at);
}

export function substringAfter(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length);
}

export function normalizeSpace(text: string): string {
  return isTidy(text) ? text : trimXml(text).replace(/[ \t\r\n]+/g, ' ');
}

const SPACE = 0x20;

/**
 * Whether all white space is a single space between two words. A loop is several times faster than a regular
 * expression.
 */
function isTidy(text: string): boolean {
  let isAfterSpace = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > SPACE) isAfterSpace = false;
    else if (code < SPACE || isAfterSpace) return false;
    else isAfterSpace = true;
  }
  return !isAfterSpace || text === '';
}

/** Whether `normalize-space` returns a non-empty string. */
export function hasWords(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code !== SPACE && code !== 0x0a && code !== 0x0d && code !== 0x09) return true;
  }
  return false;
}

/** fn:translate. */
export function translate(text: string, from: string, to: string): string {
  const target = [...to];
  const map = new Map<string, string>();
  for (const [i, char] of [...from].entries()) if (!map.has(char)) map.set(char, target[i] ?? '');
  let result = '';
  for (const char of text) result += map.get(char) ?? char;
  return result;
}

export function codepointsOf(text: string): number[] {
  return [...text].map((char) => char.codePointAt(0)!);
}

function isXmlChar(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

export function fromCodepoints(codes: readonly Units[]): string {
  let text = '';
  for (const code of codes) {
    const point = Number(code);
    if (!isXmlChar(point)) return fail('FOCH0001', `${code} is no XML character`);
    text += String.fromCodePoint(point);
  }
  return text;
}

export function compareStrings(a: string | null, b: string | null): number | null {
  return a === null || b === null ? null : Math.sign(compareText(a, b));
}

/** fn:encode-for-uri: encodes everything but the unreserved characters of RFC 3986. */
export function encodeForUri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** fn:iri-to-uri. */
export function iriToUri(text: string): string {
  return text.replace(/[^\x21-\x7e]|[<>"{}|\\^`]/gu, (char) => encodeURIComponent(char));
}

/** fn:escape-html-uri. */
export function escapeHtmlUri(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (char) => encodeURIComponent(char));
}

const FORMS: ReadonlySet<string> = new Set(['NFC', 'NFD', 'NFKC', 'NFKD']);

/** fn:normalize-unicode. */
export function normalizeUnicode(text: string, form: string): string {
  const name = trimXml(form).toUpperCase();
  if (name === '') return text;
  return FORMS.has(name) ? text.normalize(name) : fail('FOCH0003', `unknown normalization form ${form}`);
}

/** `to`: the integers from `a` to `b`. */
export function range(a: Units, b: Units): Units[] {
  if (b < a) return [];
  const size = Number(BigInt(b) - BigInt(a)) + 1;
  if (size > 10_000_000) return fail('FOAR0002', `a range of ${size} integers`);
  if (typeof a === 'number' && typeof b === 'number') return Array.from({ length: size }, (_, i) => a + i);
  return Array.from({ length: size }, (_, i) => toUnits(BigInt(a) + BigInt(i)));
}

/** `to` with bounds that may be empty. */
export function optionalRange(a: Units | null, b: Units | null): Units[] {
  return a === null || b === null ? [] : range(a, b);
}

/**
 * `contains(list, ' text ')` for a list of codes separated by spaces: a text without a space is looked up as one
 * code.
 */
export function isListed(list: { readonly text: string; readonly codes: ReadonlySet<string> }, text: string): boolean {
  return list.codes.has(text) || ((text === '' || text.includes(' ')) && list.text.includes(` ${text} `));
}
