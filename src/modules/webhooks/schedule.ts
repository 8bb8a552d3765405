const HOUR = 60 * 60 * 1000;

/** First delay; each further one is three times as long, up to the maximum: about 12 attempts per day. */
const FIRST_PAUSE = 5_000;
const GROWTH = 3;
const LONGEST_PAUSE = 6 * HOUR;

/** Relative jitter of each delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** How long a delivery is retried (contract, section 6). */
const RETRY_FOR = 24 * HOUR;

type Tried = {
  /** Number of attempts so far, at least 1. */
  readonly tries: number;
  /** Time of the delivery request; times are in milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly now: number;
  /** 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
  /** Retry-After of the receiver, in milliseconds; honoured up to the maximum delay. */
  readonly retryAfter: number | null;
};

/** Time of the next attempt; null when a day has passed. The last attempt is at the end of that day. */
export function nextTry({ tries, requestedAt, now, random, retryAfter }: Tried): number | null {
  const end = requestedAt + RETRY_FOR;
  if (now >= end) return null;
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** (tries - 1));
  const own = pause * (1 - JITTER + 2 * JITTER * random);
  return Math.min(end, now + Math.max(own, Math.min(retryAfter ?? 0, LONGEST_PAUSE)));
}
