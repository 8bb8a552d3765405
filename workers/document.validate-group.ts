import { setMaxListeners } from 'node:events';
import { batchAsSettled } from '../src/lib/batch-as-settled.ts';
import type { GroupOutcome } from '../src/modules/documents/index.ts';
import { validateDocument, verdictOfWritten } from './validate-document.ts';
import { validateInChunks } from './validate-in-chunks.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Maximum number of abort listeners per validation. */
const LISTENERS = 4;

/** How long verdicts wait to be stored together, in milliseconds. */
const PATIENCE = 250;

/**
 * Validates several documents of one workspace and stores the verdicts in groups. A slow document delays only those
 * in the same chunk, until its validation is aborted at a limit. A document that cannot be validated is moved to a
 * job of its own and does not delay the others.
 */
export const documentValidateGroup: Worker<'document.validate-group'> = {
  work: async ({ workspace_id, document_ids }, app, signal) => {
    const { documents } = app;
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    // Node reports a possible leak at more than ten listeners by default.
    setMaxListeners(LISTENERS * document_ids.length, signal);
    const started = await documents.beginAll(scope, document_ids);
    signal.throwIfAborted();
    const chunked = validateInChunks(started, workspace_id, app, signal);
    const validations = started.map(async (one): Promise<GroupOutcome | null> => {
      const { id } = one.document;
      try {
        const written = await chunked.get(one);
        if (written) return { id, verdict: verdictOfWritten(written, app) };
        const validated = await validateDocument(one, workspace_id, app, signal);
        if ('verdict' in validated) return { id, verdict: validated.verdict };
        await documents.fail(scope, id, { step: 'validate', error: validated.outcome });
        return null;
      } catch {
        return { id, apart: true };
      }
    });
    for await (const wave of batchAsSettled(validations, PATIENCE)) {
      signal.throwIfAborted();
      await documents.completeAll(
        scope,
        wave.filter((outcome) => outcome !== null),
      );
    }
  },

  // The group failed at every attempt. Separate jobs show which document causes the failure.
  exhausted: async ({ workspace_id, document_ids }, { documents }) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    await documents.completeAll(
      scope,
      document_ids.map((id) => ({ id, apart: true })),
    );
  },

  retry: 'replaced',
};
