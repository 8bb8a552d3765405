import { ACTOR, type Worker } from './worker.ts';

/** Creates deliveries of an event for all webhooks that subscribe to it. */
export const webhookFanOut: Worker<'webhook.fan-out'> = {
  work: ({ workspace_id, event }, { webhooks }) => webhooks.fanOut({ workspaceId: workspace_id, actor: ACTOR }, event),

  // Rejecting preserves the job, so that the event is retried until its deliveries exist.
  exhausted: async ({ event }) => {
    throw new Error(`Webhook deliveries for event ${event.id} could not be created yet`);
  },

  retry: 'as it was',
};
