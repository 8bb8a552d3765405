/**
 * Validates the bytes of an invoice with the rules of the package, converts and compares invoices, in Node and in
 * browsers.
 *
 * The package does not read files, makes no network requests except for its own modules, and stores no invoice data.
 */
export type {
  AmountChange,
  ConversionResult,
  InvoiceComparison,
  InvoiceDifference,
  LostValue,
  Syntax,
} from './conversion/index.ts';
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
export { ConversionLosesContent, compare, convert, NotAnInvoice } from './open/convert.ts';
export { correct } from './open/correct.ts';
export { type OpenValidator, openValidator, validate } from './open/open-validator.ts';
export type { ConvertOptions, OpenOptions, ValidateOptions } from './open/options.ts';
export type { Release, RulesModule, RuleTexts, Tables } from './open/release.ts';
export {
  type RoundingOffer,
  type RoundingRequest,
  type RoundingResult,
  solveRounding,
} from './rounding/index.ts';
export { LayerNotInRuleset, RulesetUnknown } from './validation/refusals.ts';
