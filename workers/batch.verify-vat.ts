import { verifyQueued } from '../src/modules/vat/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Verifies the next numbers of one state in a VAT batch. */
export const batchVerifyVat: Worker<'batch.verify-vat'> = {
  work: async ({ workspace_id, batch_id, country }, { vatBatches, vat, accounts }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await vatBatches.verifySome(
      scope,
      batch_id,
      country,
      async ({ position, input }, options) => {
        const outcome = await verifyQueued(vat, input, options);
        // Counted before it can be read, and once, however often the job comes.
        if (outcome.as === 'valid' || outcome.as === 'invalid') {
          await accounts.meter(scope, 'vat-verification', { receipt: `${batch_id} ${position}` });
        }
        return outcome;
      },
      signal,
    );
  },

  exhausted: ({ workspace_id, batch_id, country }, { vatBatches }) =>
    vatBatches.giveUpSome({ workspaceId: workspace_id, actor: ACTOR }, batch_id, country),

  retry: ({ batch_id, country }, { vatBatches }, scope) => vatBatches.retry(scope, batch_id, country),
};
