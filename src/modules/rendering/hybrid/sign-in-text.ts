/** `either`: a dash that may be a minus or stand between words, or brackets that may mean one or nothing. */
export type Sign = 'minus' | 'none' | 'either';

/** What stands right at a number and makes it negative, with a currency that may stand between. */
const MINUS_BEFORE = /(?<![^\s:(\p{Sc}])[-‐‒–—−]\p{Sc}?$/u;
const MINUS_AFTER = /^[-‐‒–—−](?![\p{L}\p{N}\p{Sc}])/u;

/** What may be a minus: further away, or at a word. */
const DASH_BEFORE = /(?:(?<![\p{L}\p{N}])[-‐‒–—−]\s?(?:(?:\p{Sc}|\p{L}{2,3})\s?)?|[-‐‒–—−])$/u;
const DASH_AFTER = /^\s?(?:(?:\p{Sc}|\p{L}{2,3})\s?)?[-‐‒–—−](?![\p{N}\p{Sc}])/u;
const OPENING = /\((?:(?:\p{Sc}|\p{L}{2,3}) ?)?$/u;
const CLOSING = /^ ?(?:\p{Sc}|\p{L}{2,3})?\)/u;

/** The sign of a number by the text before and after it, and what of that text is a minus for sure. */
export function signBetween(before: string, after: string): { sign: Sign; start: string; end: string } {
  const [start, end] = [MINUS_BEFORE.exec(before)?.[0] ?? '', MINUS_AFTER.exec(after)?.[0] ?? ''];
  if (start !== '' || end !== '') return { sign: 'minus', start, end };
  const isEither = DASH_BEFORE.test(before) || DASH_AFTER.test(after) || (OPENING.test(before) && CLOSING.test(after));
  return { sign: isEither ? 'either' : 'none', start, end };
}
