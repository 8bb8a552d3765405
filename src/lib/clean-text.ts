const MAX_CHARACTERS = 500;

const UNFIT =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu;

/**
 * Makes an untrusted text safe for logs, terminals and PostgreSQL: replaces control, bidirectional and invisible
 * characters by spaces and unpaired surrogates by U+FFFD, and limits the length.
 */
export const cleanText = (text: string): string =>
  text
    .slice(0, 4 * MAX_CHARACTERS)
    .replace(UNFIT, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
