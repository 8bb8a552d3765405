import type { CatalogEntry } from '../catalog-entry.ts';
import { namesIn, plainPath, rarity, type SearchIndex, stemsOf } from '../search/index.ts';
import { termsAt } from '../terms/index.ts';

/** A candidate rule with a likeness from 0 to slightly above 1. */
export type LikelyRule = { readonly entry: CatalogEntry; readonly likeness: number };

/** Maximum contribution of each kind of evidence. */
const SHARES = { terms: 0.45, words: 0.75, place: 0.35 } as const;

/** Maximum contribution of the message alone. */
const MAX_EVIDENCE = SHARES.terms + SHARES.words;

/** Ranks rules by how well the words, the business terms and the location of a message match them, best first. */
export function rankBySimilarity(index: SearchIndex, message: string, location: string): LikelyRule[] {
  const scores = new Map<number, number>();
  const add = (found: ReadonlyMap<number, number>, share: number): void => {
    for (const [position, value] of found) scores.set(position, (scores.get(position) ?? 0) + value * share);
  };
  add(likeTerms(index, message), SHARES.terms);
  const words = likeWords(index, message);
  for (const [position, value] of likeNames(index, message))
    words.set(position, Math.max(words.get(position) ?? 0, value));
  add(words, SHARES.words);
  add(likePlace(index, `${location} ${message}`, location), SHARES.place);
  return [...scores]
    .map(([position, score]) => ({ entry: index.entries[position]!, likeness: score / MAX_EVIDENCE }))
    .sort((a, b) => b.likeness - a.likeness);
}

/** Overlap of the business terms in the message with those of the rule (Jaccard index weighted by rarity). */
function likeTerms({ entries, terms }: SearchIndex, message: string): Map<number, number> {
  const named = [
    ...new Set(
      [...message.matchAll(/\bb([tg])-0*([1-9]\d*|0)\b/gi)].map(
        ([, kind, number]) => `b${kind!.toLowerCase()}-${number}`,
      ),
    ),
  ];
  const weight = (term: string): number => rarity(terms.get(term)?.size ?? 0, entries.length);
  const total = named.reduce((sum, term) => sum + weight(term), 0);
  const shared = new Map<number, number>();
  for (const term of named) {
    for (const position of terms.get(term)?.keys() ?? [])
      shared.set(position, (shared.get(position) ?? 0) + weight(term));
  }
  for (const [position, value] of shared) {
    const others = entries[position]!.business_terms.filter((term) => !named.includes(term.toLowerCase()));
    shared.set(position, value / (total + 0.5 * others.reduce((sum, term) => sum + weight(term.toLowerCase()), 0)));
  }
  return shared;
}

/**
 * Overlap of the words in the message with the sentences of the rule (Tversky index weighted by rarity), in the
 * better matching language.
 */
function likeWords({ entries, texts, sentences }: SearchIndex, message: string): Map<number, number> {
  const best = new Map<number, number>();
  for (const language of ['sk', 'en'] as const) {
    const stems = [...new Set(stemsOf(message, language))].slice(0, MAX_WORDS);
    const weight = (word: string): number => rarity(texts[language].get(word)?.size ?? 0, entries.length);
    const sum = (words: Iterable<string>): number => [...words].reduce((total, word) => total + weight(word), 0);
    const total = sum(stems);
    const candidates = new Set(stems.flatMap((word) => [...(texts[language].get(word)?.keys() ?? [])]));
    for (const position of candidates) {
      const own = sentences[language][position]!;
      const shared = sum(stems.filter((word) => own.has(word)));
      const value = shared / (NAMED_WEIGHT * total + (1 - NAMED_WEIGHT) * sum(own));
      best.set(position, Math.max(best.get(position) ?? 0, value));
    }
  }
  return best;
}

const MAX_WORDS = 60;
/**
 * Weight of words that occur only in the message; it exceeds that of words only in the rule, because messages of
 * validators are longer than the catalog's sentences.
 */
const NAMED_WEIGHT = 0.7;

/** Overlap of the element names in the message, written without prefixes, with the path of the rule. */
function likeNames({ elements, places }: SearchIndex, message: string): Map<number, number> {
  const elementNames = [...message.matchAll(/\b[A-Z][a-z]+[A-Z]\w*|\b(?:[A-Z][a-z]+|ID|UUID)\b/g)].map(([name]) =>
    name.toLowerCase(),
  );
  const names = new Set(elementNames.filter((name) => elements.has(name)));
  const found = new Map<number, number>();
  if (!/[a-z][A-Z]/.test(message) || names.size < 2) return found;
  places.forEach((place, position) => {
    const way = new Set(namesIn(place));
    const shared = [...names].filter((name) => way.has(name)).length;
    if (shared > 1) found.set(position, (2 * shared) / (names.size + way.size));
  });
  return found;
}

/** Match of the location with the rule: the full path, a shared business term, or an element name. */
function likePlace({ entries, elements, places }: SearchIndex, text: string, location: string): Map<number, number> {
  const found = new Map<number, number>();
  const take = (position: number, value: number): void => {
    found.set(position, Math.max(found.get(position) ?? 0, value));
  };
  const names = namesIn(text);
  for (const name of new Set(names)) {
    for (const position of elements.get(name)?.keys() ?? []) take(position, 0.3);
  }
  if (location === '') return found;
  const plain = plainPath(location);
  const here = new Set(termsAt(location).map(({ id }) => id));
  entries.forEach(({ business_terms }, position) => {
    if (plain !== '' && places[position] === plain) take(position, 1);
    else if (business_terms.some((id) => here.has(id))) take(position, 0.7);
  });
  return found;
}
