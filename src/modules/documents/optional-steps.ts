import type { FileResult } from '@e-invoice/validator/issues';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import { findArtifactRow, NOTHING, WHOLE } from './artifacts/artifact-store.ts';
import type { Document } from './document.ts';
import { findDocument, isStepOpen, lockDocument, type Trx } from './document-store.ts';
import type { EventData, SideStep } from './event.ts';
import { STEP_EVENTS } from './follow-ups.ts';
import { type NewArtifact, toStoredOutside } from './hash-artifact.ts';
import { takeEvidenceNumber } from './invoice-number-store.ts';
import { STATUSES, VALIDATED_STATUSES } from './status.ts';
import type { Advancing, LifecycleParts } from './transition.ts';

/** Input of an optional step: the document, the submitted bytes and the validation result. */
type StepInput = { readonly document: Document; readonly invoice: Uint8Array; readonly result: FileResult };

/** The report behind the evidence of a document, as stored in the timeline. */
type ProvenReport = Omit<NonNullable<EventData<'evidence.created'>['report']>, 'position'>;

/** Side steps. They add an event and artifacts and never change the status. */
export type OptionalSteps = {
  /**
   * Returns the input of a step. Null when there is nothing to do: the step is completed, failed, or was not
   * requested, or the document is canceled, erased or deleted. The start of an optional step is not an event.
   */
  readonly beginStep: (scope: Scope, id: string, step: SideStep) => Promise<StepInput | null>;
  /** Completes a step once: null, with nothing written, when the document no longer waits for it. */
  readonly completeStep: (
    scope: Scope,
    id: string,
    step: SideStep,
    artifacts: readonly NewArtifact[],
  ) => Promise<Document | null>;
  /**
   * Same for the step `evidence`: its report gets the next number of the workspace in the same transaction.
   *
   * @param alsoInTransaction runs in the transaction after completion, for related writes
   */
  readonly completeEvidence: (
    scope: Scope,
    id: string,
    report: ProvenReport,
    artifacts: readonly NewArtifact[],
    alsoInTransaction: (trx: object) => void,
  ) => Promise<Document | null>;
  /**
   * Records once that the evidence is in the transparency log: null, with nothing written, when that is already
   * recorded, or the document is erased or deleted.
   */
  readonly addLogProof: (
    scope: Scope,
    id: string,
    place: Omit<EventData<'evidence.logged'>, 'artifacts'>,
    artifacts: readonly NewArtifact[],
  ) => Promise<Document | null>;
};

export function makeOptionalSteps(
  { advance, inScope, makeEvent }: Advancing,
  { contents = null }: Pick<LifecycleParts, 'contents'>,
): OptionalSteps {
  const read = async (trx: Trx, scope: Scope, id: string, name: string): Promise<Buffer> => {
    const row = await findArtifactRow(trx, scope.workspaceId, id, name, WHOLE);
    if (row === undefined) throw refusal('artifact_not_found', { id, artifact: name });
    return row.content;
  };

  return {
    beginStep: (scope, id, step) =>
      inScope(scope, async (trx) => {
        if (!(await isStepOpen(trx, scope.workspaceId, id, step))) return null;
        const document = await findDocument(trx, scope.workspaceId, id);
        if (document === undefined || !VALIDATED_STATUSES.includes(document.status)) return null;
        const invoice = await read(trx, scope, id, 'invoice.xml');
        const result = JSON.parse((await read(trx, scope, id, 'validation.json')).toString('utf8')) as FileResult;
        return { document, invoice, result };
      }),

    completeStep: async (scope, id, step, artifacts) => {
      const event = makeEvent(scope, STEP_EVENTS[step], { artifacts: artifacts.map(({ name }) => name) });
      const stored = await toStoredOutside(contents, scope, artifacts);
      const move = { from: VALIDATED_STATUSES, step: { kind: 'ended', step }, artifacts: stored } as const;
      return inScope(scope, async (trx) => (await advance(trx, scope, id, event, move)) ?? null);
    },

    completeEvidence: async (scope, id, report, artifacts, alsoInTransaction) => {
      const step = 'evidence';
      const stored = await toStoredOutside(contents, scope, artifacts);
      const move = { from: VALIDATED_STATUSES, step: { kind: 'ended', step }, artifacts: stored } as const;
      return inScope(scope, async (trx) => {
        // Locks the document first, so that only one of two concurrent completions takes a number.
        await lockDocument(trx, scope.workspaceId, id);
        if (!(await isStepOpen(trx, scope.workspaceId, id, step))) return null;
        const position = await takeEvidenceNumber(trx, scope.workspaceId);
        const data = { artifacts: artifacts.map(({ name }) => name), report: { ...report, position } };
        const done = await advance(trx, scope, id, makeEvent(scope, STEP_EVENTS[step], data), move);
        // The rollback also returns the number.
        if (done === undefined) throw new Error(`The document ${id} has an open step and no verdict`);
        alsoInTransaction(trx);
        return done;
      });
    },

    addLogProof: async (scope, id, place, artifacts) => {
      const event = makeEvent(scope, 'evidence.logged', { ...place, artifacts: artifacts.map(({ name }) => name) });
      const stored = await toStoredOutside(contents, scope, artifacts);
      return inScope(scope, async (trx) => {
        if ((await lockDocument(trx, scope.workspaceId, id)) === undefined) return null;
        const there = await findArtifactRow(trx, scope.workspaceId, id, 'evidence.tlog-proof', NOTHING);
        if (there !== undefined) return null;
        return (await advance(trx, scope, id, event, { from: STATUSES, artifacts: stored })) ?? null;
      });
    },
  };
}
