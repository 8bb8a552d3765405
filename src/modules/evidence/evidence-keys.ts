import { generateKeyPairSync } from 'node:crypto';
import { isRefusal } from '../../platform/errors/index.ts';
import {
  type Database,
  findSigningKey,
  insertKey,
  type KeyRow,
  keepHeldKeys,
  listKeys,
  replaceKey,
  retireKey,
} from './evidence-store.ts';
import { type Jwks, toPublicJwk } from './jwk.ts';
import { makeSeal, type Seal } from './seal.ts';
import type { RemoteKey } from './signers/remote-key.ts';
import { makeRemoteSealer } from './signers/remote-sealer.ts';
import { type Sealer, toLocalSealer } from './signers/sealer.ts';

type KeyStatus = {
  readonly kid: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  /** Holder of the private key; null: the database, encrypted. */
  readonly held_by: string | null;
  /**
   * False if the key was encrypted with another secret (another installation that shares the database), or if its
   * holder is not the configured one.
   */
  readonly own: boolean;
};

export type EvidenceKeys = {
  /**
   * Returns the key that signs statements and files; creates the first key if necessary. Cached for 10 seconds.
   */
  readonly signing: () => Promise<Sealer>;
  /** Returns the key that signs reports: the remote key if one is configured. @throws Refusal `sealer_unavailable` */
  readonly sealing: () => Promise<Sealer>;
  /** All public keys, including retired ones, so that old signatures stay verifiable. */
  readonly published: () => Promise<Jwks>;
  readonly list: () => Promise<readonly KeyStatus[]>;
  /**
   * Replaces the key that signs reports. Other processes switch within seconds, or within a minute for a remote key.
   * Returns null if only the holder of the remote key can rotate it.
   */
  readonly rotate: () => Promise<Sealer | null>;
  /** Retires a local key that was encrypted with another secret, for example after that secret was lost or leaked. */
  readonly retire: (kid: string) => Promise<Retirement>;
};

/**
 * `signs here`: the current key of this installation, which only `rotate` replaces. `only one`: no other key could
 * sign.
 */
export type Retirement = 'retired' | 'retired before' | 'unknown' | 'signs here' | 'only one' | 'held externally';

export type RemoteParts = {
  readonly key: RemoteKey;
  /** Time limit of one signature, in milliseconds. */
  readonly timeLimit: number;
  /** `reports` limits the cost: providers charge per signature. */
  readonly signs: 'reports' | 'all';
  readonly onFault: (error: unknown) => void;
};

type EvidenceKeysParts = {
  readonly db: Database;
  /** Secret that encrypts private keys; read when the first key is needed. */
  readonly secret: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent or null: all signatures use local keys. */
  readonly remote?: RemoteParts | null;
};

/**
 * How long a process may sign with a cached key that another process has retired. Its public key stays published, so
 * the signatures remain verifiable.
 */
const REMEMBER_MS = 10_000;

/**
 * Manages the signing keys of an installation, which are stored in the database. Any number of processes may use them
 * concurrently; processes that share a secret share one signing key, because the database allows only one per secret.
 */
export function makeEvidenceKeys({ db, secret, now, remote = null }: EvidenceKeysParts): EvidenceKeys {
  let made: Seal | null = null;
  const seal = (): Seal => (made ??= makeSeal(secret()));
  let remembered: { readonly key: Sealer; readonly until: number } | null = null;
  const elsewhere =
    remote &&
    makeRemoteSealer({
      remote: remote.key,
      now,
      timeLimit: remote.timeLimit,
      onFault: remote.onFault,
      keep: (keys) => keepHeldKeys(db, remote.key.heldBy, keys),
    });

  const open = ({ kid, sealed_private }: KeyRow): Sealer => {
    const key = toLocalSealer({ kid, privateKey: seal().open(kid, sealed_private) });
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

  const findSigning = async (): Promise<Sealer> => {
    const row = await findSigningKey(db, seal().secretId);
    if (row === undefined) throw new Error('The signing key was not found after it was stored');
    return open(row);
  };

  const signingHere = async (): Promise<Sealer> => {
    if (remembered !== null && now() < remembered.until) return remembered.key;
    const row = await findSigningKey(db, seal().secretId);
    if (row !== undefined) return row.kid === remembered?.key.kid ? again(remembered.key) : open(row);
    await insertKey(db, makeRow());
    return findSigning();
  };

  const again = (key: Sealer): Sealer => {
    remembered = { key, until: now() + REMEMBER_MS };
    return key;
  };

  const sealing = elsewhere?.sealing ?? signingHere;
  const signing = remote?.signs === 'all' ? sealing : signingHere;

  return {
    signing,
    sealing,
    published: async () => {
      if (signing === signingHere) await signingHere();
      // Remote public keys are stored before their first use, so signatures can be verified even if the holder is
      // unreachable.
      await elsewhere?.sealing().catch(ignoreOutage);
      const keys = (await listKeys(db)).map(({ public_jwk, created_at, retired_at }) => ({
        ...public_jwk,
        created_at: created_at.toISOString(),
        ...(retired_at !== null && { retired_at: retired_at.toISOString() }),
      }));
      return { keys };
    },
    list: async () =>
      (await listKeys(db)).map(({ kid, created_at, retired_at, secret_id, held_by }) => ({
        kid,
        created_at: created_at.toISOString(),
        retired_at: retired_at?.toISOString() ?? null,
        held_by,
        own: held_by === null ? secret_id === seal().secretId : held_by === remote?.key.heldBy,
      })),
    rotate: async () => {
      if (elsewhere === null || remote === null) {
        await replaceKey(db, makeRow());
        return findSigning();
      }
      if (remote.key.rotate === null) return null;
      await remote.key.rotate();
      return elsewhere.refresh();
    },
    retire: async (kid) => {
      const key = (await listKeys(db)).find((one) => one.kid === kid);
      if (key === undefined) return 'unknown';
      if (key.held_by !== null) return 'held externally';
      if (key.retired_at !== null) return 'retired before';
      if (key.secret_id === seal().secretId) return 'signs here';
      return (await retireKey(db, kid, new Date(now()))) ? 'retired' : 'only one';
    },
  };
}

function ignoreOutage(error: unknown): void {
  if (!isRefusal(error, 'sealer_unavailable')) throw error;
}
