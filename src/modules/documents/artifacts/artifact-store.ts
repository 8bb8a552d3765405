import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx } from '../../../platform/db/index.ts';

export type ArtifactRow = Omit<
  Selectable<Tables['document_artifacts']>,
  'workspace_id' | 'document_id' | 'content' | 'address' | 'stored_bytes'
>;

const ARTIFACT_COLUMNS = ['name', 'media_type', 'sha256', 'created_at'] as const;
/** Of the content, wherever it is. */
export const SIZE = sql<number>`coalesce(stored_bytes, size_bytes)`.as('size_bytes');

/** An artifact as it is written. */
export type StoredArtifact = {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  /** Empty when it is kept outside. */
  readonly content: Uint8Array;
  readonly outside?: { readonly address: string; readonly size: number };
};

/** What is stored about a document, by name, without the content. */
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

/** All of a content: no value of PostgreSQL is longer. */
export const WHOLE = { start: 0, length: 2 ** 30 };
/** What an artifact is, without its content. */
export const NOTHING = { start: 0, length: 0 };

/** A part of a content, and where all of it is when it is not in the row: the part is empty then. */
export type RowContent = { readonly content: Buffer; readonly address: string | null };

/** One artifact with a part of its content: `length` bytes from `start`, counted from 0. */
export function findArtifactRow(
  trx: Trx,
  workspaceId: string,
  documentId: string,
  name: string,
  part: { readonly start: number; readonly length: number },
): Promise<(ArtifactRow & RowContent) | undefined> {
  return findArtifactQuery(trx, workspaceId, documentId, name, part).executeTakeFirst();
}

/** The query of `findArtifactRow`: the database reads no more of the content than was asked for. */
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

/** Deletes what is stored about a document; answers the names. */
export async function deleteArtifacts(trx: Trx, workspaceId: string, documentId: string): Promise<string[]> {
  const deleted = await trx
    .deleteFrom('document_artifacts')
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .returning('name')
    .execute();
  return deleted.map(({ name }) => name).sort();
}

/** A document, wherever it is. */
type DocumentPlace = { readonly workspaceId: string; readonly id: string };

/** Documents received before the time whose content is still there, the oldest first. Unscoped: it is for retention. */
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
