import { each, type Steps } from '../cooperative-yield.ts';
import type { CatalogEntry } from './catalog-entry.ts';

type Bare = Pick<CatalogEntry, 'rule_id' | 'layer' | 'business_terms' | 'xpath'>;

const MOST = 8;

/** What is checked before the rules: its ids say in words what they are about. */
const BEFORE_RULES = /^(?:XML|SBDH|CII|RULESET|UBL-STRUCTURE|UBL-UNKNOWN)-/;

/**
 * Which rules speak of the same business terms: a term that few rules speak of binds more than one that all do.
 * Rules without terms are related by the place they are about, what is checked before the rules by the words of its id.
 * Rules of one country are related by the part of the invoice, too; those of two countries are not related, since
 * they are never asked of the same invoice.
 *
 * @param rules in the order in which people read them: of those equally near, the neighbours in the layer come first
 * @returns by rule id, the nearest first, eight at most
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

/** What binds a rule to others: its terms; the part of the invoice when it is a matter of the syntax. */
function keysOf({ rule_id, layer, business_terms, xpath }: Bare): readonly string[] {
  if (BEFORE_RULES.test(rule_id)) return [...new Set([layer, ...wordsOf(rule_id)]), ...business_terms];
  const part = xpath.replace(/\/[^/]*$/, '');
  if (/^UBL-(CR|DT)-/.test(rule_id)) return [part];
  if (rule_id.startsWith('UBL-SR-')) return business_terms.length === 0 ? [part] : [...business_terms, part];
  return isOfCountry(layer) ? [...business_terms, `${layer} ${part}`] : business_terms;
}

const wordsOf = (ruleId: string): readonly string[] => ruleId.split('-').filter((word) => word !== 'NOT');

const isOfCountry = (layer: Bare['layer']): boolean => layer === 'NATIONAL' || layer === 'SK';

/** The country whose sellers or buyers a rule is for; null where it is for all. */
const countryOf = ({ rule_id, layer }: Bare): string | null => (isOfCountry(layer) ? rule_id.slice(0, 2) : null);

function areStrangers(one: Bare, other: Bare): boolean {
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
