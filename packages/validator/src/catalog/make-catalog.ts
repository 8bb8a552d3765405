import { atOnce, each, type Steps } from '../cooperative-yield.ts';
import { LAYERS } from '../issues/index.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { makeEntry, type OtherTexts } from './make-entry.ts';
import { relating } from './related.ts';
import type { RuleFacts } from './rule-facts.ts';
import { indexing } from './search/index.ts';

const NO_TEXTS: OtherTexts = new Map();

type Digest = (text: string) => string;

/**
 * Creates the catalog. Create it once and reuse it.
 *
 * @param rules every rule that can be reported, each id once; rules of a custom pack without texts are omitted
 * @param digest returns a short digest of a text, for the version
 * @param others texts of rules that the validator does not include
 */
export const makeCatalog = (rules: readonly RuleFacts[], digest: Digest, others: OtherTexts = NO_TEXTS): Catalog =>
  atOnce(makingCatalog(rules, digest, others));

/** Creates the catalog in steps of a few milliseconds, for processes that serve requests at the same time. */
export function* makingCatalog(
  rules: readonly RuleFacts[],
  digest: Digest,
  others: OtherTexts = NO_TEXTS,
): Steps<Catalog> {
  const bare: Bare[] = [];
  yield* each(rules, MANY, (rule) => {
    const entry = makeEntry(rule, others);
    if (entry !== null) bare.push(entry);
  });
  bare.sort((a, b) => LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer) || compareIds(a.rule_id, b.rule_id));
  yield;
  const related = yield* relating(bare);
  const entries: CatalogEntry[] = bare.map((entry) => ({ ...entry, related: related.get(entry.rule_id) ?? [] }));
  const digests: string[] = [];
  yield* each(entries, MANY, (entry) => digests.push(digest(JSON.stringify(entry))));
  const byId = new Map(entries.map((entry) => [entry.rule_id.toLowerCase(), entry]));
  const index = yield* indexing(entries);
  return {
    version: digest(digests.join(' ')),
    entries,
    index,
    find: (ruleId) => byId.get(ruleId.trim().toLowerCase()),
  };
}

type Bare = Omit<CatalogEntry, 'related'>;

/** Number of entries per step. */
const MANY = 50;

/** Natural order: BR-2 before BR-10. */
const collator = new Intl.Collator('en', { numeric: true });

const compareIds = (a: string, b: string): number => collator.compare(a, b);
