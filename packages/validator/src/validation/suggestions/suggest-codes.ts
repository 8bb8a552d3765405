import { editDistance } from '../../edit-distance.ts';
import { UNIT_WORDS } from '../../invoice/unit-words.data.ts';
import { choices, intendedCodes } from './code-rules.data.ts';

export type CodeSuggestion = {
  /**
   * The code that is certainly meant: a known word, or the same letters in another case. For units, another case
   * counts only for common units.
   */
  readonly intended: string | null;
  /** The nearest codes of the list, likeliest first. */
  readonly nearest: readonly string[];
};

const MOST = 5;

/** Lists in which similar codes have unrelated meanings. */
const SUGGESTED_BY_NAME = ['untdid-5305', 'eas', 'eas-peppol', 'iso-6523-icd'];

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
  const intended = UNIT_WORDS.get(wordOf(word));
  return intended === undefined ? COMMON_UNITS.has(code) && wordOf(word) === code.toLowerCase() : intended === code;
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
  const intended = UNIT_WORDS.get(word) ?? (same !== undefined && isSameUnit(word, same) ? same : null);
  if (intended !== null) return { intended, nearest: [intended] };
  if (word === '' || word.length > 40) return { intended, nearest: [] };
  const packed = word.length === 2 ? codes.filter((code) => code.toLowerCase() === `x${word}`) : [];
  const turned = word.length < 3 ? [] : turnedUnits(codes, word);
  const near =
    word.length < 3
      ? []
      : codes.filter((code) => COMMON_UNITS.has(code) && editDistance(word, code.toLowerCase(), 1) <= 1);
  const nearest = [...(same === undefined ? [] : [same]), ...packed, ...turned, ...near];
  return { intended, nearest: [...new Set(nearest)].slice(0, MOST) };
}

/** Suggests codes for a value that is not in its code list. */
export function suggestCodes(list: string, codes: readonly string[], value: string): CodeSuggestion {
  const word = wordOf(value);
  if (list === UNITS) return suggestUnits(codes, word);
  const among = choicesFor(list, value);
  if (among.length > 0) return { intended: null, nearest: among };
  const sameLetters = codes.filter((code) => code.toLowerCase() === word);
  const known = intendedCodes.get(list)?.get(word);
  const intended = sameLetters.length === 1 ? sameLetters[0]! : (known ?? null);
  if (word === '' || word.length > 40) return { intended, nearest: [] };
  const most = word.length < SHORT ? 1 : 2;
  // Categories and identifier schemes are not chosen by spelling: only transposed digits count as a typo.
  if (SUGGESTED_BY_NAME.includes(list)) {
    const turned = codes.filter((code) => list !== 'untdid-5305' && code !== word && sorted(code) === sorted(word));
    return { intended, nearest: (intended === null ? turned : [intended]).slice(0, MOST) };
  }
  // When the code is certain, similar codes would mislead.
  if (intended !== null) return { intended, nearest: [intended] };
  const near = codes
    .map((code) => ({ code, slips: editDistance(word, code.toLowerCase(), most) }))
    .filter(({ slips: distance }) => distance <= most)
    .sort((a, b) => a.slips - b.slips || (a.code < b.code ? -1 : 1))
    .map(({ code }) => code);
  return { intended, nearest: near.slice(0, MOST) };
}
