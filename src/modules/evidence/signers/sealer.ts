import { hash, type KeyObject, sign } from 'node:crypto';
import { type JwsHeader, makeHeader, type SigningAlgorithm, type StatementType } from '../jws-header.ts';

/** A local or remote signing key. It receives the bytes to sign and returns the header data and the signature. */
export type Sealer = {
  readonly kid: string;
  /** Returns the header of a signature made now. */
  readonly headerOf: (type: StatementType) => JwsHeader;
  /**
   * Returns the signature of these bytes in JWS form: 64 bytes for both algorithms.
   *
   * @throws Refusal `sealer_unavailable` if a remote key does not respond
   */
  readonly sign: (input: Uint8Array) => Promise<Uint8Array>;
};

type SigningKey = { readonly kid: string; readonly privateKey: KeyObject };

/** Wraps a local Ed25519 key. It has no certificate, so its signatures are plain JWS. */
export const toLocalSealer = ({ kid, privateKey }: SigningKey): Sealer => ({
  kid,
  headerOf: (type) => makeHeader({ alg: 'EdDSA', kid }, type, null),
  sign: async (input) => sign(null, input, privateKey),
});

type HeldKey = {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  /** DER, certificate of the key first; empty: it has no certificate. */
  readonly certificates: readonly Uint8Array[];
};

/** Returns the headers of signatures made with a remote key. @param now milliseconds since the epoch */
export function headersOf({ certificates, ...key }: HeldKey, now: () => number): Sealer['headerOf'] {
  const [own] = certificates;
  if (own === undefined) return (type) => makeHeader(key, type, null);
  const x5c = certificates.map((der) => Buffer.from(der).toString('base64'));
  const thumbprint = hash('sha256', own, 'base64url');
  return (type) => makeHeader(key, type, { x5c, thumbprint, iat: Math.floor(now() / 1000) });
}
