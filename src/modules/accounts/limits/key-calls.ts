import { type Database, takeCalls } from './limit-store.ts';

/** Result of a rate limit check. */
export type KeyCall = {
  readonly granted: boolean;
  /** Remaining calls, as far as this process knows. */
  readonly left: number;
};

/** `rate-limiter-flexible` would need one query per call (0.4 ms); this one queries ten times a second. */
type KeyCalls = {
  /**
   * Takes one call from the caller's token bucket. Over all processes a caller gets at most the capacity and refill
   * of its bucket; each process may hold a tenth of a second's worth in advance.
   */
  readonly take: (caller: string) => Promise<KeyCall>;
};

type KeyCallsParts = {
  readonly db: Database;
  /** Capacity of a bucket, and its refill per second. */
  readonly perSecond: number;
};

/** Calls that a process has taken from a bucket expire after this time, in milliseconds. */
const KEPT_MS = 1_000;

/** Part of a second's calls that is taken at once for a busy caller: at most ten queries per second. */
const SHARE = 10;

type Asking = (call: KeyCall) => void;

type Slice = {
  /** Calls taken from the bucket and still available. */
  calls: number;
  /** Expiry of these calls. */
  until: number;
  /** Level of the bucket at the last query. */
  beyond: number;
  /** The bucket is empty until this time and need not be queried. */
  emptyUntil: number;
  requestedAt: number;
  waiting: { readonly done: Asking; readonly fail: (error: unknown) => void }[];
  running: boolean;
};

/**
 * Creates the rate limit per API key. The bucket of a key is in the database; processes take calls from it in slices:
 * one call for an occasional caller, a tenth of a second's worth for a busy one, the number of waiting calls for a
 * burst. Unused calls of a slice are lost until the bucket refills.
 */
export function makeKeyCalls({ db, perSecond }: KeyCallsParts): KeyCalls {
  const slices = new Map<string, Slice>();
  const ahead = Math.ceil(perSecond / SHARE);
  let swept = performance.now();

  const sweep = (now: number): void => {
    if (now - swept < KEPT_MS) return;
    swept = now;
    for (const [caller, slice] of slices) {
      if (!slice.running && now - slice.requestedAt > 2 * KEPT_MS) slices.delete(caller);
    }
  };

  const fill = async (caller: string, slice: Slice): Promise<void> => {
    for (passOn(slice); slice.waiting.length > 0; passOn(slice)) {
      const batch = slice.waiting.splice(0);
      const now = performance.now();
      const busy = now - slice.requestedAt < KEPT_MS;
      slice.requestedAt = now;
      try {
        const { granted, left } = await takeCalls(db, caller, batch.length + (busy ? ahead : 0), perSecond);
        const grantedAt = performance.now();
        slice.calls = Math.max(0, granted - batch.length);
        slice.until = grantedAt + KEPT_MS;
        slice.beyond = Math.floor(left);
        if (granted < batch.length) slice.emptyUntil = grantedAt + ((1 - (left % 1)) / perSecond) * 1000;
        batch.forEach(({ done }, index) => {
          const rest = granted - index - 1;
          done({ granted: rest >= 0, left: Math.max(0, rest) + slice.beyond });
        });
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    slice.running = false;
  };

  return {
    take: (caller) => {
      const now = performance.now();
      sweep(now);
      const slice = slices.get(caller) ?? makeSlice();
      slices.set(caller, slice);
      if (slice.calls > 0 && slice.until > now) {
        slice.calls -= 1;
        return Promise.resolve({ granted: true, left: slice.calls + slice.beyond });
      }
      if (slice.emptyUntil > now) return Promise.resolve({ granted: false, left: 0 });
      return new Promise((done, fail) => {
        slice.waiting.push({ done, fail });
        if (slice.running) return;
        slice.running = true;
        void fill(caller, slice);
      });
    },
  };
}

/** Serves waiting calls from the slice. */
function passOn(slice: Slice): void {
  while (slice.calls > 0 && slice.until > performance.now() && slice.waiting.length > 0) {
    slice.calls -= 1;
    slice.waiting.shift()!.done({ granted: true, left: slice.calls + slice.beyond });
  }
}

const makeSlice = (): Slice => ({
  calls: 0,
  until: 0,
  beyond: 0,
  emptyUntil: 0,
  requestedAt: Number.NEGATIVE_INFINITY,
  waiting: [],
  running: false,
});
