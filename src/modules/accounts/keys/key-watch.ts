import { type Database, findKeyEnds, type KeyEpoch } from './key-store.ts';

/** How often a process that is asked to watch keys looks whether any has changed, in milliseconds. */
const LOOK_MS = 250;

type KeyWatch = {
  /**
   * Calls back once, soon after the key with this id has ended, whichever process ended it.
   *
   * @returns what ends the watch; call it when nobody cares any more
   */
  readonly watch: (id: string, onEnd: () => void) => () => void;
  readonly watched: () => number;
  readonly close: () => void;
};

type Key = {
  readonly callbacks: Set<() => void>;
  /** The epoch of keys that its end was read with; null: it was not read yet. */
  epoch: KeyEpoch | null;
  /** Milliseconds since the epoch. */
  until: number;
};

type KeyWatchParts = {
  readonly db: Database;
  readonly now: () => number;
  /** The epoch of keys at this moment. */
  readonly readEpoch: () => Promise<KeyEpoch>;
};

/**
 * Makes the watch of the keys that long answers of this process depend on. While there are any, it asks for the epoch
 * of keys, and for the keys when that has changed: no message between processes is needed, and none can be lost.
 */
export function makeKeyWatch({ db, now, readEpoch }: KeyWatchParts): KeyWatch {
  const keys = new Map<string, Key>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const endThoseOver = (): void => {
    const at = now();
    for (const [id, { epoch, until, callbacks }] of keys) {
      if (epoch === null || until > at) continue;
      keys.delete(id);
      for (const call of callbacks) call();
    }
  };

  const look = async (): Promise<void> => {
    endThoseOver();
    if (keys.size === 0) return;
    // Asked for first: a change that comes between the two readings is then looked at again.
    const epoch = await readEpoch();
    const changed = [...keys.entries()].filter(([, key]) => key.epoch !== epoch);
    if (changed.length === 0) return;
    const ends = await findKeyEnds(
      db,
      changed.map(([id]) => id),
    );
    for (const [id, key] of changed) Object.assign(key, { epoch, until: ends.get(id) ?? Number.NEGATIVE_INFINITY });
    endThoseOver();
  };

  const lookLater = (): void => {
    if (timer !== null || closed || keys.size === 0) return;
    timer = setTimeout(async () => {
      // While the database cannot be asked, nothing can be read for a long answer either: the next look comes soon.
      await look().catch(() => undefined);
      timer = null;
      lookLater();
    }, LOOK_MS).unref();
  };

  return {
    watch: (id, onEnd) => {
      const key = keys.get(id) ?? { callbacks: new Set(), epoch: null, until: Number.POSITIVE_INFINITY };
      keys.set(id, key);
      // A function of its own: the same one may be given twice.
      const call = (): void => onEnd();
      key.callbacks.add(call);
      lookLater();
      return () => {
        key.callbacks.delete(call);
        if (key.callbacks.size === 0 && keys.get(id) === key) keys.delete(id);
      };
    },
    watched: () => keys.size,
    close: () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
