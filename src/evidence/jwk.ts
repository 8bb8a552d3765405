import { createPublicKey, hash, type KeyObject } from 'node:crypto';

/** A public Ed25519 key as it is published (RFC 7517, RFC 8037). `kid` is its thumbprint (RFC 7638). */
export type PublicJwk = {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
};

/** `GET /.well-known/jwks.json`. */
export type Jwks = { readonly keys: readonly PublicJwk[] };

/** The published form of a key. */
export function toPublicJwk(publicKey: KeyObject): PublicJwk {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprintOf(x), use: 'sig', alg: 'EdDSA' };
}

/** RFC 7638, 3.2: the required members alone, sorted. */
const thumbprintOf = (x: string): string => hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url');

/** The keys of a JWK set that verify evidence, whatever else is in it. @throws Error when it is no JWK set */
export function readJwks(text: string): Map<string, KeyObject> {
  const { keys } = (JSON.parse(text) ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('There is no list of keys in it');
  const found = new Map<string, KeyObject>();
  for (const key of keys as Partial<PublicJwk>[]) {
    if (key?.kty !== 'OKP' || key.crv !== 'Ed25519' || typeof key.x !== 'string' || typeof key.kid !== 'string')
      continue;
    const { kty, crv, x } = key;
    found.set(key.kid, createPublicKey({ key: { kty, crv, x }, format: 'jwk' }));
  }
  return found;
}
