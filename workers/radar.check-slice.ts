import { ACTOR, type Worker } from './worker.ts';

/** Maximum age of a cached lookup. Lookups rarely change within minutes but may change within an hour. */
const MAX_AGE_SECONDS = 600;
/** Longer than for interactive requests. */
const TIME_LIMIT_MS = 20_000;

/** Looks up a slice of the participants of a radar. */
export const radarCheckSlice: Worker<'radar.check-slice'> = {
  work: async ({ workspace_id, radar_id, check, position }, { radars, peppol, accounts }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await radars.checkSlice(
      scope,
      { radarId: radar_id, check, position },
      async (participant, documentType) => {
        const options = { documentType, read: 'one', maxAge: MAX_AGE_SECONDS, timeLimit: TIME_LIMIT_MS } as const;
        const found = await peppol.lookup(participant, options);
        // Stale lookups serve interactive requests only.
        return found.stale ? { ...found, outcome: 'unknown', registered: null, reason: found.stale_reason } : found;
      },
      // Metered before the result becomes readable. The receipt makes metering idempotent when the job repeats.
      (looked) => accounts.meter(scope, 'peppol-lookup', { receipt: `${radar_id} ${looked.check} ${looked.position}` }),
      signal,
    );
  },

  exhausted: ({ workspace_id, radar_id, check, position }, { radars }) =>
    radars.giveUpSlice({ workspaceId: workspace_id, actor: ACTOR }, { radarId: radar_id, check, position }),

  retry: ({ radar_id, check, position }, { radars }, scope) =>
    radars.retrySlice(scope, { radarId: radar_id, check, position }),
};
