import type { NamePool } from '@e-invoice/schematron/xml';
import { CII_NAMING, readCiiSummary } from '../invoice/index.ts';
import { CII_VOCABULARY, type CiiParts, loadStructure } from '../validation/index.ts';
import { loadTables } from './cii-releases.ts';

/** Loads what the validation of CII needs besides its rules: the structure and the semantic model. */
export async function loadCii(names: NamePool): Promise<Omit<CiiParts, 'packs'>> {
  const structure = loadStructure(await loadTables(), names, CII_VOCABULARY);
  return { structure, readSummary: readCiiSummary, naming: CII_NAMING };
}
