import { certificatesOf } from './jws-header.ts';
import type { Grade } from './pdf/sheet.ts';
import { readCertificate, readQualifiedStatements } from './timestamps/certificates.ts';
import { readStampResponse } from './timestamps/time-stamp.ts';
import { readLogProof, signedTextOf } from './verifier/index.ts';

/** Verified facts about a piece of evidence; facts that could not be verified are absent. */
type Proven = {
  /** Certificate of the signing key, DER; null: the key has no certificate. */
  readonly seal: Uint8Array | null;
  /** True if a published checkpoint covers the entry. */
  readonly isLogged: boolean;
  /** The time stamp of that checkpoint; null: it has no time stamp. */
  readonly stamp: { readonly isQualified: boolean } | null;
};

/**
 * Returns the grade of evidence:
 *
 * - `signed`: signed by a key of the service
 * - `signed_and_logged`: also covered by a published checkpoint of the transparency log
 * - `qualified`: also sealed with a certificate and time-stamped, and both declare that they are qualified
 *
 * Certificates and time stamps declare their own qualification (ETSI EN 319 412-5 and 319 422). Whether their issuers
 * may do so is recorded in the trusted list of their country (eIDAS, article 22), which is not checked here.
 */
export function gradeOf({ seal, isLogged, stamp }: Proven): Grade {
  if (!isLogged) return 'signed';
  return isSealedAsQualified(seal) && stamp?.isQualified === true ? 'qualified' : 'signed_and_logged';
}

function isSealedAsQualified(seal: Uint8Array | null): boolean {
  const certificate = seal === null ? null : readCertificate(seal);
  if (certificate === null) return false;
  const { isQualified, isForSeals } = readQualifiedStatements(certificate);
  return isQualified && isForSeals;
}

/**
 * Returns the grade of a report of this service together with the files of its archive. An invalid time stamp does
 * not raise the grade. The certificate chain of the stamp was checked when it was received and is not checked again.
 *
 * @param signature signature of the report
 * @param files archive files by name
 */
export async function gradeOfFiles(signature: string, files: ReadonlyMap<string, Uint8Array>): Promise<Grade> {
  const proof = files.get('evidence.tlog-proof');
  const [seal = null] = certificatesOf(signature);
  // Without a certificate the grade cannot be `qualified`, so the stamp need not be parsed.
  const response = seal === null ? undefined : files.get('checkpoint.tsr');
  const read = proof === undefined ? null : readLogProof(new Uint8Array(proof));
  const request = read && response && { content: signedTextOf(read), nonce: null, policy: null, anchors: null };
  const stamp = request ? await readStampResponse(response!, request).catch(() => null) : null;
  return gradeOf({ seal, isLogged: proof !== undefined, stamp });
}
