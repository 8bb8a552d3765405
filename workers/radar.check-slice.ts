import { ACTOR, type Worker } from './worker.ts';

/** What a minute ago was said need not be asked again; what an hour ago was may have changed. */
const MAX_AGE_SECONDS = 600;
/** Nobody waits here. */
const TIME_LIMIT_MS = 20_000;

/** Looks up some participants of a radar. */
export const radarCheckSlice: Worker<'radar.check-slice'> = {
  work: async ({ workspace_id, radar_id, check, position }, { radars, peppol, accounts }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await radars.checkSlice(
      scope,
      { radarId: radar_id, check, position },
      async (participant, documentType) => {
        const options = { documentType, read: 'one', maxAge: MAX_AGE_SECONDS, timeLimit: TIME_LIMIT_MS } as const;
        const found = await peppol.lookup(participant, options);
        // What was known yesterday is for who cannot wait.
        return found.stale ? { ...found, outcome: 'unknown', registered: null, reason: found.stale_reason } : found;
      },
      // Counted before it can be read, and once, however often the job comes.
      (looked) => accounts.meter(scope, 'peppol-lookup', { receipt: `${radar_id} ${looked.check} ${looked.position}` }),
      signal,
    );
  },

  exhausted: ({ workspace_id, radar_id, check, position }, { radars }) =>
    radars.giveUpSlice({ workspaceId: workspace_id, actor: ACTOR }, { radarId: radar_id, check, position }),

  retry: ({ radar_id, check, position }, { radars }, scope) =>
    radars.retrySlice(scope, { radarId: radar_id, check, position }),
};
