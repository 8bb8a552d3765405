import type { CatalogEntry } from './catalog-entry.ts';
import type { SearchIndex } from './search/index.ts';

/** Every rule that an installed pack can report, and what is checked before the rules. */
export type Catalog = {
  /** Changes when anything in it changes. */
  readonly version: string;
  /** By layer in the layers' order, then by id. */
  readonly entries: readonly CatalogEntry[];
  /** The entry of a rule; ids match whatever their case. */
  readonly find: (ruleId: string) => CatalogEntry | undefined;
  /** What search and remediation look in. */
  readonly index: SearchIndex;
};
