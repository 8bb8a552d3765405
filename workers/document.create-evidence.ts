import { text } from '../locales/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Creates signed evidence of the validation: adds an event and `evidence.zip`; does not change the status. */
export const documentCreateEvidence: Worker<'document.create-evidence'> = {
  work: async ({ workspace_id, document_id }, { documents, evidence, transparency }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const input = await documents.beginStep(scope, document_id, 'evidence');
    if (input === null) return;
    signal.throwIfAborted();
    const { report, archive, digest } = await evidence.prove(input.result, input.document.size_bytes);
    const artifact = { name: 'evidence.zip', mediaType: 'application/zip', content: archive } as const;
    await documents.completeEvidence(scope, document_id, report, [artifact], (trx) =>
      transparency.append(trx, digest, { workspaceId: workspace_id, documentId: document_id }),
    );
  },

  exhausted: async ({ workspace_id, document_id }, { documents }) => {
    await documents.fail({ workspaceId: workspace_id, actor: ACTOR }, document_id, {
      step: 'evidence',
      error: {
        code: 'evidence_not_finished',
        detail: text('job.evidence-unfinished'),
      },
    });
  },

  retry: ({ document_id }, { documents }, scope) => documents.retry(scope, document_id),
};
