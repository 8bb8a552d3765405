import { verifyQueued } from '../src/modules/vat/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Verifies the next VAT numbers of one member state in a batch. */
export const batchVerifyVat: Worker<'batch.verify-vat'> = {
  work: async ({ workspace_id, batch_id, country }, { vatBatches, vat, accounts }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await vatBatches.verifySome(
      scope,
      batch_id,
      country,
      async ({ position, input }, options) => {
        const outcome = await verifyQueued(vat, input, options);
        // Metered before the result becomes readable. The receipt makes metering idempotent when the job repeats.
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
