/** One who waits for a key. */
type Subscription = {
  /**
   * True when the notifier notified since the subscription was there or since the last call; false when the time is over or the signal
   * aborted.
   */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
  /** Must be called, or the subscription stays for ever. */
  readonly close: () => void;
};

/** Wakes those who wait for news of one key. */
type Notifier = {
  /**
   * Starts to listen at once. Whoever takes a subscription first, then reads the truth, then waits, misses nothing: a notification
   * between reading and waiting is remembered.
   */
  readonly subscribe: (key: string) => Subscription;
  readonly notify: (key: string) => void;
  /** When notifications may have been lost: everybody looks again. */
  readonly notifyAll: () => void;
  /** How many subscriptions there are. */
  readonly subscriptions: () => number;
};

type Inner = { notified: boolean; wake: (() => void) | null };

/** Makes a notifier. It keeps nothing but those who wait. */
export function makeNotifier(): Notifier {
  const waiting = new Map<string, Set<Inner>>();

  const wake = (inner: Inner): void => {
    inner.notified = true;
    inner.wake?.();
  };

  const wait = (inner: Inner, milliseconds: number, signal?: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        inner.wake = null;
        const { notified } = inner;
        inner.notified = false;
        resolve(notified);
      };
      const timer = setTimeout(end, Math.max(0, milliseconds));
      if (inner.notified || signal?.aborted) return end();
      inner.wake = end;
      signal?.addEventListener('abort', end);
    });

  return {
    subscribe: (key) => {
      const inner: Inner = { notified: false, wake: null };
      const subscriptions = waiting.get(key) ?? new Set();
      waiting.set(key, subscriptions.add(inner));
      return {
        wait: (milliseconds, signal) => wait(inner, milliseconds, signal),
        close: () => {
          subscriptions.delete(inner);
          if (subscriptions.size === 0 && waiting.get(key) === subscriptions) waiting.delete(key);
        },
      };
    },
    notify: (key) => {
      for (const inner of waiting.get(key) ?? []) wake(inner);
    },
    notifyAll: () => {
      for (const subscriptions of waiting.values()) for (const inner of subscriptions) wake(inner);
    },
    subscriptions: () => [...waiting.values()].reduce((sum, subscriptions) => sum + subscriptions.size, 0),
  };
}
