/** Subscription to one key. */
type Subscription = {
  /**
   * Resolves to true when a notification arrived since the subscription was created or since the last call; to false
   * when the time has passed or the signal aborted.
   */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
  /** Ends the subscription; without this call it is never freed. */
  readonly close: () => void;
};

/** Wakes subscribers of a key. */
type Notifier = {
  /**
   * Subscribes immediately. Subscribe first, then read the state, then wait: a notification between reading and
   * waiting is stored, so no change is missed.
   */
  readonly subscribe: (key: string) => Subscription;
  readonly notify: (key: string) => void;
  /** Wakes all subscribers, for use when notifications may have been lost. */
  readonly notifyAll: () => void;
  /** Number of subscriptions. */
  readonly subscriptions: () => number;
};

type Inner = { notified: boolean; wake: (() => void) | null };

/** Creates a notifier. It stores only subscriptions, no events. */
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
