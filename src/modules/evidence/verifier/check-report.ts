import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { type Bytes, toUtf8 } from './bytes.ts';
import type { Findings } from './finding.ts';
import { verifyJws } from './jws.ts';
import type { VerifyingKey } from './keys.ts';
import { readReport } from './read-report.ts';

/** Members of a report. Trustworthy only if the verdict confirms it. */
export type ReportFields = Readonly<Record<string, unknown>>;

export type FindKey = (kid: string) => VerifyingKey | undefined;

const FILE = 'evidence.json';

/** How long after its retirement a key may still sign: other processes cache it, and clocks differ. */
const GRACE_MS = 600_000;

/**
 * Members of the report, null if it is unreadable; and the certificate of its signature, null unless both are valid.
 */
type CheckedReport = { readonly report: ReportFields | null; readonly seal: Bytes | null };

/** Checks the report and its signature. @throws AlgorithmMissing */
export async function checkReport(json: Bytes, findKey: FindKey, findings: Findings): Promise<CheckedReport> {
  const report = readReport(json);
  if (typeof report === 'string') {
    findings.report('report_unreadable', FILE, report);
    findings.check('signature', 'failed');
    return { report: null, seal: null };
  }
  const { signature, ...content } = report;
  const canonical = canonicalOf(content);
  const found = await verifyJws(signature, 'evidence+jws', canonical ?? new Uint8Array(), findKey);
  if (found.fault === 'none') findings.report('signature_missing', FILE);
  else if (found.fault === 'broken' || canonical === null) findings.report('signature_broken', FILE, found.kid);
  else if (found.fault === 'certificate') findings.report('certificate_differs', FILE, found.kid);
  const state = found.fault === null ? 'held' : found.fault === 'unknown key' ? 'unchecked' : 'failed';
  findings.check('signature', state, 'kid' in found ? found.kid : '');
  if (found.fault === 'none') return { report, seal: null };
  if (found.chain === null) findings.check('certificate', 'unchecked');
  else if (found.fault === null || found.fault === 'certificate')
    findings.check('certificate', found.fault === null ? 'held' : 'failed');
  checkTime(Date.parse(String(report.created_at)), findKey(found.kid), findings);
  return { report, seal: found.fault === null ? (found.chain?.[0] ?? null) : null };
}

/** Checks whether the key was in use at the time stated in the report. @param at milliseconds since the epoch */
function checkTime(at: number, key: VerifyingKey | undefined, findings: Findings): void {
  const { createdAt = null, retiredAt = null } = key ?? {};
  if (retiredAt !== null && at > Date.parse(retiredAt) + GRACE_MS) findings.report('key_retired', FILE, retiredAt);
  // Not a fault: the evidence of a document states the time of its validation, but may be signed days later with the
  // next key.
  if (createdAt !== null && at < Date.parse(createdAt) - GRACE_MS) findings.report('key_younger', FILE, createdAt);
}

/** Returns the canonical JSON (RFC 8785); null if a number has no JSON form. */
export function canonicalOf(value: ReportFields): Bytes | null {
  try {
    return toUtf8(toCanonicalJson(value as Record<string, JsonValue>));
  } catch {
    return null;
  }
}
