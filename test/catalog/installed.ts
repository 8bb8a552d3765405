import type { Catalog } from '@e-invoice/validator/catalog';
import { catalogOf, loadRulePacks } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';

/** The catalog of the built-in packs. */
export const loadCatalog = async (): Promise<Catalog> => catalogOf(await loadRulePacks(findRoot()));
