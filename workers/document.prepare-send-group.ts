import { setMaxListeners } from 'node:events';
import { batchAsSettled } from '../src/lib/batch-as-settled.ts';
import type { PreparationOutcome } from '../src/modules/documents/index.ts';
import { makeCheck, postpone, prepareDocument } from './prepare-document.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Maximum number of abort listeners per document preparation. */
const LISTENERS = 8;

/** How long finished preparations wait to be stored together, in milliseconds. */
const PATIENCE = 50;

/**
 * Prepares several documents of one workspace and stores the results in groups. A document that cannot be prepared
 * now, for example because the lookup of its receiver failed, is moved to a job of its own and does not delay the
 * others.
 */
export const documentPrepareSendGroup: Worker<'document.prepare-send-group'> = {
  work: async ({ workspace_id, document_ids }, app, signal) => {
    const { documents } = app;
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    // Node reports a possible leak at more than ten listeners by default.
    setMaxListeners(LISTENERS * document_ids.length, signal);
    const started = await documents.beginPreparations(scope, document_ids);
    signal.throwIfAborted();
    const check = makeCheck(app, workspace_id, signal);
    const preparing = started.map(async (one): Promise<PreparationOutcome | null> => {
      const { id } = one.document;
      try {
        const made = await prepareDocument(one, check, workspace_id, app, signal);
        if ('prepared' in made) return { id, preparation: one.preparation, prepared: made.prepared };
        await documents.failPreparation(scope, id, made.failure);
        return null;
      } catch (error) {
        // If postponing fails, too, the document gets a job of its own.
        const isPostponed = await postpone(one, error, null, scope, app).catch(() => false);
        return isPostponed ? null : { id, apart: true };
      }
    });
    for await (const wave of batchAsSettled(preparing, PATIENCE)) {
      signal.throwIfAborted();
      await documents.completePreparations(
        scope,
        wave.filter((outcome) => outcome !== null),
      );
    }
  },

  // The group failed at every attempt. Separate jobs show which document causes the failure.
  exhausted: async ({ workspace_id, document_ids }, { documents }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await documents.completePreparations(
      scope,
      document_ids.map((id) => ({ id, apart: true })),
    );
  },

  retry: 'replaced',
};
