import type { CatalogEntry } from './catalog-entry.ts';
import type { SearchIndex } from './search/index.ts';

/** Every rule that an installed pack can report, and the checks that run before the rules. */
export type Catalog = {
  /** Digest of the content. */
  readonly version: string;
  /** Sorted by layer, then by id. */
  readonly entries: readonly CatalogEntry[];
  /** Finds a rule by id, ignoring case. */
  readonly find: (ruleId: string) => CatalogEntry | undefined;
  /** Index used by search and remediation. */
  readonly index: SearchIndex;
};
