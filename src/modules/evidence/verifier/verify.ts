import type { KeysBelow } from '../../../../locales/index.ts';
import { type Bytes, sha256, toHex } from './bytes.ts';
import { checkFiles, type Files } from './check-files.ts';
import { checkLog } from './check-log.ts';
import { checkReport, type FindKey, type ReportFields } from './check-report.ts';
import { type Inflate, readContainer } from './container.ts';
import type { Examiner, Grade } from './examiner.ts';
import { type Check, type EvidenceFinding, type Findings, startFindings } from './finding.ts';
import { type KeySet, readKeys, type VerifyingKey } from './keys.ts';

type Input = {
  /** An archive of evidence, or only `evidence.json`. */
  readonly bytes: Bytes;
  /** The validated file; null: not available. */
  readonly invoice: Bytes | null;
  /** Keys published by the service; null: not available, so the keys in the archive are not confirmed. */
  readonly trusted: KeySet | null;
  /** Required verifier key of the log; null: use the one published with the keys. */
  readonly logKey: string | null;
  readonly inflate: Inflate;
  /** Verifies time stamps in full; null: not available, and the result states so. */
  readonly examiner: Examiner | null;
};

export type Verification = {
  readonly verdict: KeysBelow<'verifier.verdict'>;
  /** Verified grade; null unless all the evidence is intact. */
  readonly grade: Grade | null;
  /** Members of the report; null if it is unreadable. Trustworthy only if the verdict confirms it. */
  readonly report: ReportFields | null;
  readonly findings: readonly EvidenceFinding[];
  readonly checks: readonly Check[];
};

/**
 * Verifies evidence without network access, using only WebCrypto, in browsers and in Node.
 *
 * @throws AlgorithmMissing if the platform does not support the key algorithm
 */
export async function verifyEvidence({
  bytes,
  invoice,
  trusted,
  logKey,
  inflate,
  examiner,
}: Input): Promise<Verification> {
  const findings = startFindings();
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const files: Files = isArchive
    ? await readContainer(bytes, inflate, findings.report)
    : new Map([['evidence.json', { content: bytes, packed: bytes, time: 0, date: 0 }]]);
  findings.check('container', !isArchive ? 'unchecked' : findings.isIntact() ? 'held' : 'failed');
  const enclosed = await readEnclosed(files, findings);
  const signers = new Map<string, VerifyingKey | undefined>();
  const findKey: FindKey = (kid) => {
    const key = trusted?.keys.get(kid) ?? enclosed?.keys.get(kid);
    signers.set(kid, key);
    return key;
  };
  const json = files.get('evidence.json')?.content;
  if (json === undefined && !findings.hasFault('evidence.json')) findings.report('file_missing', 'evidence.json');
  const { report, seal } =
    json === undefined ? { report: null, seal: null } : await checkReport(json, findKey, findings);
  const isListVerified = !isArchive || (await checkFiles(files, report, findKey, findings));
  const isOtherInvoice = await checkInvoice(files.get('invoice.xml')?.content ?? null, invoice, report, findings);
  // The log and witnesses named in the archive are as trustworthy as its signer, whose list of digests covers them.
  const isVouched = signers.size > 0 && [...signers.keys()].every((kid) => trusted?.keys.has(kid) === true);
  const witnesses = [trusted, isVouched ? enclosed : null].flatMap((set) => set?.log.witnesses ?? []);
  const [published, named] = [trusted, enclosed].map((set) => set?.log.vkey ?? null) as [string | null, string | null];
  const logKeys = { provided: logKey, published, enclosed: named, isVouched, witnesses };
  const stamp = await checkLog(files, report, logKeys, examiner, findings);
  findings.check('verdict', 'unchecked');
  const isConfirmed = checkSigners(signers, trusted, findings);
  const isVerified = isListVerified && findings.stateOf('signature') === 'held';
  const isReportUnverified = !isVerified || (trusted !== null && !isConfirmed);
  const verdict = !findings.isIntact()
    ? 'not_genuine'
    : isReportUnverified
      ? 'unverifiable'
      : isOtherInvoice
        ? isConfirmed
          ? 'other_invoice'
          : 'other_invoice_unconfirmed'
        : isConfirmed
          ? 'genuine'
          : 'unconfirmed';
  const isLogged = findings.stateOf('log') === 'held';
  const isSound = verdict !== 'not_genuine' && verdict !== 'unverifiable';
  const proven = isLogged ? 'signed_and_logged' : 'signed';
  const grade = isSound ? (examiner?.gradeOf({ seal, isLogged, stamp }) ?? proven) : null;
  return { verdict, grade, report, ...findings.list() };
}

/** Reads the keys in the archive; null: the archive has no keys. */
async function readEnclosed(files: Files, findings: Findings): Promise<KeySet | null> {
  const file = files.get('keys.json');
  if (file === undefined) return null;
  try {
    return await readKeys(new TextDecoder().decode(file.content));
  } catch {
    findings.report('keys_unreadable', 'keys.json');
    return null;
  }
}

/**
 * Compares the enclosed and the supplied invoice with the digest in the report. A differing enclosed invoice means
 * that the archive was changed; a differing supplied one only that the user chose the wrong file.
 *
 * @returns whether the supplied invoice is not the validated file
 */
async function checkInvoice(
  enclosed: Bytes | null,
  supplied: Bytes | null,
  report: ReportFields | null,
  findings: Findings,
): Promise<boolean> {
  const expected = String(report?.sha256 ?? '');
  if (report === null || (supplied ?? enclosed) === null) {
    findings.check('invoice', 'unchecked', expected);
    return false;
  }
  const digestIfOther = async (bytes: Bytes): Promise<string | null> => {
    const digest = toHex(await sha256(bytes));
    return digest === expected && bytes.length === report.size_bytes ? null : digest;
  };
  const enclosedDigest = enclosed && (await digestIfOther(enclosed));
  const suppliedDigest = supplied && (await digestIfOther(supplied));
  if (enclosedDigest !== null) findings.report('invoice_differs', 'invoice.xml', enclosedDigest);
  if (suppliedDigest !== null) findings.report('other_invoice', null, suppliedDigest);
  findings.check('invoice', enclosedDigest === null && suppliedDigest === null ? 'held' : 'failed', expected);
  return suppliedDigest !== null;
}

/** Whether all signatures were made with keys that the service has published. */
function checkSigners(
  signers: ReadonlyMap<string, VerifyingKey | undefined>,
  trusted: KeySet | null,
  findings: Findings,
): boolean {
  const unknown = [...signers.keys()].filter((kid) => trusted?.keys.has(kid) !== true);
  if (unknown.length > 0 || signers.size === 0) {
    findings.check('signer', trusted === null ? 'unchecked' : 'failed', unknown.join(', '));
    return false;
  }
  const times = [...signers.values()].map((key) =>
    [key?.createdAt, key?.retiredAt].filter((one) => one != null).join(' – '),
  );
  findings.check(
    'signer',
    'held',
    times
      .filter((one) => one !== '')
      .map((one) => ` (${one})`)
      .join(''),
  );
  return true;
}
