/**
 * The `typ` of a JWS. Distinct types prevent a statement of one kind from being accepted as another (RFC 8725, 3.11).
 */
export type StatementType = 'evidence+jws' | 'sums+jws' | 'preflight+jws' | 'result+jws';

/** RFC 7518, 3.4; RFC 8037. */
export type SigningAlgorithm = 'EdDSA' | 'ES256';

/**
 * File name of the signed content in the JAdES header. A generic JAdES validator receives the content as a file of
 * this name.
 */
const CONTENT_NAMES: Readonly<Record<StatementType, string>> = {
  'evidence+jws': 'evidence.payload.json',
  'sums+jws': 'SHA256SUMS',
  'preflight+jws': 'preflight.payload.json',
  'result+jws': 'result',
};

/** ETSI TS 119 182-1, 5.2.8.3.2: the content is identified by these names and base64url-encoded. */
const OBJECT_BY_URI = 'http://uri.etsi.org/19182/ObjectIdByURI';

/** The JWS header, with its members in serialization order. */
export type JwsHeader = {
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly typ: StatementType;
  /** Signing time claimed by the service, in seconds since the epoch. */
  readonly iat?: number;
  /** SHA-256 of the first certificate, base64url. */
  readonly 'x5t#S256'?: string;
  /** Certificate of the key followed by its chain, base64 DER. */
  readonly x5c?: readonly string[];
  readonly sigD?: { readonly mId: string; readonly pars: readonly string[] };
  readonly crit?: readonly string[];
};

type Certified = {
  /** Certificate of the key followed by its chain, base64 DER; not empty. */
  readonly x5c: readonly string[];
  /** SHA-256 of the first certificate, base64url. */
  readonly thumbprint: string;
  /** Seconds since the epoch. */
  readonly iat: number;
};

/**
 * Returns the header of a signature. Without a certificate it is a plain JWS header. With one it follows the profile
 * JAdES B-B (ETSI TS 119 182-1 V1.2.1, 6.3): the claimed time, the certificate chain, and the detached content by
 * name.
 */
export function makeHeader(
  key: { readonly alg: SigningAlgorithm; readonly kid: string },
  typ: StatementType,
  certified: Certified | null,
): JwsHeader {
  const { alg, kid } = key;
  if (certified === null) return { alg, kid, typ };
  const { x5c, thumbprint, iat } = certified;
  const sigD = { mId: OBJECT_BY_URI, pars: [CONTENT_NAMES[typ]] };
  return { alg, kid, typ, iat, 'x5t#S256': thumbprint, x5c, sigD, crit: ['sigD'] };
}

/**
 * Returns the certificates (DER) in the header of a signature of this service, the signing certificate first; empty
 * if the key has no certificate.
 */
export function certificatesOf(signature: string): Buffer[] {
  const header = JSON.parse(Buffer.from(signature.split('.')[0]!, 'base64url').toString('utf8')) as JwsHeader;
  return (header.x5c ?? []).map((one) => Buffer.from(one, 'base64'));
}
