/**
 * Verifies evidence with only the evidence and the public keys: in browsers, in the operator's CLI, and in the single
 * file that every archive contains. Uses WebCrypto and no code of Node or of the service.
 */
export type { Examiner } from './examiner.ts';
export { isFault, type Reason } from './finding.ts';
export { AlgorithmMissing, type KeySet, readKeys } from './keys.ts';
export { readLogProof, signedTextOf } from './log-proof.ts';
export { readReport } from './read-report.ts';
export { STAMP_FILES } from './stamp-files.ts';
export { type Verification, verifyEvidence } from './verify.ts';
export {
  describeCheck,
  describeFinding,
  describeGrade,
  describeReason,
  describeSubject,
  describeVerdict,
  writeLines,
} from './words.ts';
