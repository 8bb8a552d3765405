import { z } from 'zod';
import type { ArtifactRecord, DocumentEvent, DocumentRecord } from '../app-parts.ts';
import { FileResult } from './file-result.ts';

/** The states of the life cycle (contract, section 6). */
export const DOCUMENT_STATUSES = [
  'received',
  'validating',
  'validated',
  'invalid',
  'preparing_send',
  'send_prepared',
  'send_failed',
  'canceled',
  'failed',
] as const;

export const DocumentStatus = z.enum(DOCUMENT_STATUSES).meta({ id: 'DocumentStatus' });

export const DocumentId = z.object({
  id: z.string().meta({ example: 'doc_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
});

const Links = z
  .object({ self: z.string(), events: z.string(), artifacts: z.string() })
  .meta({ id: 'DocumentLinks', description: 'Relative links.' });

export const DocumentReceipt = z
  .object({ id: z.string(), status: DocumentStatus, links: Links })
  .meta({ id: 'DocumentReceipt' });

export const Document = z
  .object({
    id: z.string(),
    status: DocumentStatus,
    filename: z.string(),
    sha256: z.string(),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    summary: FileResult.shape.summary.nullable().meta({ description: 'Null until the document is validated.' }),
    counts: z.object({ fatal: z.int(), warning: z.int(), info: z.int() }).nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    links: Links,
  })
  .meta({ id: 'Document' });

export const DocumentEventBody = z
  .object({
    id: z.string(),
    document_id: z.string(),
    sequence: z.int().min(1).meta({ description: 'From 1, without gaps.' }),
    type: z.string().meta({ example: 'validation.completed' }),
    at: z.iso.datetime(),
    actor: z.string(),
    data: z.unknown(),
  })
  .meta({ id: 'DocumentEvent' });

export const Artifact = z
  .object({
    name: z.string().meta({ example: 'validation.json' }),
    media_type: z.string(),
    size_bytes: z.int(),
    sha256: z.string(),
    created_at: z.iso.datetime(),
    href: z.string(),
  })
  .meta({ id: 'Artifact' });

export const linksOf = (id: string): z.output<typeof Links> => ({
  self: `/api/documents/${id}`,
  events: `/api/documents/${id}/events`,
  artifacts: `/api/documents/${id}/artifacts`,
});

/** The record as it is published. */
export function toDocument(record: DocumentRecord): z.input<typeof Document> {
  return {
    id: record.id,
    status: DocumentStatus.parse(record.status),
    filename: record.filename,
    sha256: record.sha256,
    external_id: record.externalId,
    metadata: { ...record.metadata },
    summary: record.summary,
    counts: record.counts,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    links: linksOf(record.id),
  };
}

/** The event as it is published. */
export function toEvent(event: DocumentEvent): z.input<typeof DocumentEventBody> {
  return {
    id: event.id,
    document_id: event.documentId,
    sequence: event.sequence,
    type: event.type,
    at: event.at.toISOString(),
    actor: event.actor,
    data: event.data,
  };
}

/** The artifact of a document as it is published. */
export function toArtifact(documentId: string, artifact: ArtifactRecord): z.input<typeof Artifact> {
  return {
    name: artifact.name,
    media_type: artifact.mediaType,
    size_bytes: artifact.size,
    sha256: artifact.sha256,
    created_at: artifact.createdAt.toISOString(),
    href: `${linksOf(documentId).artifacts}/${artifact.name}`,
  };
}
