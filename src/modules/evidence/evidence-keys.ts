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

/** What an operator is told of a key. */
type KeyStatus = {
  readonly kid: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  /** Where its private half is; null: in the database, sealed. */
  readonly held_by: string | null;
  /** False when it was sealed with another secret, that of another installation on the same database; or is held where none is asked now. */
  readonly own: boolean;
};

export type EvidenceKeys = {
  /** What signs statements and files now; the first key is made when there is none. The answer may be some seconds old. */
  readonly signing: () => Promise<Sealer>;
  /** What signs reports now: the remote key where there is one. @throws Refusal `sealer_unavailable` */
  readonly sealing: () => Promise<Sealer>;
  /** All public keys, retired ones included: what they signed stays verifiable. */
  readonly published: () => Promise<Jwks>;
  readonly list: () => Promise<readonly KeyStatus[]>;
  /**
   * Puts a new key in the place of the one that signs reports. Other processes sign with it some seconds later, with a
   * remote one within a minute; null: its holder alone can replace it.
   */
  readonly rotate: () => Promise<Sealer | null>;
  /** Retires a key that is kept here, whatever secret it is sealed with: one of a secret that is lost or was leaked. */
  readonly retire: (kid: string) => Promise<Retirement>;
};

/** What came of it: `signs here` is the one of this installation, which `rotate` replaces. */
export type Retirement = 'retired' | 'retired before' | 'unknown' | 'signs here' | 'only one' | 'held elsewhere';

/** A key that is held elsewhere, and what it signs. */
export type RemoteParts = {
  readonly key: RemoteKey;
  /** For one signature, in milliseconds. */
  readonly timeLimit: number;
  /** Everything, or reports alone: each signature of a provider has its price. */
  readonly signs: 'reports' | 'all';
  readonly onFault: (error: unknown) => void;
};

type EvidenceKeysParts = {
  readonly db: Database;
  /** What private keys are sealed with; asked for when the first key is needed. */
  readonly secret: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent or null: this installation signs with keys of its own alone. */
  readonly remote?: RemoteParts | null;
};

/** So long a process signs with a key that another one may have retired; its public half stays published anyway. */
const REMEMBER_MS = 10_000;

/**
 * The keys of an installation, in its database. Any number of processes use them at once: those that share a secret
 * sign with one key, as the database keeps no second.
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
    if (row === undefined) throw new Error('The signing key is gone that was there a moment ago');
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
      // Keys that are held elsewhere are kept before they sign: what is signed is published whoever is out of reach.
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
      if (key.held_by !== null) return 'held elsewhere';
      if (key.retired_at !== null) return 'retired before';
      if (key.secret_id === seal().secretId) return 'signs here';
      return (await retireKey(db, kid, new Date(now()))) ? 'retired' : 'only one';
    },
  };
}

function ignoreOutage(error: unknown): void {
  if (!isRefusal(error, 'sealer_unavailable')) throw error;
}
