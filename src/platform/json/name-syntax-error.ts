import type { SyntaxErrorKind } from './malformed-json.ts';
import { CLOSE_ARRAY, CLOSE_OBJECT } from './signs.ts';

/** What the parser expects next. */
export type Expected =
  | 'value'
  | 'value or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma or end'
  | 'text'
  | 'bare'
  | 'nothing';

/** Apostrophe, grave accent, and typographic quotes in UTF-8 (U+2018 to U+201F) and windows-1252. */
const OTHER_QUOTES = /^(?:['`\x84\x91-\x94]|\xe2\x80[\x98-\x9f])/;
const COMMENT = /^[/#]/;
const NOT_A_NUMBER = /^(?:NaN|Infinity)/;
/** Maximum number of bytes examined to classify an error. */
const AHEAD = 9;

/**
 * Classifies a syntax error at an unexpected byte.
 *
 * @param into the array or object that is being read; null: outside of any
 */
export function nameSyntaxError(chunk: Buffer, at: number, expected: Expected, into: unknown): SyntaxErrorKind {
  const text = chunk.toString('latin1', at, at + AHEAD);
  const byte = chunk[at]!;
  const isClosing = byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
  if (byte === 0 || (into === null && (byte === 0xfe || byte === 0xff))) return 'utf16';
  if (COMMENT.test(text)) return 'comment';
  if (OTHER_QUOTES.test(text)) return 'quotes';
  switch (expected) {
    case 'name':
      return isClosing ? 'trailing_comma' : 'name';
    case 'name or end':
      return isClosing ? 'bracket' : 'name';
    case 'colon':
      return 'colon';
    case 'comma or end':
      return isClosing ? 'bracket' : 'comma';
    case 'value or end':
      return isClosing ? 'bracket' : nameValue(text);
    case 'nothing':
      return 'extra';
    default:
      if (isClosing && Array.isArray(into)) return 'trailing_comma';
      return into === null && text.startsWith('<') ? 'xml' : nameValue(text);
  }
}

const nameValue = (text: string): SyntaxErrorKind => (NOT_A_NUMBER.test(text) ? 'not_a_number' : 'value');
