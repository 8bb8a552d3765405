import { capabilitiesOf } from '../src/partners/index.ts';
import { isRefusal } from '../src/problems/index.ts';
import {
  NOT_FINISHED,
  PARTNER_GONE,
  ReceiverUnknown,
  toConnectionFailure,
  toDryRunFailure,
} from '../src/sending/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Prepares what a partner will take: preparing_send → send_prepared or send_failed. Nothing leaves with it. */
export const documentPrepareSend: Worker<'document.prepare-send'> = {
  work: async ({ workspace_id, document_id }, { documents, partners, sending }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const begun = await documents.beginPreparation(scope, document_id);
    if (begun === null) return;
    const { document, preparation, invoice } = begun;
    const checked = await partners.checkLately(scope, preparation.partner, signal).catch((error: unknown) => {
      if (isRefusal(error, 'partner_not_found')) return null;
      throw error;
    });
    if (checked === null) {
      await documents.failPreparation(scope, document_id, PARTNER_GONE);
      return;
    }
    const { partner, connection } = checked;
    if (!connection.ok) {
      const failure = toConnectionFailure(connection.fault.code);
      // What may go away is tried again; the last attempt tells what it was.
      if (!connection.fault.isFinal) throw new NotYet(failure);
      await documents.failPreparation(scope, document_id, failure);
      return;
    }
    const country = document.options.answers?.country ?? null;
    const request = { invoice, receiver: preparation.receiver, messageStatus: partner.settings.mls, country };
    const prepared = await sending.prepare(request, { owner: workspace_id, signal });
    if (!prepared.ok) {
      await documents.failPreparation(scope, document_id, prepared.failure);
      return;
    }
    // A partner that judges beforehand is asked under a key that no submit has.
    const handed = { content: prepared.package.content, key: `dry-run ${preparation.id}` };
    const dry = capabilitiesOf(partner).dry_run
      ? await partners.dryRun(scope, preparation.partner, handed, signal)
      : null;
    if (dry?.outcome === 'refused' && dry.why === 'content') {
      await documents.failPreparation(scope, document_id, toDryRunFailure(dry.said));
      return;
    }
    await documents.completePreparation(scope, document_id, preparation, prepared.package);
  },

  exhausted: async ({ workspace_id, document_id }, { documents }, error) => {
    const told = error instanceof NotYet || error instanceof ReceiverUnknown ? error.failure : NOT_FINISHED;
    await documents.failPreparation({ workspaceId: workspace_id, actor: ACTOR }, document_id, told);
  },

  retry: async ({ document_id }, { documents }, scope) => {
    const { preparation } = await documents.get(scope, document_id);
    if (preparation !== null) await documents.prepare(scope, document_id, preparation);
  },
};

/** The partner does not work for the moment. */
class NotYet extends Error {
  readonly failure: ReturnType<typeof toConnectionFailure>;
  constructor(failure: ReturnType<typeof toConnectionFailure>) {
    super(failure.code);
    this.name = 'NotYet';
    this.failure = failure;
  }
}
