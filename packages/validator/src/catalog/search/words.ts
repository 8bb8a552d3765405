import type { Text } from '../../issues/index.ts';

type Language = keyof Text;

/** Lower case without diacritics: what people type who have no time for either. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a text, folded; ids such as `bt-106` and `br-co-10` stay whole. */
export const wordsOf = (text: string): string[] => fold(text).match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [];

/** Case endings of Slovak nouns and adjectives without diacritics, the longest first. */
const SLOVAK_ENDINGS =
  /(?:iami|ovia|encov|ymi|imi|ami|iam|iach|ach|och|emu|eho|ych|ich|ovi|mi|om|ov|am|ou|ej|ie|ia|iu|ii|im|ym|em|a|e|i|o|u|y)$/;

/** What is left must still say something. */
const SHORTEST = 3;

/**
 * A light stem: equal for the forms of one word that people use, never meant to be a word.
 * Slovak: the case ending is cut and the last vowel is dropped where it comes and goes (riadok – riadku, sadzba –
 * sadzieb, zľava – zliav). English: plural, -ing and -ed are cut.
 */
export function stem(word: string, language: Language): string {
  if (/\d/.test(word)) return word;
  return language === 'sk' ? slovakStem(SYNONYMS.get(word) ?? word) : englishStem(word);
}

/** Words that people use for what the catalog calls otherwise; all forms come to the stem of the catalog's word. */
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

/** Words that stand in every text and find nothing. */
const SILENT: ReadonlySet<string> = new Set(
  (
    'a aj ak ako aby alebo ale ani asi az bez bol bola bolo by byt co do ho ich ide je jej jeho k ku ked ktora ktore ktory ma mat ' +
    'faktura faktury fakture fakturu fakturou invoice invoices na nad nie o od pre pri po podla s sa si so su tak ten to tu uz v vo z za zo ze ' +
    'the a an and are as at be by for from has have in is it its must not of on or shall should that this to with'
  ).split(' '),
);

/** Words that say that something is not there: the catalog has them in its titles. */
const SAID_LACKING: ReadonlyMap<string, string> = new Map([
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

/** What they all come to. */
export const LACKING: ReadonlySet<string> = new Set(['chyba', 'missing']);

/** A business term or group as people type it: `bt106`, `BT 106`, `BG–25`. */
const LOOSE_TERM = /\b(b[tg])[\s_\p{Pd}]?0*(\d{1,3})\b/giu;

/** The words of a query that find something, each once; one that says what is lacking only beside what lacks. */
export function tellingWords(query: string): string[] {
  const words = wordsOf(query.replaceAll(LOOSE_TERM, '$1-$2')).flatMap(
    (word) => SAID_LACKING.get(word) ?? (isTelling(word) ? [word] : []),
  );
  return [...new Set(words)];
}

export const isTelling = (word: string): boolean => !SILENT.has(word) && word.length > 1;
