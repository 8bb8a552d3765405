/** What a JWS of ours is of; no statement may be taken for one of another kind (RFC 8725, 3.11). */
export type StatementType = 'evidence+jws' | 'sums+jws' | 'preflight+jws' | 'result+jws';

/** The algorithms that sign (RFC 7518, 3.4; RFC 8037). */
export type SigningAlgorithm = 'EdDSA' | 'ES256';

/** How the signed content is named to a validator that knows JAdES alone: whoever uses one hands it over as a file of this name. */
const CONTENT_NAMES: Readonly<Record<StatementType, string>> = {
  'evidence+jws': 'evidence.payload.json',
  'sums+jws': 'SHA256SUMS',
  'preflight+jws': 'preflight.payload.json',
  'result+jws': 'result',
};

/** ETSI TS 119 182-1, 5.2.8.3.2: the content is what stands under these names, each base64url-encoded. */
const OBJECT_BY_URI = 'http://uri.etsi.org/19182/ObjectIdByURI';

/** The header of a JWS of ours, in the order of its members. */
export type JwsHeader = {
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly typ: StatementType;
  /** Seconds since the epoch at which we say that we signed. */
  readonly iat?: number;
  /** SHA-256 of the first certificate, base64url. */
  readonly 'x5t#S256'?: string;
  /** The certificate of the key and those above it, DER in base64. */
  readonly x5c?: readonly string[];
  readonly sigD?: { readonly mId: string; readonly pars: readonly string[] };
  readonly crit?: readonly string[];
};

type Certified = {
  /** The certificate of the key and those above it, DER in base64; not empty. */
  readonly x5c: readonly string[];
  /** SHA-256 of the first, base64url. */
  readonly thumbprint: string;
  /** Seconds since the epoch. */
  readonly iat: number;
};

/**
 * The header of a signature. Without a certificate it is that of a plain JWS; with one it is of the profile JAdES B-B
 * (ETSI TS 119 182-1 V1.2.1, 6.3): the claimed time, the certificate with its chain, and the detached content by name.
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

/** The certificates (DER) that a signature of ours came with, its own first; none where its key has none. */
export function certificatesOf(signature: string): Buffer[] {
  const header = JSON.parse(Buffer.from(signature.split('.')[0]!, 'base64url').toString('utf8')) as JwsHeader;
  return (header.x5c ?? []).map((one) => Buffer.from(one, 'base64'));
}
