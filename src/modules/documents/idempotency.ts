import { createHash } from 'node:crypto';
import { type JsonValue, toCanonicalJson } from '@e-invoice/validator/canonical-json';
import { refusal } from '../../platform/errors/index.ts';
import type { Document } from './document.ts';
import { findByIdempotencyKey, type Trx } from './document-store.ts';

/**
 * Digest of everything that the caller decides; equal requests have equal digests.
 *
 * @param written parameters of generated content, which differs each time
 */
export function digestRequest(document: Document, written?: JsonValue): Buffer {
  if (written !== undefined) return createHash('sha256').update(toCanonicalJson(written)).digest();
  const { filename, sha256, external_id, metadata, steps, options, preparation } = document;
  const send = preparation && { partner: preparation.partner, receiver: preparation.receiver };
  const request = {
    filename,
    sha256,
    external_id,
    metadata: metadata as JsonValue,
    steps,
    options: options as JsonValue,
    send,
  };
  return createHash('sha256').update(toCanonicalJson(request)).digest();
}

/**
 * The document of the first request with this key, in the state of its first response.
 *
 * @throws Refusal `idempotency_key_reused` when the first request had other parameters
 */
export async function replayFirst(
  trx: Trx,
  workspaceId: string,
  key: string,
  requestDigest: Buffer,
): Promise<Document> {
  const first = await findByIdempotencyKey(trx, workspaceId, key);
  if (first === undefined) throw new Error('No document found for an idempotency key that is in use');
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
  semantic_digest: null,
  semantic_digest_version: null,
  error: null,
  failed_steps: [],
  erased_at: null,
  preparation: document.preparation && { ...document.preparation, ...NOTHING_PREPARED },
  send: null,
  last_sequence: 1,
  updated_at: document.created_at,
});
