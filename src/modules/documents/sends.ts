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
  /** This run was begun before and has no end: its bytes may have left. */
  readonly isInterrupted: boolean;
};

/** What is handed over: the bytes as they were prepared, under the key that they always have. */
type Outgoing = Found & { readonly content: Uint8Array };

/** What came of handing over. */
export type SendOutcome =
  /** The partner has it. That is not yet a delivery. */
  | { readonly outcome: 'accepted'; readonly reference: string | null }
  /** The partner judged the content, and does not take it; after an attempt without an end that leaves it unknown. */
  | { readonly outcome: 'refused'; readonly error: SendError }
  /** The partner may have it. `again`: when the same bytes go out again; null: a person has to look first. */
  | { readonly outcome: 'unknown'; readonly error: SendError; readonly again: Date | null }
  /**
   * It was not taken, for a reason that is none of the document's and that somebody has to put right. `again`: when the
   * same bytes go out again where an earlier attempt may have arrived; null: not by themselves.
   */
  | { readonly outcome: 'held'; readonly error: SendError; readonly again: Date | null }
  /** It was not taken and shall come later; costs no attempt. */
  | { readonly outcome: 'postponed'; readonly error: SendError; readonly again: Date };

/** The verbs of a document on its way through a partner's door. */
export type Sends = {
  /**
   * Starts to hand the prepared bytes over: from `send_prepared` alone. Throws `document_not_found`,
   * `transition_not_allowed`, `document_erased`; `send_already_started` when the same was asked for before;
   * `preparation_not_current` when it is not the newest, or was made for another partner; `already_sent` when the partner
   * has the same bytes for the same receiver as another document, or may have them.
   */
  readonly send: (scope: Scope, id: string, asked: Asked) => Promise<Document>;
  /**
   * The send as this run finds it, an interrupted beginning counted; null when there is nothing to do for it. Keeps
   * nothing: whoever only waits for the partner's turn has begun nothing.
   */
  readonly findSend: (scope: Scope, id: string, run: string) => Promise<Found | null>;
  /** What this run shall hand over now, kept as begun; null when there is nothing to do for it any more. */
  readonly beginSend: (scope: Scope, id: string, run: string) => Promise<Outgoing | null>;
  /** Writes what came of a run of a send. Null, with nothing written, when the document no longer waits for it. */
  readonly completeSend: (
    scope: Scope,
    id: string,
    of: Pick<Send, 'id' | 'run' | 'attempts'>,
    outcome: SendOutcome,
  ) => Promise<Document | null>;
  /** Of these instance identifiers of envelopes, those whose bytes may still be handed over, or again. */
  readonly findOpenSends: (scope: Scope, instanceIdentifiers: readonly string[]) => Promise<ReadonlySet<string>>;
  /** A document that is on its way to the partner, or of which nobody knows whether it has it; null: there is none. */
  readonly findUnderWay: (scope: Scope, partner: string) => Promise<string | null>;
  /** Hands the same bytes over again, now, where nobody knows what came of them; null in any other status. */
  readonly repeatSend: (trx: Trx, scope: Scope, id: string) => Promise<Document | null>;
};

type Asked = { readonly preparation: string; readonly partner: string };

/** What was asked for has happened, or happens. */
const SENDING: readonly Status[] = [...UNDER_WAY, 'sent', 'delivered', 'delivery_failed'];

const isSame = (send: Send, asked: Asked): boolean =>
  send.preparation === asked.preparation && send.partner === asked.partner;

/** How soon after a partner took a document it is looked after first, in milliseconds. */
const FIRST_CHECK = 5_000;

/** Asks for the first look after what a partner took at `now` (milliseconds since the epoch). */
export async function askForFollow(trx: Trx, scope: Scope, id: string, run: string, now: number): Promise<void> {
  const payload = { workspace_id: scope.workspaceId, document_id: id, run };
  await enqueue(trx, 'document.follow-send', payload, { runAt: new Date(now + FIRST_CHECK) });
}

/** Makes the verbs. */
export function makeSends({ advance, inScope, makeEvent }: Advancing, { newId, now }: LifecycleParts): Sends {
  /** Asks for the send's next run; partners are waited for each by itself. */
  const askForRun = async (
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

  /** A run that comes again was interrupted, perhaps after the bytes had left: that is an attempt without an end. */
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
    const told = { partner, send: sendId };
    const tried = { ...send, attempts: send.attempts + 1, next_attempt_at: null, run: null, begun: null };
    if (outcome.outcome === 'accepted') {
      const { reference } = outcome;
      const run = newId('run');
      const accepted = { ...tried, reference, error: null, accepted_at: new Date(now()).toISOString(), run };
      await askForFollow(trx, scope, document.id, run, now());
      return write(trx, scope, document, ['send.accepted', { ...told, reference }], { to: 'sent', send: accepted });
    }
    const mayHaveArrived = document.status !== 'sending' || send.attempts > 0;
    if (outcome.outcome === 'refused' && mayHaveArrived) {
      const error = repeatRefused(outcome.error.said);
      return complete(trx, scope, document, send, { outcome: 'unknown', error, again: null });
    }
    const { error } = outcome;
    if (outcome.outcome === 'refused') {
      const move = { to: 'send_refused', send: { ...tried, error } } as const;
      return write(trx, scope, document, ['send.refused', { ...told, error }], move);
    }
    // What may have arrived once cannot be taken back by a later "not now": it stays unknown.
    if (outcome.outcome === 'held' && !mayHaveArrived) {
      const move = { to: 'send_prepared', send: { ...tried, error } } as const;
      return write(trx, scope, document, ['send.held', { ...told, error }], move);
    }
    const { again } = outcome;
    const run = again === null ? null : newId('run');
    const next_attempt_at = again?.toISOString() ?? null;
    if (run !== null) await askForRun(trx, scope, document.id, { run, partner }, again);
    if (outcome.outcome === 'postponed') {
      const postponed = { ...send, error, run, next_attempt_at, begun: null };
      const data = { ...told, error, next_attempt_at: next_attempt_at! };
      return write(trx, scope, document, ['send.postponed', data], { from: UNDER_WAY, send: postponed });
    }
    const { attempts } = tried;
    const move = { to: 'send_unknown', send: { ...tried, error, run, next_attempt_at } } as const;
    return write(trx, scope, document, ['send.unknown', { ...told, error, attempts, next_attempt_at }], move);
  };

  return {
    send: (scope, id, asked) =>
      inScope(scope, async (trx) => {
        const document = await lockDocument(trx, scope.workspaceId, id);
        const preparation = document?.preparation ?? null;
        const begun = document?.send ?? null;
        if (begun !== null && SENDING.includes(document!.status) && isSame(begun, asked)) {
          throw refusal('send_already_started', { id, send: begun.id, status: document!.status });
        }
        if (document?.status !== 'send_prepared' || preparation?.sha256 == null) return refuse(trx, scope, id);
        if (preparation.id !== asked.preparation || preparation.partner !== asked.partner) {
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
        await askForRun(trx, scope, id, { run: send.run!, partner }, null);
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
        // An earlier send had other bytes; what came of that says nothing of this one.
        if (send.id !== of.id) return null;
        // That the partner has it is true whichever run learns it; anything else counts for its own run alone.
        if (send.run !== of.run && !isAccepted) return null;
        // A beginning that was interrupted counts, whether or not this run came to begin again.
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
      await askForRun(trx, scope, id, send, null);
      const data = { partner: send.partner, send: send.id };
      return write(trx, scope, document, ['send.repeated', data], { from: ['send_unknown'], send });
    },
  };
}
