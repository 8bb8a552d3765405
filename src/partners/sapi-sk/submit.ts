import { readJson } from '../../json/index.ts';
import { cleanText } from '../../lib/clean-text.ts';
import { readRetryAfter } from '../../lib/retry-after.ts';
import type { HttpAnswer } from '../../runtime/index.ts';
import type { Package } from '../adapter.ts';
import { pressed, type Submitted, unknown, withoutPrecondition } from '../submitted.ts';
import { readError, type SapiFault } from './read-error.ts';

/** The body of `POST /document/send` (SAPI-SK 1.0): of the same stored bytes always the same. */
export function writeSend({ envelope, documentSha256 }: Package): string {
  const { documentType, process, sender, receiver, instanceIdentifier, createdAt, content } = envelope;
  return JSON.stringify({
    metadata: {
      // The identifier of the envelope: unique, the same at every repeat, and what status messages refer to.
      documentId: instanceIdentifier,
      documentTypeId: documentType.id,
      processId: process,
      senderParticipantId: sender,
      receiverParticipantId: receiver,
      creationDateTime: createdAt,
    },
    payload: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8'),
    payloadFormat: 'XML',
    payloadEncoding: 'UTF-8',
    checksum: documentSha256,
  });
}

/** The participant is not this client's, or not registered: somebody has to see to that, whatever the document. */
const PARTICIPANT_UNKNOWN = 'SAPI-VAL-004';

/** It has the document, or another one under its key: postmen say so with 409, and some with 400 or 422. */
const HELD_ALREADY: ReadonlySet<string> = new Set(['SAPI-DOC-011', 'IDEMPOTENCY_KEY_MISMATCH']);

/** Errors that are about the caller, its credit or the hour, whatever their status; what is left judges the content. */
const NOT_CONTENT: ReadonlySet<string> = new Set(['AUTH', 'PROCESSING', 'TEMPORARY']);

/** What an answer to `POST /document/send` means. `now`: milliseconds since the epoch. */
export function readSubmitted(answer: HttpAnswer, now: number): Submitted {
  const { status } = answer;
  if (status >= 200 && status < 300) return readAccepted(answer);
  const fault = readError(answer);
  const { code, detail: said } = fault;
  const retryAfter = readRetryAfter(answer.headers['retry-after'], now);
  if (status < 400) return withoutPrecondition('unexpected_answer', said);
  if (status >= 500 || status === 408 || (status === 409 && fault.retryable)) {
    return unknown('no_answer', said, { repeats: fault.retryable || status === 408, retryAfter });
  }
  if (status === 409 || HELD_ALREADY.has(code ?? '')) return { outcome: 'conflict', code: 'conflict', said };
  return readRefused(fault, retryAfter);
}

function readRefused({ status, category, code, detail: said, saysRetryable }: SapiFault, retryAfter: number | null) {
  if (status === 401) return withoutPrecondition('credentials_refused', said);
  const isPressure = status === 429 || status === 423 || category === 'TEMPORARY';
  // A quota or a lock that does not end by itself is somebody's to lift.
  if (saysRetryable ?? isPressure) return pressed('temporarily_unavailable', said, retryAfter);
  if (isPressure || status === 402 || status === 403) return withoutPrecondition('access_refused', said);
  if (code === PARTICIPANT_UNKNOWN) return withoutPrecondition('sender_not_registered', said);
  const judgesContent = status === 400 || status === 413 || status === 415 || status === 422;
  if (!judgesContent) return withoutPrecondition('unexpected_answer', said);
  if (NOT_CONTENT.has(category ?? '')) return withoutPrecondition('access_refused', said);
  return { outcome: 'refused', why: 'content', code: 'content_refused', said } as const;
}

type Told = Readonly<Record<'providerDocumentId' | 'documentId' | 'id' | 'status' | 'message', unknown>>;

/** Postmen differ in the name of the id and in the case of the status; an answer without an id says nothing. */
function readAccepted({ body }: HttpAnswer): Submitted {
  const told = readJson(body) as Partial<Told> | null | undefined;
  const text = (value: unknown): string | null => (typeof value === 'string' ? cleanText(value) || null : null);
  if (/^(rejected|refused|failed|error)$/i.test(text(told?.status) ?? '')) {
    return { outcome: 'refused', why: 'content', code: 'content_refused', said: text(told?.message) };
  }
  const reference = text(told?.providerDocumentId ?? told?.documentId ?? told?.id);
  return reference === null ? unknown('unexpected_answer', null) : { outcome: 'accepted', reference };
}
