import { ACTOR, type Worker } from './worker.ts';

/** Makes an event a delivery of every webhook that wants it. */
export const webhookFanOut: Worker<'webhook.fan-out'> = {
  work: ({ workspace_id, event }, { webhooks }) => webhooks.fanOut({ workspaceId: workspace_id, actor: ACTOR }, event),

  // Rejecting keeps the job: an event that nobody was told of comes again until it works.
  exhausted: async ({ event }) => {
    throw new Error(`The event ${event.id} could not be handed to its webhooks yet`);
  },

  retry: 'as it was',
};
