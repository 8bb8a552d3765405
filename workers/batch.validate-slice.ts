import { isPdf } from '../src/lib/is-pdf.ts';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { type BatchOptions, FileGivenUp, type Validators } from '../src/modules/batches/index.ts';
import { validateHybrid } from '../src/modules/rendering/index.ts';
import { withRemedy } from '../src/platform/errors/index.ts';
import { ACTOR, outcomeOf, type Worker } from './worker.ts';

/** Validates a slice of a batch. */
export const batchValidateSlice: Worker<'batch.validate-slice'> = {
  work: async ({ workspace_id, batch_id, position }, { batches, pdfReader, validationPool, now }, signal) => {
    const caller = { owner: workspace_id, signal };
    const toRequest = ({ ruleset, as_of, layers, compare, cii }: BatchOptions) => ({
      ruleset,
      asOf: as_of,
      layers,
      compare,
      cii,
      today: toUtcDay(now()),
    });
    const validators: Validators = {
      alone: async ({ filename, bytes }, options) => {
        try {
          const request = { ...toRequest(options), filename };
          const validateXml = (xml: Uint8Array) => validationPool.validate(xml, request, caller);
          return options.declared === 'xml'
            ? await validateXml(bytes)
            : await validateHybrid(pdfReader, bytes, caller, validateXml);
        } catch (error) {
          const outcome = outcomeOf(error);
          throw outcome === null ? error : new FileGivenUp(withRemedy(outcome), { cause: error });
        }
      },
      together: async (files, options) => {
        // Each PDF needs a process of its own and takes longer.
        const others = files.filter(({ bytes }) => options.declared === 'xml' || !isPdf(bytes));
        const results =
          others.length === 0 ? [] : await validationPool.validateTogether(others, toRequest(options), caller);
        return files.map((file) => results[others.indexOf(file)] ?? null);
      },
    };
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await batches.validateSlice(scope, { batchId: batch_id, position }, validators, signal);
  },

  exhausted: ({ workspace_id, batch_id, position }, { batches }) =>
    batches.giveUpSlice({ workspaceId: workspace_id, actor: ACTOR }, { batchId: batch_id, position }),

  retry: ({ batch_id }, { batches }, scope) => batches.retry(scope, batch_id),
};
