/** What was given up lately, and why, so that it is not tried again and again. */
type FailureCache<Reason> = {
  readonly add: (fingerprint: string, reason: Reason) => void;
  /** Why it was given up; null when it was not. The fingerprint is asked for only when anything was. */
  readonly find: (fingerprint: () => string) => Reason | null;
};

/** For so many milliseconds, and so many at most: the oldest is forgotten first. */
const KEPT = { time: 10 * 60_000, count: 1_000 };

/** Makes a memory with nothing in it. */
export function makeGivenUp<Reason>(clock: () => number): FailureCache<Reason> {
  const kept = new Map<string, { readonly until: number; readonly reason: Reason }>();
  return {
    add: (fingerprint, reason) => {
      kept.delete(fingerprint);
      if (kept.size >= KEPT.count) kept.delete(kept.keys().next().value!);
      kept.set(fingerprint, { until: clock() + KEPT.time, reason });
    },
    find: (fingerprint) => {
      if (kept.size === 0) return null;
      const name = fingerprint();
      const found = kept.get(name);
      if (found === undefined) return null;
      if (found.until > clock()) return found.reason;
      kept.delete(name);
      return null;
    },
  };
}
