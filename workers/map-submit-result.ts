import type { Send, SendOutcome } from '../src/modules/documents/index.ts';
import type { Submitted } from '../src/modules/exchange/partners/index.ts';
import { nextAttempt, toSubmitFailure } from '../src/modules/exchange/sending/index.ts';

/** What is known of bytes that may be where the partner was before: no other place gets them by itself. */
export const MOVED: Submitted = { outcome: 'conflict', code: 'partner_moved', said: null };

/** What is known of bytes that may have left for a partner that would take them for a second document: a person looks. */
export const NO_END: Submitted = {
  outcome: 'unknown',
  code: 'no_answer',
  said: null,
  repeats: false,
  retryAfter: null,
};

/**
 * What the record is told of a submit.
 *
 * @param now milliseconds since the epoch
 * @param repeats whether the partner knows the same bytes again
 */
export function toSendOutcome(submitted: Submitted, send: Send, now: number, repeats: boolean): SendOutcome {
  if (submitted.outcome === 'accepted') return submitted;
  const { code, said } = submitted;
  const because = (again: number | null, mayHaveArrived: boolean) => ({
    error: { ...toSubmitFailure(code, { goesOn: again !== null, mayHaveArrived }), said },
    again: again === null ? null : new Date(again),
  });
  if (submitted.outcome === 'conflict') return { outcome: 'unknown', ...because(null, true) };
  const timing = { id: send.id, startedAt: Date.parse(send.started_at), now };
  if (submitted.outcome === 'unknown') {
    const { retryAfter } = submitted;
    const again = submitted.repeats ? nextAttempt({ ...timing, retryAfter }, true) : null;
    return { outcome: 'unknown', ...because(again, true) };
  }
  const mayHaveArrived = send.attempts > 0;
  if (submitted.why !== 'pressure') {
    if (submitted.why === 'content') return { outcome: 'refused', error: because(null, mayHaveArrived).error };
    // Where it may have arrived, only a repeat tells: it goes on, until somebody has put right what is in its way.
    const goesOn = mayHaveArrived && repeats && code !== 'partner_not_found';
    return {
      outcome: 'held',
      ...because(goesOn ? nextAttempt({ ...timing, retryAfter: null }, true) : null, mayHaveArrived),
    };
  }
  // An earlier attempt may have arrived: then the key's life counts here too.
  const told = because(nextAttempt({ ...timing, retryAfter: submitted.retryAfter }, mayHaveArrived), mayHaveArrived);
  const { error, again } = told;
  if (again !== null) return { outcome: 'postponed', error, again };
  return { outcome: mayHaveArrived ? 'unknown' : 'held', error, again };
}
