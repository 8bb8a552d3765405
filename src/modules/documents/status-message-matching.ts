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

/** A status message, as it was read. */
type IncomingMessage = {
  readonly kind: 'mls' | 'invoice_response';
  readonly code: string | null;
  readonly description: string | null;
  readonly reference: string | null;
  readonly sender: string | null;
  readonly reasons: readonly string[];
  /** The rules of its kind that it breaks. */
  readonly findings: readonly string[];
  readonly content: Uint8Array;
};

/** What became of it: whose answer it is, null where nobody's that is known here; and whether it had come before. */
type Attached = {
  readonly id: string;
  readonly document_id: string | null;
  /** By what it names that document; null where it names none that is known. */
  readonly named_by: NamedBy | null;
  readonly replayed: boolean;
};

/** What a partner says of a document that it took. */
type Told = { readonly status: 'delivered' | 'open' } | { readonly status: 'failed'; readonly error: SendError };

/** The verbs of what comes back for a sent document. */
export type Deliveries = {
  /**
   * Keeps a message, once, and attaches it to the document that it answers, the first time that this is known: MLS tells a delivery (`AP`), a failure
   * (`RE`) or nothing sure (`AB`); a buyer who answers has the invoice.
   */
  readonly attachMessage: (scope: Scope, message: IncomingMessage) => Promise<Attached>;
  /** The send that this run shall follow; null when it has nothing to do any more. */
  readonly beginFollow: (scope: Scope, id: string, run: string) => Promise<Send | null>;
  /** Writes what the partner told; `again`: when it is asked next, null: not any more. */
  readonly completeFollow: (scope: Scope, id: string, run: string, told: Told, again: Date | null) => Promise<void>;
};

/** What C2 may expect: a status within 25 minutes in 99.5 % of cases (Peppol service levels of MLS). */
const STATUS_WITHIN_MINUTES = 25;

const REJECTED: SendError = {
  code: 'delivery_rejected',
  detail: {
    sk: 'Prístupový bod príjemcu doklad odmietol alebo ho nedoručil.',
    en: 'The receiver’s access point rejected the document or could not deliver it.',
  },
  said: null,
};

/** Makes the verbs. */
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

  /** A document that is answered was handed over, whether or not the partner's own answer ever arrived. */
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
    const said = { message: id, code, description, reasons: [...reasons], findings: [...findings], named_by };
    const type = kind === 'mls' ? 'status_message.received' : 'invoice_response.received';
    const event = makeEvent(scope, type, said satisfies EventData<typeof type>);
    // A rejection of what no partner took, and whatever is said of another envelope than the newest, is kept and changes
    // nothing.
    const isOfNewest = named_by !== 'earlier_instance_identifier' && document.send !== null;
    const isOnItsWay = UNDER_WAY.includes(document.status) || !PROVABLE.includes(document.status);
    if (!isOfNewest || document.status === 'canceled' || (code === 'RE' && !isOnItsWay)) {
      await advance(trx, scope, document.id, event, { from: STATUSES });
      return;
    }
    const settled = await settle(trx, scope, document);
    const told = await advance(trx, scope, document.id, event, {
      from: ANSWERABLE,
      send: { ...settled.send!, unconfirmed_since: null },
    });
    if (told?.status !== 'sent') return;
    if (kind === 'invoice_response' || code === 'AP')
      await end(trx, scope, told, { delivered: true }, 'status_message');
    else if (code === 'RE') {
      const error = { ...REJECTED, said: description };
      await end(trx, scope, told, { delivered: false, error }, 'status_message');
    }
  };

  return {
    attachMessage: (scope, message) =>
      inScope(scope, async (trx) => {
        const { workspaceId } = scope;
        const { kind, reference, sender, content, ...said } = message;
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
          said: { ...said, reference, sender, named_by },
          at,
        };
        if (!(await insertMessage(trx, row))) {
          const kept = (await findMessage(trx, workspaceId, digest))!;
          // One that came before its document was sent was nobody's; it is that document's once it comes again.
          if (kept.document_id !== null || answered === null) return { ...kept, replayed: true };
          await replaceMessage(trx, { ...row, id: kept.id });
          await apply(trx, scope, answered, { ...message, id: kept.id, named_by: found!.by });
          scope.audit?.(trx, kept.id);
          return { id: kept.id, document_id: documentId, named_by, replayed: true };
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

    completeFollow: (scope, id, run, told, again) =>
      inScope(scope, async (trx) => {
        const document = await lockDocument(trx, scope.workspaceId, id);
        const send = document?.send ?? null;
        if (document?.status !== 'sent' || send?.run !== run) return;
        if (told.status !== 'open') {
          const outcome = told.status === 'failed' ? { delivered: false as const, error: told.error } : DELIVERED;
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
