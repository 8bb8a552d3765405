/** Digits and separators between digit groups. */
const IN_NUMBER = /[\d\s\p{Cf}\p{Pd}\u2212._:/]/u;

/** Up to three separators followed by a digit: the number continues. */
const CONTINUES = /^[\s\p{Cf}\p{Pd}\u2212._:/]{0,3}\d/u;

/** A longer run of digits is not treated as a number. */
const LONGEST_NUMBER = 40;

/**
 * Truncates untrusted text. Never cuts within a character, because half a surrogate pair cannot be encoded, nor
 * within a number, because a part of a number is a different number and a truncated card number can no longer be
 * recognised.
 *
 * @param limit maximum length in UTF-16 units
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit;
  if (CONTINUES.test(text.slice(limit, limit + 4))) {
    while (end > 0 && limit - end < LONGEST_NUMBER && IN_NUMBER.test(text[end - 1]!)) end -= 1;
    if (end === 0 || limit - end === LONGEST_NUMBER) end = limit;
  }
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}
