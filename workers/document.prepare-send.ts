import { NOT_FINISHED, ReceiverUnknown } from '../src/modules/exchange/sending/index.ts';
import { makeCheck, PartnerNotReady, postpone, prepareDocument } from './prepare-document.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Prepares the envelope for the partner: preparing_send → send_prepared or send_failed. Sends nothing. */
export const documentPrepareSend: Worker<'document.prepare-send'> = {
  work: async ({ workspace_id, document_id, since }, app, signal) => {
    const { documents } = app;
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const started = await documents.beginPreparation(scope, document_id);
    if (started === null) return;
    const check = makeCheck(app, workspace_id, signal);
    const made = await prepareDocument(started, check, workspace_id, app, signal).catch(async (error: unknown) => {
      const first = since === undefined ? null : new Date(since);
      if (!(await postpone(started, error, first, scope, app))) throw error;
      return null;
    });
    if (made === null) return;
    if ('failure' in made) await documents.failPreparation(scope, document_id, made.failure);
    else await documents.completePreparation(scope, document_id, started.preparation, made.prepared);
  },

  exhausted: async ({ workspace_id, document_id }, { documents }, error) => {
    const reason = error instanceof PartnerNotReady || error instanceof ReceiverUnknown ? error.failure : NOT_FINISHED;
    await documents.failPreparation({ workspaceId: workspace_id, actor: ACTOR }, document_id, reason);
  },

  retry: async ({ document_id }, { documents }, scope) => {
    const { preparation, status } = await documents.get(scope, document_id);
    // A document that has been prepared since needs no further envelope.
    if (preparation !== null && status !== 'send_prepared') await documents.prepare(scope, document_id, preparation);
  },
};
