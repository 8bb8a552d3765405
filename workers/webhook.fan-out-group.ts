import { ACTOR, type Worker } from './worker.ts';

/** Creates deliveries of several events for all webhooks that subscribe to them. */
export const webhookFanOutGroup: Worker<'webhook.fan-out-group'> = {
  work: ({ workspace_id, events }, { webhooks }) =>
    webhooks.fanOutAll({ workspaceId: workspace_id, actor: ACTOR }, events),

  // As for a single event, rejecting preserves the job.
  exhausted: async ({ events }) => {
    throw new Error(`Webhook deliveries for event ${events[0]!.id} and later could not be created yet`);
  },

  retry: 'replaced',
};
