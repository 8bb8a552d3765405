import { type Database, findKeyEnds, type KeyEpoch } from './key-store.ts';

/** Interval at which a process with watched keys polls for changes, in milliseconds. */
const LOOK_MS = 250;

type KeyWatch = {
  /**
   * Calls back once, shortly after the key has ended in any process.
   *
   * @returns stops the watch; must be called when it is no longer needed
   */
  readonly watch: (id: string, onEnd: () => void) => () => void;
  readonly watched: () => number;
  readonly close: () => void;
};

type Key = {
  readonly callbacks: Set<() => void>;
  /** Epoch in which its end was read; null: not read yet. */
  epoch: KeyEpoch | null;
  /** Milliseconds since the epoch. */
  until: number;
};

type KeyWatchParts = {
  readonly db: Database;
  readonly now: () => number;
  /** Current epoch of keys. */
  readonly readEpoch: () => Promise<KeyEpoch>;
};

/**
 * Watches the keys that long-running responses of this process depend on. While keys are watched, it polls the epoch,
 * and reads the keys when it has changed; this needs no messages between processes, which could be lost.
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

  const poll = async (): Promise<void> => {
    endThoseOver();
    if (keys.size === 0) return;
    // The epoch is read first, so that a change between the two reads is detected by the next poll.
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

  const pollLater = (): void => {
    if (timer !== null || closed || keys.size === 0) return;
    timer = setTimeout(async () => {
      // When the database is unreachable, long-running responses cannot read data either; the next poll follows soon.
      await poll().catch(() => undefined);
      timer = null;
      pollLater();
    }, LOOK_MS).unref();
  };

  return {
    watch: (id, onEnd) => {
      const key = keys.get(id) ?? { callbacks: new Set(), epoch: null, until: Number.POSITIVE_INFINITY };
      keys.set(id, key);
      // A separate function per watch, since callers may pass the same one twice.
      const call = (): void => onEnd();
      key.callbacks.add(call);
      pollLater();
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
