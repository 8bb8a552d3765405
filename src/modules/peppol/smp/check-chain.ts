import { X509Certificate } from 'node:crypto';
import type { Signer } from '../answer.ts';
import { LookupFault } from '../lookup-fault.ts';
import { factsOf } from './read-metadata.ts';

/** Certificates trusted as issuers of SMP certificates. */
export type TrustAnchors = readonly X509Certificate[];

const LONGEST_CHAIN = 4;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Parses trust anchors.
 *
 * @param text any number of certificates in PEM
 * @throws Error when one of them is invalid
 */
export const readAnchors = (text: string): X509Certificate[] =>
  (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem));

const isInForce = (certificate: X509Certificate, at: number): boolean =>
  Date.parse(certificate.validFrom) <= at && at <= Date.parse(certificate.validTo);

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * Checks that the signer's certificate is in force and was issued by a trust anchor, directly or through the supplied
 * intermediates. Revocation is not checked.
 *
 * @param anchors when empty, the chain is reported as `not_checked`
 * @throws LookupFault `signer_expired`, `signer_untrusted`
 */
export function checkChain(
  signer: X509Certificate,
  { others, anchors, at }: { others: readonly X509Certificate[]; anchors: TrustAnchors; at: number },
): Signer {
  if (!isInForce(signer, at)) throw new LookupFault('signer_expired');
  if (anchors.length === 0) return { ...factsOf(signer), chain: 'not_checked' };
  let current = signer;
  for (let length = 1; length <= LONGEST_CHAIN; length++) {
    const anchor = anchors.find((candidate) => isIssuedBy(current, candidate));
    if (anchor !== undefined) {
      if (!isInForce(anchor, at)) throw new LookupFault('signer_untrusted');
      return { ...factsOf(signer), chain: 'trusted' };
    }
    const next = others.find((candidate) => isIssuedBy(current, candidate) && isInForce(candidate, at));
    if (next === undefined) break;
    current = next;
  }
  throw new LookupFault('signer_untrusted');
}

/** Common name of a distinguished name in RFC 2253 or OpenSSL format; null without one. */
const commonNameOf = (name: string): string | null =>
  /(?:^|[,/\n+])[ \t]*CN[ \t]*=[ \t]*([^,/\n+]+)/i.exec(name)?.[1]?.trim().toLowerCase() ?? null;

/**
 * Whether a redirect announced this certificate: its CertificateUID is the subject, or only the common name. The
 * order of name parts varies between writers, and the common name of an SMP certificate is its id in the network.
 */
export function isAnnounced(certificateUid: string, signer: X509Certificate): boolean {
  const announced = certificateUid.includes('=') ? commonNameOf(certificateUid) : certificateUid.trim().toLowerCase();
  return announced !== null && announced !== '' && announced === commonNameOf(signer.subject);
}
