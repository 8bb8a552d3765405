/**
 * Runs validation and previews in worker threads that can be terminated, so that a file that makes the validator loop
 * or exhaust memory affects only itself. Contains no validation logic and accesses no stored data; the validator
 * package validates.
 */

export type { NetworkFinding } from '../rules/loader/index.ts';
export { checkRuleset, toRequest } from './check-ruleset.ts';
export {
  makeValidationPool,
  type ServedRules,
  type ValidatedTaxData,
  type ValidationPool,
} from './make-validation-pool.ts';
export type { ShadowDifference } from './shadow.ts';
export { ValidationLimitExceeded } from './stopped.ts';
export type { FileValidationRequest, ValidatedFile, WrittenResult } from './thread-messages.ts';
