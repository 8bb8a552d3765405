import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { type Bytes, toUtf8 } from './bytes.ts';
import type { Findings } from './finding.ts';
import { verifyJws } from './jws.ts';
import type { VerifyingKey } from './keys.ts';
import { readReport } from './read-report.ts';

/** What a report says; nobody vouches for it unless the verdict does. */
export type ReportFields = Readonly<Record<string, unknown>>;

export type FindKey = (kid: string) => VerifyingKey | undefined;

const FILE = 'evidence.json';

/** A key may sign so long after another process has retired it, clocks included. */
const GRACE_MS = 600_000;

/** What the report says; null when it cannot be read. And the certificate of its signature, when both hold. */
type CheckedReport = { readonly told: ReportFields | null; readonly seal: Bytes | null };

/** Checks the report and its signature. @throws AlgorithmMissing */
export async function checkReport(json: Bytes, findKey: FindKey, findings: Findings): Promise<CheckedReport> {
  const told = readReport(json);
  if (typeof told === 'string') {
    findings.report('report_unreadable', FILE, told);
    findings.check('signature', 'failed');
    return { told: null, seal: null };
  }
  const { signature, ...content } = told;
  const canonical = canonicalOf(content);
  const found = await verifyJws(signature, 'evidence+jws', canonical ?? new Uint8Array(), findKey);
  if (found.fault === 'none') findings.report('signature_missing', FILE);
  else if (found.fault === 'broken' || canonical === null) findings.report('signature_broken', FILE, found.kid);
  else if (found.fault === 'certificate') findings.report('certificate_differs', FILE, found.kid);
  const state = found.fault === null ? 'held' : found.fault === 'unknown key' ? 'unchecked' : 'failed';
  findings.check('signature', state, 'kid' in found ? found.kid : '');
  if (found.fault === 'none') return { told, seal: null };
  if (found.chain === null) findings.check('certificate', 'unchecked');
  else if (found.fault === null || found.fault === 'certificate')
    findings.check('certificate', found.fault === null ? 'held' : 'failed');
  checkTime(Date.parse(String(told.created_at)), findKey(found.kid), findings);
  return { told, seal: found.fault === null ? (found.chain?.[0] ?? null) : null };
}

/** Whether the key was in use at the time that the report claims, in milliseconds since the epoch. */
function checkTime(at: number, key: VerifyingKey | undefined, findings: Findings): void {
  const { createdAt = null, retiredAt = null } = key ?? {};
  if (retiredAt !== null && at > Date.parse(retiredAt) + GRACE_MS) findings.report('key_retired', FILE, retiredAt);
  // No fault: evidence of a document says when that was judged, and may be made days later, by the next key.
  if (createdAt !== null && at < Date.parse(createdAt) - GRACE_MS) findings.report('key_younger', FILE, createdAt);
}

/** The bytes that stand for the value (RFC 8785); null for numbers that JSON cannot carry. */
export function canonicalOf(value: ReportFields): Bytes | null {
  try {
    return toUtf8(toCanonicalJson(value as Record<string, JsonValue>));
  } catch {
    return null;
  }
}
