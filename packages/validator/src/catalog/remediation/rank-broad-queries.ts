import { LACKING, namesIn, type SearchIndex, searchRules, significantWords } from '../search/index.ts';
import type { LikelyRule } from './rank-likely.ts';

/** Shorter queries are too broad for a single suggestion: `suma` occurs in about a hundred rules. */
const FEWEST_WORDS = 2;

/** Likeness of each match; it decreases with the number of matches. */
const LIKENESS = { least: 0.125, most: 0.25 } as const;

/**
 * Ranks rules for a query of one word, most frequent first. Null if the message contains more words, business terms
 * or element names, or if there is a location.
 */
export function rankVague(index: SearchIndex, message: string, location: string): LikelyRule[] | null {
  const words = significantWords(message).filter((word) => !LACKING.has(word));
  if (words.length === 0 || words.length >= FEWEST_WORDS) return null;
  if (location !== '' || /\bb[tg]-\d/i.test(message) || namesIn(message).length > 0) return null;
  const found = searchRules({ index }, message);
  const likeness = Math.max(LIKENESS.least, Math.min(LIKENESS.most, 1 / Math.max(1, found.length)));
  return found.map((entry) => ({ entry, likeness }));
}
