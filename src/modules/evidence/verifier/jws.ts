import { type Bytes, fromBase64, fromBase64Url, isSame, sha256, toBase64Url, toUtf8 } from './bytes.ts';
import { readPublicKey } from './der.ts';
import { pointOf, type VerifyingKey, verifyWith } from './keys.ts';

/** JWS types with the content name in the JAdES header (JAdES, 5.2.8). */
const NAMES = { 'evidence+jws': 'evidence.payload.json', 'sums+jws': 'SHA256SUMS' } as const;

type Header = {
  readonly alg: 'EdDSA' | 'ES256';
  readonly kid: string;
  readonly certificates: Certificates | null;
};

/** Certificates of the signature (DER), the signing certificate first, and its digest in the header. */
type Certificates = { readonly chain: readonly Bytes[]; readonly digest: string };

/** Result of a verification; `fault: null` means that the signature is valid. */
type Signature =
  | { readonly fault: 'none' }
  | {
      readonly fault: null | 'broken' | 'unknown key' | 'certificate';
      readonly kid: string;
      /** Certificates of the signature; null: the header contains no certificates. */
      readonly chain: readonly Bytes[] | null;
    };

/**
 * Verifies a detached JWS (RFC 7515, appendix F) over the content: `header..signature`. Accepts only the exact form
 * that the service writes, with JAdES B-B certificates (ETSI TS 119 182-1) or without.
 *
 * @throws AlgorithmMissing
 */
export async function verifyJws(
  jws: unknown,
  type: keyof typeof NAMES,
  content: Bytes,
  findKey: (kid: string) => VerifyingKey | undefined,
): Promise<Signature> {
  const [encoded = '', between, encodedSignature = '', more] = typeof jws === 'string' ? jws.split('.') : [];
  const header = between === '' && more === undefined ? readHeader(encoded, type) : null;
  if (header === null) return { fault: 'none' };
  const { kid, certificates } = header;
  const chain = certificates?.chain ?? null;
  const key = findKey(kid);
  if (key === undefined) return { fault: 'unknown key', kid, chain };
  const signature = fromBase64Url(encodedSignature);
  if (signature === null || key.alg !== header.alg) return { fault: 'broken', kid, chain };
  const input = toUtf8(`${encoded}.${toBase64Url(content)}`);
  if (!(await verifyWith(key, signature, input))) return { fault: 'broken', kid, chain };
  return { fault: certificates === null || (await holdsKey(certificates, key)) ? null : 'certificate', kid, chain };
}

/** Whether the certificate matches the digest in the header and contains the signing key. */
async function holdsKey({ chain, digest }: Certificates, key: VerifyingKey): Promise<boolean> {
  const point = pointOf(key);
  const held = readPublicKey(chain[0]!);
  return point !== null && held !== null && isSame(held, point) && toBase64Url(await sha256(chain[0]!)) === digest;
}

/** Parses the header; null unless it has exactly the members that the service writes. */
function readHeader(encoded: string, type: keyof typeof NAMES): Header | null {
  const bytes = fromBase64Url(encoded);
  if (bytes === null) return null;
  let fields: Record<string, unknown>;
  try {
    fields = (JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ?? {}) as Record<string, unknown>;
  } catch {
    return null;
  }
  const { alg, kid, typ, ...others } = fields;
  if ((alg !== 'EdDSA' && alg !== 'ES256') || typeof kid !== 'string' || typ !== type) return null;
  const names = Object.keys(others);
  if (names.length === 0) return { alg, kid, certificates: null };
  const certificates = readCertificates(others, NAMES[type]);
  return certificates === null ? null : { alg, kid, certificates };
}

/** Returns the certificates of a JAdES header; null for any other header. */
function readCertificates(
  { iat, x5c, sigD, crit, 'x5t#S256': digest, ...others }: Record<string, unknown>,
  name: string,
): Certificates | null {
  const expected = { mId: 'http://uri.etsi.org/19182/ObjectIdByURI', pars: [name] };
  const isOurs =
    Object.keys(others).length === 0 &&
    Number.isSafeInteger(iat) &&
    JSON.stringify(crit) === '["sigD"]' &&
    JSON.stringify(sigD) === JSON.stringify(expected);
  if (!isOurs || typeof digest !== 'string' || !Array.isArray(x5c) || x5c.length === 0) return null;
  const chain = x5c.map((one) => (typeof one === 'string' ? fromBase64(one) : null));
  return chain.every((one) => one !== null) ? { chain, digest } : null;
}
