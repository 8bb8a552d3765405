import type { Caller } from '../caller.ts';
import { type Database, endOf, type FoundKey, findKey, type KeyEpoch, readKeyEpoch } from './key-store.ts';

/**
 * How long a process may rely on the epoch of keys that it last saw, in milliseconds, counted from when it asked. Whoever
 * ends a key waits so long before saying that it has ended: by then every process has either seen the new epoch, or asks
 * before it takes another key. It needs no connection that might be lost unnoticed: a process that
 * cannot ask takes nothing.
 */
export const MEMORY_MS = 250;

/** Where a key leads, if anywhere. */
type KnownKey = 'unknown' | 'ended' | Caller;

type KnownKeys = {
  /** Where the key with this digest leads at this moment. A busy key costs a query each eighth of a second. */
  readonly find: (digest: Buffer) => Promise<KnownKey>;
  /** The epoch of keys, asked for now. */
  readonly readEpoch: () => Promise<KeyEpoch>;
  /** Keys have changed: everything is looked up again. */
  readonly forget: () => void;
};

type Remembered = { readonly caller: Caller; readonly epoch: KeyEpoch; readonly until: number };

/** More keys than this at once are looked up again. */
const MOST = 10_000;

type KnownKeysParts = { readonly db: Database; readonly now: () => number };

/** Makes the memory of keys of one process. It keeps digests, never keys, and only of those that work. */
export function makeKnownKeys({ db, now }: KnownKeysParts): KnownKeys {
  const remembered = new Map<string, Remembered>();
  /** What was asked for last of all that was answered, and when it was asked for. */
  let epoch: KeyEpoch = '';
  let asked = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const note = (told: KeyEpoch, when: number): void => {
    if (when < asked) return;
    epoch = told;
    asked = when;
  };
  const age = (): number => performance.now() - asked;
  const ask = (): Promise<void> => {
    const when = performance.now();
    asking ??= readKeyEpoch(db)
      .then((told) => note(told, when))
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  /** What is remembered of a key, if that still holds. */
  const recall = async (name: string): Promise<Caller | null> => {
    if (!remembered.has(name)) return null;
    if (age() >= MEMORY_MS) await ask();
    // Another caller's question may have been under way for long.
    if (age() >= MEMORY_MS) return null;
    // Asked again before it is needed, so that a busy key never waits.
    if (age() >= MEMORY_MS / 2) ask().catch(() => undefined);
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
      const known = judge(found, now());
      if (typeof known === 'string') return known;
      if (remembered.size >= MOST) remembered.clear();
      remembered.set(name, { caller: known.caller, epoch: found.epoch, until: known.until });
      return known.caller;
    },
    readEpoch: async () => {
      await ask();
      return epoch;
    },
    forget: () => {
      remembered.clear();
      asked = Number.NEGATIVE_INFINITY;
    },
  };
}

function judge(
  { key }: FoundKey,
  now: number,
): 'unknown' | 'ended' | { readonly caller: Caller; readonly until: number } {
  if (key === null) return 'unknown';
  const until = endOf(key);
  if (until <= now) return 'ended';
  const { workspace_id, id, role, environment, plan } = key;
  return { caller: { workspaceId: workspace_id, actor: id, role, environment, plan }, until };
}
