/**
 * Validation and previews in threads of their own, which can be ended: a file that makes a judge loop or eat memory costs itself
 * alone. It decides nothing about a file and knows no record; what judges is `validation`.
 */

export { type JudgedTaxData, type Judges, makeJudges, type ServedRules } from './make-judges.ts';
export type { NetworkFinding } from './packs/index.ts';
export type { JudgedFile, JudgingRequest } from './protocol.ts';
export type { ShadowDifference } from './shadow.ts';
export { JudgingStopped } from './stopped.ts';
