import { hash, type KeyObject } from 'node:crypto';
import type { SigningAlgorithm } from './jws-header.ts';

type OctetKey = { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string; readonly alg: 'EdDSA' };
type CurveKey = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly alg: 'ES256';
};

/**
 * A published public key (RFC 7517): Ed25519 (RFC 8037) or P-256 (RFC 7518, 6.2). `kid` is its thumbprint (RFC 7638).
 */
export type PublicJwk = (OctetKey | CurveKey) & {
  readonly kid: string;
  readonly use: 'sig';
};

/** Adds the period in which the key signs (ISO 8601). RFC 7517, section 4, allows additional members. */
type PublishedJwk = PublicJwk & { readonly created_at: string; readonly retired_at?: string };

export type Jwks = { readonly keys: readonly PublishedJwk[] };

/** Returns the JWS algorithm of a key; null if the key type cannot sign evidence. */
export function algorithmOf(key: KeyObject): SigningAlgorithm | null {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : null;
}

/** Returns the published form of a key. @throws Error unless the key is Ed25519 or P-256 */
export function toPublicJwk(publicKey: KeyObject): PublicJwk {
  const alg = algorithmOf(publicKey);
  if (alg === null) throw new Error('Unsupported key type: evidence is signed with Ed25519 or P-256 keys');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return alg === 'EdDSA'
    ? { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprintOf(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`), use: 'sig', alg }
    : {
        kty: 'EC',
        crv: 'P-256',
        x,
        y,
        kid: thumbprintOf(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`),
        use: 'sig',
        alg,
      };
}

/** RFC 7638, 3.2: hash of only the required members, sorted. */
const thumbprintOf = (members: string): string => hash('sha256', members, 'base64url');
