import { hash, type KeyObject } from 'node:crypto';
import { readReport } from '../verifier/index.ts';
import type { SignedReport } from './report.ts';
import { verifyBytes, verifySignature } from './signature.ts';

/** What is wrong with evidence, one finding each. */
type EvidenceFault =
  /** It is not a report: the reason in English. */
  | { readonly fault: 'unreadable'; readonly reason: string }
  | { readonly fault: 'no signature' }
  | { readonly fault: 'unknown key'; readonly kid: string }
  /** The report is not what was signed. */
  | { readonly fault: 'tampered'; readonly kid: string }
  /** A file of the archive is not the one that the signed report names, is missing, or does not belong there. */
  | { readonly fault: 'file differs' | 'file missing' | 'file unknown'; readonly name: string };

/** What verification says. `report` is null when it cannot be trusted: nobody then reads its fields by mistake. */
type Verification = {
  readonly report: SignedReport | null;
  readonly kid: string | null;
  readonly faults: readonly EvidenceFault[];
};

/** Verifies a report by itself: the bytes of `evidence.json`, or of the JSON answer. Pure; needs the keys alone. */
export function verifyReport(bytes: Uint8Array, keys: ReadonlyMap<string, KeyObject>): Verification {
  const read = readReport(bytes);
  if (typeof read === 'string') return refused({ fault: 'unreadable', reason: read });
  const found = verifySignature(read, keys);
  switch (found.fault) {
    case null:
      return { report: read as unknown as SignedReport, kid: found.kid, faults: [] };
    case 'broken':
      return { ...refused({ fault: 'tampered', kid: found.kid }), kid: found.kid };
    default:
      return refused(found);
  }
}

const refused = (fault: EvidenceFault): Verification => ({ report: null, kid: null, faults: [fault] });

/** The list of digests needs no digest of its own; where it is signed, it binds every file that it names. */
const SUMS = 'SHA256SUMS';
const SUMS_SIGNATURE = 'SHA256SUMS.jws';

/** Verifies an archive: its report, and that every file in it is the one that the report names. */
export function verifyArchive(
  files: ReadonlyMap<string, Uint8Array>,
  keys: ReadonlyMap<string, KeyObject>,
): Verification {
  const json = files.get('evidence.json');
  if (json === undefined) return refused({ fault: 'file missing', name: 'evidence.json' });
  const verified = verifyReport(json, keys);
  const { report } = verified;
  if (report === null) return verified;
  const wanted = new Map<string, string>([...Object.entries(report.files), ['invoice.xml', report.sha256]]);
  const faults: EvidenceFault[] = [];
  const isBound = hasSignedList(files, keys);
  for (const name of Object.keys(report.files)) if (!files.has(name)) faults.push({ fault: 'file missing', name });
  for (const [name, bytes] of files) {
    if (name === 'evidence.json' || (name === SUMS && isTrueList(bytes, files))) continue;
    if (name === SUMS_SIGNATURE && isBound) continue;
    const digest = wanted.get(name);
    if (name === SUMS || (digest !== undefined && hash('sha256', bytes) !== digest)) {
      faults.push({ fault: 'file differs', name });
    } else if (name === SUMS_SIGNATURE) {
      faults.push({ fault: 'file differs', name });
    } else if (digest === undefined && !isBound) {
      faults.push({ fault: 'file unknown', name });
    }
  }
  return { ...verified, faults };
}

/** Whether the list of digests is signed, and true: every file is then one that the signer put there. */
function hasSignedList(files: ReadonlyMap<string, Uint8Array>, keys: ReadonlyMap<string, KeyObject>): boolean {
  const [sums, signature] = [files.get(SUMS), files.get(SUMS_SIGNATURE)];
  if (sums === undefined || signature === undefined || !isTrueList(sums, files)) return false;
  return verifyBytes(sums, Buffer.from(signature).toString('latin1'), 'sums+jws', keys).fault === null;
}

/** Whether the list of digests says of the other files what they are. */
function isTrueList(bytes: Uint8Array, files: ReadonlyMap<string, Uint8Array>): boolean {
  const lines = Buffer.from(bytes).toString('utf8').split('\n').slice(0, -1).sort();
  const truth = [...files]
    .filter(([name]) => name !== SUMS && name !== SUMS_SIGNATURE)
    .map(([name, content]) => `${hash('sha256', content)}  ${name}`);
  return lines.join('\n') === truth.sort().join('\n');
}
