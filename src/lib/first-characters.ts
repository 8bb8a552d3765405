/** No script needs characters of more joined code points than this. */
const WINDOW = 64;

/**
 * Truncates a text between two grapheme clusters: never within a surrogate pair, a combining sequence or a joined
 * emoji.
 *
 * @param limit maximum length in UTF-16 code units, as in strings, schemas and databases
 */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  const from = Math.max(0, limit - WINDOW);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const { index } = segmenter.segment(text.slice(from, limit + WINDOW)).containing(limit - from)!;
  // A text that is one long cluster is cut within it, but not within a surrogate pair.
  const end = index === 0 ? limit : from + index;
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}

let segmenter: Intl.Segmenter | null = null;
