import type { Clock, Stored } from './model.ts';
import { invalid, SapiError } from './sapi-error.ts';

const MAX_LIMIT = 100;
const USUAL = 20;

/** `GET /document/receive`: a page, oldest first; the token of the next page is its start index. */
export function listInbox(inbox: readonly Stored[], query: URLSearchParams): unknown {
  const limit = Number(query.get('limit') ?? USUAL);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw invalid('limit', `is a number from 1 to ${MAX_LIMIT}`);
  const status = query.get('status');
  if (status !== null && status !== 'RECEIVED' && status !== 'ACKNOWLEDGED') {
    throw invalid('status', 'is RECEIVED or ACKNOWLEDGED');
  }
  const after = query.get('pageToken');
  const from = after === null ? 0 : inbox.findIndex(({ id }) => id === after) + 1;
  if (after !== null && from === 0) throw invalid('pageToken', 'is not one of this list');
  // The index refers to the unfiltered list, so that acknowledging documents between pages does not shift it.
  const rest = inbox.slice(from).filter((one) => status === null || one.status === status);
  const page = rest.slice(0, limit);
  return {
    documents: page.map(({ id, metadata, status: at }) => ({ ...metadata, documentId: id, status: at })),
    nextPageToken: rest.length > limit ? page.at(-1)!.id : null,
  };
}

/** @throws SapiError 404 */
export function readKept(inbox: readonly Stored[], id: string): Stored {
  const found = inbox.find((one) => one.id === id);
  if (found === undefined) throw new SapiError(404, 'VALIDATION', 'SAPI-VAL-003', 'There is no such document');
  return found;
}

/** `GET /document/receive/{documentId}`. */
export const toDetail = ({ id, metadata, payload }: Stored): unknown => ({
  documentId: id,
  metadata,
  payload,
  payloadFormat: 'XML',
});

/** `POST /document/receive/{documentId}/acknowledge`; idempotent. */
export function toAcknowledged(document: Stored, now: Clock): unknown {
  document.status = 'ACKNOWLEDGED';
  document.acknowledgedAt ??= new Date(now()).toISOString();
  return { documentId: document.id, status: document.status, acknowledgedDateTime: document.acknowledgedAt };
}
