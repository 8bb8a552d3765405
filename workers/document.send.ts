import type { SendOutcome } from '../src/modules/documents/index.ts';
import type { Submitted } from '../src/modules/exchange/partners/index.ts';
import { nextAttempt, sendInterrupted } from '../src/modules/exchange/sending/index.ts';
import { MOVED, toSendOutcome, UNKNOWN_OUTCOME } from './map-submit-result.ts';
import { ACTOR, type Worker } from './worker.ts';

/**
 * Submits the prepared bytes to the partner: sending → sent, send_refused, send_unknown, or back to send_prepared.
 *
 * The job may run twice, even concurrently: content and idempotency key are the same, and the partner recognizes
 * them. If the partner is not idempotent, an interrupted run is not repeated. A send has begun once the partner's
 * rate limit admits it; a run that ends earlier has sent nothing and is postponed. A submit that may have arrived is
 * repeated only to the same address.
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
    if (found.isInterrupted && !(await knowsRepeats())) return complete(UNKNOWN_OUTCOME);
    let decided: Submitted | null = null;
    const take = async () => {
      const started = await documents.beginSend(scope, document_id, run);
      if (started === null) return null;
      ({ send } = started);
      // A previous run of this job was interrupted.
      if (started.isInterrupted && !(await knowsRepeats())) decided = UNKNOWN_OUTCOME;
      else if (send.attempts > 0 && (await partners.hasMoved(scope, partner, send.started_at))) decided = MOVED;
      return decided === null ? { content: started.content, key } : null;
    };
    const submitted = await partners.submit(scope, partner, take, signal);
    const ended = submitted ?? decided;
    if (ended !== null) await complete(ended);
  },

  // The failure is internal: the send is retried later, and whether the partner received the document stays as
  // uncertain as before.
  exhausted: async ({ workspace_id, document_id, run }, { documents, partners, now }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const found = await documents.findSend(scope, document_id, run);
    if (found === null) return;
    const { send, isInterrupted } = found;
    if (isInterrupted && !(await partners.knowsRepeats(scope, send.partner))) {
      await documents.completeSend(
        scope,
        document_id,
        { ...send, run },
        toSendOutcome(UNKNOWN_OUTCOME, send, now(), false),
      );
      return;
    }
    const { id, started_at, attempts } = send;
    const mayHaveArrived = attempts > 0;
    const timing = { id, startedAt: Date.parse(started_at), now: now(), retryAfter: null };
    const time = nextAttempt(timing, mayHaveArrived);
    const again = time === null ? null : new Date(time);
    const error = { ...sendInterrupted({ willRetry: again !== null, mayHaveArrived }), said: null };
    const outcome: SendOutcome =
      mayHaveArrived || again === null
        ? { outcome: mayHaveArrived ? 'unknown' : 'held', error, again }
        : { outcome: 'postponed', error, again };
    await documents.completeSend(scope, document_id, { ...send, run }, outcome);
  },

  retry: 'replaced',
};
