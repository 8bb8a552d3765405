import type { CatalogEntry } from '../catalog-entry.ts';
import {
  isAboutAbsence,
  LACKING,
  type SearchIndex,
  searchRules,
  significantWords,
  usualness,
} from '../search/index.ts';
import { FREQUENT, TOPICS } from '../topics.data.ts';
import { type LikelyRule, rankBySimilarity } from './rank-by-similarity.ts';

export type { LikelyRule } from './rank-by-similarity.ts';

/** The first search results raise the likeness of a rule, the first by the maximum. */
const SUPPORT = { rules: 5, most: 0.4 } as const;
/** Longer messages come from validators, not from users. */
const LONGEST_QUERY = 120;

/**
 * Ranks rules by how well a message and a location match them, best first. Combines the similarity of words, terms
 * and paths with search results and with the frequency of rules on invoices.
 */
export function rankLikely(index: SearchIndex, message: string, location: string): LikelyRule[] {
  const isTyped = message.trim() !== '' && message.length <= LONGEST_QUERY;
  const found = isTyped ? searchRules({ index }, message, { limit: SUPPORT.rules }) : [];
  const ranks = new Map(found.map((entry, rank) => [entry, rank]));
  const fault = faultOf(message);
  // A message with element names may refer to rare rules.
  const usual = ({ rule_id, layer }: CatalogEntry): number =>
    /[a-z][A-Z]/.test(message) ? 1 : usualness(rule_id, layer);
  return rankBySimilarity(index, message, location)
    .map(({ entry, likeness }) => {
      const rank = ranks.get(entry);
      const support = rank === undefined ? 1 : 1 + SUPPORT.most * (1 - rank / SUPPORT.rules);
      return {
        entry,
        likeness: likeness * usual(entry) * oftenness(entry) * support * fitOf(fault, entry),
      };
    })
    .sort((a, b) => b.likeness - a.likeness);
}

const OFTEN = { frequent: 1.15, leading: 1.05 } as const;
const leading = new Set(TOPICS.flatMap(({ rule_ids }) => rule_ids));

const oftenness = ({ rule_id }: CatalogEntry): number => {
  if (FREQUENT.includes(rule_id)) return OFTEN.frequent;
  return leading.has(rule_id) ? OFTEN.leading : 1;
};

/** Whether a message reports something missing or something wrong; null if neither. */
function faultOf(message: string): 'lack' | 'wrong' | null {
  if (significantWords(message).some((word) => LACKING.has(word)) || NOT_THERE.test(message)) return 'lack';
  return WRONG.test(message) ? 'wrong' : null;
}

const NOT_THERE =
  /\b(?:no|neither|shall have|must have|required|must be (?:present|provided|stated))\b|povinn|musí (?:mať|obsahovať)/i;
const WRONG =
  /nesed|chybn|nespráv|neplat|\b(?:wrong|invalid|incorrect|not (?:be )?(?:equal|allowed|valid)|mismatch|differs?)\b/i;

/** Lowers the likeness if only one of message and rule is about missing content. */
function fitOf(fault: 'lack' | 'wrong' | null, { title }: CatalogEntry): number {
  if (fault === null) return 1;
  return isAboutAbsence(title) === (fault === 'lack') ? 1 : MISFIT;
}

const MISFIT = 0.5;
