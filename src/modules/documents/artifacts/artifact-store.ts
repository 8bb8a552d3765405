import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx } from '../../../platform/db/index.ts';

export type ArtifactRow = Omit<
  Selectable<Tables['document_artifacts']>,
  'workspace_id' | 'document_id' | 'content' | 'address' | 'stored_bytes'
>;

const ARTIFACT_COLUMNS = ['name', 'media_type', 'sha256', 'created_at'] as const;
/** Size of the content, in the row or outside. */
export const SIZE = sql<number>`coalesce(stored_bytes, size_bytes)`.as('size_bytes');

/** An artifact to write. */
export type StoredArtifact = {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  /** Empty when the content is outside the database. */
  readonly content: Uint8Array;
  readonly outside?: { readonly address: string; readonly size: number };
};

/** Artifacts of a document, by name, without content. */
export function listArtifactRows(trx: Trx, workspaceId: string, documentId: string): Promise<ArtifactRow[]> {
  return trx
    .selectFrom('document_artifacts')
    .select(ARTIFACT_COLUMNS)
    .select(SIZE)
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .orderBy('name')
    .execute();
}

/** Range of the whole content: PostgreSQL values cannot be longer than 1 GB. */
export const WHOLE = { start: 0, length: 2 ** 30 };
/** Empty range: only the properties of the artifact. */
export const NOTHING = { start: 0, length: 0 };

/** Part of a content. When the content is outside the row, `address` is set and the part is empty. */
export type RowContent = { readonly content: Buffer; readonly address: string | null };

/** One artifact with a part of its content: `length` bytes from `start`, which counts from 0. */
export function findArtifactRow(
  trx: Trx,
  workspaceId: string,
  documentId: string,
  name: string,
  part: { readonly start: number; readonly length: number },
): Promise<(ArtifactRow & RowContent) | undefined> {
  return findArtifactQuery(trx, workspaceId, documentId, name, part).executeTakeFirst();
}

/** Query of `findArtifactRow`; the database reads only the requested part of the content. */
export function findArtifactQuery(
  trx: Pick<Trx, 'selectFrom'>,
  workspaceId: string,
  documentId: string,
  name: string,
  part: { readonly start: number; readonly length: number },
) {
  return trx
    .selectFrom('document_artifacts')
    .select([...ARTIFACT_COLUMNS, 'address'])
    .select(SIZE)
    .select(sql<Buffer>`substring(content from ${part.start + 1} for ${part.length})`.as('content'))
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .where('name', '=', name);
}

/** Deletes the artifacts of a document; returns their names. */
export async function deleteArtifacts(trx: Trx, workspaceId: string, documentId: string): Promise<string[]> {
  const deleted = await trx
    .deleteFrom('document_artifacts')
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .returning('name')
    .execute();
  return deleted.map(({ name }) => name).sort();
}

/** Document id with its workspace. */
type DocumentPlace = { readonly workspaceId: string; readonly id: string };

/**
 * Documents received before a time whose content is not erased, oldest first. Not scoped to a workspace; for
 * retention.
 */
export async function findUnerased(db: Database, before: Date, limit: number): Promise<DocumentPlace[]> {
  const rows = await system(db)
    .selectFrom('document_artifacts')
    .select(['workspace_id', 'document_id'])
    .where('name', '=', 'invoice.xml')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ workspace_id, document_id }) => ({ workspaceId: workspace_id, id: document_id }));
}
