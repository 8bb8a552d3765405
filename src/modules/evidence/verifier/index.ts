/**
 * Whether evidence is what the service signed, found out with nothing but the evidence and the public keys: in a browser,
 * by the operator's command, by the single file in every archive. It uses WebCrypto and nothing of Node or of the service.
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
