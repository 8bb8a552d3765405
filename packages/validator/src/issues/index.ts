/** Shared types: issues, layers, levels and results, independent of how they are produced. */
export { type CauseCounts, countCauses } from './count-causes.ts';
export { inLanguage, type Language } from './in-language.ts';
export type { Calculation, CalculationTerm, Fix, Issue, Text } from './issue.ts';
export { LAYERS, type Layer } from './layer.ts';
export { LEVELS, type Level } from './level.ts';
export {
  type AppliedRuleset,
  CHANGES,
  type Change,
  COVERAGES,
  type Comparison,
  type Correction,
  type Coverage,
  DOCUMENT_TYPES,
  type DocumentType,
  EDIT_OPERATIONS,
  type FileResult,
  type PatchEdit,
  type Question,
  type RootCause,
  SEMANTIC_DIGEST_VERSION,
  SKIP_CODES,
  type SkipCode,
  type SkippedLayer,
  type Summary,
} from './result.ts';
