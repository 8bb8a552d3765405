import { text } from '../locales/index.ts';
import { validateDocument } from './validate-document.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Validates a document: received → validating → validated or invalid. */
export const documentValidate: Worker<'document.validate'> = {
  work: async ({ workspace_id, document_id }, app, signal) => {
    const { documents } = app;
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const started = await documents.begin(scope, document_id);
    if (started === null) return;
    signal.throwIfAborted();
    const validated = await validateDocument(started, workspace_id, app, signal);
    if ('outcome' in validated)
      await documents.fail(scope, document_id, { step: 'validate', error: validated.outcome });
    else await documents.complete(scope, document_id, validated.verdict);
  },

  exhausted: async ({ workspace_id, document_id }, { documents }) => {
    await documents.fail({ workspaceId: workspace_id, actor: ACTOR }, document_id, {
      step: 'validate',
      error: NOT_FINISHED,
    });
  },

  retry: ({ document_id }, { documents }, scope) => documents.retry(scope, document_id),
};

const NOT_FINISHED = {
  code: 'validation_not_finished',
  detail: text('job.validation-unfinished'),
};
