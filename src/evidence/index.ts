/**
 * A validation's result that stands up years later: a signed report, its texts for people, its archive, and the keys.
 * It must never see an invoice's XML but to hand it back in the archive of the same call, and never judges.
 */
export { writeArchive } from './archive.ts';
export { type Jwks, type PublicJwk, readJwks } from './jwk.ts';
export { type EvidenceKeys, type KeyStatus, makeEvidenceKeys } from './keys.ts';
export { type Evidence, type EvidenceParts, makeEvidence, type Proven } from './make-evidence.ts';
export { makeReport, type ReportParts } from './make-report.ts';
export { type KeptResult, type Origin, originOf } from './origin.ts';
export { toLine } from './plain-text.ts';
export { readReport } from './read-report.ts';
export { readSecret } from './read-secret.ts';
export { compareFindings, findMissing, type Missing, type PackAtHand } from './replay.ts';
export { type Engine, REPORT_FILES, type Report, type ReportFile, type SignedReport } from './report.ts';
export { type EvidenceFault, type Verification, verifyArchive, verifyReport } from './verify.ts';
