import { processGroup } from '../../../lib/group-outcomes.ts';
import type { Scope } from '../../../lib/scope.ts';
import { withinTrace } from '../../../lib/tracing.ts';
import { Refusal } from '../../../platform/errors/index.ts';
import { enqueue, enqueueMany, type JobName, type JobPayload } from '../../../platform/queue/index.ts';
import type { Document, NewDocument } from '../document.ts';
import type { ReceivedRow, Trx } from '../document-store.ts';
import type { NewEvent } from '../event.ts';
import { followUps, isDoneAlone } from '../follow-ups.ts';
import { replayFirst } from '../idempotency.ts';
import { type StartedDocument, toCompletion, type Verdict } from '../lifecycle.ts';
import { toReceivedRow } from '../new-document.ts';
import { startPreparation } from '../preparation.ts';
import { sourcesOf } from '../status.ts';
import { type Advancing, type EmittedEvent, eventsOf, type LifecycleParts } from '../transition.ts';
import { advanceDocuments, findInStatus, insertDocuments } from './bulk-store.ts';
import { toApart } from './to-apart.ts';

type TracedRow = ReceivedRow & { readonly trace: string | null };
type Received = { readonly document: Document; readonly replayed: boolean };

/** Outcome of one received document of a group; `refused`: its key belongs to a request with other content. */
type GroupReceived = Received | { readonly refused: Refusal };

/** Outcome of one document of a group; `apart`: it is retried in a separate job. */
export type GroupOutcome = { readonly id: string } & ({ readonly verdict: Verdict } | { readonly apart: true });

/**
 * The methods of `Lifecycle` for several documents of one workspace: each is one transaction with one statement for
 * all documents, and one job validates them. Every document has its own events and outcome.
 */
export type Groups = {
  /**
   * Same as `receive`, for each input in its own scope and trace; results are in input order. Names must be
   * well-formed Unicode without U+0000. A refused document does not affect the others.
   *
   * @throws a database error; in that case no document was written
   */
  readonly receiveAll: (
    workspaceId: string,
    inputs: readonly { readonly scope: Scope; readonly input: NewDocument; readonly trace?: string | null }[],
  ) => Promise<readonly GroupReceived[]>;
  /** Same as `begin`; returns those documents that need work. */
  readonly beginAll: (scope: Scope, ids: readonly string[]) => Promise<readonly StartedDocument[]>;
  /**
   * Same as `complete`, in one transaction with jobs for the documents marked `apart`. A document whose result cannot
   * be written gets a separate job; the others are completed.
   */
  readonly completeAll: (scope: Scope, outcomes: readonly GroupOutcome[]) => Promise<void>;
};

export function makeGroups(advancing: Advancing, { now, newId }: LifecycleParts): Groups {
  const { enqueueFollowUps, inScope, makeEvent, notifyAll } = advancing;

  /** Enqueues the follow-up jobs of one event for several documents, one statement per kind of job. */
  const enqueueAll = async (trx: Trx, { workspaceId }: Scope, event: NewEvent, documents: readonly Document[]) => {
    const jobs = new Map<JobName, { workspace_id: string; document_id: string }[]>();
    for (const { id, steps } of documents) {
      for (const job of followUps(event, steps)) {
        const payloads = jobs.get(job) ?? [];
        jobs.set(job, payloads);
        payloads.push({ workspace_id: workspaceId, document_id: id });
      }
    }
    for (const [job, payloads] of jobs) await enqueueMany(trx, job, payloads as JobPayload<typeof job>[]);
  };

  const isAlone = ({ event, document }: ReceivedRow): boolean => isDoneAlone('document.validate', event, document);

  /** One shared job for all documents that may share it; a single document gets the ordinary job. */
  const enqueueValidation = async (trx: Trx, scope: Scope, rows: readonly TracedRow[]): Promise<void> => {
    const together = rows.filter((row) => !isAlone(row));
    const apart = together.length === 1 ? rows : rows.filter(isAlone);
    for (const { document, event, trace } of apart)
      await withinTrace(trace, () => enqueueFollowUps(trx, scope, document, event));
    if (together.length < 2) return;
    const document_ids = together.map(({ document }) => document.id);
    const [first = null, ...traces] = new Set(together.flatMap(({ trace }) => trace ?? []));
    const payload = { workspace_id: scope.workspaceId, document_ids };
    await withinTrace(first, () => enqueue(trx, 'document.validate-group', payload, { traces }));
  };

  const completeTogether = (scope: Scope, outcomes: readonly GroupOutcome[]): Promise<void> =>
    inScope(scope, async (trx) => {
      const steps = outcomes.flatMap((outcome) => {
        if ('apart' in outcome) return [];
        const { eventData, move } = toCompletion(outcome.verdict);
        return [{ id: outcome.id, event: makeEvent(scope, 'validation.completed', eventData), ...move }];
      });
      const events = new Map(steps.map(({ id, event }) => [id, event]));
      const event = steps[0]?.event;
      if (event !== undefined) {
        const advanced = await advanceDocuments(trx, {
          workspaceId: scope.workspaceId,
          from: sourcesOf('validation.completed', 'validated'),
          event,
          steps,
        });
        const documents = [...advanced.values()].map(({ document }) => document);
        await enqueueAll(trx, scope, event, documents);
        await notifyAll(trx, scope, eventsOf(advanced, events));
        for (const document of documents) {
          if (document.status === 'validated' && document.steps.includes('send_preparation'))
            await startPreparation(advancing, trx, scope, document.id, document.preparation!);
        }
      }
      const apart = outcomes.filter((outcome) => 'apart' in outcome);
      const { workspaceId: workspace_id } = scope;
      const payloads = apart.map(({ id }) => ({ workspace_id, document_id: id, alone: true as const }));
      await enqueueMany(trx, 'document.validate', payloads);
    });

  return {
    receiveAll: (workspaceId, inputs) => {
      const at = new Date(now());
      const rows = inputs.map(({ scope, input, trace = null }) => ({
        ...toReceivedRow(scope, input, { at, newId }),
        trace,
      }));
      const whole: Scope = { workspaceId, actor: '' };
      return inScope(whole, async (trx) => {
        const inserted = await insertDocuments(trx, workspaceId, rows);
        const ours = rows.filter(({ document }) => inserted.has(document.id));
        await enqueueValidation(trx, whole, ours);
        const received: GroupReceived[] = [];
        const emittedEvents: EmittedEvent[] = [];
        for (const [index, { document, event, idempotencyKey, requestDigest, trace }] of rows.entries()) {
          const { scope } = inputs[index]!;
          const found = inserted.get(document.id);
          if (found === undefined) {
            received.push(await replayOrRefuse(trx, workspaceId, idempotencyKey, requestDigest));
            continue;
          }
          emittedEvents.push({ document, event, trace, awaited: found.awaited });
          scope.audit?.(trx, document.id);
          received.push({ document, replayed: false });
        }
        await notifyAll(trx, whole, emittedEvents);
        return received;
      });
    },

    beginAll: (scope, ids) =>
      inScope(scope, async (trx) => {
        const events = new Map(ids.map((id) => [id, makeEvent(scope, 'validation.started', {})]));
        const [event] = [...events.values()];
        if (event === undefined) return [];
        const started = await advanceDocuments(trx, {
          workspaceId: scope.workspaceId,
          from: sourcesOf('validation.started', 'validating'),
          event,
          steps: [...events].map(([id, own]) => ({ id, event: own, to: 'validating' })),
        });
        await notifyAll(trx, scope, eventsOf(started, events));
        return findInStatus(trx, scope.workspaceId, ids, 'validating');
      }),

    completeAll: async (scope, outcomes) => {
      const failed = await processGroup(outcomes, (some) => completeTogether(scope, some));
      if (failed.length > 0) await completeTogether(scope, toApart(failed));
    },
  };
}

async function replayOrRefuse(...replayed: Parameters<typeof replayFirst>): Promise<GroupReceived> {
  try {
    return { document: await replayFirst(...replayed), replayed: true };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error };
    throw error;
  }
}
