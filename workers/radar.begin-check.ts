import { ACTOR, type Worker } from './worker.ts';

/** Starts the next check of a radar when its time has come. */
export const radarBeginCheck: Worker<'radar.begin-check'> = {
  work: ({ workspace_id, radar_id, check }, { radars }) =>
    radars.beginCheck({ workspaceId: workspace_id, actor: ACTOR }, radar_id, check),

  // Rejecting keeps the job: a watched participant must not be forgotten for a fault of the service.
  exhausted: async ({ radar_id }) => {
    throw new Error(`The next check of ${radar_id} could not be started yet`);
  },

  retry: 'as it was',
};
