import { createHash, randomBytes } from 'node:crypto';
import type { IdPrefix } from '../../../lib/ids.ts';
import { forEachConcurrently } from '../../../lib/map-with-concurrency.ts';
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
import { ArtifactStoreError } from './store-fault.ts';

/** Smaller contents stay in their row: a store request and two statements cost more than the bytes. */
const OUTSIDE_BYTES = 32 * 1024;

/** Initialisation vector and authentication tag. */
const OVERHEAD_BYTES = 28;

/** Milliseconds after which an unreferenced content is deleted; no write takes longer. */
const LOOSE_MS = 15 * 60_000;

/** Concurrent deletes. */
const LANES = 8;

/** `Retry-After` in seconds. */
const AGAIN_S = 10;

/** Address, hash and size of a content outside its row. */
type StoredContent = { readonly address: string; readonly sha256: string; readonly size: number };

/** Artifact contents outside the database: encrypted with a key per workspace, verified when they are read. */
export type Contents = {
  /**
   * Writes a content to the store if it is large enough. The content is durable once the promise resolves; the caller
   * then writes its address in a transaction. The sweep deletes contents without a stored address.
   *
   * @param sha256 of the content, lowercase hex
   * @returns its address; null when the content belongs into its row
   * @throws Refusal `artifact_store_unavailable`
   */
  readonly keep: (workspaceId: string, content: Uint8Array, sha256: string) => Promise<string | null>;
  /**
   * Reads and decrypts a whole content.
   *
   * @throws Refusal `artifact_store_unavailable`; `artifact_damaged` when the content is missing or does not match
   *   its hash
   */
  readonly read: (workspaceId: string, stored: StoredContent) => Promise<Buffer>;
  /**
   * Deletes contents without an artifact: left after erasure, or when a process ended between the write of a content
   * and of its row.
   *
   * @returns number of examined contents, at most `limit`
   * @throws ArtifactStoreError; earlier deletions of the run remain
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
  /** In milliseconds; default 15 minutes. */
  readonly looseAge?: number;
};

/** Encryption context of a workspace key. */
export const purposeOfKey = (workspaceId: string, keyId: string): string =>
  `artifacts of ${workspaceId} under ${keyId}`;

export function makeContents(parts: ContentsParts): Contents {
  const { db, store, cipher, log, metrics, now, newId, looseAge = LOOSE_MS } = parts;
  const damaged = metrics.counter({
    name: 'artifact_contents_damaged_total',
    help: 'Artifacts that were missing in the artifact store or did not match their checksum.',
    labels: ['reason'],
  });

  // Initialises all series with 0: `increase()` does not count the first sample of a new series.
  for (const reason of ['missing', 'no_key', 'changed']) damaged.inc({ reason }, 0);

  const openKey = (workspaceId: string, { id, sealed }: KeyRow): Buffer =>
    Buffer.from(cipher.decrypt(sealed, purposeOfKey(workspaceId, id)), 'base64');

  const makeKey = (workspaceId: string): KeyRow => {
    const id = newId('wky');
    return { id, sealed: cipher.encrypt(randomBytes(32).toString('base64'), purposeOfKey(workspaceId, id)) };
  };

  /** The content, or the reason why it is damaged. */
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
      log.error({ workspace_id: workspaceId, address: stored.address, reason: found }, 'artifact is damaged');
      throw refusal('artifact_damaged', { sha256: stored.sha256 });
    },

    sweep: async (limit) => {
      await store.forgetUnfinished(new Date(now() - looseAge));
      return takeLoose(db, looseAge, limit, (addresses) => forEachConcurrently(addresses, LANES, store.delete));
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

/** The log contains the cause; the caller receives a retryable error. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ArtifactStoreError)) throw error;
    throw refusal('artifact_store_unavailable', { seconds: AGAIN_S }, error);
  }
}
