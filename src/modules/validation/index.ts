/**
 * Validation and previews in threads of their own, which can be ended: a file that makes a judge loop or eat memory costs itself
 * alone. It decides nothing about a file and knows no record; what judges is `validation`.
 */

export type { NetworkFinding } from '../rules/loader/index.ts';
export {
  type JudgedTaxData,
  makeValidationPool,
  type ServedRules,
  type ValidationPool,
} from './make-validation-pool.ts';
export type { ShadowDifference } from './shadow.ts';
export { JudgingStopped } from './stopped.ts';
export type { JudgedFile, JudgingRequest, WrittenResult } from './thread-messages.ts';
