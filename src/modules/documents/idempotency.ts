import { createHash } from 'node:crypto';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { refusal } from '../../platform/errors/index.ts';
import type { Document } from './document.ts';
import { findByIdempotencyKey, type Trx } from './document-store.ts';

/**
 * What makes two requests the same: everything that the caller decides. Equal requests have equal digests.
 *
 * @param written what was asked for, where the content is written here and is another one each time
 */
export function digestRequest(document: Document, written?: JsonValue): Buffer {
  if (written !== undefined) return createHash('sha256').update(toCanonicalJson(written)).digest();
  const { filename, sha256, external_id, metadata, steps, options, preparation } = document;
  const send = preparation && { partner: preparation.partner, receiver: preparation.receiver };
  // A request without options, or without sending, has the digest that it had before there were any.
  const request = {
    ...{ filename, sha256, external_id, metadata: metadata as JsonValue, steps },
    ...(Object.keys(options).length > 0 && { options: options as JsonValue }),
    ...(send && { send }),
  };
  return createHash('sha256').update(toCanonicalJson(request)).digest();
}

/**
 * The document that the first request with this key made, as that request was told it: nothing has happened to it yet.
 *
 * @throws Refusal `idempotency_key_reused` when the first request asked for something else
 */
export async function replayFirst(
  trx: Trx,
  workspaceId: string,
  key: string,
  requestDigest: Buffer,
): Promise<Document> {
  const first = await findByIdempotencyKey(trx, workspaceId, key);
  if (first === undefined) throw new Error('A taken idempotency key belongs to no document');
  if (!first.requestDigest.equals(requestDigest)) throw refusal('idempotency_key_reused', {});
  return asReceived(first.document);
}

const NOTHING_PREPARED = {
  instance_identifier: null,
  sha256: null,
  prepared_at: null,
  document_uuid: null,
  error: null,
};

const asReceived = (document: Document): Document => ({
  ...document,
  status: 'received',
  summary: null,
  counts: null,
  ruleset: null,
  error: null,
  failed_steps: [],
  erased_at: null,
  preparation: document.preparation && { ...document.preparation, ...NOTHING_PREPARED },
  send: null,
  last_sequence: 1,
  updated_at: document.created_at,
});
