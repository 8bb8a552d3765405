import { text } from '../../../locales/index.ts';
import type { Scope } from '../../lib/scope.ts';
import { enqueue } from '../../platform/queue/index.ts';
import type { Document, Send } from './document.ts';
import { lockDocument, type Trx } from './document-store.ts';
import type { EventData, SendError } from './event.ts';
import { sha256 } from './hash-artifact.ts';
import { ANSWERABLE, PROVABLE, STATUSES, UNDER_WAY } from './status.ts';
import {
  findAnswered,
  findMessage,
  insertMessage,
  isAnswered,
  type NamedBy,
  replaceMessage,
  replaceRun,
} from './status-message-store.ts';
import type { Advancing, LifecycleParts } from './transition.ts';

/** A parsed status message. */
type IncomingMessage = {
  readonly kind: 'mls' | 'invoice_response';
  readonly code: string | null;
  readonly description: string | null;
  readonly reference: string | null;
  readonly sender: string | null;
  readonly reasons: readonly string[];
  /** Rules of its kind that it violates. */
  readonly findings: readonly string[];
  readonly content: Uint8Array;
};

/** Result of matching: the document, null when it is unknown, and whether the message was already stored. */
type Attached = {
  readonly id: string;
  readonly document_id: string | null;
  /** Identifier in the message that matched the document; null without a match. */
  readonly named_by: NamedBy | null;
  readonly replayed: boolean;
};

/** Status that a partner reports for an accepted document. */
type DeliveryUpdate =
  | { readonly status: 'delivered' | 'open' }
  | { readonly status: 'failed'; readonly error: SendError };

/** Processing of delivery statuses and status messages for sent documents. */
export type Deliveries = {
  /**
   * Stores a message once and attaches it to its document as soon as that is known. MLS `AP` means delivered, `RE`
   * failed, `AB` undecided; an Invoice Response proves delivery.
   */
  readonly attachMessage: (scope: Scope, message: IncomingMessage) => Promise<Attached>;
  /** The send to check in this run; null when there is nothing to do. */
  readonly beginFollow: (scope: Scope, id: string, run: string) => Promise<Send | null>;
  /** Records the status from the partner; `again`: time of the next check, null after the last one. */
  readonly completeFollow: (
    scope: Scope,
    id: string,
    run: string,
    updated: DeliveryUpdate,
    again: Date | null,
  ) => Promise<void>;
};

/** Expected by C2: a status within 25 minutes in 99.5 % of cases (Peppol service levels of MLS). */
const STATUS_WITHIN_MINUTES = 25;

const REJECTED: SendError = {
  code: 'delivery_rejected',
  detail: text('status-message.rejected'),
  said: null,
};

export function makeDeliveries({ advance, inScope, makeEvent }: Advancing, { newId, now }: LifecycleParts): Deliveries {
  const end = async (
    trx: Trx,
    scope: Scope,
    { id, send }: Document,
    outcome: { readonly delivered: true } | { readonly delivered: false; readonly error: SendError },
    source: 'partner' | 'status_message',
  ): Promise<void> => {
    const ended = { ...send!, run: null, unconfirmed_since: null };
    if (outcome.delivered) {
      const event = makeEvent(scope, 'delivery.completed', { source });
      await advance(trx, scope, id, event, { to: 'delivered', send: ended });
    } else {
      const event = makeEvent(scope, 'delivery.failed', { source, error: outcome.error });
      await advance(trx, scope, id, event, { to: 'delivery_failed', send: ended });
    }
  };

  /** A message about a document proves that it was sent, even if the partner's response never arrived. */
  const settle = async (trx: Trx, scope: Scope, document: Document): Promise<Document> => {
    if (!PROVABLE.includes(document.status)) return document;
    const send = document.send!;
    const accepted = {
      ...send,
      error: null,
      next_attempt_at: null,
      run: null,
      accepted_at: new Date(now()).toISOString(),
    };
    const event = makeEvent(scope, 'send.accepted', {
      partner: send.partner,
      send: send.id,
      reference: send.reference,
    });
    return (await advance(trx, scope, document.id, event, { to: 'sent', send: accepted })) ?? document;
  };

  const apply = async (
    trx: Trx,
    scope: Scope,
    document: Document,
    message: IncomingMessage & { readonly id: string; readonly named_by: NamedBy },
  ) => {
    const { id, kind, code, description, reasons, findings, named_by } = message;
    const data = { message: id, code, description, reasons: [...reasons], findings: [...findings], named_by };
    const type = kind === 'mls' ? 'status_message.received' : 'invoice_response.received';
    const event = makeEvent(scope, type, data satisfies EventData<typeof type>);
    // Stored without effect: a rejection of a document that no partner accepted, and any message about an earlier
    // envelope.
    const isOfNewest = named_by !== 'earlier_instance_identifier' && document.send !== null;
    const isOnItsWay = UNDER_WAY.includes(document.status) || !PROVABLE.includes(document.status);
    if (!isOfNewest || document.status === 'canceled' || (code === 'RE' && !isOnItsWay)) {
      await advance(trx, scope, document.id, event, { from: STATUSES });
      return;
    }
    const settled = await settle(trx, scope, document);
    const updated = await advance(trx, scope, document.id, event, {
      from: ANSWERABLE,
      send: { ...settled.send!, unconfirmed_since: null },
    });
    if (updated?.status !== 'sent') return;
    if (kind === 'invoice_response' || code === 'AP')
      await end(trx, scope, updated, { delivered: true }, 'status_message');
    else if (code === 'RE') {
      const error = { ...REJECTED, said: description };
      await end(trx, scope, updated, { delivered: false, error }, 'status_message');
    }
  };

  return {
    attachMessage: (scope, message) =>
      inScope(scope, async (trx) => {
        const { workspaceId } = scope;
        const { kind, reference, sender, content, ...details } = message;
        const digest = sha256(content);
        const found =
          reference === null ? undefined : await findAnswered(trx, workspaceId, { kind, reference, sender });
        const document = found === undefined ? undefined : await lockDocument(trx, workspaceId, found.id);
        const answered = document === undefined || document.erased_at !== null ? null : document;
        const documentId = answered?.id ?? null;
        const named_by = answered === null ? null : found!.by;
        const id = newId('msg');
        const at = new Date(now());
        const row = {
          workspaceId,
          id,
          documentId,
          kind,
          sha256: digest,
          content,
          said: { ...details, reference, sender, named_by },
          at,
        };
        if (!(await insertMessage(trx, row))) {
          const stored = (await findMessage(trx, workspaceId, digest))!;
          // A message that arrived before its document was sent had no match; it is attached when it is received
          // again.
          if (stored.document_id !== null || answered === null) return { ...stored, replayed: true };
          await replaceMessage(trx, { ...row, id: stored.id });
          await apply(trx, scope, answered, { ...message, id: stored.id, named_by: found!.by });
          scope.audit?.(trx, stored.id);
          return { id: stored.id, document_id: documentId, named_by, replayed: true };
        }
        if (answered !== null) await apply(trx, scope, answered, { ...message, id, named_by: found!.by });
        scope.audit?.(trx, id);
        return { id, document_id: documentId, named_by, replayed: false };
      }),

    beginFollow: (scope, id, run) =>
      inScope(scope, async (trx) => {
        const document = await lockDocument(trx, scope.workspaceId, id);
        if (document?.status !== 'sent' || document.send?.run !== run || document.erased_at !== null) return null;
        return document.send;
      }),

    completeFollow: (scope, id, run, updated, again) =>
      inScope(scope, async (trx) => {
        const document = await lockDocument(trx, scope.workspaceId, id);
        const send = document?.send ?? null;
        if (document?.status !== 'sent' || send?.run !== run) return;
        if (updated.status !== 'open') {
          const outcome = updated.status === 'failed' ? { delivered: false as const, error: updated.error } : DELIVERED;
          return end(trx, scope, document, outcome, 'partner');
        }
        const next = again === null ? null : newId('run');
        const late = now() - Date.parse(send.accepted_at!) >= STATUS_WITHIN_MINUTES * 60_000;
        if (late && send.unconfirmed_since === null && !(await isAnswered(trx, scope.workspaceId, id))) {
          const event = makeEvent(scope, 'delivery.unconfirmed', { minutes: STATUS_WITHIN_MINUTES });
          const unconfirmed = { ...send, run: next, unconfirmed_since: new Date(now()).toISOString() };
          await advance(trx, scope, id, event, { from: ['sent'], send: unconfirmed });
        } else if (!(await replaceRun(trx, scope.workspaceId, id, run, next))) return;
        if (next === null) return;
        const payload = { workspace_id: scope.workspaceId, document_id: id, run: next };
        await enqueue(trx, 'document.follow-send', payload, { runAt: again! });
      }),
  };
}

const DELIVERED = { delivered: true } as const;
