import type { CatalogEntry } from './catalog-entry.ts';

type Bare = Pick<CatalogEntry, 'rule_id' | 'layer' | 'business_terms' | 'xpath'>;

const MOST = 8;

/**
 * Which rules speak of the same business terms: a term that few rules speak of binds more than one that all do.
 * Rules without terms are related by the place they are about.
 *
 * @returns by rule id, the nearest first, eight at most
 */
export function relate(rules: readonly Bare[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, Bare[]>();
  for (const rule of rules) {
    for (const key of keysOf(rule)) users.set(key, [...(users.get(key) ?? []), rule]);
  }
  return new Map(rules.map((rule) => [rule.rule_id, nearest(rule, users)]));
}

/** What binds a rule to others: its terms; the part of the invoice when it is a matter of the syntax. */
function keysOf({ rule_id, business_terms, xpath }: Bare): readonly string[] {
  const part = xpath.replace(/\/[^/]*$/, '');
  if (/^UBL-(CR|DT)-/.test(rule_id) || business_terms.length === 0) return [part];
  return rule_id.startsWith('UBL-SR-') ? [...business_terms, part] : business_terms;
}

function nearest(rule: Bare, users: ReadonlyMap<string, readonly Bare[]>): string[] {
  const scores = new Map<Bare, number>();
  for (const key of keysOf(rule)) {
    const sharing = users.get(key) ?? [];
    for (const other of sharing) {
      if (other !== rule) scores.set(other, (scores.get(other) ?? 0) + 1 / sharing.length);
    }
  }
  const size = (other: Bare): number => Math.sqrt(keysOf(other).length);
  return [...scores]
    .map(([other, score]) => ({ id: other.rule_id, score: score / size(other) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST)
    .map(({ id }) => id);
}
