import { each, type Steps } from '../cooperative-yield.ts';
import type { CatalogEntry } from './catalog-entry.ts';

type Bare = Pick<CatalogEntry, 'rule_id' | 'layer' | 'business_terms' | 'xpath'>;

const MOST = 8;

/** Checks that run before the rules; the words of their ids name their subject. */
const BEFORE_RULES = /^(?:XML|SBDH|RULESET|(?:UBL|CII)-(?:STRUCTURE|UNKNOWN|UNSUPPORTED))\b/;

/**
 * Finds related rules.
 *
 * Rules are related by shared business terms; a rare term counts more than a frequent one. Rules without terms are
 * related by the part of the invoice, and the checks before the rules by the words of their ids. National rules are
 * also related by the part of the invoice. Rules of two countries, and those of two syntaxes, are never
 * related, because they do not apply to the same invoice.
 *
 * @param rules in display order; among equally close rules, neighbors in the same layer come first
 * @returns by rule id, closest first, at most eight
 */
export function* relating(rules: readonly Bare[]): Steps<ReadonlyMap<string, readonly string[]>> {
  const users = new Map<string, Bare[]>();
  for (const rule of rules) {
    for (const key of keysOf(rule)) {
      const known = users.get(key);
      if (known === undefined) users.set(key, [rule]);
      else known.push(rule);
    }
  }
  const places = new Map(rules.map((rule, place) => [rule, place]));
  const related = new Map<string, readonly string[]>();
  yield;
  yield* each(rules, 20, (rule) => related.set(rule.rule_id, nearest(rule, users, places)));
  return related;
}

/** Keys that relate a rule to others: its business terms, and the part of the invoice for syntax rules. */
function keysOf({ rule_id, layer, business_terms, xpath }: Bare): readonly string[] {
  if (BEFORE_RULES.test(rule_id)) return [...new Set([layer, ...wordsOf(rule_id)]), ...business_terms];
  const part = xpath.replace(/\/[^/]*$/, '');
  if (/^(UBL-(CR|DT)|CII-DT)-/.test(rule_id)) return [part];
  if (/^(UBL|CII)-SR-/.test(rule_id)) return business_terms.length === 0 ? [part] : [...business_terms, part];
  return isOfCountry(layer) ? [...business_terms, `${layer} ${part}`] : business_terms;
}

const wordsOf = (ruleId: string): readonly string[] => ruleId.split('-').filter((word) => word !== 'NOT');

const isOfCountry = (layer: Bare['layer']): boolean => layer === 'NATIONAL' || layer === 'SK';

/** The country whose sellers or buyers a rule applies to; null if it applies to all. */
const countryOf = ({ rule_id, layer }: Bare): string | null => (isOfCountry(layer) ? rule_id.slice(0, 2) : null);

/** The syntax of the documents that a rule applies to; null if it applies to both. */
const syntaxOf = ({ rule_id }: Bare): string | null => /^(?:UBL|CII)-(?!UNSUPPORTED)/.exec(rule_id)?.[0] ?? null;

function areStrangers(one: Bare, other: Bare): boolean {
  const [ownSyntax, otherSyntax] = [syntaxOf(one), syntaxOf(other)];
  if (ownSyntax !== null && otherSyntax !== null && ownSyntax !== otherSyntax) return true;
  const [here, there] = [countryOf(one), countryOf(other)];
  return here !== null && there !== null && here !== there;
}

function nearest(rule: Bare, users: ReadonlyMap<string, readonly Bare[]>, places: ReadonlyMap<Bare, number>): string[] {
  const scores = new Map<Bare, number>();
  for (const key of keysOf(rule)) {
    const sharing = users.get(key) ?? [];
    for (const other of sharing) {
      if (other !== rule && !areStrangers(rule, other))
        scores.set(other, (scores.get(other) ?? 0) + 1 / sharing.length);
    }
  }
  const away = (other: Bare): number =>
    other.layer === rule.layer ? Math.abs(places.get(other)! - places.get(rule)!) : places.size;
  const size = (other: Bare): number => Math.sqrt(keysOf(other).length);
  return [...scores]
    .map(([other, score]) => ({ other, score: score / size(other) }))
    .sort((a, b) => b.score - a.score || away(a.other) - away(b.other) || places.get(a.other)! - places.get(b.other)!)
    .slice(0, MOST)
    .map(({ other }) => other.rule_id);
}
