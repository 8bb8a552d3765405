import { type BatchOptions, FileGivenUp, type Judges } from '../src/batches/index.ts';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { ACTOR, outcomeOf, type Worker } from './worker.ts';

/** Judges some files of a batch. */
export const batchValidateSlice: Worker<'batch.validate-slice'> = {
  work: async ({ workspace_id, batch_id, position }, { batches, validationPool, now }, signal) => {
    const caller = { owner: workspace_id, signal };
    const toRequest = ({ ruleset, as_of, layers, compare }: BatchOptions) => ({
      ruleset,
      asOf: as_of,
      layers,
      compare,
      today: toUtcDay(now()),
    });
    const judges: Judges = {
      alone: async ({ filename, bytes }, options) => {
        try {
          return await validationPool.judge(bytes, { ...toRequest(options), filename }, caller);
        } catch (error) {
          const outcome = outcomeOf(error);
          throw outcome === null ? error : new FileGivenUp(outcome, { cause: error });
        }
      },
      together: (files, options) => validationPool.judgeTogether(files, toRequest(options), caller),
    };
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await batches.validateSlice(scope, { batchId: batch_id, position }, judges, signal);
  },

  exhausted: ({ workspace_id, batch_id, position }, { batches }) =>
    batches.giveUpSlice({ workspaceId: workspace_id, actor: ACTOR }, { batchId: batch_id, position }),

  retry: ({ batch_id }, { batches }, scope) => batches.retry(scope, batch_id),
};
