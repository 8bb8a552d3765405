import { documentTypeOf, INVOICE_RESPONSE, MLS, writeInvoiceResponse, writeMls } from './answers.ts';
import type { Accepted, Clock, Metadata, Participant, Stored } from './model.ts';
import type { Send } from './read-send.ts';
import { SapiError } from './sapi-error.ts';

/** Lifetime of an idempotency key, as in Slovak access points. */
const KEY_MS = 24 * 3600 * 1000;

/** Submitted documents, inboxes, and scheduled responses. */
export type Exchange = {
  /**
   * Accepts a document once: a repeated key with the same payload returns the first result.
   *
   * @throws SapiError 409: the key was used with another payload (IDEMPOTENCY_KEY_MISMATCH), or the sender's document
   *   id with another key (SAPI-DOC-011)
   */
  readonly accept: (send: Send) => Accepted;
  /** All accepted documents, oldest first. */
  readonly accepted: () => readonly Accepted[];
  /** Documents waiting for a participant, oldest first. */
  readonly inboxOf: (participant: string) => readonly Stored[];
};

type Due = { readonly at: number; readonly come: () => void };

/** Creates an exchange. It has no timers: due events are processed when the state is read. */
export function makeExchange(
  participants: readonly Participant[],
  deliverAfter: number,
  now: Clock,
  newId: () => string,
): Exchange {
  const documents: Accepted[] = [];
  const byKey = new Map<string, { readonly document: Accepted; readonly at: number }>();
  const byDocumentId = new Map<string, Accepted>();
  const inboxes = new Map<string, Stored[]>();
  let due: Due[] = [];

  const settle = (): void => {
    for (;;) {
      const next = due.filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) return;
      due = due.filter((other) => other !== next);
      next.come();
    }
  };

  const put = (participant: string, metadata: Metadata, payload: string): void => {
    const stored: Stored = { id: newId(), metadata, payload, status: 'RECEIVED', acknowledgedAt: null };
    inboxes.set(participant, [...(inboxes.get(participant) ?? []), stored]);
  };

  /** A response in the sender's inbox. */
  const answer = (to: Metadata, { customization, profile }: typeof MLS, at: Date, write: (id: string) => string) => {
    const documentId = newId();
    put(
      to.senderParticipantId,
      {
        documentId,
        documentTypeId: documentTypeOf(customization),
        processId: profile,
        senderParticipantId: to.receiverParticipantId,
        receiverParticipantId: to.senderParticipantId,
        creationDateTime: at.toISOString(),
      },
      write(documentId),
    );
  };

  const deliver = (document: Accepted, payload: string, at: number): void => {
    const { metadata } = document;
    const receiver = participants.find(({ id }) => id === metadata.receiverParticipantId);
    const later = (after: number, come: (time: Date) => void): void => {
      due.push({ at: at + after, come: () => come(new Date(at + after)) });
    };
    if (receiver === undefined) {
      document.status = 'FAILED';
      later(0, (time) => answer(metadata, MLS, time, (id) => writeMls(id, time, 'RE', metadata.documentId)));
      return;
    }
    document.status = receiver.mls?.code === 'RE' ? 'FAILED' : 'DELIVERED';
    if (document.status === 'DELIVERED') put(receiver.id, metadata, payload);
    const { mls } = receiver;
    if (mls !== null) {
      later(mls.after, (time) =>
        answer(metadata, MLS, time, (id) => writeMls(id, time, mls.code, metadata.documentId)),
      );
    }
    // Responses are not answered.
    if (document.status === 'FAILED' || metadata.documentTypeId.includes('::ApplicationResponse##')) return;
    const invoice = { number: firstValue(payload, 'ID') ?? metadata.documentId, typeCode: typeCodeOf(payload) };
    for (const { code, after } of receiver.responses) {
      later(after, (time) =>
        answer(metadata, INVOICE_RESPONSE, time, (id) => writeInvoiceResponse(id, time, code, invoice, metadata)),
      );
    }
  };

  return {
    accept: ({ key, metadata, payload, sha256 }) => {
      settle();
      const scopedKey = JSON.stringify([metadata.senderParticipantId, key]);
      const earlier = byKey.get(scopedKey);
      if (earlier !== undefined && now() - earlier.at < KEY_MS) {
        if (earlier.document.sha256 === sha256) return earlier.document;
        throw new SapiError(409, 'PROCESSING', 'IDEMPOTENCY_KEY_MISMATCH', 'The key belongs to another document');
      }
      const scopedId = JSON.stringify([metadata.senderParticipantId, metadata.documentId]);
      if (byDocumentId.has(scopedId)) {
        throw new SapiError(409, 'PROCESSING', 'SAPI-DOC-011', 'A document of this id was accepted before');
      }
      const receivedAt = new Date(now()).toISOString();
      const document: Accepted = { id: newId(), key, metadata, sha256, receivedAt, status: 'ACCEPTED' };
      documents.push(document);
      byKey.set(scopedKey, { document, at: now() });
      byDocumentId.set(scopedId, document);
      const at = now() + deliverAfter;
      due.push({ at, come: () => deliver(document, payload, at) });
      return document;
    },
    accepted: () => {
      settle();
      return documents;
    },
    inboxOf: (participant) => {
      settle();
      return inboxes.get(participant) ?? [];
    },
  };
}

/** Value of the first element with the name; sufficient for a response that repeats a number. */
function firstValue(payload: string, local: string): string | null {
  const found = new RegExp(`<(?:[\\w-]+:)?${local}(?:\\s[^<>]*)?>([^<>]*)<`).exec(payload)?.[1]?.trim();
  return found === undefined || found === '' ? null : found;
}

const typeCodeOf = (payload: string): string =>
  firstValue(payload, 'InvoiceTypeCode') ?? firstValue(payload, 'CreditNoteTypeCode') ?? '380';
