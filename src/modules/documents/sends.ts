import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../platform/errors/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { findArtifactRow, WHOLE } from './artifacts/artifact-store.ts';
import type { Document, Send } from './document.ts';
import { lockDocument, type Trx } from './document-store.ts';
import type { EventData, EventType, SendError } from './event.ts';
import { repeatRefused } from './send-errors.data.ts';
import { sendKeyOf } from './send-key.ts';
import { findSendingTo, findSentAs, keepSend } from './sent-store.ts';
import { PROVABLE, SENDABLE, type Status, UNDER_WAY } from './status.ts';
import { findInstances } from './status-message-store.ts';
import { type Advancing, type LifecycleParts, refuse } from './transition.ts';

type Found = {
  readonly document: Document;
  readonly send: Send;
  /** An earlier execution of this run recorded no result: its bytes may have reached the partner. */
  readonly isInterrupted: boolean;
};

/** The prepared bytes and their idempotency key. */
type Outgoing = Found & { readonly content: Uint8Array };

/** Outcome of an attempt. */
export type SendOutcome =
  /** The partner has the document; it is not yet delivered. */
  | { readonly outcome: 'accepted'; readonly reference: string | null }
  /** The partner rejected the content; recorded as unknown when an earlier attempt may have arrived. */
  | { readonly outcome: 'refused'; readonly error: SendError }
  /** The partner may have the document. `again`: time of the next attempt; null: an operator has to check first. */
  | { readonly outcome: 'unknown'; readonly error: SendError; readonly again: Date | null }
  /**
   * The partner did not accept the document, for a reason outside the document that an operator has to fix. `again`:
   * time of the next attempt if an earlier attempt may have arrived; null: no automatic attempt.
   */
  | { readonly outcome: 'held'; readonly error: SendError; readonly again: Date | null }
  /** The partner did not accept the document and requests a later retry; not counted as an attempt. */
  | { readonly outcome: 'postponed'; readonly error: SendError; readonly again: Date };

/** Sending of a prepared document. */
export type Sends = {
  /**
   * Starts to send the prepared bytes, only in the status `send_prepared`. Throws `document_not_found`,
   * `transition_not_allowed`, `document_erased`; `send_already_started` for a repeated request;
   * `preparation_not_current` when the preparation is not the newest or is for another partner; `already_sent` when
   * the partner has, or may have, the same bytes for the same receiver as another document.
   */
  readonly send: (scope: Scope, id: string, requested: SendRequest) => Promise<Document>;
  /**
   * The send for this run, with an interrupted attempt counted; null when there is nothing to do. Writes nothing: a
   * run that only waits for the rate limit has not started an attempt.
   */
  readonly findSend: (scope: Scope, id: string, run: string) => Promise<Found | null>;
  /** Records the start of an attempt and returns the bytes to send; null when there is nothing to do. */
  readonly beginSend: (scope: Scope, id: string, run: string) => Promise<Outgoing | null>;
  /** Records the outcome of a run. Null, with nothing written, when the document no longer waits for it. */
  readonly completeSend: (
    scope: Scope,
    id: string,
    of: Pick<Send, 'id' | 'run' | 'attempts'>,
    outcome: SendOutcome,
  ) => Promise<Document | null>;
  /** Returns those instance identifiers whose bytes may still be sent, or sent again. */
  readonly findOpenSends: (scope: Scope, instanceIdentifiers: readonly string[]) => Promise<ReadonlySet<string>>;
  /** A document that is being sent to the partner or has an unknown outcome there, or null. */
  readonly findUnderWay: (scope: Scope, partner: string) => Promise<string | null>;
  /** Sends the same bytes again immediately when the outcome is unknown; null in any other status. */
  readonly repeatSend: (trx: Trx, scope: Scope, id: string) => Promise<Document | null>;
};

type SendRequest = { readonly preparation: string; readonly partner: string };

/** Statuses in which a repeated request has already been executed. */
const SENDING: readonly Status[] = [...UNDER_WAY, 'sent', 'delivered', 'delivery_failed'];

const isSame = (send: Send, requested: SendRequest): boolean =>
  send.preparation === requested.preparation && send.partner === requested.partner;

/** Milliseconds between acceptance and the first status check. */
const FIRST_CHECK = 5_000;

/** Enqueues the first status check of a document accepted at `now` (milliseconds since the epoch). */
export async function enqueueFollow(trx: Trx, scope: Scope, id: string, run: string, now: number): Promise<void> {
  const payload = { workspace_id: scope.workspaceId, document_id: id, run };
  await enqueue(trx, 'document.follow-send', payload, { runAt: new Date(now + FIRST_CHECK) });
}

export function makeSends({ advance, inScope, makeEvent }: Advancing, { newId, now }: LifecycleParts): Sends {
  /** Enqueues the next run of the send, in the queue lane of its partner. */
  const enqueueRun = async (
    trx: Trx,
    scope: Scope,
    id: string,
    { run, partner }: { readonly run: string; readonly partner: string },
    again: Date | null,
  ): Promise<void> => {
    const payload = { workspace_id: scope.workspaceId, document_id: id, run };
    await enqueue(trx, 'document.send', payload, { lane: partner, ...(again !== null && { runAt: again }) });
  };

  const write = async <T extends EventType>(
    trx: Trx,
    scope: Scope,
    document: Document,
    [type, data]: readonly [T, EventData<T>],
    move: { readonly to: Status; readonly send: Send } | { readonly from: readonly Status[]; readonly send: Send },
  ): Promise<Document | null> => (await advance(trx, scope, document.id, makeEvent(scope, type, data), move)) ?? null;

  const find = async (trx: Trx, scope: Scope, id: string, statuses = UNDER_WAY) => {
    const document = await lockDocument(trx, scope.workspaceId, id);
    const send = document?.send ?? null;
    if (document === undefined || send === null || !statuses.includes(document.status)) return null;
    return { document, send };
  };

  /**
   * A repeated run was interrupted, possibly after the bytes had left, so it counts as an attempt with unknown
   * outcome.
   */
  const findForRun = async (trx: Trx, scope: Scope, id: string, run: string): Promise<Found | null> => {
    const found = await find(trx, scope, id);
    if (found === null || found.send.run !== run || found.document.erased_at !== null) return null;
    const { document, send } = found;
    const isInterrupted = send.begun === run;
    return { document, send: isInterrupted ? { ...send, attempts: send.attempts + 1 } : send, isInterrupted };
  };

  const complete = async (
    trx: Trx,
    scope: Scope,
    document: Document,
    send: Send,
    outcome: SendOutcome,
  ): Promise<Document | null> => {
    const { id: sendId, partner } = send;
    const common = { partner, send: sendId };
    const tried = { ...send, attempts: send.attempts + 1, next_attempt_at: null, run: null, begun: null };
    if (outcome.outcome === 'accepted') {
      const { reference } = outcome;
      const run = newId('run');
      const accepted = { ...tried, reference, error: null, accepted_at: new Date(now()).toISOString(), run };
      await enqueueFollow(trx, scope, document.id, run, now());
      return write(trx, scope, document, ['send.accepted', { ...common, reference }], { to: 'sent', send: accepted });
    }
    const mayHaveArrived = document.status !== 'sending' || send.attempts > 0;
    if (outcome.outcome === 'refused' && mayHaveArrived) {
      const error = repeatRefused(outcome.error.said);
      return complete(trx, scope, document, send, { outcome: 'unknown', error, again: null });
    }
    const { error } = outcome;
    if (outcome.outcome === 'refused') {
      const move = { to: 'send_refused', send: { ...tried, error } } as const;
      return write(trx, scope, document, ['send.refused', { ...common, error }], move);
    }
    // When an earlier attempt may have arrived, a later "not now" does not disprove it: the outcome stays unknown.
    if (outcome.outcome === 'held' && !mayHaveArrived) {
      const move = { to: 'send_prepared', send: { ...tried, error } } as const;
      return write(trx, scope, document, ['send.held', { ...common, error }], move);
    }
    const { again } = outcome;
    const run = again === null ? null : newId('run');
    const next_attempt_at = again?.toISOString() ?? null;
    if (run !== null) await enqueueRun(trx, scope, document.id, { run, partner }, again);
    if (outcome.outcome === 'postponed') {
      const postponed = { ...send, error, run, next_attempt_at, begun: null };
      const data = { ...common, error, next_attempt_at: next_attempt_at! };
      return write(trx, scope, document, ['send.postponed', data], { from: UNDER_WAY, send: postponed });
    }
    const { attempts } = tried;
    const move = { to: 'send_unknown', send: { ...tried, error, run, next_attempt_at } } as const;
    return write(trx, scope, document, ['send.unknown', { ...common, error, attempts, next_attempt_at }], move);
  };

  return {
    send: (scope, id, requested) =>
      inScope(scope, async (trx) => {
        const document = await lockDocument(trx, scope.workspaceId, id);
        const preparation = document?.preparation ?? null;
        const current = document?.send ?? null;
        if (current !== null && SENDING.includes(document!.status) && isSame(current, requested)) {
          throw refusal('send_already_started', { id, send: current.id, status: document!.status });
        }
        if (document?.status !== 'send_prepared' || preparation?.sha256 == null) return refuse(trx, scope, id);
        if (preparation.id !== requested.preparation || preparation.partner !== requested.partner) {
          throw refusal('preparation_not_current', { id, preparation: preparation.id, partner: preparation.partner });
        }
        const same = await findSentAs(trx, scope.workspaceId, document);
        if (same !== null) throw refusal('already_sent', { document: same.id, status: same.status });
        const send: Send = {
          id: newId('snd'),
          preparation: preparation.id,
          partner: preparation.partner,
          idempotency_key: sendKeyOf(scope.workspaceId, preparation.partner, preparation.sha256),
          attempts: 0,
          started_at: new Date(now()).toISOString(),
          accepted_at: null,
          reference: null,
          error: null,
          next_attempt_at: null,
          unconfirmed_since: null,
          run: newId('run'),
          begun: null,
        };
        const { partner } = send;
        const data = { partner, send: send.id, sha256: preparation.sha256 };
        const started = await write(trx, scope, document, ['send.started', data], { to: 'sending', send });
        if (started === null) return refuse(trx, scope, id);
        await enqueueRun(trx, scope, id, { run: send.run!, partner }, null);
        scope.audit?.(trx, id);
        return started;
      }),

    findSend: (scope, id, run) => inScope(scope, (trx) => findForRun(trx, scope, id, run)),

    beginSend: (scope, id, run) =>
      inScope(scope, async (trx) => {
        const found = await findForRun(trx, scope, id, run);
        if (found === null) return null;
        const content = (await findArtifactRow(trx, scope.workspaceId, id, 'send-package.xml', WHOLE))?.content;
        if (content === undefined) throw refusal('artifact_not_found', { id, artifact: 'send-package.xml' });
        const send = { ...found.send, begun: run };
        await keepSend(trx, scope.workspaceId, id, send);
        return { ...found, send, content };
      }),

    completeSend: (scope, id, of, outcome) =>
      inScope(scope, async (trx) => {
        const isAccepted = outcome.outcome === 'accepted';
        const found = await find(trx, scope, id, isAccepted ? PROVABLE : UNDER_WAY);
        if (found === null) return null;
        const { document, send } = found;
        // An earlier send had other bytes; its outcome does not apply to this one.
        if (send.id !== of.id) return null;
        // Acceptance is valid from any run; other outcomes only from the current run.
        if (send.run !== of.run && !isAccepted) return null;
        // Counts an interrupted attempt even if this run did not start another one.
        const attempts = Math.max(send.attempts, of.attempts);
        return complete(trx, scope, document, { ...send, attempts }, outcome);
      }),

    findOpenSends: (scope, instanceIdentifiers) =>
      inScope(
        scope,
        async (trx) => new Set(await findInstances(trx, scope.workspaceId, instanceIdentifiers, SENDABLE)),
      ),

    findUnderWay: (scope, partner) => inScope(scope, (trx) => findSendingTo(trx, scope.workspaceId, partner)),

    repeatSend: async (trx, scope, id) => {
      const found = await find(trx, scope, id);
      if (found?.document.status !== 'send_unknown') return null;
      const { document } = found;
      const send = { ...found.send, run: newId('run'), next_attempt_at: null };
      await enqueueRun(trx, scope, id, send, null);
      const data = { partner: send.partner, send: send.id };
      return write(trx, scope, document, ['send.repeated', data], { from: ['send_unknown'], send });
    },
  };
}
