import type { Summary } from '@e-invoice/validator/issues';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import { findArtifactRow, WHOLE } from './artifacts/artifact-store.ts';
import type { Document, NewDocument, ValidatedBy } from './document.ts';
import { advanceWithInvoice, findDocument, insertDocument, lockDocument, type Trx } from './document-store.ts';
import type { Counts, Failure, SideStep } from './event.ts';
import { type NewArtifact, toStored } from './hash-artifact.ts';
import { replayFirst } from './idempotency.ts';
import { toReceivedRow } from './new-document.ts';
import { startPreparation } from './preparation.ts';
import type { Sends } from './sends.ts';
import { JUDGED, sourcesOf } from './status.ts';
import { type Advancing, type LifecycleParts, type Move, refuse } from './transition.ts';

/** What validation found, and what is stored about it. */
export type Verdict = {
  readonly valid: boolean;
  readonly summary: Summary;
  readonly counts: Counts;
  readonly ruleset: ValidatedBy;
  readonly artifacts: readonly NewArtifact[];
};

/** A document that is being validated, and the submitted bytes. */
export type Begun = { readonly document: Document; readonly invoice: Uint8Array };

/** The verbs of a document's life. Each is one transaction: status, event, artifacts and following work, or nothing. */
export type Lifecycle = {
  /**
   * Takes a document in and asks for its validation. The same idempotency key with the same content gives the first
   * answer again; of concurrent duplicates one makes the document and the others are told of it.
   *
   * @throws Refusal `idempotency_key_reused` when the key belongs to a request with other content
   */
  readonly receive: (
    scope: Scope,
    input: NewDocument,
  ) => Promise<{ readonly document: Document; readonly replayed: boolean }>;
  /**
   * Validation starts, and gets what it shall judge. A job that comes again continues without a second event. Null
   * when there is nothing to do: the document is judged, canceled or gone.
   */
  readonly begin: (scope: Scope, id: string) => Promise<Begun | null>;
  /** Validation has judged. Null, with nothing written, when the document no longer waits for it. */
  readonly complete: (scope: Scope, id: string, verdict: Verdict) => Promise<Document | null>;
  /**
   * A step has failed for good: validation takes the document with it, any other step leaves its status alone. Null,
   * with nothing written, when the document no longer waits for it.
   */
  readonly fail: (
    scope: Scope,
    id: string,
    failure: { readonly step: 'validate' | SideStep; readonly error: Failure },
  ) => Promise<Document | null>;
  /**
   * Tries what failed again: the validation of a failed document, a send of which nobody knows what came of it (the
   * same bytes under the same key), or every other step that failed. Throws `document_not_found`,
   * `transition_not_allowed`, `document_erased`.
   */
  readonly retry: (scope: Scope, id: string) => Promise<Document>;
  /** Stops the work on a document that is not final. Throws `document_not_found`, `transition_not_allowed`, `document_erased`. */
  readonly cancel: (scope: Scope, id: string) => Promise<Document>;
};

/** Makes the verbs. */
export function makeLifecycle(
  { advance, askForWork, inScope, makeEvent, tell }: Advancing,
  { now, newId }: LifecycleParts,
  repeatSend: Sends['repeatSend'],
): Lifecycle {
  const retrySideSteps = async (trx: Trx, scope: Scope, id: string): Promise<Document | undefined> => {
    let document = await findDocument(trx, scope.workspaceId, id);
    if (document === undefined || !JUDGED.includes(document.status)) return undefined;
    let retried: Document | undefined;
    for (const step of document.failed_steps) {
      document = await advance(trx, scope, id, makeEvent(scope, 'step.retried', { step }), {
        from: JUDGED,
        step: { kind: 'retried', step },
      });
      retried = document ?? retried;
    }
    return retried;
  };

  return {
    receive: (scope, input) => {
      const row = toReceivedRow(scope, input, { at: new Date(now()), newId });
      const { document, event } = row;
      return inScope(scope, async (trx) => {
        const inserted = await insertDocument(trx, row);
        if (inserted !== undefined) {
          await askForWork(trx, scope, document, event);
          if (inserted.awaited) await tell(trx, scope, document, event);
          scope.audit?.(trx, document.id);
          return { document, replayed: false };
        }
        const first = await replayFirst(trx, scope.workspaceId, row.idempotencyKey, row.requestDigest);
        return { document: first, replayed: true };
      });
    },

    begin: (scope, id) =>
      inScope(scope, async (trx) => {
        const event = makeEvent(scope, 'validation.started', {});
        const { workspaceId } = scope;
        const from = sourcesOf('validation.started', 'validating');
        const begun = await advanceWithInvoice(trx, { workspaceId, id, event, from, to: 'validating' });
        if (begun?.awaited) await tell(trx, scope, begun.document, event);
        const document = begun?.document ?? (await findDocument(trx, workspaceId, id));
        // Status and event are written together, so the event of the first delivery is there.
        if (document?.status !== 'validating') return null;
        const invoice = begun?.invoice ?? (await findArtifactRow(trx, workspaceId, id, 'invoice.xml', WHOLE))?.content;
        if (invoice === undefined) throw refusal('artifact_not_found', { id, artifact: 'invoice.xml' });
        return { document, invoice };
      }),

    complete: (scope, id, { valid, summary, counts, ruleset, artifacts }) => {
      const names = artifacts.map(({ name }) => name);
      const event = makeEvent(scope, 'validation.completed', { valid, counts, ruleset, artifacts: names });
      const move: Move = {
        to: valid ? 'validated' : 'invalid',
        judged: { summary, counts, ruleset },
        artifacts: artifacts.map(toStored),
      };
      return inScope(scope, async (trx) => {
        const judged = await advance(trx, scope, id, event, move);
        if (judged === undefined || !valid || !judged.steps.includes('send_preparation')) return judged ?? null;
        return startPreparation({ advance, makeEvent }, trx, scope, id, judged.preparation!);
      });
    },

    fail: (scope, id, { step, error }) => {
      const event = makeEvent(scope, 'document.failed', { step, error });
      const move: Move =
        step === 'validate' ? { to: 'failed', error } : { from: JUDGED, step: { kind: 'failed', step } };
      return inScope(scope, async (trx) => (await advance(trx, scope, id, event, move)) ?? null);
    },

    retry: (scope, id) =>
      inScope(scope, async (trx) => {
        const event = makeEvent(scope, 'step.retried', { step: 'validate' });
        const validating = await advance(trx, scope, id, event, { to: 'received' });
        const retried =
          validating ??
          (await repeatSend(trx, scope, id)) ??
          (await retrySideSteps(trx, scope, id)) ??
          (await refuse(trx, scope, id));
        scope.audit?.(trx, id);
        return retried;
      }),

    cancel: (scope, id) =>
      inScope(scope, async (trx) => {
        const send = (await lockDocument(trx, scope.workspaceId, id))?.send ?? null;
        const mayHaveLeft = send !== null && (send.attempts > 0 || send.begun !== null);
        const from = sourcesOf('document.canceled', 'canceled').filter(
          (status) => !mayHaveLeft || status !== 'sending',
        );
        const event = makeEvent(scope, 'document.canceled', {});
        const canceled = await advance(trx, scope, id, event, { to: 'canceled', from });
        if (canceled === undefined) return refuse(trx, scope, id);
        scope.audit?.(trx, id);
        return canceled;
      }),
  };
}
