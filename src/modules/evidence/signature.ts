import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import type { StatementType } from './jws-header.ts';
import type { Report, SignedReport } from './report.ts';
import type { Sealer } from './signers/sealer.ts';

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
const toPayload = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64url');

/**
 * Adds the signature: a JWS in compact serialization (RFC 7515, 7.1) with detached content (RFC 7515, appendix F):
 * `header..signature`. The content is the canonical JSON (RFC 8785) of the report without `signature`, in UTF-8. It
 * is base64url-encoded for signing; RFC 7797 is not used.
 *
 * @throws Refusal `sealer_unavailable`
 */
export async function signReport(report: Report, sealer: Sealer): Promise<SignedReport> {
  return { ...report, signature: await signatureOf(report as unknown as JsonValue, 'evidence+jws', sealer) };
}

/** Signs another statement like a report, with its own JWS type. */
export async function signStatement<T extends object>(
  statement: T,
  type: 'preflight+jws',
  sealer: Sealer,
): Promise<T & { readonly signature: string }> {
  return { ...statement, signature: await signatureOf(statement as unknown as JsonValue, type, sealer) };
}

/** Signs the bytes of a file for a separate signature file, with detached content like a report. */
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
