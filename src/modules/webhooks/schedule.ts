const HOUR = 60 * 60 * 1000;

/** The first pause; each further one is three times as long, up to the longest: some 12 attempts in a day. */
const FIRST_PAUSE = 5_000;
const GROWTH = 3;
const LONGEST_PAUSE = 6 * HOUR;

/** Each pause is longer or shorter by up to a fifth, so that what failed together does not come back together. */
const JITTER = 0.2;

/** How long a delivery is retried (contract, section 6). */
const RETRY_FOR = 24 * HOUR;

type Tried = {
  /** How often by now, at least once. */
  readonly tries: number;
  /** When it was asked for; times are milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly now: number;
  /** From 0 up to 1. */
  readonly random: number;
  /** How long the receiver asked to be left alone, in milliseconds; heard, but not beyond the longest pause. */
  readonly retryAfter: number | null;
};

/** When a delivery is tried again; null when a day has passed. The last attempt is at the end of that day. */
export function nextTry({ tries, requestedAt, now, random, retryAfter }: Tried): number | null {
  const end = requestedAt + RETRY_FOR;
  if (now >= end) return null;
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** (tries - 1));
  const own = pause * (1 - JITTER + 2 * JITTER * random);
  return Math.min(end, now + Math.max(own, Math.min(retryAfter ?? 0, LONGEST_PAUSE)));
}
