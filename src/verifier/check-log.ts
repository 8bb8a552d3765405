import { type Bytes, sha256 } from './bytes.ts';
import type { Files } from './check-files.ts';
import { canonicalOf, type Told } from './check-report.ts';
import type { Examiner } from './examiner.ts';
import type { Findings } from './finding.ts';
import { type LogProof, leadsToRoot, readLogProof, signedTextOf } from './log-proof.ts';
import { isSignedBy, readNoteKey } from './signed-note.ts';
import { checkTimeStamp } from './time-stamp.ts';

const PROOF = 'evidence.tlog-proof';
const STAMP = 'checkpoint.tsr';

/** Verifier keys (C2SP signed-note). */
type LogKeys = {
  /** Which the reader says that it must be; null: none. */
  readonly given: string | null;
  /** Of the log that the service has now; null: it is not known. */
  readonly published: string | null;
  /** Which the archive names. */
  readonly enclosed: string | null;
  readonly witnesses: readonly string[];
};

/** A time stamp of an authority that the reader trusts. */
type Stamp = { readonly isQualified: boolean };

/**
 * Checks the proof that the report is in the log, and the time stamp of the checkpoint.
 *
 * @returns the time stamp; null unless it was checked in full
 * @throws AlgorithmMissing
 */
export async function checkLog(
  files: Files,
  told: Told | null,
  keys: LogKeys,
  examiner: Examiner | null,
  findings: Findings,
): Promise<Stamp | null> {
  const [given, stamp] = [files.get(PROOF)?.content, files.get(STAMP)?.content];
  const proof = given === undefined ? null : readLogProof(given);
  if (given === undefined) findings.check('log', 'unchecked');
  else if (proof === null) {
    findings.report('proof_unreadable', PROOF);
    findings.check('log', 'failed');
  } else {
    await checkProof(proof, told, keys, findings);
    await countWitnesses(proof, keys.witnesses, findings);
  }
  if (stamp !== undefined) return checkStamp(stamp, proof === null ? null : signedTextOf(proof), examiner, findings);
  findings.check('time', 'unchecked');
  return null;
}

async function checkProof(
  proof: LogProof,
  told: Told | null,
  { given, published, enclosed }: LogKeys,
  findings: Findings,
): Promise<void> {
  const canonical = told === null ? null : canonicalOf(told);
  const isOurs = canonical !== null && (await leadsToRoot(proof, await sha256(canonical)));
  if (!isOurs) findings.report('proof_differs', PROOF);
  const known = given ?? published ?? enclosed;
  const named = known === null ? null : await readNoteKey(known);
  // A service that has begun another log still has evidence of the first; whose that was, its archive alone cannot say.
  const isOther = given === null && published !== null && named !== null && named.name !== proof.origin;
  if (isOther) findings.report('log_other', PROOF, proof.origin);
  const key = isOther ? null : named;
  const isSigned = key !== null && key.name === proof.origin && (await isSignedBy(proof.note, key));
  if (key !== null && !isSigned) findings.report('checkpoint_unsigned', PROOF, key.name);
  const state = !isOurs || (key !== null && !isSigned) ? 'failed' : isSigned ? 'held' : 'unchecked';
  findings.check('log', state, `${proof.origin}, ${proof.index} / ${proof.size}`);
}

/** Signatures of others on the checkpoint: how many, and how many are of witnesses whose keys are known. */
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

async function checkStamp(
  stamp: Bytes,
  text: Bytes | null,
  examiner: Examiner | null,
  findings: Findings,
): Promise<Stamp | null> {
  const found = await checkTimeStamp(stamp, text ?? new Uint8Array());
  const isOfText = found?.isOfText === true;
  if (found === null) findings.report('stamp_unreadable', STAMP);
  else if (!isOfText) findings.report('stamp_differs', STAMP);
  findings.check('time', isOfText ? 'held' : 'failed', found?.at ?? '');
  if (!isOfText || text === null) return null;
  if (examiner === null) {
    findings.check('stamp_signature', 'unchecked');
    return null;
  }
  const examined = await examiner.examineStamp(stamp, text);
  findings.check('stamp_signature', examined.fault === null ? 'held' : 'failed');
  if (examined.fault !== null) {
    findings.report('stamp_broken', STAMP, examined.fault);
    return null;
  }
  const { isTrusted } = examined;
  findings.check('stamp_authority', isTrusted === null ? 'unchecked' : isTrusted ? 'held' : 'failed');
  return isTrusted === true ? examined : null;
}
