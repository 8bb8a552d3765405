import { hash, type KeyObject, sign } from 'node:crypto';
import { type JwsHeader, makeHeader, type SigningAlgorithm, type StatementType } from '../jws-header.ts';

/** A key that signs, wherever it is. What is signed goes in; the header's data and the signature come out. */
export type Sealer = {
  /** Under which its public half is published. */
  readonly kid: string;
  /** The header of a signature that is made now. */
  readonly headerOf: (type: StatementType) => JwsHeader;
  /**
   * The signature of these bytes as a JWS has it: 64 bytes for both algorithms.
   *
   * @throws Refusal `sealer_unavailable` when the key is elsewhere and does not answer
   */
  readonly sign: (input: Uint8Array) => Promise<Uint8Array>;
};

/** A private key with the id under which its public half is published. */
type SigningKey = { readonly kid: string; readonly privateKey: KeyObject };

/** An Ed25519 key of this process. It has no certificate, and claims none: its signatures are plain JWS. */
export const toLocalSealer = ({ kid, privateKey }: SigningKey): Sealer => ({
  kid,
  headerOf: (type) => makeHeader({ alg: 'EdDSA', kid }, type, null),
  sign: async (input) => sign(null, input, privateKey),
});

/** A key that is held elsewhere. */
type HeldKey = {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  /** DER, that of the key first; empty: it has none. */
  readonly certificates: readonly Uint8Array[];
};

/** The headers of signatures by a key that is held elsewhere. @param now milliseconds since the epoch */
export function headersOf({ certificates, ...key }: HeldKey, now: () => number): Sealer['headerOf'] {
  const [own] = certificates;
  if (own === undefined) return (type) => makeHeader(key, type, null);
  const x5c = certificates.map((der) => Buffer.from(der).toString('base64'));
  const thumbprint = hash('sha256', own, 'base64url');
  return (type) => makeHeader(key, type, { x5c, thumbprint, iat: Math.floor(now() / 1000) });
}
