import { countSlips } from '../../edit-distance.ts';
import { UNIT_WORDS } from '../../invoice/index.ts';
import { choices, meantCodes } from './code-rules.data.ts';

export type CodeSuggestion = {
  /**
   * The code that is certainly meant: a known word, or the same letters in another case. For units, another case
   * counts only for common units.
   */
  readonly meant: string | null;
  /** The nearest codes of the list, likeliest first. */
  readonly nearest: readonly string[];
};

const MOST = 5;

/** Lists in which similar codes have unrelated meanings. */
const BY_MEANING = ['untdid-5305', 'eas', 'eas-peppol', 'iso-6523-icd'];

const sorted = (code: string): string => [...code].sort().join('');
/** In shorter values, two typos make another word. */
const SHORT = 4;

const wordOf = (value: string): string => value.trim().toLowerCase().replace(/\.$/, '');

/** The codes of a word that may mean several, the usual one first; empty for any other word. */
export const choicesFor = (list: string, value: string): readonly string[] =>
  choices.get(list)?.get(wordOf(value)) ?? [];

const UNITS = 'unece-rec20-rec21';
const COMMON_UNITS: ReadonlySet<string> = new Set(UNIT_WORDS.values());

/**
 * Whether a word for a unit and a code mean the same: by the table of words, or as the lower-case code of a common
 * unit. Other lower-case codes may be unrelated words: `pal` is a pallet, `PAL` a pascal.
 */
export function isSameUnit(word: string, code: string): boolean {
  const meant = UNIT_WORDS.get(wordOf(word));
  return meant === undefined ? COMMON_UNITS.has(code) && wordOf(word) === code.toLowerCase() : meant === code;
}

/** Unit codes with transposed letters, common units first. */
const turnedUnits = (codes: readonly string[], word: string): readonly string[] => {
  const turned = codes.filter((code) => sorted(code.toLowerCase()) === sorted(word));
  return turned.toSorted((a, b) => Number(COMMON_UNITS.has(b)) - Number(COMMON_UNITS.has(a)) || (a < b ? -1 : 1));
};

/**
 * Suggests unit codes: by meaning first, then package codes without their `X`, transposed letters, and common units
 * with one typo. Codes are too short for a wider search: most of them resemble each other.
 */
function suggestUnits(codes: readonly string[], word: string): CodeSuggestion {
  const same = codes.find((code) => code.toLowerCase() === word);
  const meant = UNIT_WORDS.get(word) ?? (same !== undefined && isSameUnit(word, same) ? same : null);
  if (meant !== null) return { meant, nearest: [meant] };
  if (word === '' || word.length > 40) return { meant, nearest: [] };
  const packed = word.length === 2 ? codes.filter((code) => code.toLowerCase() === `x${word}`) : [];
  const turned = word.length < 3 ? [] : turnedUnits(codes, word);
  const near =
    word.length < 3
      ? []
      : codes.filter((code) => COMMON_UNITS.has(code) && countSlips(word, code.toLowerCase(), 1) <= 1);
  const nearest = [...(same === undefined ? [] : [same]), ...packed, ...turned, ...near];
  return { meant, nearest: [...new Set(nearest)].slice(0, MOST) };
}

/** Suggests codes for a value that is not in its code list. */
export function suggestCodes(list: string, codes: readonly string[], value: string): CodeSuggestion {
  const word = wordOf(value);
  if (list === UNITS) return suggestUnits(codes, word);
  const among = choicesFor(list, value);
  if (among.length > 0) return { meant: null, nearest: among };
  const sameLetters = codes.filter((code) => code.toLowerCase() === word);
  const known = meantCodes.get(list)?.get(word);
  const meant = sameLetters.length === 1 ? sameLetters[0]! : (known ?? null);
  if (word === '' || word.length > 40) return { meant, nearest: [] };
  const most = word.length < SHORT ? 1 : 2;
  // Categories and identifier schemes are not chosen by spelling: only transposed digits count as a typo.
  if (BY_MEANING.includes(list)) {
    const turned = codes.filter((code) => list !== 'untdid-5305' && code !== word && sorted(code) === sorted(word));
    return { meant, nearest: (meant === null ? turned : [meant]).slice(0, MOST) };
  }
  // When the code is certain, similar codes would mislead.
  if (meant !== null) return { meant, nearest: [meant] };
  const near = codes
    .map((code) => ({ code, slips: countSlips(word, code.toLowerCase(), most) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips || (a.code < b.code ? -1 : 1))
    .map(({ code }) => code);
  return { meant, nearest: near.slice(0, MOST) };
}
