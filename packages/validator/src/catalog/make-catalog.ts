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
 * The catalog of the given rules. To be made once: everything in it is ready to be sent.
 *
 * @param rules every rule that can be reported, each id once; rules of an operator's own pack without texts are left out
 * @param digest a short digest of a text, for the version
 * @param others what is said of rules that the validator does not bring
 */
export const makeCatalog = (rules: readonly RuleFacts[], digest: Digest, others: OtherTexts = NO_TEXTS): Catalog =>
  atOnce(makingCatalog(rules, digest, others));

/** The same in steps of a few milliseconds each: for a process that answers calls meanwhile. */
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

/** So many entries are read in one step. */
const MANY = 50;

/** As people count: BR-2 before BR-10. */
const collator = new Intl.Collator('en', { numeric: true });

export const compareIds = (a: string, b: string): number => collator.compare(a, b);
