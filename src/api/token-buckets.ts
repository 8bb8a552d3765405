/** Limits calls per second and key, in this process. */
export type TokenBuckets = {
  /** Takes one token at the time (milliseconds); answers how many whole ones are left, or -1 when there was none. */
  readonly take: (key: string, at: number) => number;
};

/** A bucket that was full this long ago says nothing any more. */
const FORGET_MS = 2_000;

/** Buckets that hold and regain `perSecond` tokens. */
export function makeTokenBuckets(perSecond: number): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  let swept = 0;

  const sweep = (at: number): void => {
    if (at - swept < FORGET_MS) return;
    swept = at;
    for (const [key, bucket] of buckets) if (at - bucket.at >= FORGET_MS) buckets.delete(key);
  };

  return {
    take: (key, at) => {
      sweep(at);
      const bucket = buckets.get(key) ?? { tokens: perSecond, at };
      const regained = (Math.max(0, at - bucket.at) / 1000) * perSecond;
      const tokens = Math.min(perSecond, bucket.tokens + regained) - 1;
      buckets.set(key, { tokens: tokens < 0 ? tokens + 1 : tokens, at: Math.max(at, bucket.at) });
      return tokens < 0 ? -1 : Math.floor(tokens);
    },
  };
}
