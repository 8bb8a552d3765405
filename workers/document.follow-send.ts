import { DELIVERY_FAILED, nextCheck } from '../src/modules/exchange/sending/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/**
 * Polls the partner for the delivery status of a sent document, if the partner provides one: sent → delivered or
 * delivery_failed.
 */
export const documentFollowSend: Worker<'document.follow-send'> = {
  work: async ({ workspace_id, document_id, run }, { documents, partners, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const send = await documents.beginFollow(scope, document_id, run);
    if (send === null) return;
    const { partner, reference, accepted_at } = send;
    const report = reference === null ? null : await partners.readStatus(scope, partner, reference, signal);
    const next = nextCheck(Date.parse(accepted_at!), now(), report !== null);
    const error = report?.status === 'failed' ? { ...DELIVERY_FAILED, said: report.partnerMessage } : null;
    await documents.completeFollow(
      scope,
      document_id,
      run,
      error !== null ? { status: 'failed', error } : { status: report?.status === 'delivered' ? 'delivered' : 'open' },
      next === null ? null : new Date(next),
    );
  },

  // The delivery status is unknown; the next check is scheduled.
  exhausted: async ({ workspace_id, document_id, run }, { documents, now }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const send = await documents.beginFollow(scope, document_id, run);
    if (send === null) return;
    const next = nextCheck(Date.parse(send.accepted_at!), now(), true);
    await documents.completeFollow(scope, document_id, run, { status: 'open' }, next === null ? null : new Date(next));
  },

  retry: 'replaced',
};
