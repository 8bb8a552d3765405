import type { Caller } from '../caller.ts';
import { type Database, endOf, type FoundKey, findKey, type KeyEpoch, readKeyEpoch } from './key-store.ts';

/**
 * How long a process may rely on its last known epoch, in milliseconds since the start of the query. Revocation waits
 * as long before it resolves: by then every process has read the new epoch, or queries it before it accepts another
 * key. This needs no connection that may fail unnoticed: a process that cannot query accepts no key.
 */
export const MEMORY_MS = 250;

/** Result of a key lookup. */
type KnownKey = 'unknown' | 'ended' | Caller;

type KnownKeys = {
  /** Looks up the key with this digest. A busy key costs one query per 125 ms. */
  readonly find: (digest: Buffer) => Promise<KnownKey>;
  /** Queries the epoch of keys. */
  readonly readEpoch: () => Promise<KeyEpoch>;
  /** Keys have changed: clears the cache. */
  readonly forget: () => void;
};

type Remembered = { readonly caller: Caller; readonly epoch: KeyEpoch; readonly until: number };

/** Maximum number of cached keys. */
const MAX_REMEMBERED = 10_000;

type KnownKeysParts = { readonly db: Database; readonly now: () => number };

/** Creates the key cache of a process. It holds only digests, and only of valid keys. */
export function makeKnownKeys({ db, now }: KnownKeysParts): KnownKeys {
  const remembered = new Map<string, Remembered>();
  /** Epoch of the most recently started query that has returned, and the start time of that query. */
  let epoch: KeyEpoch = '';
  let readAt = Number.NEGATIVE_INFINITY;
  let pendingRead: Promise<void> | null = null;

  const note = (current: KeyEpoch, when: number): void => {
    if (when < readAt) return;
    epoch = current;
    readAt = when;
  };
  const age = (): number => performance.now() - readAt;
  const refreshEpoch = (): Promise<void> => {
    const when = performance.now();
    pendingRead ??= readKeyEpoch(db)
      .then((current) => note(current, when))
      .finally(() => {
        pendingRead = null;
      });
    return pendingRead;
  };

  /** Returns the cached caller when it is still valid. */
  const recall = async (name: string): Promise<Caller | null> => {
    if (!remembered.has(name)) return null;
    if (age() >= MEMORY_MS) await refreshEpoch();
    // The query may have been started long ago for another caller.
    if (age() >= MEMORY_MS) return null;
    // Refreshed in advance, so that calls with a busy key never wait.
    if (age() >= MEMORY_MS / 2) refreshEpoch().catch(() => undefined);
    const known = remembered.get(name);
    return known !== undefined && known.epoch === epoch && known.until > now() ? known.caller : null;
  };

  return {
    find: async (digest) => {
      const name = digest.toString('latin1');
      const recalled = await recall(name);
      if (recalled !== null) return recalled;
      const when = performance.now();
      const found = await findKey(db, digest);
      note(found.epoch, when);
      remembered.delete(name);
      const known = toKnownKey(found, now());
      if (typeof known === 'string') return known;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(name, { caller: known.caller, epoch: found.epoch, until: known.until });
      return known.caller;
    },
    readEpoch: async () => {
      await refreshEpoch();
      return epoch;
    },
    forget: () => {
      remembered.clear();
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

function toKnownKey(
  { key }: FoundKey,
  now: number,
): 'unknown' | 'ended' | { readonly caller: Caller; readonly until: number } {
  if (key === null) return 'unknown';
  const until = endOf(key);
  if (until <= now) return 'ended';
  const { workspace_id, id, role, environment, plan, cii } = key;
  return { caller: { workspaceId: workspace_id, actor: id, role, environment, plan, cii }, until };
}
