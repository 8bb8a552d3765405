/**
 * Evidence of a validation that stays verifiable for years: signed reports, their texts, archives and keys. This
 * module never validates, and it handles the XML of an invoice only to add it to the archive returned by the same
 * call.
 */

export { writeArchive } from './archive.ts';
export { makeEvidenceKeys, type Retirement } from './evidence-keys.ts';
export { type Evidence, makeEvidence } from './make-evidence.ts';
export { makeReport } from './make-report.ts';
export { readMonth } from './monthly-export/month.ts';
export type { Origin } from './origin.ts';
export { drawReport } from './pdf/lazy-draw-report.ts';
export { makeReportPrinter } from './pdf/make-report-printer.ts';
export { readSecret } from './read-secret.ts';
export { readVerifier } from './read-verifier.ts';
export { compareFindings, findMissing, type Missing } from './replay.ts';
export type { EvidencePack, Report, SignedReport, WrittenReport } from './report.ts';
export { makeSeal } from './seal.ts';
export { makeRemoteKey } from './signers/make-remote-key.ts';
export { makeTimeAuthority } from './timestamps/authority.ts';
export { makeExaminer, readAnchors } from './timestamps/examine-stamp.ts';
export { makeStamper } from './timestamps/stamper.ts';
export { StampFault } from './timestamps/time-stamp.ts';
