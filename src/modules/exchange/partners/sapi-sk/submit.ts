import { cleanText } from '../../../../lib/clean-text.ts';
import { readRetryAfter } from '../../../../lib/retry-after.ts';
import type { HttpAnswer } from '../../../../platform/index.ts';
import { readJson } from '../../../../platform/json/index.ts';
import type { Package } from '../adapter.ts';
import { fieldsOf } from '../read-answer.ts';
import { pressed, type Submitted, unknown, withoutPrecondition } from '../submitted.ts';
import { readError, type SapiFault } from './read-error.ts';

/** The body of `POST /document/send` (SAPI-SK 1.0); deterministic for the same stored bytes. */
export function writeSend({ envelope, documentSha256 }: Package): string {
  const { documentType, process, sender, receiver, instanceIdentifier, createdAt, content } = envelope;
  return JSON.stringify({
    metadata: {
      // The instance identifier is unique, stable across retries, and referenced by status messages.
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

/** The participant is not registered or belongs to another client: a configuration error, whatever the document. */
const PARTICIPANT_UNKNOWN = 'SAPI-VAL-004';

/**
 * The provider has the document, or another one under its key. Most return 409, some 400 or 422; error codes are
 * provider-specific, so words are matched too.
 */
const HELD_ALREADY =
  /^SAPI-DOC-011$|^IDEMPOTENCY|ALREADY|(^|[_-])DUPLICATED?([_-](DOCUMENT|INVOICE|KEY|MESSAGE|REQUEST|SUBMISSION))?$/i;

/** The error concerns the receiver, not the sender. */
const OF_RECEIVER = /receiver|recipient|príjemc|prijemc/i;

/** Categories about the client, its credit or the load, whatever the status; other categories concern the content. */
const NOT_CONTENT: ReadonlySet<string> = new Set(['AUTH', 'PROCESSING', 'TEMPORARY']);

/** Converts a response to `POST /document/send`. `now`: milliseconds since the epoch. */
export function readSubmitted(answer: HttpAnswer, now: number): Submitted {
  const { status } = answer;
  if (status >= 200 && status < 300) return readAccepted(answer);
  const error = readError(answer);
  const { code, detail: partnerMessage } = error;
  const retryAfter = readRetryAfter(answer.headers['retry-after'], now);
  if (status < 400) return withoutPrecondition('unexpected_answer', partnerMessage);
  if (status >= 500 || status === 408 || (status === 409 && error.retryable)) {
    return unknown('no_answer', partnerMessage, { repeats: error.retryable || status === 408, retryAfter });
  }
  if (status === 409 || HELD_ALREADY.test(code ?? '')) return { outcome: 'conflict', code: 'conflict', partnerMessage };
  return readRefused(error, retryAfter);
}

function readRefused(
  { status, category, code, detail: partnerMessage, saysRetryable }: SapiFault,
  retryAfter: number | null,
) {
  if (status === 401) return withoutPrecondition('credentials_refused', partnerMessage);
  const isPressure = status === 429 || status === 423 || category === 'TEMPORARY';
  // A quota or lock marked as not retryable has to be lifted by an operator.
  if (saysRetryable ?? isPressure) return pressed('temporarily_unavailable', partnerMessage, retryAfter);
  if (isPressure || status === 402 || status === 403) return withoutPrecondition('access_refused', partnerMessage);
  const isOfReceiver = OF_RECEIVER.test(partnerMessage ?? '');
  if (code === PARTICIPANT_UNKNOWN && !isOfReceiver)
    return withoutPrecondition('sender_not_registered', partnerMessage);
  if (code === PARTICIPANT_UNKNOWN || (status === 404 && (isOfReceiver || category === 'VALIDATION'))) {
    return withoutPrecondition('receiver_not_found', partnerMessage);
  }
  const judgesContent = status === 400 || status === 413 || status === 415 || status === 422;
  if (!judgesContent) return withoutPrecondition('unexpected_answer', partnerMessage);
  if (NOT_CONTENT.has(category ?? '')) return withoutPrecondition('access_refused', partnerMessage);
  return { outcome: 'refused', why: 'content', code: 'content_refused', partnerMessage } as const;
}

/** A text, or a number converted to text; null for any other value. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';
  return text === '' ? null : text;
}

/** Field names and the case of the status differ between providers; a response without id and status is `unknown`. */
function readAccepted(answer: HttpAnswer): Submitted {
  const fields = fieldsOf(readJson(answer.body));
  const word = textOf(fields?.status) ?? '';
  if (/^(rejected|refused|failed|error)/i.test(word)) {
    const error = readError(answer);
    // Without an error message, a status of several words carries more information than a plain rejection.
    const partnerMessage = error.detail ?? (/^[a-z]+$/i.test(word) ? null : word);
    if (HELD_ALREADY.test(error.code ?? '') || HELD_ALREADY.test(word))
      return { outcome: 'conflict', code: 'conflict', partnerMessage };
    // The rest is read like a 422 response.
    return readRefused({ ...error, detail: partnerMessage, status: 422 }, null);
  }
  const reference = textOf(fields?.providerDocumentId) ?? textOf(fields?.documentId) ?? textOf(fields?.id);
  const isAccepted = reference !== null || /^accepted/i.test(word);
  return isAccepted ? { outcome: 'accepted', reference } : unknown('unexpected_answer', null);
}
