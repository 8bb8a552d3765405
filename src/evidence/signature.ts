import { hash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { algorithmOf } from './jwk.ts';
import { type JwsHeader, readHeader, type StatementType } from './jws-header.ts';
import type { Report, SignedReport } from './report.ts';
import type { Sealer } from './sealers/sealer.ts';

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
const toPayload = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64url');

/**
 * Adds the signature: a JWS in compact serialization (RFC 7515, 7.1) with detached content (RFC 7515, appendix F):
 * `header..signature`. The content is the canonical JSON (RFC 8785) of the report without `signature`, in UTF-8. It
 * counts base64url-encoded, as in any JWS: RFC 7797 is not used.
 *
 * @throws Refusal `sealer_unavailable`
 */
export async function signReport(report: Report, sealer: Sealer): Promise<SignedReport> {
  return { ...report, signature: await signatureOf(report as unknown as JsonValue, 'evidence+jws', sealer) };
}

/** Another statement of the service, signed like a report, under a type of its own. */
export async function signStatement<T extends object>(
  statement: T,
  type: 'preflight+jws',
  sealer: Sealer,
): Promise<T & { readonly signature: string }> {
  return { ...statement, signature: await signatureOf(statement as unknown as JsonValue, type, sealer) };
}

/** The signature of a file's bytes as they are, for a file beside it: detached content, as with a report. */
export function signBytes(content: Uint8Array, type: 'result+jws' | 'sums+jws', sealer: Sealer): Promise<string> {
  return detached(toPayload(content), type, sealer);
}

const signatureOf = (content: JsonValue, type: StatementType, sealer: Sealer): Promise<string> =>
  detached(encode(toCanonicalJson(content)), type, sealer);

async function detached(payload: string, type: StatementType, sealer: Sealer): Promise<string> {
  const header = encode(JSON.stringify(sealer.headerOf(type)));
  const signature = await sealer.sign(Buffer.from(`${header}.${payload}`, 'ascii'));
  return `${header}..${Buffer.from(signature).toString('base64url')}`;
}

type SignatureFault =
  /** There is no signature, or it has not the form of one of ours. */
  | { readonly fault: 'no signature' }
  | { readonly fault: 'unknown key'; readonly kid: string }
  | { readonly fault: 'broken'; readonly kid: string };

type Signed = { readonly fault: null; readonly kid: string };

/** Whether the signature of a report is one of these keys'. */
export const verifySignature = (
  { signature, ...report }: Readonly<Record<string, unknown>>,
  keys: ReadonlyMap<string, KeyObject>,
): Signed | SignatureFault =>
  verifyDetached(signature, 'evidence+jws', keys, () => encode(toCanonicalJson(report as Record<string, JsonValue>)));

/** Whether the signature beside a file is one of these keys' over its bytes. */
export const verifyBytes = (
  content: Uint8Array,
  signature: string,
  type: 'sums+jws',
  keys: ReadonlyMap<string, KeyObject>,
): Signed | SignatureFault => verifyDetached(signature, type, keys, () => toPayload(content));

function verifyDetached(
  signature: unknown,
  type: StatementType,
  keys: ReadonlyMap<string, KeyObject>,
  toSigned: () => string,
): Signed | SignatureFault {
  const [encoded = '', content, given = '', more] = typeof signature === 'string' ? signature.split('.') : [];
  const header = content === '' && more === undefined ? readHeader(encoded, type) : null;
  if (header === null) return { fault: 'no signature' };
  const { kid } = header;
  const key = keys.get(kid);
  if (key === undefined) return { fault: 'unknown key', kid };
  const bytes = Buffer.from(given, 'base64url');
  // The last character has bits that no byte needs: only one writing of a signature counts.
  if (bytes.toString('base64url') !== given || !belongsTo(header, key)) return { fault: 'broken', kid };
  const input = Buffer.from(`${encoded}.${toSigned()}`, 'ascii');
  const sound = verify(header.alg === 'ES256' ? 'sha256' : null, input, { key, dsaEncoding: 'ieee-p1363' }, bytes);
  return sound ? { fault: null, kid } : { fault: 'broken', kid };
}

/** Whether the header says of the published key what is true of it; a certificate alone is trusted by nobody. */
function belongsTo({ alg, x5c: [own] = [], 'x5t#S256': thumbprint }: JwsHeader, key: KeyObject): boolean {
  if (alg !== algorithmOf(key)) return false;
  if (own === undefined) return true;
  try {
    const der = Buffer.from(own, 'base64');
    return hash('sha256', der, 'base64url') === thumbprint && new X509Certificate(der).publicKey.equals(key);
  } catch {
    return false;
  }
}
