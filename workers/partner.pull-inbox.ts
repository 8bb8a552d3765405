import { createHash } from 'node:crypto';
import { isMemberError } from '../src/lib/group-outcomes.ts';
import { toUtcDay } from '../src/lib/utc-day.ts';
import type { InboundDocument } from '../src/modules/exchange/partners/index.ts';
import { incomingOf, RULES_OF, readStatusMessage } from '../src/modules/exchange/status-messages/index.ts';
import { Refusal } from '../src/platform/errors/index.ts';
import { ACTOR, outcomeOf, type Worker } from './worker.ts';

/**
 * Pulls received documents from a partner. Each is stored before it is acknowledged; a repeated pull creates no
 * duplicate. A document that cannot be stored stays with the partner and does not block the others; the job then
 * fails with its error.
 */
export const partnerPullInbox: Worker<'partner.pull-inbox'> = {
  work: async ({ workspace_id, partner_id }, { documents, validationPool, now, partners }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const store = async ({ id, sender, receiver, content }: InboundDocument): Promise<void> => {
      const message = readStatusMessage(content);
      if (message !== null) {
        const request = { pack: RULES_OF[message.kind], today: toUtcDay(now()) };
        const findings = await validationPool.validateStatusMessage(content, request, { owner: workspace_id, signal });
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
    };
    const refused: unknown[] = [];
    await partners.pullInbox(
      scope,
      partner_id,
      async (document) => {
        try {
          await store(document);
          return true;
        } catch (error) {
          if (!isOwnError(error)) throw error;
          refused.push(error);
          return false;
        }
      },
      signal,
    );
    if (refused.length > 0) throw refused[0];
  },

  // The next pull returns unacknowledged documents again.
  exhausted: async () => undefined,

  retry: 'replaced',
};

/** True for an error that the document itself causes, so that other documents may still be stored. */
const isOwnError = (error: unknown): boolean =>
  error instanceof Refusal || isMemberError(error) || outcomeOf(error) !== null;
