import { createHash } from 'node:crypto';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { incomingOf, RULES_OF, readStatusMessage } from '../src/modules/exchange/status-messages/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/**
 * Pulls received documents from a partner. Each is stored before it is acknowledged; a repeated pull creates no
 * duplicate.
 */
export const partnerPullInbox: Worker<'partner.pull-inbox'> = {
  work: async ({ workspace_id, partner_id }, { documents, validationPool, now, partners }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await partners.pullInbox(
      scope,
      partner_id,
      async ({ id, sender, receiver, content }) => {
        const message = readStatusMessage(content);
        if (message !== null) {
          const request = { pack: RULES_OF[message.kind], today: toUtcDay(now()) };
          const findings = await validationPool.validateStatusMessage(content, request, {
            owner: workspace_id,
            signal,
          });
          await documents.attachMessage(scope, incomingOf(message, findings ?? [], content));
          return;
        }
        const digest = createHash('sha256').update(content).digest('hex');
        await documents.receive(scope, {
          filename: 'invoice.xml',
          content,
          // Contains spaces, which are not allowed in keys of clients, so the keys cannot collide.
          idempotencyKey: `inbox ${partner_id} ${id.slice(0, 500)} ${digest}`,
          inbound: { partner: partner_id, reference: id, sender, receiver },
        });
      },
      signal,
    );
  },

  // The next pull returns unacknowledged documents again.
  exhausted: async () => undefined,

  retry: 'replaced',
};
