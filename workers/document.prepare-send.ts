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
  work: async ({ workspace_id, document_id }, { documents, judges, partners, sending, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const begun = await documents.beginPreparation(scope, document_id);
    if (begun === null) return;
    const { preparation, invoice } = begun;
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
    const request = { invoice, receiver: preparation.receiver, messageStatus: partner.settings.mls };
    const prepared = await sending.prepare(request, { owner: workspace_id, signal });
    if (!prepared.ok) {
      await documents.failPreparation(scope, document_id, prepared.failure);
      return;
    }
    // A partner that judges beforehand is asked under a key that no submit has.
    const handed = { content: prepared.package.content, key: `dry-run ${preparation.id}` };
    const dry = await partners.dryRun(scope, preparation.partner, handed, signal);
    if (dry?.outcome === 'refused' && dry.why === 'content') {
      await documents.failPreparation(scope, document_id, toDryRunFailure(dry.said));
      return;
    }
    const particulars = await judges.particulars(invoice, { owner: workspace_id, signal });
    const documentUuid = particulars?.taxData.documentUuid ?? null;
    // Only the access points of Slovak sellers tell the Slovak tax office of what they send (facts: C2).
    const isTold = particulars?.seller.country === 'SK' && particulars.taxData.missing.length === 0;
    const asked = { role: 'C2', form: 'xml', language: 'sk', at: now() } as const;
    const told = isTold ? await judges.taxData(invoice, asked, { owner: workspace_id, signal }) : null;
    const taxData = told?.form === 'xml' ? told.text : null;
    await documents.completePreparation(scope, document_id, preparation, {
      ...prepared.package,
      documentUuid,
      taxData,
    });
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
