import { type Database, takeCalls } from './limit-store.ts';

/** What came of asking for one call. */
export type KeyCall = {
  readonly granted: boolean;
  /** How many more there are now, as far as this process knows. */
  readonly left: number;
};

type KeyCalls = {
  /**
   * Takes one call of a caller. Over all processes a caller gets at most what its bucket holds and regains; at one moment
   * each process may have a tenth of a second's worth of that in hand.
   */
  readonly take: (caller: string) => Promise<KeyCall>;
};

type KeyCallsParts = {
  readonly db: Database;
  /** How many calls a bucket holds, and regains in a second. */
  readonly perSecond: number;
};

/** Calls that a process has taken out of a bucket and not passed on lapse after so long, in milliseconds. */
const KEPT_MS = 1_000;

/** A busy caller's bucket is asked for this share of a second's calls at once: ten queries a second at most. */
const SHARE = 10;

type Asking = (call: KeyCall) => void;

type Slice = {
  /** Calls that are taken and not passed on yet. */
  calls: number;
  /** Until when they may be passed on. */
  until: number;
  /** How many the bucket had left when it was asked last. */
  beyond: number;
  /** Until when the bucket has nothing: nobody needs to ask it. */
  emptyUntil: number;
  requestedAt: number;
  waiting: { readonly done: Asking; readonly fail: (error: unknown) => void }[];
  running: boolean;
};

/**
 * Makes the limit per key. The one bucket of a key is in the database; a process takes calls out of it in slices: one
 * at a time for who calls now and then, a tenth of a second's worth for who is busy, as many as wait for those who come
 * at once. What it takes too much is lost to the others for the moment that the bucket needs to regain it.
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
      const asking = slice.waiting.splice(0);
      const now = performance.now();
      const busy = now - slice.requestedAt < KEPT_MS;
      slice.requestedAt = now;
      try {
        const { granted, left } = await takeCalls(db, caller, asking.length + (busy ? ahead : 0), perSecond);
        const told = performance.now();
        slice.calls = Math.max(0, granted - asking.length);
        slice.until = told + KEPT_MS;
        slice.beyond = Math.floor(left);
        if (granted < asking.length) slice.emptyUntil = told + ((1 - (left % 1)) / perSecond) * 1000;
        asking.forEach(({ done }, index) => {
          const rest = granted - index - 1;
          done({ granted: rest >= 0, left: Math.max(0, rest) + slice.beyond });
        });
      } catch (error) {
        for (const { fail } of asking) fail(error);
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

/** Gives those who wait what is taken already. */
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
