import { X509Certificate } from 'node:crypto';
import { gradeOf } from '../grade.ts';
import type { Examiner } from '../verifier/index.ts';
import { readStampResponse, StampFault } from './time-stamp.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads PEM certificates, returned as DER. @throws Error if a certificate is damaged or the text contains no
 * certificate
 */
export function readAnchors(text: string): Uint8Array[] {
  const certificates = text.match(PEM) ?? [];
  if (certificates.length === 0) throw new Error('it contains no certificate');
  return certificates.map((pem) => new X509Certificate(pem).raw);
}

/**
 * Creates the full time stamp verifier. @param anchors authorities trusted by the user, in DER; null: trust is not
 * checked
 */
export const makeExaminer = (anchors: readonly Uint8Array[] | null): Examiner => ({
  gradeOf,
  examineStamp: async (response, content) => {
    const request = { content, nonce: null, policy: null };
    const read = (trusted: readonly Uint8Array[] | null) =>
      readStampResponse(response, { ...request, anchors: trusted }).catch((error: unknown) => {
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
