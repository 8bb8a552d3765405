import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import type { Document, Preparation } from './document.ts';
import { findDocument, findWithInvoice, lockDocument, type Trx } from './document-store.ts';
import type { EventData, Failure, SendError } from './event.ts';
import { type NewArtifact, toStored } from './hash-artifact.ts';
import { isFullyValidated } from './is-fully-validated.ts';
import { type Advancing, type LifecycleParts, refuse } from './transition.ts';

/** Input of a preparation. */
export type Preparing = {
  readonly document: Document;
  readonly preparation: Preparation;
  readonly invoice: Uint8Array;
};

/** Result of a preparation: the bytes to send and their identifiers. */
export type Prepared = {
  readonly receiver: string;
  readonly instanceIdentifier: string;
  readonly documentUuid: string | null;
  readonly content: Uint8Array;
  /** The tax data document; null when no report is due or required values are missing. */
  readonly taxData: Uint8Array | null;
  /** Non-fatal rules that the envelope violates. */
  readonly warnings?: readonly string[];
};

type Reason = Failure & { readonly said?: string | null | undefined };

/** Preparation of a send. No step of it sends data to the partner. */
export type Preparations = {
  /**
   * Starts a preparation and enqueues its job: from `validated`, and after a failed preparation. Throws
   * `document_not_found`, `transition_not_allowed`, `document_erased`, `document_received` for a document received
   * from a partner, `document_partly_judged` for a document that was validated with selected rules only.
   */
  readonly prepare: (
    scope: Scope,
    id: string,
    send: { readonly partner: string; readonly receiver: string | null },
  ) => Promise<Document>;
  /** Input of a started preparation; null when there is nothing to do. */
  readonly beginPreparation: (scope: Scope, id: string) => Promise<Preparing | null>;
  /** Stores the bytes and their hash before anything is sent. Null when the document no longer waits for it. */
  readonly completePreparation: (
    scope: Scope,
    id: string,
    preparation: Preparation,
    prepared: Prepared,
  ) => Promise<Document | null>;
  /**
   * Postpones a preparation without counting an attempt. Null, with nothing written, when the document no longer
   * waits for it.
   *
   * @param since time of the first postponement, from which the total delay is measured
   */
  readonly postponePreparation: (
    scope: Scope,
    id: string,
    preparation: Preparation,
    put: { readonly why: Reason; readonly again: Date; readonly since: Date },
  ) => Promise<Document | null>;
  /**
   * Records a failed preparation, which may be started again; `said`: message of the partner. Null, with nothing
   * written, when the document no longer waits for it.
   */
  readonly failPreparation: (scope: Scope, id: string, why: Reason) => Promise<Document | null>;
};

/** A preparation in its initial state. */
export const newPreparation = (
  id: string,
  { partner, receiver }: { readonly partner: string; readonly receiver: string | null },
): Preparation => ({
  id,
  partner,
  receiver,
  instance_identifier: null,
  sha256: null,
  prepared_at: null,
  document_uuid: null,
  error: null,
});

/**
 * The stored form of a successful preparation, and the data of its event.
 *
 * @param at milliseconds since the epoch
 */
export function toStoredPreparation(started: Preparation, prepared: Prepared, at: number) {
  const { receiver, instanceIdentifier, documentUuid, content, taxData, warnings = [] } = prepared;
  const made: NewArtifact[] = [{ name: 'send-package.xml', mediaType: 'application/xml', content }];
  if (taxData !== null) made.push({ name: 'tax-data.xml', mediaType: 'application/xml', content: taxData });
  const artifacts = made.map(toStored);
  const digest = artifacts[0]!.sha256;
  const preparation: Preparation = {
    ...started,
    receiver,
    instance_identifier: instanceIdentifier,
    sha256: digest,
    prepared_at: new Date(at).toISOString(),
    document_uuid: documentUuid,
    ...(warnings.length > 0 && { warnings }),
  };
  const eventData: EventData<'send.prepared'> = {
    partner: started.partner,
    artifacts: made.map(({ name }) => name),
    receiver,
    instance_identifier: instanceIdentifier,
    sha256: digest,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  return { preparation, artifacts, eventData };
}

/** Records the start of a preparation; null when the document status does not allow it. */
export async function startPreparation(
  { advance, makeEvent }: Pick<Advancing, 'advance' | 'makeEvent'>,
  trx: Trx,
  scope: Scope,
  id: string,
  preparation: Preparation,
): Promise<Document | null> {
  const { partner, receiver } = preparation;
  const event = makeEvent(scope, 'send_preparation.started', { partner, receiver });
  return (await advance(trx, scope, id, event, { to: 'preparing_send', preparation, send: null })) ?? null;
}

export function makePreparations(
  { advance, inScope, makeEvent }: Advancing,
  { newId, now }: LifecycleParts,
): Preparations {
  /** The preparation, only while the document is being prepared. */
  const preparationOf = (document: Document | undefined): Preparation | null =>
    document?.status === 'preparing_send' ? document.preparation : null;

  return {
    prepare: (scope, id, send) =>
      inScope(scope, async (trx) => {
        const preparation = newPreparation(newId('prp'), send);
        const started = await startPreparation({ advance, makeEvent }, trx, scope, id, preparation);
        const document = started ?? (await findDocument(trx, scope.workspaceId, id));
        // A document received from a partner cannot be sent.
        if ((document?.inbound ?? null) !== null) throw refusal('document_received', { id });
        if (started === null) return refuse(trx, scope, id);
        if (!isFullyValidated(started)) throw refusal('document_partly_judged', { id });
        scope.audit?.(trx, id);
        return started;
      }),

    beginPreparation: (scope, id) =>
      inScope(scope, async (trx) => {
        // No lock here: the result is written under the row lock, and a lock alone would cost a disk write.
        const found = await findWithInvoice(trx, scope.workspaceId, id);
        const preparation = preparationOf(found?.document);
        if (found === undefined || preparation === null) return null;
        const { document, invoice } = found;
        if (invoice === null) throw refusal('artifact_not_found', { id, artifact: 'invoice.xml' });
        return { document, preparation, invoice };
      }),

    completePreparation: (scope, id, started, prepared) =>
      inScope(scope, async (trx) => {
        const { preparation, artifacts, eventData } = toStoredPreparation(started, prepared, now());
        const event = makeEvent(scope, 'send.prepared', eventData);
        const move = { to: 'send_prepared', ofPreparation: started.id, preparation, artifacts } as const;
        return (await advance(trx, scope, id, event, move)) ?? null;
      }),

    postponePreparation: (scope, id, { id: ofPreparation, partner }, { why, again, since }) =>
      inScope(scope, async (trx) => {
        const { code, detail, said = null } = why;
        const error: SendError = { code, detail, said };
        const data = { partner, error, next_attempt_at: again.toISOString() };
        const event = makeEvent(scope, 'send_preparation.postponed', data);
        const postponed = await advance(trx, scope, id, event, { from: ['preparing_send'], ofPreparation });
        if (postponed === undefined) return null;
        const payload = { workspace_id: scope.workspaceId, document_id: id, since: since.toISOString() };
        await enqueue(trx, 'document.prepare-send', { ...payload, alone: true }, { runAt: again });
        return postponed;
      }),

    failPreparation: (scope, id, { code, detail, said = null }) =>
      inScope(scope, async (trx) => {
        const error: SendError = { code, detail, said };
        const preparation = preparationOf(await lockDocument(trx, scope.workspaceId, id));
        if (preparation === null) return null;
        const event = makeEvent(scope, 'send.failed', { partner: preparation.partner, error });
        const move = { to: 'send_failed', preparation: { ...preparation, error } } as const;
        return (await advance(trx, scope, id, event, move)) ?? null;
      }),
  };
}
