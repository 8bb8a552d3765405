import { setMaxListeners } from 'node:events';
import { inWaves } from '../src/lib/batch-as-settled.ts';
import type { GroupOutcome } from '../src/modules/documents/index.ts';
import { validateDocument, verdictOfWritten } from './validate-document.ts';
import { validateInChunks } from './validate-in-chunks.ts';
import { ACTOR, type Worker } from './worker.ts';

/** What the judgement of one document has listening at most. */
const LISTENERS = 4;

/** Verdicts wait so long for the others of their group, in milliseconds. */
const PATIENCE = 250;

/**
 * Judges documents of one workspace that wait together, and writes together the verdicts that are there together: one
 * that takes long holds up no other, but for those that it is judged in one go with, until its judge is ended. One that cannot be judged keeps no other from its verdict: it has a job of its own
 * then, as it would have had without the others.
 */
export const documentValidateGroup: Worker<'document.validate-group'> = {
  work: async ({ workspace_id, document_ids }, app, signal) => {
    const { documents } = app;
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    // Each document waits for its end, and Node takes more than ten who do for a leak.
    setMaxListeners(LISTENERS * document_ids.length, signal);
    const begun = await documents.beginAll(scope, document_ids);
    signal.throwIfAborted();
    const alike = validateInChunks(begun, workspace_id, app, signal);
    const validationLimits = begun.map(async (one): Promise<GroupOutcome | null> => {
      const { id } = one.document;
      try {
        const written = await alike.get(one);
        if (written) return { id, verdict: verdictOfWritten(written, app) };
        const judged = await validateDocument(one, workspace_id, app, signal);
        if ('verdict' in judged) return { id, verdict: judged.verdict };
        await documents.fail(scope, id, { step: 'validate', error: judged.outcome });
        return null;
      } catch {
        return { id, apart: true };
      }
    });
    for await (const wave of inWaves(validationLimits, PATIENCE)) {
      signal.throwIfAborted();
      await documents.completeAll(
        scope,
        wave.filter((outcome) => outcome !== null),
      );
    }
  },

  // Whatever ended the group again and again: each shows by itself whether it was the cause.
  exhausted: async ({ workspace_id, document_ids }, { documents }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await documents.completeAll(
      scope,
      document_ids.map((id) => ({ id, apart: true })),
    );
  },

  retry: 'replaced',
};
