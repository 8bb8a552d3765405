/**
 * Bytes of an invoice to its result, by the rules that the package brings, in Node and in browsers.
 *
 * It must never read a disk, ask a network beyond the package's own modules, or keep anything of an invoice.
 */
export type {
  AppliedRuleset,
  Calculation,
  Comparison,
  FileResult,
  Issue,
  Language,
  Layer,
  Level,
  RootCause,
  Text,
} from './issues/index.ts';
export { correct } from './open/correct.ts';
export { type OpenValidator, openValidator, validate } from './open/open-validator.ts';
export type { OpenOptions, ValidateOptions } from './open/options.ts';
export type { Release, RulesModule, RuleTexts, Tables } from './open/release.ts';
export { LayerNotInRuleset, RulesetUnknown } from './validation/refusals.ts';
