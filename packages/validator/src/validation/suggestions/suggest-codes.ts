import { countSlips } from '../../count-slips.ts';
import { choices, meantCodes } from './code-rules.data.ts';

export type CodeSuggestion = {
  /** The code that is certainly meant: the same letters in another case, or the code of a known word. */
  readonly meant: string | null;
  /** The nearest codes of the list, the likeliest first. */
  readonly nearest: readonly string[];
};

const MOST = 5;

/** Lists whose codes resemble each other without any likeness of what they mean. */
const BY_MEANING = ['untdid-5305', 'eas', 'eas-peppol', 'iso-6523-icd'];

const sorted = (code: string): string => [...code].sort().join('');
/** Two slips in three letters are another word. */
const SHORT = 4;

const wordOf = (value: string): string => value.trim().toLowerCase().replace(/\.$/, '');

/** The codes that a word stands for where it says one of several, the usual one first; none for any other word. */
export const choicesFor = (list: string, value: string): readonly string[] =>
  choices.get(list)?.get(wordOf(value)) ?? [];

/** What may have been meant by a value that is not in its code list. */
export function suggestCodes(list: string, codes: readonly string[], value: string): CodeSuggestion {
  const word = wordOf(value);
  const among = choicesFor(list, value);
  if (among.length > 0) return { meant: null, nearest: among };
  const sameLetters = codes.filter((code) => code.toLowerCase() === word);
  const known = meantCodes.get(list)?.get(word);
  const meant = sameLetters.length === 1 ? sameLetters[0]! : (known ?? null);
  if (word === '' || word.length > 40) return { meant, nearest: [] };
  const most = word.length < SHORT ? 1 : 2;
  // A category, and a scheme of numbers, is not chosen by its spelling: only turned digits are a slip.
  if (BY_MEANING.includes(list)) {
    const turned = codes.filter((code) => list !== 'untdid-5305' && code !== word && sorted(code) === sorted(word));
    return { meant, nearest: (meant === null ? turned : [meant]).slice(0, MOST) };
  }
  // Where the code is known, others that look alike only mislead.
  if (meant !== null) return { meant, nearest: [meant] };
  const near = codes
    .map((code) => ({ code, slips: countSlips(word, code.toLowerCase(), most) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips || (a.code < b.code ? -1 : 1))
    .map(({ code }) => code);
  return { meant, nearest: near.slice(0, MOST) };
}
