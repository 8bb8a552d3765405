const SOONEST = 5_000;
const LATEST = 15 * 60_000;
/** Waits grow with the time that the send has taken so far. */
const SHARE = 0.25;
/** Partners forget idempotency keys after a day: from then on a repeat could be a second document. */
const KEYS_LAST = 20 * 3_600_000;
/** What was surely never handed over waits over a weekend; then a person is told. */
const WAITS_AT_MOST = 72 * 3_600_000;
/** A partner that asks for more is asked again all the same. */
const LONGEST_ASKED = 6 * 3_600_000;

/**
 * When the same bytes are handed over again.
 *
 * @param id of the send: its random end spreads those that failed together
 * @param startedAt of the send; it and `now` in milliseconds since the epoch
 * @param retryAfter what the partner asked for, in milliseconds; null: nothing
 * @param mayHaveArrived whether an earlier attempt may have
 * @returns milliseconds since the epoch; null when the partner's memory of the key may be over, or it was waited long enough
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
