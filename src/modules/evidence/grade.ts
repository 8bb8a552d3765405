import { certificatesOf } from './jws-header.ts';
import type { Grade } from './pdf/sheet.ts';
import { readCertificate, readQualifiedStatements } from './timestamps/certificates.ts';
import { readStampResponse } from './timestamps/time-stamp.ts';
import { readLogProof, signedTextOf } from './verifier/index.ts';

/** What there is of one piece of evidence. Everything given has been verified; what was not is left out. */
type Proven = {
  /** The certificate of the seal, DER; null: a key without one has signed. */
  readonly seal: Uint8Array | null;
  /** True: a published checkpoint covers it. */
  readonly isLogged: boolean;
  /** The time stamp of such a checkpoint; null: none has one. */
  readonly stamp: { readonly isQualified: boolean } | null;
};

/**
 * The grade of evidence, by what can be checked of it:
 *
 * - `signed`: by a key of the service
 * - `signed_and_logged`: and its leaf is in a published checkpoint of the transparency log
 * - `qualified`: and it is sealed with a certificate and stamped with a time that both state to be qualified
 *
 * Certificates and stamps state by themselves that they are qualified (ETSI EN 319 412-5 and 319 422). That their issuers
 * may say so is told by the trusted list of their country (eIDAS, article 22), which is not asked here.
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
 * The grade of a report of ours with the files that go into its archive. A stamp that does not hold raises nothing; the
 * chain of its certificate was checked when it was got.
 *
 * @param signature the report's
 * @param files by their names in the archive
 */
export async function gradeOfFiles(signature: string, files: ReadonlyMap<string, Uint8Array>): Promise<Grade> {
  const proof = files.get('evidence.tlog-proof');
  const [seal = null] = certificatesOf(signature);
  // A key without a certificate decides it: the stamp need not be read.
  const response = seal === null ? undefined : files.get('checkpoint.tsr');
  const read = proof === undefined ? null : readLogProof(new Uint8Array(proof));
  const asked = read && response && { content: signedTextOf(read), nonce: null, policy: null, anchors: null };
  const stamp = asked ? await readStampResponse(response!, asked).catch(() => null) : null;
  return gradeOf({ seal, isLogged: proof !== undefined, stamp });
}
