import { type Bytes, fromBase64Url, sha256, toBase64Url, toUtf8 } from './bytes.ts';

/** A public key for verifying evidence (RFC 7517, 8037, 7518), with its period of use. */
export type VerifyingKey = {
  readonly kid: string;
  readonly alg: 'EdDSA' | 'ES256';
  /** The members that its thumbprint covers (RFC 7638, 3.2), in order. */
  readonly jwk: Readonly<Record<string, string>>;
  readonly createdAt: string | null;
  readonly retiredAt: string | null;
};

/** The log as published with the keys: its verifier key (C2SP signed-note) and those of its witnesses. */
type NamedLog = { readonly vkey: string | null; readonly witnesses: readonly string[] };

export type KeySet = { readonly keys: ReadonlyMap<string, VerifyingKey>; readonly log: NamedLog };

/**
 * Reads the keys of a JWK set that can verify evidence and ignores everything else, including keys whose id is not
 * their thumbprint.
 *
 * @throws Error if the text is not a JWK set
 */
export async function readKeys(text: string): Promise<KeySet> {
  const set = (JSON.parse(text) ?? {}) as { keys?: unknown; log?: { vkey?: unknown; witnesses?: unknown } };
  if (!Array.isArray(set.keys)) throw new Error('The file contains no list of keys');
  const keys = new Map<string, VerifyingKey>();
  for (const entry of set.keys) {
    const key = readKey((entry ?? {}) as Record<string, unknown>);
    if (key !== null && key.kid === (await thumbprintOf(key.jwk))) keys.set(key.kid, key);
  }
  const { vkey, witnesses } = set.log ?? {};
  const named = Array.isArray(witnesses) ? witnesses.filter((one) => typeof one === 'string') : [];
  return { keys, log: { vkey: typeof vkey === 'string' ? vkey : null, witnesses: named } };
}

function readKey({ kty, crv, x, y, kid, created_at, retired_at }: Record<string, unknown>): VerifyingKey | null {
  if (typeof kid !== 'string' || typeof x !== 'string') return null;
  const times = { createdAt: toTime(created_at), retiredAt: toTime(retired_at) };
  if (kty === 'OKP' && crv === 'Ed25519') return { kid, alg: 'EdDSA', jwk: { crv, kty, x }, ...times };
  if (kty === 'EC' && crv === 'P-256' && typeof y === 'string')
    return { kid, alg: 'ES256', jwk: { crv, kty, x, y }, ...times };
  return null;
}

const toTime = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? value : null;

const thumbprintOf = async (jwk: Readonly<Record<string, string>>): Promise<string> =>
  toBase64Url(await sha256(toUtf8(JSON.stringify(jwk))));

/** The browser or Node version does not support the key algorithm. */
export class AlgorithmMissing extends Error {}

const ALGORITHMS = {
  EdDSA: { name: 'Ed25519' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

/** Whether the signature over the content is valid. @throws AlgorithmMissing */
export async function verifyWith(
  { alg, jwk }: Pick<VerifyingKey, 'alg' | 'jwk'>,
  signature: Bytes,
  content: Bytes,
): Promise<boolean> {
  const algorithm = ALGORITHMS[alg];
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') throw new AlgorithmMissing(alg);
    return false;
  }
  return crypto.subtle.verify(algorithm, key, signature, content);
}

/** Converts 32 raw bytes to an Ed25519 key. */
export const ed25519Of = (bytes: Uint8Array): Pick<VerifyingKey, 'alg' | 'jwk'> => ({
  alg: 'EdDSA',
  jwk: { crv: 'Ed25519', kty: 'OKP', x: toBase64Url(bytes) },
});

/** Returns the uncompressed point of a P-256 key as in certificates (SEC 1, 2.3.3); null for other key types. */
export function pointOf({ alg, jwk }: VerifyingKey): Bytes | null {
  const [x, y] = [fromBase64Url(jwk.x ?? ''), fromBase64Url(jwk.y ?? '')];
  return alg === 'ES256' && x !== null && y !== null ? new Uint8Array([4, ...x, ...y]) : x;
}
