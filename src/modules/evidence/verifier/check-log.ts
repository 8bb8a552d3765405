import { sha256 } from './bytes.ts';
import type { Files } from './check-files.ts';
import { canonicalOf, type ReportFields } from './check-report.ts';
import { checkStamps, type Stamp } from './check-stamps.ts';
import type { Examiner } from './examiner.ts';
import type { Findings } from './finding.ts';
import { type LogProof, leadsToRoot, readLogProof, signedTextOf } from './log-proof.ts';
import { isSignedBy, readNoteKey } from './signed-note.ts';

const PROOF = 'evidence.tlog-proof';

/** Verifier keys (C2SP signed-note). */
type LogKeys = {
  /** The key required by the user; null: not specified. */
  readonly provided: string | null;
  /** The current log key published by the service; null: unknown. */
  readonly published: string | null;
  readonly enclosed: string | null;
  /**
   * Whether a trusted key signed the archive. Otherwise the enclosed log key can disprove the log entry, but not
   * prove it.
   */
  readonly isVouched: boolean;
  readonly witnesses: readonly string[];
};

/**
 * Checks the inclusion proof of the report and the time stamps of the checkpoint.
 *
 * @returns the time stamp; null unless it and its renewals were checked in full
 * @throws AlgorithmMissing
 */
export async function checkLog(
  files: Files,
  report: ReportFields | null,
  keys: LogKeys,
  examiner: Examiner | null,
  findings: Findings,
): Promise<Stamp | null> {
  const proofFile = files.get(PROOF)?.content;
  const proof = proofFile === undefined ? null : readLogProof(proofFile);
  if (proofFile === undefined) findings.check('log', 'unchecked');
  else if (proof === null) {
    findings.report('proof_unreadable', PROOF);
    findings.check('log', 'failed');
  } else {
    await checkProof(proof, report, keys, findings);
    await countWitnesses(proof, keys.witnesses, findings);
  }
  return checkStamps(files, proof === null ? new Uint8Array() : signedTextOf(proof), examiner, findings);
}

async function checkProof(
  proof: LogProof,
  report: ReportFields | null,
  { provided, published, enclosed, isVouched }: LogKeys,
  findings: Findings,
): Promise<void> {
  const canonical = report === null ? null : canonicalOf(report);
  const isOurs = canonical !== null && (await leadsToRoot(proof, await sha256(canonical)));
  if (!isOurs) findings.report('proof_differs', PROOF);
  const known = provided ?? published ?? enclosed;
  const named = known === null ? null : await readNoteKey(known);
  // A service that has started a new log still has evidence in the old one. The archive does not suffice to decide
  // whether the other log belongs to the service.
  const isOther = provided === null && published !== null && named !== null && named.name !== proof.origin;
  if (isOther) findings.report('log_other', PROOF, proof.origin);
  const key = isOther ? null : named;
  const isSigned = key !== null && key.name === proof.origin && (await isSignedBy(proof.note, key));
  if (key !== null && !isSigned) findings.report('checkpoint_unsigned', PROOF, key.name);
  const isKnown = provided !== null || published !== null || isVouched;
  const state = !isOurs || (key !== null && !isSigned) ? 'failed' : isSigned && isKnown ? 'held' : 'unchecked';
  findings.check('log', state, `${proof.origin}, ${proof.index} / ${proof.size}`);
}

/** Counts cosignatures on the checkpoint: all, and those of witnesses with known keys. */
async function countWitnesses({ note, origin }: LogProof, known: readonly string[], findings: Findings): Promise<void> {
  const others = note.signatures.filter(({ name }) => name !== origin);
  if (others.length === 0) return;
  const names = new Set<string>();
  for (const text of known) {
    const key = await readNoteKey(text);
    if (key !== null && key.name !== origin && (await isSignedBy(note, key))) names.add(key.name);
  }
  if (names.size > 0) findings.check('witnesses', 'held', [...names].join(', '));
  else findings.check('witnesses', 'unchecked', String(others.length));
}
