const SOONEST = 5_000;
const LATEST = 15 * 60_000;
/** The wait is this share of the elapsed time. */
const SHARE = 0.25;
/** Partners keep idempotency keys for a day; after that a repeat could create a second document. */
const KEYS_LAST = 20 * 3_600_000;
/** Covers a weekend, for documents that certainly did not reach the partner; then an operator is notified. */
const WAITS_AT_MOST = 72 * 3_600_000;
/** Upper limit for `Retry-After` of a partner. */
const LONGEST_ASKED = 6 * 3_600_000;

/**
 * Time of the next attempt to submit the same bytes.
 *
 * @param id of the send; its random end adds jitter
 * @param startedAt start of the send; it and `now` in milliseconds since the epoch
 * @param retryAfter `Retry-After` of the partner in milliseconds; null when absent
 * @param mayHaveArrived whether an earlier attempt may have reached the partner
 * @returns milliseconds since the epoch; null when the idempotency key may have expired or the retry period has ended
 */
export function nextAttempt(
  { id, startedAt, now, retryAfter }: { id: string; startedAt: number; now: number; retryAfter: number | null },
  mayHaveArrived: boolean,
): number | null {
  const spread = Number.parseInt(id.slice(-4), 16) / 0xffff;
  const wait = Math.min(LATEST, Math.max(SOONEST, (now - startedAt) * SHARE)) * (1 + spread * 0.25);
  const at = now + Math.max(wait, Math.min(LONGEST_ASKED, retryAfter ?? 0));
  return at - startedAt > (mayHaveArrived ? KEYS_LAST : WAITS_AT_MOST) ? null : at;
}
