/**
 * Validation and previews in threads of their own, which can be ended: a file that makes a judge loop or eat memory costs itself
 * alone. It decides nothing about a file and knows no record; what judges is `validation`.
 */

export type { NetworkFinding } from '../rules/loader/index.ts';
export {
  makeValidationPool,
  type ServedRules,
  type ValidatedTaxData,
  type ValidationPool,
} from './make-validation-pool.ts';
export type { ShadowDifference } from './shadow.ts';
export { ValidationLimitExceeded } from './stopped.ts';
export type { FileValidationRequest, ValidatedFile, WrittenResult } from './thread-messages.ts';
