import type { Text } from '../../issues/index.ts';

type Language = keyof Text;

/** Lower case without diacritics, because users often omit both. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a text, folded. Ids such as `bt-106` and `br-co-10` are single words. */
export const wordsOf = (text: string): string[] => fold(text).match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [];

/** Case endings of Slovak nouns and adjectives without diacritics, longest first. */
const SLOVAK_ENDINGS =
  /(?:iami|ovia|encov|ymi|imi|ami|iam|iach|ach|och|emu|eho|ych|ich|ovi|mi|om|ov|am|ou|ej|ie|ia|iu|ii|im|ym|em|a|e|i|o|u|y)$/;

/** Minimum length of a stem. */
const SHORTEST = 3;

/**
 * A light stemmer: the common forms of a word have the same stem, which need not be a word.
 *
 * Slovak: removes the case ending and the fleeting vowel (riadok – riadku, sadzba – sadzieb, zľava – zliav). English:
 * removes plural, -ing and -ed.
 */
export function stem(word: string, language: Language): string {
  if (/\d/.test(word)) return word;
  return language === 'sk' ? slovakStem(SYNONYMS.get(word) ?? word) : englishStem(word);
}

/** Synonyms used by users; all forms map to the stem of the catalog's word. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  ['', 'a', 'ovi', 'om', 'ia', 'ov'].flatMap((ending) => [
    [`odberatel${ending}`, 'kupujuci'],
    [`dodavatel${ending}`, 'predavajuci'],
    [`preddavok${ending}`, 'uhradena'],
  ]),
);

function slovakStem(word: string): string {
  const cut = word.replace(SLOVAK_ENDINGS, '');
  const root = cut.length >= SHORTEST ? cut : word;
  return root.length > SHORTEST ? root.replace(/(?<=[^aeiouy])(?:ie|ia|[aeo])(?=[^aeiouy]$)/, '') : root;
}

function englishStem(word: string): string {
  if (word.length <= SHORTEST) return word;
  const cut = singularOf(word).replace(/(?:ing|ed)$/, '');
  return (cut.length >= SHORTEST ? cut : word).replace(/e$/, '');
}

function singularOf(word: string): string {
  if (word.endsWith('ss')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

/** Stop words. */
const SILENT: ReadonlySet<string> = new Set(
  (
    'a aj ak ako aby alebo ale ani asi az bez bol bola bolo by byt co do ho ich ide je jej jeho k ku ked ktora ktore ktory ma mat ' +
    'faktura faktury fakture fakturu fakturou invoice invoices na nad nie o od pre pri po podla s sa si so su tak ten to tu uz v vo z za zo ze ' +
    'the a an and are as at be by for from has have in is it its must not of on or shall should that this to with'
  ).split(' '),
);

/** Words for missing content, mapped to the word used in titles. */
const ABSENCE_WORDS: ReadonlyMap<string, string> = new Map([
  ['bez', 'chyba'],
  ['chybaju', 'chyba'],
  ['chybajuci', 'chyba'],
  ['chybajuca', 'chyba'],
  ['chybajuce', 'chyba'],
  ['neuvedene', 'chyba'],
  ['neuvadza', 'chyba'],
  ['nema', 'chyba'],
  ['without', 'missing'],
  ['lacks', 'missing'],
]);

/** The words to which they are mapped. */
export const LACKING: ReadonlySet<string> = new Set(['chyba', 'missing']);

/** Ids of business terms and groups as typed by users: `bt106`, `BT 106`, `BG–25`. */
const LOOSE_TERM = /\b(b[tg])[\s_\p{Pd}]?0*(\d{1,3})\b/giu;

/** The significant words of a query, without duplicates. */
export function significantWords(query: string): string[] {
  const words = wordsOf(query.replaceAll(LOOSE_TERM, '$1-$2')).flatMap(
    (word) => ABSENCE_WORDS.get(word) ?? (isSignificant(word) ? [word] : []),
  );
  return [...new Set(words)];
}

export const isSignificant = (word: string): boolean => !SILENT.has(word) && word.length > 1;
