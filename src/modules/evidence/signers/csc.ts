import { hash, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { HttpAnswer, HttpClient } from '../../../platform/index.ts';
import { derToJws } from './der-to-jws.ts';
import { RemoteFault, type RemoteKey, readAnswer } from './remote-key.ts';

/** Credential of a remote signing service with the API of the Cloud Signature Consortium (v2). */
type CscParts = {
  readonly http: HttpClient;
  /** Base address of the API, such as `https://sign.example/csc/v2`. */
  readonly url: string;
  /** Token endpoint; null: below `url`. */
  readonly tokenUrl: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly credentialId: string;
  /** PIN of the key; null: the service requires no PIN. */
  readonly pin: string | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const SHA256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
/** How long before its expiry a token is renewed. */
const TOKEN_MARGIN_MS = 30_000;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(3600) });
const Credential = z.object({
  key: z.object({ status: z.string(), algo: z.array(z.string()) }),
  cert: z.object({ certificates: z.array(z.string()).min(1) }),
  multisign: z.number().optional(),
});
const Authorized = z.object({ SAD: z.string().min(1) });
const Signed = z.object({ signatures: z.array(z.string()).length(1) });

/** Creates a key with a certificate at a provider of remote seals. P-256 only, because it signs with ES256. */
export function makeCscKey(parts: CscParts): RemoteKey {
  const { http, url, credentialId, pin, now } = parts;
  let token: { readonly text: string; readonly until: number } | null = null;

  const readToken = async (): Promise<string> => {
    if (token !== null && now() < token.until) return token.text;
    const { clientId, clientSecret } = parts;
    const answer = await http.request({
      url: parts.tokenUrl ?? `${url}/oauth2/token`,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'service',
      }).toString(),
    });
    const { access_token, expires_in } = read(Token, answer, 'access token');
    token = { text: access_token, until: now() + Math.max(0, expires_in * 1000 - TOKEN_MARGIN_MS) };
    return access_token;
  };

  const send = async (path: string, body: object): Promise<HttpAnswer> =>
    http.request({
      url: `${url}/${path}`,
      method: 'POST',
      headers: { Authorization: `Bearer ${await readToken()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** A token may have been revoked before its expiry: retry once with a new token. */
  const ask = async (path: string, body: object): Promise<HttpAnswer> => {
    const answer = await send(path, body);
    if (answer.status !== 401) return answer;
    token = null;
    return send(path, body);
  };

  return {
    heldBy: `csc ${new URL(url).host} ${credentialId}`,
    versions: async () => {
      const body = { credentialID: credentialId, certificates: 'chain', certInfo: false, authInfo: false };
      const { key, cert } = read(Credential, await ask('credentials/info', body), 'the credential');
      if (key.status !== 'enabled') throw new RemoteFault('the credential is not enabled', true);
      const certificates = cert.certificates.map((text) => Buffer.from(text, 'base64'));
      const { publicKey, validFromDate } = readCertificate(certificates[0]!);
      if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
        throw new RemoteFault('the key of the credential is not a P-256 key', true);
      }
      return [{ name: credentialId, publicKey, certificates, createdAt: validFromDate }];
    },
    sign: async (_, input) => {
      const hashes = [hash('sha256', input, 'base64')];
      const authData = pin === null ? [] : [{ id: 'PIN', value: pin }];
      const hashed = { credentialID: credentialId, hashes, hashAlgorithmOID: SHA256 };
      const allowed = await ask('credentials/authorize', { ...hashed, numSignatures: 1, authData });
      const { SAD } = read(Authorized, allowed, 'authorization');
      const answer = await ask('signatures/signHash', {
        ...hashed,
        SAD,
        signAlgo: ECDSA_WITH_SHA256,
        operationMode: 'S',
      });
      const { signatures } = read(Signed, answer, 'sealing');
      return derToJws(Buffer.from(signatures[0]!, 'base64'));
    },
    rotate: null,
  };
}

/** @throws RemoteFault */
function read<T extends z.ZodType>(schema: T, answer: HttpAnswer, what: string): z.output<T> {
  const found = schema.safeParse(readAnswer(answer, what));
  if (!found.success) throw new RemoteFault(`${what}: the response does not match the CSC API`, false);
  return found.data;
}

/** @throws RemoteFault */
function readCertificate(der: Uint8Array): { publicKey: X509Certificate['publicKey']; validFromDate: Date } {
  try {
    const { publicKey, validFrom } = new X509Certificate(der);
    return { publicKey, validFromDate: new Date(validFrom) };
  } catch (cause) {
    throw new RemoteFault('the certificate of the credential cannot be parsed', true, cause);
  }
}
