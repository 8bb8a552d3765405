import { nextAttempt, SEND_INTERRUPTED } from '../src/sending/index.ts';
import { NO_END, toSendOutcome } from './send-outcome.ts';
import { ACTOR, type Worker } from './worker.ts';

/**
 * Hands the prepared bytes to the partner: sending → sent, send_refused, send_unknown, or back to send_prepared. It may
 * run twice, even at once: the bytes and the key are the same, and the partner knows them again. To one that does not, a
 * run that was interrupted hands nothing over.
 */
export const documentSend: Worker<'document.send'> = {
  work: async ({ workspace_id, document_id, run }, { documents, partners, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const begun = await documents.beginSend(scope, document_id, run);
    if (begun === null) return;
    const { send, content, isInterrupted } = begun;
    const { partner, idempotency_key: key } = send;
    const repeats = send.attempts === 0 || (await partners.knowsRepeats(scope, partner));
    const submitted =
      isInterrupted && !repeats ? NO_END : await partners.submit(scope, partner, { content, key }, signal);
    await documents.completeSend(scope, document_id, { ...send, run }, toSendOutcome(submitted, send, now(), repeats));
  },

  // The service could not do its part: the send goes on later, and whether the partner has it is as open as before.
  exhausted: async ({ workspace_id, document_id, run }, { documents, partners, now }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const begun = await documents.beginSend(scope, document_id, run);
    if (begun === null) return;
    const { send, isInterrupted } = begun;
    const { id, started_at } = send;
    if (isInterrupted && !(await partners.knowsRepeats(scope, send.partner))) {
      await documents.completeSend(scope, document_id, { ...send, run }, toSendOutcome(NO_END, send, now(), false));
      return;
    }
    const time = nextAttempt({ id, startedAt: Date.parse(started_at), now: now(), retryAfter: null }, true);
    const again = time === null ? null : new Date(time);
    const error = { ...SEND_INTERRUPTED, said: null };
    await documents.completeSend(scope, document_id, { ...send, run }, { outcome: 'unknown', error, again });
  },

  retry: 'replaced',
};
