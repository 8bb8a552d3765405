import { type KeyObject, sign, verify } from 'node:crypto';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import type { Report, SignedReport } from './report.ts';

/** A private key with the id under which its public half is published. */
export type SigningKey = { readonly kid: string; readonly privateKey: KeyObject };

/** What the signature is of: nothing else that these keys sign may be taken for a report (RFC 8725, 3.11). */
const TYPE = 'evidence+jws';

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

/**
 * Adds the signature: a JWS in compact serialization (RFC 7515, 7.1) with the algorithm EdDSA over Ed25519 (RFC 8037)
 * and detached content (RFC 7515, appendix F): `header..signature`. The content is the canonical JSON (RFC 8785) of the
 * report without `signature`, in UTF-8. It counts base64url-encoded, as in any JWS: RFC 7797 is not used.
 */
export function signReport(report: Report, { kid, privateKey }: SigningKey): SignedReport {
  return { ...report, signature: signatureOf(report as unknown as JsonValue, TYPE, { kid, privateKey }) };
}

/** Another statement of the service, signed like a report, under a type of its own. */
export function signStatement<T extends object>(
  statement: T,
  type: 'preflight+jws',
  key: SigningKey,
): T & { readonly signature: string } {
  return { ...statement, signature: signatureOf(statement as unknown as JsonValue, type, key) };
}

/** The signature of a file's bytes as they are, for a file beside it: detached content, as with a report. */
export function signBytes(
  content: Uint8Array,
  type: 'result+jws' | 'sums+jws',
  { kid, privateKey }: SigningKey,
): string {
  const header = encode(JSON.stringify({ alg: 'EdDSA', kid, typ: type }));
  return detached(header, toBytesInput(header, content), privateKey);
}

function signatureOf(content: JsonValue, typ: string, { kid, privateKey }: SigningKey): string {
  const header = encode(JSON.stringify({ alg: 'EdDSA', kid, typ }));
  return detached(header, toSigningInput(header, content), privateKey);
}

const detached = (header: string, input: Buffer, privateKey: KeyObject): string =>
  `${header}..${sign(null, input, privateKey).toString('base64url')}`;

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
  verifyDetached(signature, TYPE, keys, (header) => toSigningInput(header, report as Record<string, JsonValue>));

/** Whether the signature beside a file is one of these keys' over its bytes. */
export const verifyBytes = (
  content: Uint8Array,
  signature: string,
  type: 'sums+jws',
  keys: ReadonlyMap<string, KeyObject>,
): Signed | SignatureFault => verifyDetached(signature, type, keys, (header) => toBytesInput(header, content));

function verifyDetached(
  signature: unknown,
  type: string,
  keys: ReadonlyMap<string, KeyObject>,
  toInput: (header: string) => Buffer,
): Signed | SignatureFault {
  const [header = '', content, given = '', more] = typeof signature === 'string' ? signature.split('.') : [];
  const kid = content === '' && more === undefined ? kidOf(header, type) : null;
  if (kid === null) return { fault: 'no signature' };
  const key = keys.get(kid);
  if (key === undefined) return { fault: 'unknown key', kid };
  const bytes = Buffer.from(given, 'base64url');
  // The last character has bits that no byte needs: only one writing of a signature counts.
  if (bytes.toString('base64url') !== given) return { fault: 'broken', kid };
  return verify(null, toInput(header), key, bytes) ? { fault: null, kid } : { fault: 'broken', kid };
}

/** The key that a header of ours names; null for any other header. */
function kidOf(header: string, type: string): string | null {
  try {
    const fields: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    const { alg, kid, typ, ...others } = (fields ?? {}) as Record<string, unknown>;
    if (alg !== 'EdDSA' || typ !== type || typeof kid !== 'string' || Object.keys(others).length > 0) return null;
    return kid;
  } catch {
    return null;
  }
}

const toBytesInput = (header: string, { buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(`${header}.${Buffer.from(buffer, byteOffset, byteLength).toString('base64url')}`, 'ascii');

const toSigningInput = (header: string, content: JsonValue): Buffer =>
  Buffer.from(`${header}.${encode(toCanonicalJson(content))}`, 'ascii');
