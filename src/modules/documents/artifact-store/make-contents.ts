import { createHash, randomBytes } from 'node:crypto';
import type { IdPrefix } from '../../../lib/ids.ts';
import { inLanes } from '../../../lib/map-with-concurrency.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { decrypt, encrypt, type Log, type Metrics, type SecretCipher } from '../../../platform/index.ts';
import {
  announceContent,
  type Database,
  findKeyOf,
  findOrInsertKey,
  type KeyRow,
  takeLoose,
} from './artifact-content-store.ts';
import { type ArtifactStore, addressOf } from './artifact-store.ts';
import { StoreFault } from './store-fault.ts';

/** Less than this stays in its row: a request to a store and two statements cost more than the bytes do. */
const OUTSIDE_BYTES = 32 * 1024;

/** What encryption adds: the initialisation vector and the tag. */
const OVERHEAD_BYTES = 28;

/** How long a content may be loose before it is deleted, in milliseconds: no writer takes so long. */
const LOOSE_MS = 15 * 60_000;

/** How many are deleted at once. */
const LANES = 8;

/** How soon a caller may try again, in seconds. */
const AGAIN_S = 10;

/** Where the content of an artifact is that is not in its row, and what it must be. */
type StoredContent = { readonly address: string; readonly sha256: string; readonly size: number };

/** Contents of artifacts outside the database: encrypted under a key of their workspace, checked when they are read. */
export type Contents = {
  /**
   * Puts a content outside, if it is large enough. It is there when this resolves, for the transaction that then writes
   * its address; without one it is swept.
   *
   * @param sha256 of the content, lowercase hex
   * @returns its address; null: it belongs into its row
   * @throws Refusal `artifact_store_unavailable`
   */
  readonly keep: (workspaceId: string, content: Uint8Array, sha256: string) => Promise<string | null>;
  /**
   * Reads a content back, whole, as it was given.
   *
   * @throws Refusal `artifact_store_unavailable`; `artifact_damaged` when it is not there, or is not what was put there
   */
  readonly read: (workspaceId: string, stored: StoredContent) => Promise<Buffer>;
  /**
   * Deletes contents that no artifact refers to any more, or ever did: after erasure, and when a process ended between
   * putting a content and writing its row.
   *
   * @returns how many were looked at, `limit` at most
   * @throws StoreFault; what was deleted before is deleted
   */
  readonly sweep: (limit: number) => Promise<number>;
};

type ContentsParts = {
  readonly db: Database;
  readonly store: ArtifactStore;
  readonly cipher: SecretCipher;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  /** In milliseconds; a quarter of an hour unless given. */
  readonly looseAge?: number;
};

/** What the key of a workspace is sealed for. */
export const purposeOfKey = (workspaceId: string, keyId: string): string =>
  `artifacts of ${workspaceId} under ${keyId}`;

/** Makes the keeping of contents on a store. */
export function makeContents(parts: ContentsParts): Contents {
  const { db, store, cipher, log, metrics, now, newId, looseAge = LOOSE_MS } = parts;
  const damaged = metrics.counter({
    name: 'artifact_contents_damaged_total',
    help: 'Contents that were missing in the artifact store, or not what had been put there.',
    labels: ['reason'],
  });

  // A series that only begins with its first damage has not increased.
  for (const reason of ['missing', 'no_key', 'changed']) damaged.inc({ reason }, 0);

  const openKey = (workspaceId: string, { id, sealed }: KeyRow): Buffer =>
    Buffer.from(cipher.decrypt(sealed, purposeOfKey(workspaceId, id)), 'base64');

  const makeKey = (workspaceId: string): KeyRow => {
    const id = newId('wky');
    return { id, sealed: cipher.encrypt(randomBytes(32).toString('base64'), purposeOfKey(workspaceId, id)) };
  };

  /** What was put there; a reason: why it is not. */
  const open = async (
    workspaceId: string,
    stored: StoredContent,
  ): Promise<Buffer | 'missing' | 'no_key' | 'changed'> => {
    const { address, sha256, size } = stored;
    const row = await findKeyOf(db, workspaceId, address);
    if (row === undefined) return 'no_key';
    const bytes = await store.get(address, size + OVERHEAD_BYTES + 1);
    if (bytes === null) return 'missing';
    const content = decrypted(openKey(workspaceId, row), bytes, address);
    if (content === null || content.length !== size) return 'changed';
    return createHash('sha256').update(content).digest('hex') === sha256 ? content : 'changed';
  };

  return {
    keep: async (workspaceId, content, sha256) => {
      if (content.length < OUTSIDE_BYTES) return null;
      const at = new Date(now());
      const address = addressOf(workspaceId, at, sha256);
      const row = await findOrInsertKey(db, workspaceId, () => makeKey(workspaceId), at);
      await announceContent(db, { address, workspaceId, keyId: row.id });
      await orRefused(store.put(address, encrypt(openKey(workspaceId, row), content, address)));
      return address;
    },

    read: async (workspaceId, stored) => {
      const found = await orRefused(open(workspaceId, stored));
      if (typeof found !== 'string') return found;
      damaged.inc({ reason: found });
      log.error({ workspace_id: workspaceId, address: stored.address, reason: found }, 'an artifact is damaged');
      throw refusal('artifact_damaged', { sha256: stored.sha256 });
    },

    sweep: async (limit) => {
      await store.forgetUnfinished(new Date(now() - looseAge));
      return takeLoose(db, looseAge, limit, (addresses) => inLanes(addresses, LANES, store.delete));
    },
  };
}

function decrypted(key: Buffer, bytes: Buffer, address: string): Buffer | null {
  try {
    return decrypt(key, bytes, address);
  } catch {
    return null;
  }
}

/** Callers are told that they may come again; the log has the reason. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    throw refusal('artifact_store_unavailable', { seconds: AGAIN_S }, error);
  }
}
