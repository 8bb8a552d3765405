import { ACTOR, type Worker } from './worker.ts';

/** Sends what is due to one webhook. */
export const webhookDeliver: Worker<'webhook.deliver'> = {
  work: async ({ workspace_id, webhook_id, run_id }, { webhooks, accounts }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const disabled = await webhooks.deliver(scope, webhook_id, run_id, signal);
    if (disabled === null) return;
    await accounts.audit.record(scope, {
      role: null,
      action: 'webhook.disable',
      resource: webhook_id,
      outcome: 'done',
      status: null,
      code: disabled,
      clientAddress: null,
      requestId: null,
    });
  },

  exhausted: ({ workspace_id, webhook_id, run_id }, { webhooks }) =>
    webhooks.giveUpRun({ workspaceId: workspace_id, actor: ACTOR }, webhook_id, run_id),
};
