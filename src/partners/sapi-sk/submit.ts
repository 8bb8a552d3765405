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

/** What an answer to `POST /document/send` means. `now`: milliseconds since the epoch. */
export function readSubmitted(answer: HttpAnswer, now: number): Submitted {
  const { status } = answer;
  if (status >= 200 && status < 300) return readAccepted(answer);
  const fault = readError(answer);
  const { detail: said } = fault;
  const retryAfter = readRetryAfter(answer.headers['retry-after'], now);
  if (status === 429 || status === 423) return pressed('temporarily_unavailable', said, retryAfter);
  if (status === 409 && !fault.retryable) return { outcome: 'conflict', code: 'conflict', said };
  if (status >= 500 || status === 409 || status === 408) {
    return unknown('no_answer', said, { repeats: fault.retryable || status === 408, retryAfter });
  }
  if (status < 400) return withoutPrecondition('unexpected_answer', said);
  return readRefused(status, fault);
}

function readRefused(status: number, { code, detail: said }: SapiFault): Submitted {
  if (status === 401) return withoutPrecondition('credentials_refused', said);
  if (status === 402 || status === 403) return withoutPrecondition('access_refused', said);
  if (code === PARTICIPANT_UNKNOWN) return withoutPrecondition('sender_not_registered', said);
  const judgesContent = status === 400 || status === 413 || status === 415 || status === 422;
  if (!judgesContent) return withoutPrecondition('unexpected_answer', said);
  return { outcome: 'refused', why: 'content', code: 'content_refused', said };
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
