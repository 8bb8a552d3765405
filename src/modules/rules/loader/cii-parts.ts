import { CII_NAMING, readCiiSummary } from '@e-invoice/validator/invoice';
import { CII_VOCABULARY, type CiiParts, loadStructure } from '@e-invoice/validator/validation';

/** What repeats a validation of CII. The packs are passed to the validator with the other packs. */
export const makeCiiParts = (tables: { readonly structure: string; readonly datatypes: string }): CiiParts => ({
  packs: [],
  structure: loadStructure(tables, undefined, CII_VOCABULARY),
  readSummary: readCiiSummary,
  naming: CII_NAMING,
});
