import { generateKeyPairSync } from 'node:crypto';
import { type Jwks, toPublicJwk } from './jwk.ts';
import { makeSeal, type Seal } from './seal.ts';
import type { SigningKey } from './signature.ts';
import { type Database, findSigningKey, insertKey, type KeyRow, listKeys, replaceKey } from './store.ts';

/** What an operator is told of a key. */
type KeyStatus = {
  readonly kid: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  /** False when it was sealed with another secret, that of another installation on the same database. */
  readonly own: boolean;
};

export type EvidenceKeys = {
  /** The key that signs now; the first is made when there is none. The answer may be some seconds old. */
  readonly signing: () => Promise<SigningKey>;
  /** All public keys, retired ones included: what they signed stays verifiable. */
  readonly published: () => Promise<Jwks>;
  readonly list: () => Promise<readonly KeyStatus[]>;
  /** Puts a new key in the place of the signing one. Other processes sign with it some seconds later. */
  readonly rotate: () => Promise<SigningKey>;
};

type EvidenceKeysParts = {
  readonly db: Database;
  /** What private keys are sealed with; asked for when the first key is needed. */
  readonly secret: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** So long a process signs with a key that another one may have retired; its public half stays published anyway. */
const REMEMBER_MS = 10_000;

/**
 * The keys of an installation, in its database. Any number of processes use them at once: those that share a secret
 * sign with one key, as the database keeps no second.
 */
export function makeEvidenceKeys({ db, secret, now }: EvidenceKeysParts): EvidenceKeys {
  let made: Seal | null = null;
  const seal = (): Seal => (made ??= makeSeal(secret()));
  let remembered: { readonly key: SigningKey; readonly until: number } | null = null;

  const open = ({ kid, sealed_private }: KeyRow): SigningKey => {
    const key = { kid, privateKey: seal().open(kid, sealed_private) };
    remembered = { key, until: now() + REMEMBER_MS };
    return key;
  };

  const makeRow = (): Omit<KeyRow, 'retired_at'> => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const public_jwk = toPublicJwk(publicKey);
    const { kid } = public_jwk;
    const sealed_private = seal().close(kid, privateKey);
    return { kid, public_jwk, sealed_private, secret_id: seal().secretId, created_at: new Date(now()) };
  };

  const findSigning = async (): Promise<SigningKey> => {
    const row = await findSigningKey(db, seal().secretId);
    if (row === undefined) throw new Error('The signing key is gone that was there a moment ago');
    return open(row);
  };

  const signing = async (): Promise<SigningKey> => {
    if (remembered !== null && now() < remembered.until) return remembered.key;
    const row = await findSigningKey(db, seal().secretId);
    if (row !== undefined) return row.kid === remembered?.key.kid ? again(remembered.key) : open(row);
    await insertKey(db, makeRow());
    return findSigning();
  };

  const again = (key: SigningKey): SigningKey => {
    remembered = { key, until: now() + REMEMBER_MS };
    return key;
  };

  return {
    signing,
    published: async () => {
      await signing();
      return { keys: (await listKeys(db)).map(({ public_jwk }) => public_jwk) };
    },
    list: async () =>
      (await listKeys(db)).map(({ kid, created_at, retired_at, secret_id }) => ({
        kid,
        created_at: created_at.toISOString(),
        retired_at: retired_at?.toISOString() ?? null,
        own: secret_id === seal().secretId,
      })),
    rotate: async () => {
      await replaceKey(db, makeRow());
      return findSigning();
    },
  };
}
