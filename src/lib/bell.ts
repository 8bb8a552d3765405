/** One who waits at a bell. */
type Ear = {
  /**
   * True when the bell rang since the ear was there or since the last call; false when the time is over or the signal
   * aborted.
   */
  readonly hear: (milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
  /** Must be called, or the ear stays for ever. */
  readonly close: () => void;
};

/** Wakes those who wait for news of one key. */
type Bell = {
  /**
   * Starts to listen at once. Whoever takes an ear first, then reads the truth, then waits, misses nothing: a ring
   * between reading and waiting is remembered.
   */
  readonly open: (key: string) => Ear;
  readonly ring: (key: string) => void;
  /** When rings may have been lost: everybody looks again. */
  readonly ringAll: () => void;
  /** How many ears there are. */
  readonly ears: () => number;
};

type Inner = { rung: boolean; wake: (() => void) | null };

/** Makes a bell. It keeps nothing but those who wait. */
export function makeBell(): Bell {
  const waiting = new Map<string, Set<Inner>>();

  const wake = (inner: Inner): void => {
    inner.rung = true;
    inner.wake?.();
  };

  const hear = (inner: Inner, milliseconds: number, signal?: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        inner.wake = null;
        const { rung } = inner;
        inner.rung = false;
        resolve(rung);
      };
      const timer = setTimeout(end, Math.max(0, milliseconds));
      if (inner.rung || signal?.aborted) return end();
      inner.wake = end;
      signal?.addEventListener('abort', end);
    });

  return {
    open: (key) => {
      const inner: Inner = { rung: false, wake: null };
      const ears = waiting.get(key) ?? new Set();
      waiting.set(key, ears.add(inner));
      return {
        hear: (milliseconds, signal) => hear(inner, milliseconds, signal),
        close: () => {
          ears.delete(inner);
          if (ears.size === 0 && waiting.get(key) === ears) waiting.delete(key);
        },
      };
    },
    ring: (key) => {
      for (const inner of waiting.get(key) ?? []) wake(inner);
    },
    ringAll: () => {
      for (const ears of waiting.values()) for (const inner of ears) wake(inner);
    },
    ears: () => [...waiting.values()].reduce((sum, ears) => sum + ears.size, 0),
  };
}
