const MINUTE = 60_000;
const SOONEST = 5_000;
/** Time within which the network guarantees a status. */
const PROMISED = 25 * MINUTE;
const SELDOM = 6 * 60 * MINUTE;
/** Polling ends after this time; status messages are still accepted. */
const LONGEST = 14 * 24 * 60 * MINUTE;

/**
 * Time of the next status check of an accepted document.
 *
 * @param acceptedAt time of acceptance; it and `now` in milliseconds since the epoch
 * @param canReadStatus whether the partner has a status call; otherwise the only check is at the end of the guaranteed time
 * @returns milliseconds since the epoch; null after the last check
 */
export function nextCheck(acceptedAt: number, now: number, canReadStatus: boolean): number | null {
  const elapsed = now - acceptedAt;
  if (!canReadStatus) return elapsed < PROMISED ? acceptedAt + PROMISED : null;
  const wait = Math.min(SELDOM, Math.max(SOONEST, elapsed / 2));
  // Checks at the guaranteed time itself instead of stepping over it.
  const next = elapsed < PROMISED ? Math.min(now + wait, acceptedAt + PROMISED) : now + wait;
  return next - acceptedAt > LONGEST ? null : next;
}
