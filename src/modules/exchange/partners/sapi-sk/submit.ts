import { cleanText } from '../../../../lib/clean-text.ts';
import { readRetryAfter } from '../../../../lib/retry-after.ts';
import type { HttpAnswer } from '../../../../platform/index.ts';
import { readJson } from '../../../../platform/json/index.ts';
import type { Package } from '../adapter.ts';
import { fieldsOf } from '../read-answer.ts';
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

/**
 * It has the document, or another one under its key: postmen say so with 409, and some with 400 or 422. The codes are
 * theirs, so words count too.
 */
const HELD_ALREADY =
  /^SAPI-DOC-011$|^IDEMPOTENCY|ALREADY|(^|[_-])DUPLICATED?([_-](DOCUMENT|INVOICE|KEY|MESSAGE|REQUEST|SUBMISSION))?$/i;

/** What it says of whom the document is for, and not of whom it is from. */
const OF_RECEIVER = /receiver|recipient|príjemc|prijemc/i;

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
  if (status === 409 || HELD_ALREADY.test(code ?? '')) return { outcome: 'conflict', code: 'conflict', said };
  return readRefused(fault, retryAfter);
}

function readRefused({ status, category, code, detail: said, saysRetryable }: SapiFault, retryAfter: number | null) {
  if (status === 401) return withoutPrecondition('credentials_refused', said);
  const isPressure = status === 429 || status === 423 || category === 'TEMPORARY';
  // A quota or a lock that does not end by itself is somebody's to lift.
  if (saysRetryable ?? isPressure) return pressed('temporarily_unavailable', said, retryAfter);
  if (isPressure || status === 402 || status === 403) return withoutPrecondition('access_refused', said);
  const isOfReceiver = OF_RECEIVER.test(said ?? '');
  if (code === PARTICIPANT_UNKNOWN && !isOfReceiver) return withoutPrecondition('sender_not_registered', said);
  if (code === PARTICIPANT_UNKNOWN || (status === 404 && (isOfReceiver || category === 'VALIDATION'))) {
    return withoutPrecondition('receiver_not_found', said);
  }
  const judgesContent = status === 400 || status === 413 || status === 415 || status === 422;
  if (!judgesContent) return withoutPrecondition('unexpected_answer', said);
  if (NOT_CONTENT.has(category ?? '')) return withoutPrecondition('access_refused', said);
  return { outcome: 'refused', why: 'content', code: 'content_refused', said } as const;
}

/** A text, or a number as one; null of anything else. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';
  return text === '' ? null : text;
}

/** Postmen differ in the name of the id and in the case of the status; an answer without either says nothing. */
function readAccepted(answer: HttpAnswer): Submitted {
  const told = fieldsOf(readJson(answer.body));
  const word = textOf(told?.status) ?? '';
  if (/^(rejected|refused|failed|error)/i.test(word)) {
    const fault = readError(answer);
    // Where it has no other words, its status is more than that it refused.
    const said = fault.detail ?? (/^[a-z]+$/i.test(word) ? null : word);
    if (HELD_ALREADY.test(fault.code ?? '') || HELD_ALREADY.test(word))
      return { outcome: 'conflict', code: 'conflict', said };
    // What it says beside that is read as with the status that refuses a document.
    return readRefused({ ...fault, detail: said, status: 422 }, null);
  }
  const reference = textOf(told?.providerDocumentId) ?? textOf(told?.documentId) ?? textOf(told?.id);
  const isAccepted = reference !== null || /^accepted/i.test(word);
  return isAccepted ? { outcome: 'accepted', reference } : unknown('unexpected_answer', null);
}
