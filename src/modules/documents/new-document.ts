import type { IdPrefix } from '../../lib/ids.ts';
import type { Document, DocumentOptions, NewDocument, Preparation } from './document.ts';
import type { ReceivedRow } from './document-store.ts';
import type { NewEvent, Step } from './event.ts';
import { sha256 } from './hash-artifact.ts';
import { digestRequest } from './idempotency.ts';
import { newPreparation } from './preparation.ts';
import type { Status } from './status.ts';

type NewId = (prefix: IdPrefix) => string;

const toPreparation = (newId: NewId, { send }: NewDocument): Preparation | null =>
  send === undefined ? null : newPreparation(newId('prp'), send);

/** A document in its initial state. */
function toReceived(id: string, input: NewDocument, at: Date, preparation: Preparation | null): Document {
  const status: Status = 'received';
  return {
    id,
    status,
    filename: input.filename,
    sha256: sha256(input.content),
    size_bytes: input.content.length,
    external_id: input.externalId ?? null,
    metadata: input.metadata ?? {},
    steps: [...new Set<Step>(['validate', ...(input.steps ?? [])])],
    // The round trip removes undefined properties, as storage does.
    options: JSON.parse(JSON.stringify(input.options ?? {})) as DocumentOptions,
    summary: null,
    counts: null,
    ruleset: null,
    semantic_digest: null,
    semantic_digest_version: null,
    error: null,
    last_sequence: 1,
    failed_steps: [],
    erased_at: null,
    preparation,
    send: null,
    inbound: input.inbound ?? null,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  };
}

/** Rows of a new document: the record, its first event and its invoice. */
export function toReceivedRow(
  { workspaceId, actor }: { readonly workspaceId: string; readonly actor: string },
  input: NewDocument,
  { at, newId }: { readonly at: Date; readonly newId: NewId },
): ReceivedRow {
  const document = toReceived(newId('doc'), input, at, toPreparation(newId, input));
  const { filename, sha256: digest, size_bytes, steps } = document;
  const data = { filename, sha256: digest, size_bytes, steps: [...steps] };
  const event: NewEvent = { id: newId('evt'), type: 'document.received', at, actor, data };
  return {
    workspaceId,
    document,
    idempotencyKey: input.idempotencyKey,
    requestDigest: digestRequest(document, input.request),
    event,
    invoice: { name: 'invoice.xml', mediaType: 'application/xml', sha256: digest, content: input.content },
  };
}
