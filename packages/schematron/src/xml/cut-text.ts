/** Digits, and what stands between the groups of a number. */
const IN_NUMBER = /[\d\s\p{Cf}\p{Pd}\u2212._:/]/u;

/** What follows where a number goes on. */
const GOES_ON = /^[\s\p{Cf}\p{Pd}\u2212._:/]{0,3}\d/u;

/** A longer run of digits is no number that people write. */
const LONGEST_NUMBER = 40;

/**
 * The beginning of a text that others wrote. It does not end within a character, because half of a surrogate pair cannot be
 * encoded, nor within a number, because a part of a number is another number, and a part of a card number cannot be recognised.
 *
 * @param limit of its length, in UTF-16 units
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit;
  if (GOES_ON.test(text.slice(limit, limit + 4))) {
    while (end > 0 && limit - end < LONGEST_NUMBER && IN_NUMBER.test(text[end - 1]!)) end -= 1;
    if (end === 0 || limit - end === LONGEST_NUMBER) end = limit;
  }
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}
