/** Caches recent failures, so that work that is bound to fail is not repeated. */
type FailureCache<Reason> = {
  readonly add: (fingerprint: string, reason: Reason) => void;
  /** Cached reason of the failure, or null. The fingerprint is computed only when the cache is not empty. */
  readonly find: (fingerprint: () => string) => Reason | null;
};

/** Lifetime in milliseconds and maximum number of entries; the oldest entry is evicted first. */
const KEPT = { time: 10 * 60_000, count: 1_000 };

export function makeFailureCache<Reason>(clock: () => number): FailureCache<Reason> {
  const failures = new Map<string, { readonly until: number; readonly reason: Reason }>();
  return {
    add: (fingerprint, reason) => {
      failures.delete(fingerprint);
      if (failures.size >= KEPT.count) failures.delete(failures.keys().next().value!);
      failures.set(fingerprint, { until: clock() + KEPT.time, reason });
    },
    find: (fingerprint) => {
      if (failures.size === 0) return null;
      const name = fingerprint();
      const found = failures.get(name);
      if (found === undefined) return null;
      if (found.until > clock()) return found.reason;
      failures.delete(name);
      return null;
    },
  };
}
