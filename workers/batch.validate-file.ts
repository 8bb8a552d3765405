import { toUtcDay } from '../src/lib/utc-day.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Judges one file of a batch. */
export const batchValidateFile: Worker<'batch.validate-file'> = {
  work: async ({ workspace_id, batch_id, item_id }, { batches, validator, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const file = await batches.beginFile(scope, batch_id, item_id);
    if (file === null) return;
    signal.throwIfAborted();
    const result = validator.validate(file.content, {
      filename: file.filename,
      ruleset: file.options.ruleset,
      asOf: file.options.as_of,
      layers: file.options.layers,
      today: toUtcDay(now()),
      clock: () => performance.now(),
    });
    await batches.completeFile(scope, batch_id, item_id, result);
  },

  exhausted: async ({ workspace_id, batch_id, item_id }, { batches }) => {
    await batches.failFile({ workspaceId: workspace_id, actor: ACTOR }, batch_id, item_id, {
      code: 'validation_not_finished',
      detail: {
        sk: 'Validácia súboru sa pre poruchu služby nedokončila.',
        en: 'Validation of the file did not finish through a fault of the service.',
      },
    });
  },
};
