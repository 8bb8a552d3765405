import { ACTOR, type Worker } from './worker.ts';

/** Makes events that wait together deliveries of every webhook that wants them. */
export const webhookFanOutGroup: Worker<'webhook.fan-out-group'> = {
  work: ({ workspace_id, events }, { webhooks }) =>
    webhooks.fanOutAll({ workspaceId: workspace_id, actor: ACTOR }, events),

  // As with one event: rejecting keeps the job.
  exhausted: async ({ events }) => {
    throw new Error(`The events ${events[0]!.id} and after could not be handed to their webhooks yet`);
  },

  retry: 'replaced',
};
