import { LACKING, namesIn, type SearchIndex, searchRules, tellingWords } from '../search/index.ts';
import type { LikelyRule } from './rank-likely.ts';

/** A question of one word alone has no answer of its own: `suma` is in a hundred rules. */
const FEWEST_WORDS = 2;

/** How likely one of them is meant: the less the more there are. */
const LIKENESS = { least: 0.125, most: 0.25 } as const;

/**
 * The rules that people mean by a message of one word, those most often meant first; null where the message, its
 * terms or its place say more than that.
 */
export function rankVague(index: SearchIndex, message: string, location: string): LikelyRule[] | null {
  const words = tellingWords(message).filter((word) => !LACKING.has(word));
  if (words.length === 0 || words.length >= FEWEST_WORDS) return null;
  if (location !== '' || /\bb[tg]-\d/i.test(message) || namesIn(message).length > 0) return null;
  const found = searchRules({ index }, message);
  const likeness = Math.max(LIKENESS.least, Math.min(LIKENESS.most, 1 / Math.max(1, found.length)));
  return found.map((entry) => ({ entry, likeness }));
}
