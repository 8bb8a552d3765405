import { ACTOR, type Worker } from './worker.ts';

/** Starts the next check of a radar when it is due. */
export const radarBeginCheck: Worker<'radar.begin-check'> = {
  work: ({ workspace_id, radar_id, check }, { radars }) =>
    radars.beginCheck({ workspaceId: workspace_id, actor: ACTOR }, radar_id, check),

  // Rejecting preserves the job: an internal error must not end the monitoring of a participant.
  exhausted: async ({ radar_id }) => {
    throw new Error(`The next check of radar ${radar_id} could not be started yet`);
  },

  retry: 'as it was',
};
