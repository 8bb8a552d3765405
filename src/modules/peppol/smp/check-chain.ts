import { X509Certificate } from 'node:crypto';
import type { Signer } from '../answer.ts';
import { LookupFault } from '../lookup-fault.ts';
import { factsOf } from './read-metadata.ts';

/** Certificates that are trusted to have issued those of SMPs. */
export type TrustAnchors = readonly X509Certificate[];

const LONGEST_CHAIN = 4;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads trust anchors.
 *
 * @param text any number of certificates in PEM
 * @throws Error when one of them is none
 */
export const readAnchors = (text: string): X509Certificate[] =>
  (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem));

const isInForce = (certificate: X509Certificate, at: number): boolean =>
  Date.parse(certificate.validFrom) <= at && at <= Date.parse(certificate.validTo);

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * Checks who signed: in force, and issued by a trust anchor, directly or through certificates that were sent along.
 * Revocation is not looked up.
 *
 * @param anchors none: the chain is told as `not_checked`
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

/** The common name in a distinguished name as RFC 2253 or OpenSSL writes it; null when there is none. */
const commonNameOf = (name: string): string | null =>
  /(?:^|[,/\n+])[ \t]*CN[ \t]*=[ \t]*([^,/\n+]+)/i.exec(name)?.[1]?.trim().toLowerCase() ?? null;

/**
 * True when a redirect announced this certificate: its CertificateUID is the subject, or the common name alone. Names
 * are written in many orders, and the common name of an SMP's certificate is its number in the network.
 */
export function isAnnounced(certificateUid: string, signer: X509Certificate): boolean {
  const announced = certificateUid.includes('=') ? commonNameOf(certificateUid) : certificateUid.trim().toLowerCase();
  return announced !== null && announced !== '' && announced === commonNameOf(signer.subject);
}
