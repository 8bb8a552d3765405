import type { Scope } from '../lib/scope.ts';
import { refusal } from '../problems/index.ts';
import { type Advancing, type LifecycleParts, type NewArtifact, refuse, sha256, toStored } from './advance.ts';
import { findArtifactRow, WHOLE } from './artifacts/store.ts';
import type { Document, Preparation } from './document.ts';
import type { Failure } from './event.ts';
import { lockDocument, type Trx } from './store.ts';

/** What a preparation works on. */
type Preparing = {
  readonly document: Document;
  readonly preparation: Preparation;
  readonly invoice: Uint8Array;
};

/** What a preparation made: the bytes that will go out, and what they are known by. */
type Prepared = {
  readonly receiver: string;
  readonly instanceIdentifier: string;
  readonly documentUuid: string | null;
  readonly content: Uint8Array;
  /** What the tax office will be told of it; null where it is told nothing, or too little is known. */
  readonly taxData: Uint8Array | null;
};

/** The verbs of a document on its way to a partner's door. Nothing leaves the service with them. */
export type Preparations = {
  /**
   * Starts a preparation and asks for its work: from `validated`, and again after one that failed. Throws
   * `document_not_found`, `transition_not_allowed`, `document_erased`.
   */
  readonly prepare: (
    scope: Scope,
    id: string,
    send: { readonly partner: string; readonly receiver: string | null },
  ) => Promise<Document>;
  /** What the started preparation shall work on; null when there is nothing to do. */
  readonly beginPreparation: (scope: Scope, id: string) => Promise<Preparing | null>;
  /** The bytes are stored, with their hash, before anything goes out. Null when the document no longer waits for it. */
  readonly completePreparation: (
    scope: Scope,
    id: string,
    preparation: Preparation,
    prepared: Prepared,
  ) => Promise<Document | null>;
  /** It failed, and may be started again. Null, with nothing written, when the document no longer waits for it. */
  readonly failPreparation: (scope: Scope, id: string, error: Failure) => Promise<Document | null>;
};

/** A preparation as it begins. */
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
});

/** Writes that a preparation starts; null when the document's status does not allow it. */
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

/** Makes the verbs. */
export function makePreparations(
  { advance, inScope, makeEvent }: Advancing,
  { newId, now }: LifecycleParts,
): Preparations {
  /** The document while it is being prepared, by this very preparation where one is named. */
  const findPreparing = async (trx: Trx, scope: Scope, id: string, preparationId?: string) => {
    const document = await lockDocument(trx, scope.workspaceId, id);
    const preparation = document?.preparation ?? null;
    if (document?.status !== 'preparing_send' || preparation === null) return null;
    return preparationId === undefined || preparationId === preparation.id ? { document, preparation } : null;
  };

  return {
    prepare: (scope, id, send) =>
      inScope(scope, async (trx) => {
        const preparation = newPreparation(newId('prp'), send);
        const started = await startPreparation({ advance, makeEvent }, trx, scope, id, preparation);
        if (started === null) return refuse(trx, scope, id);
        scope.audit?.(trx, id);
        return started;
      }),

    beginPreparation: (scope, id) =>
      inScope(scope, async (trx) => {
        const found = await findPreparing(trx, scope, id);
        if (found === null) return null;
        const invoice = (await findArtifactRow(trx, scope.workspaceId, id, 'invoice.xml', WHOLE))?.content;
        if (invoice === undefined) throw refusal('artifact_not_found', { id, artifact: 'invoice.xml' });
        return { ...found, invoice };
      }),

    completePreparation: (scope, id, { id: preparationId }, prepared) =>
      inScope(scope, async (trx) => {
        const found = await findPreparing(trx, scope, id, preparationId);
        if (found === null) return null;
        const { receiver, instanceIdentifier, documentUuid, content, taxData } = prepared;
        const digest = sha256(content);
        const preparation: Preparation = {
          ...found.preparation,
          receiver,
          instance_identifier: instanceIdentifier,
          sha256: digest,
          prepared_at: new Date(now()).toISOString(),
          document_uuid: documentUuid,
        };

        const artifacts: NewArtifact[] = [{ name: 'send-package.xml', mediaType: 'application/xml', content }];
        if (taxData !== null) artifacts.push({ name: 'tax-data.xml', mediaType: 'application/xml', content: taxData });
        const event = makeEvent(scope, 'send.prepared', {
          partner: preparation.partner,
          artifacts: artifacts.map(({ name }) => name),
          receiver,
          instance_identifier: instanceIdentifier,
          sha256: digest,
        });
        const move = { to: 'send_prepared', preparation, artifacts: artifacts.map(toStored) } as const;
        return (await advance(trx, scope, id, event, move)) ?? null;
      }),

    failPreparation: (scope, id, error) =>
      inScope(scope, async (trx) => {
        const found = await findPreparing(trx, scope, id);
        if (found === null) return null;
        const event = makeEvent(scope, 'send.failed', { partner: found.preparation.partner, error });
        return (await advance(trx, scope, id, event, { to: 'send_failed' })) ?? null;
      }),
  };
}
