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
  const from = startOfWindow(text, limit - WINDOW);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const { index } = segmenter.segment(text.slice(from, limit + WINDOW)).containing(limit - from)!;
  // A text that is one long cluster is cut within it, but not within a surrogate pair.
  const end = index === 0 ? limit : from + index;
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}

/** A window must not begin within a surrogate pair or a run of flags, whose letters form pairs from its beginning. */
function startOfWindow(text: string, at: number): number {
  if (at <= 0) return 0;
  let from = isSecondHalf(text, at) ? at - 1 : at;
  while (from >= 2 && isFlagLetter(text, from - 2)) from -= 2;
  return from;
}

const isSecondHalf = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/** Regional indicator symbols, U+1F1E6 to U+1F1FF; two of them make a flag. */
function isFlagLetter(text: string, at: number): boolean {
  const sign = text.codePointAt(at) ?? 0;
  return sign >= 0x1f1e6 && sign <= 0x1f1ff;
}

let segmenter: Intl.Segmenter | null = null;
