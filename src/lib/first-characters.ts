/** Longer runs of joined code points are no character that a script needs. */
const WINDOW = 64;

/**
 * The beginning of a text, at most so many characters (code points), and never a part of one: half of a surrogate pair is no
 * text that can be encoded, and marks and joined signs stay with their letter.
 */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count++) end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  if (end === text.length) return text;
  const from = Math.max(0, end - WINDOW);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const { index } = segmenter.segment(text.slice(from, end + WINDOW).toWellFormed()).containing(end - from)!;
  return text.slice(0, index === 0 ? end : from + index);
}

let segmenter: Intl.Segmenter | null = null;
