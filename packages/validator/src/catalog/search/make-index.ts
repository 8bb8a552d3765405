import { each, type Steps } from '../../cooperative-yield.ts';
import type { Text } from '../../issues/index.ts';
import type { CatalogEntry } from '../catalog-entry.ts';
import { fold, isSignificant, stem, wordsOf } from './words.ts';

type Language = keyof Text;

/** Stem → position of the entry → weight. */
type Postings = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Index used by search and remediation. */
export type SearchIndex = {
  readonly entries: readonly CatalogEntry[];
  readonly texts: Readonly<Record<Language, Postings>>;
  /** The stems of each language, sorted for prefix lookups. */
  readonly sorted: Readonly<Record<Language, readonly string[]>>;
  /** Business terms and groups, folded. */
  readonly terms: Postings;
  /** Names of elements and attributes without prefix, folded. */
  readonly elements: Postings;
  /** Stems of the title and message of each rule, by position; compared with messages of other validators. */
  readonly sentences: Readonly<Record<Language, readonly ReadonlySet<string>[]>>;
  /** Folded ids, by position. */
  readonly ids: readonly string[];
  /** The path of each rule in the form of `plainPath`, by position. */
  readonly places: readonly string[];
};

/** Number of entries per step. */
const MANY = 50;

/** Weight of a word by the field that contains it. */
const FIELDS: readonly (readonly [weight: number, read: (entry: CatalogEntry) => Text])[] = [
  [10, ({ title }) => title],
  [6, ({ message }) => message],
  [5, ({ terms }) => join(terms.map(({ name }) => name))],
  [3, ({ fix }) => fix],
  [2, ({ explanation }) => explanation],
  [1, ({ cause }) => cause],
];

const join = (texts: readonly Text[]): Text => ({
  sk: texts.map(({ sk }) => sk).join(' '),
  en: texts.map(({ en }) => en).join(' '),
});

/** Creates the index in steps. */
export function* indexing(entries: readonly CatalogEntry[]): Steps<SearchIndex> {
  const sk = yield* readingLanguage(entries, 'sk');
  const en = yield* readingLanguage(entries, 'en');
  const terms = yield* collecting(entries, ({ business_terms }) =>
    business_terms.map((term): [string, number] => [fold(term), 1]),
  );
  const elements = yield* collecting(entries, elementsOf);
  return {
    entries,
    texts: { sk: sk.texts, en: en.texts },
    sorted: { sk: [...sk.texts.keys()].sort(), en: [...en.texts.keys()].sort() },
    terms,
    elements,
    sentences: { sk: sk.sentences, en: en.sentences },
    ids: entries.map(({ rule_id }) => fold(rule_id)),
    places: entries.map(({ xpath }) => plainPath(xpath)),
  };
}

/** A path without document element and predicates, the same for invoices and credit notes, for comparison. */
export const plainPath = (path: string): string =>
  path
    .replaceAll(/\[[^[\]]*\]/g, '')
    .replace(/^\/+(\w+:)?(Invoice|CreditNote|CrossIndustryInvoice)(?=\/|$)/, '')
    .replace('cac:CreditNoteLine', 'cac:InvoiceLine');

/** Stems of the significant words of a text. */
export const stemsOf = (text: string, language: Language): string[] =>
  wordsOf(text)
    .filter(isSignificant)
    .map((word) => stem(word, language));

/** Caches stems by text: similar rules share words and whole sentences. */
function makeReader(language: Language): (text: string) => readonly string[] {
  const stems = new Map<string, string>();
  const texts = new Map<string, readonly string[]>();
  const stemOf = (word: string): string => {
    const known = stems.get(word) ?? stem(word, language);
    stems.set(word, known);
    return known;
  };
  return (text) => {
    const known = texts.get(text) ?? wordsOf(text).filter(isSignificant).map(stemOf);
    texts.set(text, known);
    return known;
  };
}

function* readingLanguage(
  entries: readonly CatalogEntry[],
  language: Language,
): Steps<{ readonly texts: Postings; readonly sentences: readonly ReadonlySet<string>[] }> {
  const read = makeReader(language);
  const texts = yield* collecting(entries, (entry) =>
    FIELDS.flatMap(([weight, of]) => read(of(entry)[language]).map((word): [string, number] => [word, weight])),
  );
  const sentences: ReadonlySet<string>[] = [];
  yield* each(entries, MANY, ({ title, message }) =>
    sentences.push(new Set([...read(title[language]), ...read(message[language])])),
  );
  return { texts, sentences };
}

/** Element names in the path and the fix of a rule; the last name of the path is the rule's subject. */
function elementsOf({ xpath, fix }: CatalogEntry): [string, number][] {
  const steps = namesIn(xpath);
  return [
    ...steps.map((name, index): [string, number] => [name, index === steps.length - 1 ? 3 : 1]),
    ...namesIn(fix.sk).map((name): [string, number] => [name, 1]),
  ];
}

/** Element and attribute names in a path or sentence, folded and without prefix. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?:\b(?:cac|cbc|ext|rsm|ram|udt|qdt):|@)([A-Za-z]\w*)/g)].map(([, name]) => fold(name!));

/** The strongest field of a word counts; repetition adds a little. */
function* collecting(
  entries: readonly CatalogEntry[],
  read: (entry: CatalogEntry) => readonly (readonly [string, number])[],
): Steps<Postings> {
  const postings = new Map<string, Map<number, number>>();
  yield* each(entries, MANY, (entry, position) => {
    for (const [key, weight] of read(entry)) {
      const places = postings.get(key) ?? new Map<number, number>();
      postings.set(key, places);
      const known = places.get(position) ?? 0;
      places.set(position, Math.max(known, weight) + (known === 0 ? 0 : 0.1));
    }
  });
  return postings;
}

/** Weight of a word by rarity, from 0 to about 1; close to 0 for a word that occurs in all rules. */
export const rarity = (found: number, all: number): number => Math.log(1 + all / (1 + found)) / Math.log(1 + all);
