import { processGroup } from '../../../lib/group-outcomes.ts';
import type { Scope } from '../../../lib/scope.ts';
import { enqueueMany } from '../../../platform/queue/index.ts';
import { type Prepared, type Preparing, toStoredPreparation } from '../preparation.ts';
import { sourcesOf } from '../status.ts';
import { type Advancing, eventsOf, type LifecycleParts } from '../transition.ts';
import { advanceDocuments, findInStatus } from './bulk-store.ts';
import { toApart } from './to-apart.ts';

/** Outcome of one preparation of a group; `apart`: it is retried in a separate job. */
export type PreparationOutcome = { readonly id: string } & (
  | { readonly preparation: Preparing['preparation']; readonly prepared: Prepared }
  | { readonly apart: true }
);

/** The methods of `Preparations` for several documents of one workspace, each with its own outcome. */
export type GroupPreparations = {
  /** Same as `beginPreparation`; returns those documents that need work. */
  readonly beginPreparations: (scope: Scope, ids: readonly string[]) => Promise<readonly Preparing[]>;
  /**
   * Same as `completePreparation`, in one transaction with jobs for the documents marked `apart`. A document whose
   * preparation cannot be written gets a separate job; the others are completed.
   */
  readonly completePreparations: (scope: Scope, outcomes: readonly PreparationOutcome[]) => Promise<void>;
};

export function makeGroupPreparations(
  { inScope, makeEvent, notifyAll }: Advancing,
  { now }: LifecycleParts,
): GroupPreparations {
  const completeTogether = (scope: Scope, outcomes: readonly PreparationOutcome[]): Promise<void> =>
    inScope(scope, async (trx) => {
      const { workspaceId } = scope;
      const results = outcomes.flatMap((outcome) => {
        if ('apart' in outcome) return [];
        const { eventData, ...made } = toStoredPreparation(outcome.preparation, outcome.prepared, now());
        return [{ id: outcome.id, event: makeEvent(scope, 'send.prepared', eventData), ...made }];
      });
      if (results.length > 0) {
        const events = new Map(results.map(({ id, event }) => [id, event]));
        const from = sourcesOf('send.prepared', 'send_prepared');
        const steps = results.map((one) => ({ ...one, to: 'send_prepared' as const }));
        const advanced = await advanceDocuments(trx, { workspaceId, from, event: results[0]!.event, steps });
        await notifyAll(trx, scope, eventsOf(advanced, events));
      }
      const apart = outcomes.filter((outcome) => 'apart' in outcome);
      const payloads = apart.map(({ id }) => ({ workspace_id: workspaceId, document_id: id, alone: true as const }));
      await enqueueMany(trx, 'document.prepare-send', payloads);
    });

  return {
    beginPreparations: (scope, ids) =>
      inScope(scope, async (trx) => {
        const found = await findInStatus(trx, scope.workspaceId, ids, 'preparing_send');
        return found.flatMap(({ document, invoice }) =>
          document.preparation === null ? [] : [{ document, invoice, preparation: document.preparation }],
        );
      }),

    completePreparations: async (scope, outcomes) => {
      const failed = await processGroup(outcomes, (some) => completeTogether(scope, some));
      if (failed.length > 0) await completeTogether(scope, toApart(failed));
    },
  };
}
