const MINUTE = 60_000;
const SOONEST = 5_000;
/** Within which the network promises a status. */
const PROMISED = 25 * MINUTE;
const SELDOM = 6 * 60 * MINUTE;
/** After that nobody expects an answer of a partner any more; status messages are still taken. */
const LONGEST = 14 * 24 * 60 * MINUTE;

/**
 * When a document that a partner took is looked after next.
 *
 * @param acceptedAt and `now` in milliseconds since the epoch
 * @param asks whether this partner answers who asks; where it does not, only the promised time is waited for
 * @returns milliseconds since the epoch; null: not any more
 */
export function nextCheck(acceptedAt: number, now: number, asks: boolean): number | null {
  const elapsed = now - acceptedAt;
  if (!asks) return elapsed < PROMISED ? acceptedAt + PROMISED : null;
  const wait = Math.min(SELDOM, Math.max(SOONEST, elapsed / 2));
  // The promised time itself is not passed over.
  const next = elapsed < PROMISED ? Math.min(now + wait, acceptedAt + PROMISED) : now + wait;
  return next - acceptedAt > LONGEST ? null : next;
}
