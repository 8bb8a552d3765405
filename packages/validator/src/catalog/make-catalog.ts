import { LAYERS } from '../issues/index.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { makeEntry } from './make-entry.ts';
import { relate } from './related.ts';
import type { RuleFacts } from './rule-facts.ts';
import { makeIndex } from './search/index.ts';

/**
 * The catalog of the given rules. To be made once: everything in it is ready to be sent.
 *
 * @param rules every rule that can be reported, each id once; rules of an operator's own pack without texts are left out
 * @param digest a short digest of a text, for the version
 */
export function makeCatalog(rules: readonly RuleFacts[], digest: (text: string) => string): Catalog {
  const bare = rules
    .map(makeEntry)
    .filter((entry) => entry !== null)
    .sort((a, b) => LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer) || compareIds(a.rule_id, b.rule_id));
  const related = relate(bare);
  const entries: CatalogEntry[] = bare.map((entry) => ({ ...entry, related: related.get(entry.rule_id) ?? [] }));
  const byId = new Map(entries.map((entry) => [entry.rule_id.toLowerCase(), entry]));
  return {
    version: digest(JSON.stringify(entries)),
    entries,
    index: makeIndex(entries),
    find: (ruleId) => byId.get(ruleId.trim().toLowerCase()),
  };
}

/** As people count: BR-2 before BR-10. */
const collator = new Intl.Collator('en', { numeric: true });

export const compareIds = (a: string, b: string): number => collator.compare(a, b);
