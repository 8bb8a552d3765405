import { ACTOR, type Worker } from './worker.ts';

/** Sends the due deliveries of one webhook. */
export const webhookDeliver: Worker<'webhook.deliver'> = {
  work: async ({ workspace_id, webhook_id, run_id }, { webhooks, accounts }, signal) => {
    const { scope } = accounts.audit.begin(
      { workspaceId: workspace_id, actor: ACTOR },
      {
        role: null,
        action: 'webhook.disable',
        resource: webhook_id,
        status: null,
        clientAddress: null,
        requestId: null,
      },
    );
    await webhooks.deliver(scope, webhook_id, run_id, signal);
  },

  exhausted: ({ workspace_id, webhook_id, run_id }, { webhooks }) =>
    webhooks.giveUpRun({ workspaceId: workspace_id, actor: ACTOR }, webhook_id, run_id),

  retry: 'replaced',
};
