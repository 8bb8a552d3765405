import { setMaxListeners } from 'node:events';
import { inWaves } from '../src/lib/batch-as-settled.ts';
import type { PreparationOutcome } from '../src/modules/documents/index.ts';
import { makeCheck, postpone, prepareDocument } from './prepare-document.ts';
import { ACTOR, type Worker } from './worker.ts';

/** What the preparation of one document has listening at most. */
const LISTENERS = 8;

/** What is prepared waits so long for the others of its group, in milliseconds. */
const PATIENCE = 50;

/**
 * Prepares documents of one workspace that wait together, and writes together what is there together. One that cannot be
 * prepared now, such as for a receiver nobody knows of at the moment, keeps no other from it: it has a job of its own then.
 */
export const documentPrepareSendGroup: Worker<'document.prepare-send-group'> = {
  work: async ({ workspace_id, document_ids }, app, signal) => {
    const { documents } = app;
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    // Each document waits for its end, and Node takes more than ten who do for a leak.
    setMaxListeners(LISTENERS * document_ids.length, signal);
    const begun = await documents.beginPreparations(scope, document_ids);
    signal.throwIfAborted();
    const check = makeCheck(app, workspace_id, signal);
    const preparing = begun.map(async (one): Promise<PreparationOutcome | null> => {
      const { id } = one.document;
      try {
        const made = await prepareDocument(one, check, workspace_id, app, signal);
        if ('prepared' in made) return { id, preparation: one.preparation, prepared: made.prepared };
        await documents.failPreparation(scope, id, made.failure);
        return null;
      } catch (error) {
        // A document that cannot be postponed either gets a job of its own.
        const isPostponed = await postpone(one, error, null, scope, app).catch(() => false);
        return isPostponed ? null : { id, apart: true };
      }
    });
    for await (const wave of inWaves(preparing, PATIENCE)) {
      signal.throwIfAborted();
      await documents.completePreparations(
        scope,
        wave.filter((outcome) => outcome !== null),
      );
    }
  },

  // Whatever ended the group again and again: each shows by itself whether it was the cause.
  exhausted: async ({ workspace_id, document_ids }, { documents }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await documents.completePreparations(
      scope,
      document_ids.map((id) => ({ id, apart: true })),
    );
  },

  retry: 'replaced',
};
