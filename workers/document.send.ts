import type { SendOutcome } from '../src/modules/documents/index.ts';
import type { Submitted } from '../src/modules/exchange/partners/index.ts';
import { nextAttempt, sendInterrupted } from '../src/modules/exchange/sending/index.ts';
import { MOVED, NO_END, toSendOutcome } from './map-submit-result.ts';
import { ACTOR, type Worker } from './worker.ts';

/**
 * Hands the prepared bytes to the partner: sending → sent, send_refused, send_unknown, or back to send_prepared. It may
 * run twice, even at once: the bytes and the key are the same, and the partner knows them again. To one that does not, a
 * run that was interrupted hands nothing over. It has begun once it is its turn with the partner: what ends before that
 * has handed nothing over, and goes on later. What may have arrived is repeated where it went, and nowhere else.
 */
export const documentSend: Worker<'document.send'> = {
  work: async ({ workspace_id, document_id, run }, { documents, partners, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const found = await documents.findSend(scope, document_id, run);
    if (found === null) return;
    let { send } = found;
    const { partner, idempotency_key: key } = send;
    const knowsRepeats = () => partners.knowsRepeats(scope, partner);
    const complete = async (submitted: Submitted): Promise<void> => {
      const repeats = send.attempts === 0 || (await knowsRepeats());
      const outcome = toSendOutcome(submitted, send, now(), repeats);
      await documents.completeSend(scope, document_id, { ...send, run }, outcome);
    };
    if (found.isInterrupted && !(await knowsRepeats())) return complete(NO_END);
    let kept: Submitted | null = null;
    const take = async () => {
      const begun = await documents.beginSend(scope, document_id, run);
      if (begun === null) return null;
      ({ send } = begun);
      // The same job is at it a second time.
      if (begun.isInterrupted && !(await knowsRepeats())) kept = NO_END;
      else if (send.attempts > 0 && (await partners.hasMoved(scope, partner, send.started_at))) kept = MOVED;
      return kept === null ? { content: begun.content, key } : null;
    };
    const submitted = await partners.submit(scope, partner, take, signal);
    const ended = submitted ?? kept;
    if (ended !== null) await complete(ended);
  },

  // The service could not do its part: the send goes on later, and whether the partner has it is as open as before.
  exhausted: async ({ workspace_id, document_id, run }, { documents, partners, now }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const found = await documents.findSend(scope, document_id, run);
    if (found === null) return;
    const { send, isInterrupted } = found;
    if (isInterrupted && !(await partners.knowsRepeats(scope, send.partner))) {
      await documents.completeSend(scope, document_id, { ...send, run }, toSendOutcome(NO_END, send, now(), false));
      return;
    }
    const { id, started_at, attempts } = send;
    const mayHaveArrived = attempts > 0;
    const timing = { id, startedAt: Date.parse(started_at), now: now(), retryAfter: null };
    const time = nextAttempt(timing, mayHaveArrived);
    const again = time === null ? null : new Date(time);
    const error = { ...sendInterrupted({ goesOn: again !== null, mayHaveArrived }), said: null };
    const outcome: SendOutcome =
      mayHaveArrived || again === null
        ? { outcome: mayHaveArrived ? 'unknown' : 'held', error, again }
        : { outcome: 'postponed', error, again };
    await documents.completeSend(scope, document_id, { ...send, run }, outcome);
  },

  retry: 'replaced',
};
