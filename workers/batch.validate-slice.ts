import type { Judge } from '../src/batches/index.ts';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Judges some files of a batch. */
export const batchValidateSlice: Worker<'batch.validate-slice'> = {
  work: async ({ workspace_id, batch_id, position }, { batches, judges, now }, signal) => {
    const judge: Judge = ({ filename, bytes }, { ruleset, as_of, layers }) =>
      judges.judge(
        bytes,
        { filename, ruleset, asOf: as_of, layers, today: toUtcDay(now()) },
        { owner: workspace_id, signal },
      );
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await batches.judgeSlice(scope, { batchId: batch_id, position }, judge, signal);
  },

  exhausted: ({ workspace_id, batch_id, position }, { batches }) =>
    batches.giveUpSlice({ workspaceId: workspace_id, actor: ACTOR }, { batchId: batch_id, position }),
};
