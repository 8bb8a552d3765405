import { FileGivenUp, type Judge } from '../src/batches/index.ts';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { ACTOR, outcomeOf, type Worker } from './worker.ts';

/** Judges some files of a batch. */
export const batchValidateSlice: Worker<'batch.validate-slice'> = {
  work: async ({ workspace_id, batch_id, position }, { batches, validationPool, now }, signal) => {
    const judge: Judge = async ({ filename, bytes }, { ruleset, as_of, layers, compare }) => {
      const request = { filename, ruleset, asOf: as_of, layers, compare, today: toUtcDay(now()) };
      try {
        return await validationPool.judge(bytes, request, { owner: workspace_id, signal });
      } catch (error) {
        const outcome = outcomeOf(error);
        throw outcome === null ? error : new FileGivenUp(outcome, { cause: error });
      }
    };
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await batches.validateSlice(scope, { batchId: batch_id, position }, judge, signal);
  },

  exhausted: ({ workspace_id, batch_id, position }, { batches }) =>
    batches.giveUpSlice({ workspaceId: workspace_id, actor: ACTOR }, { batchId: batch_id, position }),

  retry: ({ batch_id }, { batches }, scope) => batches.retry(scope, batch_id),
};
