import { X509Certificate } from 'node:crypto';
import { gradeOf } from '../grade.ts';
import type { Examiner } from '../verifier/index.ts';
import { readStampResponse, StampFault } from './time-stamp.ts';

/** One certificate of a file that may hold several. */
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a text in PEM, each in DER. @throws Error for a damaged one, and where there is none */
export function readAnchors(text: string): Uint8Array[] {
  const certificates = text.match(PEM) ?? [];
  if (certificates.length === 0) throw new Error('there is none in it');
  return certificates.map((pem) => new X509Certificate(pem).raw);
}

/** Checks time stamps in full. @param anchors the authorities that the reader trusts, in DER; null: none are given */
export const makeExaminer = (anchors: readonly Uint8Array[] | null): Examiner => ({
  gradeOf,
  examineStamp: async (response, content) => {
    const asked = { content, nonce: null, policy: null };
    const read = (trusted: readonly Uint8Array[] | null) =>
      readStampResponse(response, { ...asked, anchors: trusted }).catch((error: unknown) => {
        if (error instanceof StampFault) return error;
        throw error;
      });
    const stamp = await read(null);
    if (stamp instanceof StampFault) return { fault: stamp.reason };
    const isTrusted = anchors === null ? null : !((await read(anchors)) instanceof StampFault);
    const [at, expiresAt] = [stamp.at.toISOString(), stamp.expiresAt.toISOString()];
    return { fault: null, at, expiresAt, isQualified: stamp.isQualified, isTrusted };
  },
});
