import type { Summary } from '@e-invoice/validator/issues';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import { findArtifactRow, WHOLE } from './artifacts/artifact-store.ts';
import type { Document, NewDocument, SemanticDigest, ValidatedBy } from './document.ts';
import { advanceWithInvoice, findDocument, insertDocument, lockDocument, type Trx } from './document-store.ts';
import type { Counts, Failure, SideStep } from './event.ts';
import { type NewArtifact, toStored } from './hash-artifact.ts';
import { replayFirst } from './idempotency.ts';
import { toReceivedRow } from './new-document.ts';
import { startPreparation } from './preparation.ts';
import type { Sends } from './sends.ts';
import { sourcesOf, VALIDATED_STATUSES } from './status.ts';
import { type Advancing, type LifecycleParts, type Move, refuse } from './transition.ts';

/** Validation result and its artifacts. */
export type Verdict = {
  readonly valid: boolean;
  readonly summary: Summary;
  readonly counts: Counts;
  readonly ruleset: ValidatedBy;
  /** Null when no business terms can be read. */
  readonly semantic: SemanticDigest | null;
  readonly artifacts: readonly NewArtifact[];
};

/** A document in validation, and the submitted bytes. */
export type StartedDocument = { readonly document: Document; readonly invoice: Uint8Array };

/** State transitions of a document. Each is one transaction over status, event, artifacts and follow-up jobs. */
export type Lifecycle = {
  /**
   * Stores a document and enqueues its validation. The same idempotency key with the same content returns the first
   * response; of concurrent duplicates, one creates the document and the others return it.
   *
   * @throws Refusal `idempotency_key_reused` when the key belongs to a request with other content
   */
  readonly receive: (
    scope: Scope,
    input: NewDocument,
  ) => Promise<{ readonly document: Document; readonly replayed: boolean }>;
  /**
   * Starts validation and returns its input. A repeated job continues without a second event. Null when there is
   * nothing to do: the document is validated, canceled or deleted.
   */
  readonly begin: (scope: Scope, id: string) => Promise<StartedDocument | null>;
  /** Stores the validation result. Null, with nothing written, when the document is no longer in validation. */
  readonly complete: (scope: Scope, id: string, verdict: Verdict) => Promise<Document | null>;
  /**
   * Records that all attempts of a step failed. A failed validation fails the document; a failed optional step does not
   * change the status. Null, with nothing written, when the document no longer waits for the step.
   */
  readonly fail: (
    scope: Scope,
    id: string,
    failure: { readonly step: 'validate' | SideStep; readonly error: Failure },
  ) => Promise<Document | null>;
  /**
   * Retries a failed step: the validation of a failed document, a send with unknown outcome (same bytes, same key),
   * or all failed optional steps. Throws `document_not_found`, `transition_not_allowed`, `document_erased`.
   */
  readonly retry: (scope: Scope, id: string) => Promise<Document>;
  /**
   * Cancels a document that is not final. Throws `document_not_found`, `transition_not_allowed`, `document_erased`.
   */
  readonly cancel: (scope: Scope, id: string) => Promise<Document>;
};

/** The data of the event of a completed validation, and its change of the document. */
export function toCompletion({ valid, summary, counts, ruleset, semantic, artifacts }: Verdict) {
  return {
    eventData: { valid, counts, ruleset, artifacts: artifacts.map(({ name }) => name) },
    move: {
      to: valid ? ('validated' as const) : ('invalid' as const),
      validated: { summary, counts, ruleset, semantic },
      artifacts: artifacts.map(toStored),
    },
  };
}

export function makeLifecycle(
  { advance, enqueueFollowUps, inScope, makeEvent, notify }: Advancing,
  { now, newId }: LifecycleParts,
  repeatSend: Sends['repeatSend'],
): Lifecycle {
  const retryOptionalSteps = async (trx: Trx, scope: Scope, id: string): Promise<Document | undefined> => {
    let document = await findDocument(trx, scope.workspaceId, id);
    if (document === undefined || !VALIDATED_STATUSES.includes(document.status)) return undefined;
    let retried: Document | undefined;
    for (const step of document.failed_steps) {
      document = await advance(trx, scope, id, makeEvent(scope, 'step.retried', { step }), {
        from: VALIDATED_STATUSES,
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
          await enqueueFollowUps(trx, scope, document, event);
          if (inserted.awaited) await notify(trx, scope, document, event);
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
        const started = await advanceWithInvoice(trx, { workspaceId, id, event, from, to: 'validating' });
        if (started?.awaited) await notify(trx, scope, started.document, event);
        const document = started?.document ?? (await findDocument(trx, workspaceId, id));
        // Status and event are written together, so a repeated job finds the event of the first run.
        if (document?.status !== 'validating') return null;
        const invoice =
          started?.invoice ?? (await findArtifactRow(trx, workspaceId, id, 'invoice.xml', WHOLE))?.content;
        if (invoice === undefined) throw refusal('artifact_not_found', { id, artifact: 'invoice.xml' });
        return { document, invoice };
      }),

    complete: (scope, id, verdict) => {
      const { eventData, move } = toCompletion(verdict);
      const event = makeEvent(scope, 'validation.completed', eventData);
      return inScope(scope, async (trx) => {
        const validated = await advance(trx, scope, id, event, move);
        if (validated === undefined || !verdict.valid || !validated.steps.includes('send_preparation'))
          return validated ?? null;
        return startPreparation({ advance, makeEvent }, trx, scope, id, validated.preparation!);
      });
    },

    fail: (scope, id, { step, error }) => {
      const event = makeEvent(scope, 'document.failed', { step, error });
      const move: Move =
        step === 'validate' ? { to: 'failed', error } : { from: VALIDATED_STATUSES, step: { kind: 'failed', step } };
      return inScope(scope, async (trx) => (await advance(trx, scope, id, event, move)) ?? null);
    },

    retry: (scope, id) =>
      inScope(scope, async (trx) => {
        const event = makeEvent(scope, 'step.retried', { step: 'validate' });
        const validating = await advance(trx, scope, id, event, { to: 'received' });
        const retried =
          validating ??
          (await repeatSend(trx, scope, id)) ??
          (await retryOptionalSteps(trx, scope, id)) ??
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
