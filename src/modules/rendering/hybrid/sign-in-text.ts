/**
 * `either`: ambiguous, for example a dash that may be a minus or punctuation, or parentheses that may mean a negative
 * amount.
 */
export type Sign = 'minus' | 'none' | 'either';

/** A minus directly adjacent to the number, optionally with a currency symbol in between. */
const MINUS_BEFORE = /(?<![^\s:(\p{Sc}])[-‐‒–—−]\p{Sc}?$/u;
const MINUS_AFTER = /^[-‐‒–—−](?![\p{L}\p{N}\p{Sc}])/u;

/** A dash that may be a minus: separated by a space or a currency code, or adjacent to a word. */
const DASH_BEFORE = /(?:(?<![\p{L}\p{N}])[-‐‒–—−]\s?(?:(?:\p{Sc}|\p{L}{2,3})\s?)?|[-‐‒–—−])$/u;
const DASH_AFTER = /^\s?(?:(?:\p{Sc}|\p{L}{2,3})\s?)?[-‐‒–—−](?![\p{N}\p{Sc}])/u;
const OPENING = /\((?:(?:\p{Sc}|\p{L}{2,3}) ?)?$/u;
const CLOSING = /^ ?(?:\p{Sc}|\p{L}{2,3})?\)/u;

/**
 * Determines the sign of a number from the adjacent text, and returns the part of that text that is certainly a
 * minus.
 */
export function signBetween(before: string, after: string): { sign: Sign; start: string; end: string } {
  const [start, end] = [MINUS_BEFORE.exec(before)?.[0] ?? '', MINUS_AFTER.exec(after)?.[0] ?? ''];
  if (start !== '' || end !== '') return { sign: 'minus', start, end };
  const isEither = DASH_BEFORE.test(before) || DASH_AFTER.test(after) || (OPENING.test(before) && CLOSING.test(after));
  return { sign: isEither ? 'either' : 'none', start, end };
}
