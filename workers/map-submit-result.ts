import type { Send, SendOutcome } from '../src/modules/documents/index.ts';
import type { Submitted } from '../src/modules/exchange/partners/index.ts';
import { nextAttempt, toSubmitFailure } from '../src/modules/exchange/sending/index.ts';

/**
 * Result for a document that may have arrived at the partner's previous address: it is not sent to another address
 * automatically.
 */
export const MOVED: Submitted = { outcome: 'conflict', code: 'partner_moved', partnerMessage: null };

/**
 * Result for an interrupted send to a partner that would treat a repeat as a second document: an operator must
 * decide.
 */
export const UNKNOWN_OUTCOME: Submitted = {
  outcome: 'unknown',
  code: 'no_answer',
  partnerMessage: null,
  repeats: false,
  retryAfter: null,
};

/**
 * Maps the result of a submit to the outcome stored for the send.
 *
 * @param now milliseconds since the epoch
 * @param repeats whether the partner is idempotent for repeated bytes
 */
export function toSendOutcome(submitted: Submitted, send: Send, now: number, repeats: boolean): SendOutcome {
  if (submitted.outcome === 'accepted') return submitted;
  const { code, partnerMessage } = submitted;
  const withError = (again: number | null, mayHaveArrived: boolean) => ({
    error: { ...toSubmitFailure(code, { willRetry: again !== null, mayHaveArrived }), said: partnerMessage },
    again: again === null ? null : new Date(again),
  });
  if (submitted.outcome === 'conflict') return { outcome: 'unknown', ...withError(null, true) };
  const timing = { id: send.id, startedAt: Date.parse(send.started_at), now };
  if (submitted.outcome === 'unknown') {
    const { retryAfter } = submitted;
    const again = submitted.repeats ? nextAttempt({ ...timing, retryAfter }, true) : null;
    return { outcome: 'unknown', ...withError(again, true) };
  }
  const mayHaveArrived = send.attempts > 0;
  if (submitted.why !== 'pressure') {
    if (submitted.why === 'content') return { outcome: 'refused', error: withError(null, mayHaveArrived).error };
    // If the document may have arrived, only a repeat can clarify it. Retries continue until the obstacle is removed.
    const willRetry = mayHaveArrived && repeats && code !== 'partner_not_found';
    return {
      outcome: 'held',
      ...withError(willRetry ? nextAttempt({ ...timing, retryAfter: null }, true) : null, mayHaveArrived),
    };
  }
  // An earlier attempt may have arrived; then the lifetime of the idempotency key limits retries, too.
  const retried = withError(
    nextAttempt({ ...timing, retryAfter: submitted.retryAfter }, mayHaveArrived),
    mayHaveArrived,
  );
  const { error, again } = retried;
  if (again !== null) return { outcome: 'postponed', error, again };
  return { outcome: mayHaveArrived ? 'unknown' : 'held', error, again };
}
