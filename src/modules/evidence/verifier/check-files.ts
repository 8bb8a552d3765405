import { isSame, sha256, toAscii, toHex } from './bytes.ts';
import type { FindKey, ReportFields } from './check-report.ts';
import type { Packed } from './container.ts';
import type { Findings } from './finding.ts';
import { verifyJws } from './jws.ts';
import { UNPACKED } from './unpacked.ts';

const SUMS = 'SHA256SUMS';
const SIGNATURE = 'SHA256SUMS.jws';
const PACKED = 'packed.json';

/** An archive has fifteen files plus the renewals of its time stamp. */
const MAX_LISTED = 100;

export type Files = ReadonlyMap<string, Packed>;

/**
 * Checks that every file of an archive is covered by a signature: the signed list of digests, or the report, which
 * contains the digests of the files generated with it.
 *
 * @returns false if the list is signed with an unknown key, otherwise true
 * @throws AlgorithmMissing
 */
export async function checkFiles(
  files: Files,
  report: ReportFields | null,
  findKey: FindKey,
  findings: Findings,
): Promise<boolean> {
  const listed = readSums(files, findings);
  const signature = await checkSignature(files, findKey, findings);
  const reported = reportedBy(report);
  // Otherwise an attacker could remove the list together with the files that only the list covers: proof, stamps,
  // keys.
  for (const name of [SUMS, SIGNATURE, PACKED])
    if (!files.has(name) && !findings.hasFault(name)) findings.report('file_missing', name);
  for (const [name, { content }] of files) {
    if (name === SUMS || name === SIGNATURE) continue;
    const digest = toHex(await sha256(content));
    const expected = [listed?.get(name), reported.get(name)].filter((one) => one !== undefined);
    if (expected.some((one) => one !== digest)) findings.report('file_differs', name);
    const isKnown = name === 'evidence.json' || reported.has(name);
    if (listed === null ? !isKnown : !listed.has(name) || (signature === 'absent' && !isKnown))
      findings.report('file_unknown', name);
  }
  // `keys.json` always contains the key that signed the list, so an unknown key id means that the signature was
  // replaced.
  const hasKeys = files.has('keys.json') && !findings.hasFault('keys.json');
  if (signature === 'unknown key' && hasKeys) findings.report('sums_changed', SIGNATURE);
  for (const name of [...(listed?.keys() ?? []), ...reported.keys()]) {
    if (!files.has(name) && name !== 'invoice.xml' && !findings.hasFault(name)) findings.report('file_missing', name);
  }
  if (listed?.has('invoice.xml') && !files.has('invoice.xml')) findings.report('file_missing', 'invoice.xml');
  checkDates(files, report, findings);
  await checkPacked(files, findings);
  const isWhole = [...files.keys(), ...(listed?.keys() ?? []), ...reported.keys(), SUMS, SIGNATURE].every(
    (name) => !findings.hasFault(name),
  );
  findings.check('files', isWhole ? 'held' : 'failed', String(files.size));
  return signature !== 'unknown key';
}

/** Parses the list of digests, by file name; null: the archive has no list. */
function readSums(files: Files, findings: Findings): ReadonlyMap<string, string> | null {
  const file = files.get(SUMS);
  if (file === undefined) {
    if (files.has(SIGNATURE)) findings.report('file_missing', SUMS);
    return null;
  }
  const listed = new Map<string, string>();
  const lines = new TextDecoder().decode(file.content).split('\n');
  if (lines.pop() !== '') findings.report('sums_changed', SUMS);
  if (lines.length > MAX_LISTED) {
    findings.report('sums_changed', SUMS);
    return listed;
  }
  for (const line of lines) {
    const [, digest, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (digest === undefined || name === undefined || listed.has(name)) findings.report('sums_changed', SUMS);
    else listed.set(name, digest);
  }
  return listed;
}

/** Verifies the signature of the list. A broken signature is reported once, not for every file that it covers. */
async function checkSignature(
  files: Files,
  findKey: FindKey,
  findings: Findings,
): Promise<'absent' | 'present' | 'unknown key'> {
  const [sums, signature] = [files.get(SUMS), files.get(SIGNATURE)];
  if (signature === undefined || sums === undefined) return 'absent';
  const found = await verifyJws(toAscii(signature.content), 'sums+jws', sums.content, findKey);
  if (found.fault === 'none' || found.fault === 'broken') findings.report('sums_changed', SIGNATURE);
  if (found.fault === 'certificate') findings.report('certificate_differs', SIGNATURE, found.kid);
  return found.fault === 'unknown key' ? 'unknown key' : 'present';
}

/** Returns the digests of archive files that the report contains. */
function reportedBy(report: ReportFields | null): ReadonlyMap<string, string> {
  const { files, sha256: invoice } = report ?? {};
  const named = typeof files === 'object' && files !== null ? Object.entries(files) : [];
  return new Map(
    [...named, ['invoice.xml', invoice]].filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
}

/**
 * The service sets the date of every file to the time of the report, with a resolution of two seconds (APPNOTE
 * 4.4.6).
 */
function checkDates(files: Files, report: ReportFields | null, findings: Findings): void {
  const at = new Date(String(report?.created_at));
  if (Number.isNaN(at.getTime())) return;
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  for (const [name, file] of files) if (file.date !== date || file.time !== time) findings.report('zip_foreign', name);
}

/**
 * Checks that each file is compressed exactly as the service compressed it: other bytes could decompress to the same
 * content.
 */
async function checkPacked(files: Files, findings: Findings): Promise<void> {
  const list = files.get(PACKED);
  if (list === undefined || findings.hasFault(PACKED)) return;
  let packed: unknown;
  try {
    packed = JSON.parse(new TextDecoder().decode(list.content));
  } catch {
    findings.report('file_differs', PACKED);
    return;
  }
  const listed = new Map(Object.entries(packed ?? {}));
  for (const [name, file] of files) {
    const isAsPacked = UNPACKED.has(name)
      ? isSame(file.packed, file.content)
      : listed.get(name) === toHex(await sha256(file.packed));
    if (!isAsPacked) findings.report('zip_foreign', name);
  }
}
