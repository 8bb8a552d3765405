import { catalogOf, loadRulePacks } from '../../src/app.ts';
import type { Catalog } from '../../src/catalog/index.ts';
import { findRoot } from '../../src/runtime/index.ts';

/** The catalog of the packs that the project brings. */
export const loadCatalog = async (): Promise<Catalog> => catalogOf(await loadRulePacks(findRoot()));
