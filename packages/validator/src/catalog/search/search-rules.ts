import type { Layer, Level, Text } from '../../issues/index.ts';
import type { CatalogEntry } from '../catalog-entry.ts';
import { TOPICS, type Topic } from '../topics.data.ts';
import { namesIn, rarity, type SearchIndex } from './make-index.ts';
import { fold, LACKING, significantWords, stem, wordsOf } from './words.ts';

type Language = keyof Text;

export type SearchOptions = {
  readonly layer?: Layer | undefined;
  readonly level?: Level | undefined;
  /** Preferred language. Words are looked up in both languages. */
  readonly lang?: Language | undefined;
  /** Maximum number of results; no limit by default. */
  readonly limit?: number | undefined;
};

/**
 * Searches rules, best match first. The query may contain a rule id or its prefix, a business term (`BT-106`),
 * element names, or words of either language in any form, with or without diacritics. An empty query returns every
 * rule in catalog order.
 */
export function searchRules(
  { index }: { readonly index: SearchIndex },
  query: string,
  options: SearchOptions = {},
): CatalogEntry[] {
  const { layer, level, limit = Number.POSITIVE_INFINITY } = options;
  const isIncluded = (entry: CatalogEntry): boolean =>
    (layer === undefined || entry.layer === layer) && (level === undefined || entry.level === level);
  if (query.trim() === '') return index.entries.filter(isIncluded).slice(0, limit);
  return [...scoreQuery(index, query, options.lang)]
    .filter(([position]) => isIncluded(index.entries[position]!))
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
    .slice(0, limit)
    .map(([position]) => index.entries[position]!);
}

/** Maximum number of words looked up per query. */
const MAX_WORDS = 32;

type Add = (position: number, score: number) => void;

function scoreQuery(index: SearchIndex, query: string, lang: Language | undefined): Map<number, number> {
  const scores = new Map<number, number>();
  const add: Add = (position, score) => {
    scores.set(position, (scores.get(position) ?? 0) + score);
  };
  scoreIds(index, query, add);
  const words = significantWords(query).slice(0, MAX_WORDS);
  const names = new Set(namesIn(query));
  const found = words.map((word) => scoreWord(index, word, names.has(word), lang));
  const hits = new Map<number, number>();
  for (const places of found) for (const position of places.keys()) hits.set(position, (hits.get(position) ?? 0) + 1);
  const intent: QueryIntent = {
    isOfInvoice: wordsOf(query).some((word) => INVOICES.some((invoice) => word.startsWith(invoice))),
    isOfLack: words.some((word) => LACKING.has(word)),
  };
  for (const places of found) {
    for (const [position, score] of places) {
      // A rule that matches all words ranks above one that matches some of them very well.
      const share = hits.get(position)! / words.length;
      if (share >= 0.5) add(position, score * share * share * weightOf(index.entries[position]!, intent));
    }
  }
  // Rules that only mention a word are dropped if others are about it.
  const least = Math.max(0, ...scores.values()) * MIN_SCORE;
  for (const [position, score] of scores) if (score < least) scores.delete(position);
  scoreTopics(index, query, words, add);
  return scores;
}

/** Rules below this share of the best score are dropped. */
const MIN_SCORE = 0.12;
const INVOICES = ['faktur', 'invoic'] as const;

/** Properties of the query as a whole. */
type QueryIntent = { readonly isOfInvoice: boolean; readonly isOfLack: boolean };

/** Score of the rules of a topic, above all word scores, if all words of the query name the same topic. */
const TOPIC = { score: 500, step: 20 } as const;

function scoreTopics(index: SearchIndex, query: string, words: readonly string[], add: Add): void {
  // A query about missing content is ranked by words only, because topics start with wrong content.
  if (words.length === 0 || words.some((word) => LACKING.has(word))) return;
  const normalized = fold(query.trim());
  const isNamed = ({ words: beginnings }: Topic): boolean =>
    words.every((word) => beginnings.some((beginning) => word.startsWith(beginning)));
  const exact = TOPICS.filter(({ name }) => fold(name.sk) === normalized || fold(name.en) === normalized);
  const named = exact.length > 0 ? exact : TOPICS.filter(isNamed);
  // Words shared by several topics identify no topic.
  if (named.length !== 1) return;
  named[0]!.rule_ids.forEach((id, rank) => {
    const position = index.ids.indexOf(fold(id));
    if (position !== -1) add(position, TOPIC.score - rank * TOPIC.step);
  });
}

/**
 * Weight of a rule. Rules often violated by invoices rank above those of other countries, other documents and rare
 * VAT categories, and above those about unused elements; short titles rank above long ones. Queries about invoices or
 * about missing content prefer rules whose titles mention them.
 */
const weightOf = ({ rule_id, layer, level, title }: CatalogEntry, { isOfInvoice, isOfLack }: QueryIntent): number =>
  (usualness(rule_id, layer) *
    (level === 'fatal' ? 1.2 : 1) *
    (isOfInvoice && fold(title.sk).includes(INVOICES[0]) ? 1.3 : 1) *
    (isOfLack && isAboutAbsence(title) ? 1.4 : 1)) /
  (1 + title.sk.length / 100);

/** Whether a rule is about missing content. */
export const isAboutAbsence = (title: Text): boolean => /\b(?:chyba|chybaju|nema|bez)\b/.test(fold(title.sk));

/** Relative likelihood that an invoice violates a rule, from 0 to 1. */
export function usualness(ruleId: string, layer: Layer): number {
  if (/^(?:UBL-(?:CR|DT)|CII-(?:SR|DT))-/.test(ruleId)) return 0.4;
  if (layer === 'NATIONAL') return 0.6;
  if (/^(?:SK-TDD|IMR|MLS|MESSAGE|SBDH)-/.test(ruleId)) return 0.7;
  return /^BR-(?:AE|AF|AG|B|E|G|IC|O|Z)-/.test(ruleId) ? 0.8 : 1;
}

/** Longer than any rule id. */
const LONGEST_ID = 60;

/** Normalizes an id: no separators, no leading zeros. */
export const looseId = (id: string): string => id.replaceAll(/[^a-z0-9]/g, '').replaceAll(/(?<![0-9])0+(?=[0-9])/g, '');

const ID_SCORES = { exact: 1000, beginning: 300, inside: 150 } as const;

function scoreIds({ ids }: SearchIndex, query: string, add: Add): void {
  const normalized = fold(query.trim()).replaceAll(/[[\]()]/g, '');
  const loose = looseId(normalized);
  if (normalized.length < 2 || (/\s/.test(normalized) && !/\d/.test(normalized)) || normalized.length > LONGEST_ID)
    return;
  ids.forEach((id, position) => {
    if (id === normalized || (/\d/.test(loose) && looseId(id) === loose)) add(position, ID_SCORES.exact);
    else if (id.startsWith(normalized)) add(position, ID_SCORES.beginning);
    else if (id.includes(normalized)) add(position, ID_SCORES.inside);
  });
}

const TERM_SCORE = 60;
const ELEMENT_SCORE = 12;
/** Weight of words in the language that was not requested. */
const OTHER_LANGUAGE = 0.7;
/** A prefix match weighs less than a whole word; shorter prefixes are not looked up. */
const BEGINNING = { share: 0.6, shortest: 3 } as const;

/** The entries that match a word, each with its best score. */
function scoreWord(index: SearchIndex, word: string, isName: boolean, lang: Language | undefined): Map<number, number> {
  const { entries, terms, elements, texts, sorted } = index;
  const best = new Map<number, number>();
  const take = (places: ReadonlyMap<number, number> | undefined, factor: number): void => {
    if (places === undefined) return;
    const scale = factor * rarity(places.size, entries.length);
    for (const [position, weight] of places) best.set(position, Math.max(best.get(position) ?? 0, weight * scale));
  };
  take(terms.get(word), TERM_SCORE);
  take(elements.get(word), ELEMENT_SCORE * (isName ? 2 : 1));
  if (word.length >= BEGINNING.shortest) {
    for (const [name, places] of elements) {
      if (name !== word && name.startsWith(word)) take(places, ELEMENT_SCORE * BEGINNING.share);
    }
  }
  for (const language of ['sk', 'en'] as const) {
    const share = lang === undefined || lang === language ? 1 : OTHER_LANGUAGE;
    const stemmed = stem(word, language);
    take(texts[language].get(stemmed), share);
    if (stemmed.length < BEGINNING.shortest) continue;
    for (const longer of startingWith(sorted[language], stemmed)) {
      take(texts[language].get(longer), share * BEGINNING.share);
    }
  }
  return best;
}

/** The words after `beginning` in a sorted list that start with it. */
function* startingWith(sorted: readonly string[], beginning: string): Generator<string> {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= beginning) low = middle + 1;
    else high = middle;
  }
  for (let at = low; sorted[at]?.startsWith(beginning) === true; at++) yield sorted[at]!;
}
