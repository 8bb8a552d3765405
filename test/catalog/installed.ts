import type { Catalog } from '@e-invoice/validator/catalog';
import type { RulePack } from '@e-invoice/validator/validation';
import { catalogOf, loadRulePacks } from '../../src/app.ts';
import { listCiiPacks } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';

/** The built-in packs, for UBL and for CII. */
export const loadAllPacks = async (): Promise<RulePack[]> => [
  ...(await loadRulePacks(findRoot())),
  ...listCiiPacks(findRoot(), '2027-01-20').map(({ pack }) => pack),
];

/** The catalog of the built-in packs. */
export const loadCatalog = async (): Promise<Catalog> => catalogOf(await loadAllPacks());
