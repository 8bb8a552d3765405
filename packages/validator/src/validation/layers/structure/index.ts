/**
 * The structure of UBL 2.1 Invoice and CreditNote and of CII D16B: order, cardinality, datatypes, attributes. The
 * tables are passed as text (schematron/ubl-2.1, schematron/cii-d16b); the check is one pass over the tree.
 *
 * Must not read files or contain business rules, and must report each mistake once.
 */
export { checkStructure } from './check-structure.ts';
export { describeFinding, type FindingTexts } from './describe-finding.ts';
export { STRUCTURE_RULES, type StructureFinding, structureRulesOf } from './finding.ts';
export { isMisspelt } from './is-misspelt.ts';
export {
  loadStructure,
  type Slot,
  type Structure,
  type StructureTables,
  structureWith,
} from './load-structure.ts';
export { placesIn } from './places.ts';
export { shortenStructure } from './read-structure.ts';
export { readableName } from './readable-name.ts';
export { slotsOf } from './slots-of.ts';
export { suggestValue } from './suggest-value.ts';
export type { ValueMistake, ValueSuggestion } from './value-suggestion.ts';
export { CII_VOCABULARY, EXTENSION_NAMESPACE } from './vocabulary.ts';
