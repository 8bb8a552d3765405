/** Longer runs of joined code points are no character that a script needs. */
const WINDOW = 64;

/**
 * The beginning of a text that ends between two characters: half of a surrogate pair is no text that can be encoded, and marks
 * and joined signs stay with their letter.
 *
 * @param limit of its length, in the UTF-16 units of strings, schemas and databases
 */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  const from = Math.max(0, limit - WINDOW);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const { index } = segmenter.segment(text.slice(from, limit + WINDOW)).containing(limit - from)!;
  // A text of marks only is cut all the same, but never within a surrogate pair.
  const end = index === 0 ? limit : from + index;
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}

let segmenter: Intl.Segmenter | null = null;
