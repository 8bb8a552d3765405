import { ACTOR, type Worker } from './worker.ts';

/** Creates deliveries of several events for all webhooks that subscribe to them. */
export const webhookFanOutGroup: Worker<'webhook.fan-out-group'> = {
  work: ({ workspace_id, events }, { webhooks }) =>
    webhooks.fanOutAll({ workspaceId: workspace_id, actor: ACTOR }, events),

  // As for a single event, rejecting preserves the job.
  exhausted: async ({ events }) => {
    throw new Error(`The events ${events[0]!.id} and after could not be handed to their webhooks yet`);
  },

  retry: 'replaced',
};
