import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, listen, type Tables, type Trx, withWorkspace } from '../db/index.ts';
import type { Summary } from '../issues/index.ts';
import type { Document, Metadata } from './document.ts';
import type { Counts, DocumentEvent, Failure, NewEvent, Step } from './event.ts';
import type { Status } from './status.ts';

export type { Database, Trx } from '../db/index.ts';

const CHANNEL = 'document_events';

/** One transaction that sees this workspace alone. */
export const inWorkspace = withWorkspace;

/** Calls back with the id of every document that got an event, in any process. */
export function watchEvents(
  db: Database,
  onDocument: (id: string) => void,
  onGap: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return listen(db, CHANNEL, onDocument, onGap);
}

type DocumentRow = Omit<Selectable<Tables['documents']>, 'workspace_id' | 'idempotency_key' | 'request_digest'>;

const DOCUMENT_COLUMNS = [
  'id',
  'status',
  'filename',
  'sha256',
  'size_bytes',
  'external_id',
  'metadata',
  'steps',
  'summary',
  'counts',
  'error',
  'last_sequence',
  'created_at',
  'updated_at',
] as const;

/** The columns hold what this module wrote, under the checks of the schema; that is what the assertions rely on. */
const toDocument = (row: DocumentRow): Document => ({
  id: row.id,
  status: row.status as Status,
  filename: row.filename,
  sha256: row.sha256,
  size_bytes: row.size_bytes,
  external_id: row.external_id,
  metadata: row.metadata as Metadata,
  steps: row.steps as Step[],
  summary: row.summary as Summary | null,
  counts: row.counts as Counts | null,
  error: row.error as Failure | null,
  last_sequence: row.last_sequence,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export type StoredArtifact = {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly content: Uint8Array;
};

export type ReceivedRow = {
  readonly workspaceId: string;
  readonly document: Document;
  readonly idempotencyKey: string;
  readonly requestDigest: Buffer;
  readonly event: NewEvent;
  readonly invoice: StoredArtifact;
};

const bytes = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/**
 * Inserts a document with its first event and its invoice, in one statement. With the same idempotency key in another
 * transaction it waits for that one's end.
 *
 * @returns false when the idempotency key is taken; nothing is written then
 */
export async function insertDocument(trx: Trx, row: ReceivedRow): Promise<boolean> {
  const { rows } = await insertDocumentQuery(row).execute(trx);
  return rows.length === 1;
}

/** The statement of `insertDocument`. */
export function insertDocumentQuery(row: ReceivedRow): RawBuilder<unknown> {
  const { workspaceId, document, event, invoice } = row;
  return sql`
    with document as (
      insert into documents (
        workspace_id, id, status, filename, sha256, size_bytes, external_id, metadata, steps, last_sequence,
        idempotency_key, request_digest, created_at, updated_at
      ) values (
        ${workspaceId}, ${document.id}, ${document.status}, ${document.filename}, ${document.sha256},
        ${document.size_bytes}, ${document.external_id}, ${JSON.stringify(document.metadata)}, ${document.steps},
        ${document.last_sequence}, ${row.idempotencyKey}, ${row.requestDigest}, ${event.at}, ${event.at}
      )
      on conflict on constraint documents_idempotency_key do nothing
      returning workspace_id, id, last_sequence
    ), event as (
      insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
      select workspace_id, id, last_sequence, ${event.id}, ${event.type}, ${event.at}, ${event.actor},
        ${JSON.stringify(event.data)}::json
      from document
    ), artifact as (
      insert into document_artifacts (workspace_id, document_id, name, media_type, sha256, content, created_at)
      select workspace_id, id, ${invoice.name}, ${invoice.mediaType}, ${invoice.sha256}, ${bytes(invoice.content)},
        ${event.at}
      from document
    )
    select pg_notify(${CHANNEL}, id) from document`;
}

/** Whose idempotency key it is; undefined when it is free. */
export async function findByIdempotencyKey(
  trx: Trx,
  workspaceId: string,
  key: string,
): Promise<{ document: Document; requestDigest: Buffer } | undefined> {
  const row = await trx
    .selectFrom('documents')
    .select([...DOCUMENT_COLUMNS, 'request_digest'])
    .where('workspace_id', '=', workspaceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row && { document: toDocument(row), requestDigest: row.request_digest };
}

export type Advance = {
  readonly workspaceId: string;
  readonly id: string;
  /** The statuses that the document must be in. */
  readonly from: readonly Status[];
  readonly to: Status;
  readonly event: NewEvent;
  readonly judged?: { readonly summary: Summary; readonly counts: Counts };
  readonly error?: Failure;
  readonly artifacts?: readonly StoredArtifact[];
};

/**
 * Moves a document to its next status, with the event and the artifacts, in one statement under the row's lock.
 *
 * @returns the document as it is now; undefined, with nothing written, when it is not there or in another status
 */
export async function advanceDocument(trx: Trx, advance: Advance): Promise<Document | undefined> {
  const { rows } = await advanceDocumentQuery(advance).execute(trx);
  return rows[0] && toDocument(rows[0]);
}

/** The statement of `advanceDocument`. */
export function advanceDocumentQuery(advance: Advance): RawBuilder<DocumentRow> {
  const { workspaceId, id, from, to, event, judged, error = null, artifacts = [] } = advance;
  const keep = artifacts.map(
    ({ name, mediaType, sha256, content }) =>
      sql`(${name}::text, ${mediaType}::text, ${sha256}::text, ${bytes(content)}::bytea)`,
  );
  return sql<DocumentRow>`
    with document as (
      update documents set
        status = ${to},
        ${judged ? sql`summary = ${JSON.stringify(judged.summary)}, counts = ${JSON.stringify(judged.counts)},` : sql``}
        error = ${error && JSON.stringify(error)},
        last_sequence = last_sequence + 1,
        updated_at = ${event.at}
      where workspace_id = ${workspaceId} and id = ${id} and status = any (${from})
      returning *
    ), event as (
      insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
      select workspace_id, id, last_sequence, ${event.id}, ${event.type}, ${event.at}, ${event.actor},
        ${JSON.stringify(event.data)}::json
      from document
    )${
      keep.length === 0
        ? sql``
        : sql`, kept as (
      insert into document_artifacts (workspace_id, document_id, name, media_type, sha256, content, created_at)
      select workspace_id, id, artifact.*, ${event.at}
      from document, (values ${sql.join(keep)}) as artifact
    )`
    }
    select ${sql.join(DOCUMENT_COLUMNS.map((column) => sql.ref(column)))}, pg_notify(${CHANNEL}, id) from document`;
}

/** The document; undefined when this workspace has none of this id. */
export async function findDocument(trx: Trx, workspaceId: string, id: string): Promise<Document | undefined> {
  const row = await trx
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDocument(row);
}

export type DocumentFilter = {
  readonly status?: Status | undefined;
  readonly externalId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
};

/** The newest documents first, those older than the place alone. */
export async function listDocuments(
  trx: Trx,
  workspaceId: string,
  filter: DocumentFilter,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<Document[]> {
  return (await listDocumentsQuery(trx, workspaceId, filter, before, limit).execute()).map(toDocument);
}

/** The query of `listDocuments`; each filter has its index. */
export function listDocumentsQuery(
  trx: Pick<Trx, 'selectFrom'>,
  workspaceId: string,
  filter: DocumentFilter,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
) {
  const { status, externalId, createdAfter, createdBefore } = filter;
  return trx
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(externalId !== undefined, (query) => query.where('external_id', '=', externalId!))
    .$if(createdAfter !== undefined, (query) => query.where('created_at', '>', createdAfter!))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore!))
    .$if(before !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple<Date, string>(before!.at, before!.id)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

type EventRow = Selectable<Tables['document_events']>;

const toEvent = (row: EventRow): DocumentEvent =>
  ({
    id: row.id,
    document_id: row.document_id,
    sequence: row.sequence,
    type: row.type,
    at: row.at.toISOString(),
    actor: row.actor,
    data: row.data,
  }) as DocumentEvent;

export type Reading =
  | { readonly found: 'events'; readonly events: DocumentEvent[] }
  /** This workspace has no such document, or its timeline has no event of the id that was given. */
  | { readonly found: 'no document' }
  | { readonly found: 'no such event' };

/** The events after the given one, oldest first; from the start with null. */
export async function readEvents(
  trx: Trx,
  workspaceId: string,
  documentId: string,
  after: string | null,
  limit: number,
): Promise<Reading> {
  const { rows } = await readEventsQuery(workspaceId, documentId, after, limit).execute(trx);
  const [first] = rows;
  if (first === undefined) return { found: 'no document' };
  if (after !== null && first.after_sequence === null) return { found: 'no such event' };
  return { found: 'events', events: rows.flatMap((row) => (row.id === null ? [] : [toEvent(row as EventRow)])) };
}

type ReadingRow = { [column in keyof EventRow]: EventRow[column] | null } & { after_sequence: number | null };

/** The query of `readEvents`: at least one row when the document is there. */
export function readEventsQuery(
  workspaceId: string,
  documentId: string,
  after: string | null,
  limit: number,
): RawBuilder<ReadingRow> {
  return sql<ReadingRow>`
    select event.*, last.sequence as after_sequence
    from documents as document
    left join document_events as last
      on last.workspace_id = document.workspace_id and last.document_id = document.id and last.id = ${after}
    left join lateral (
      select * from document_events as next
      where next.workspace_id = document.workspace_id and next.document_id = document.id
        and next.sequence > coalesce(last.sequence, 0)
      order by next.sequence
      limit ${limit}
    ) as event on true
    where document.workspace_id = ${workspaceId} and document.id = ${documentId}
    order by event.sequence`;
}

export type ArtifactRow = Omit<Selectable<Tables['document_artifacts']>, 'workspace_id' | 'document_id' | 'content'>;

const ARTIFACT_COLUMNS = ['name', 'media_type', 'size_bytes', 'sha256', 'created_at'] as const;

/** What is stored about a document, by name, without the content. */
export function listArtifactRows(trx: Trx, workspaceId: string, documentId: string): Promise<ArtifactRow[]> {
  return trx
    .selectFrom('document_artifacts')
    .select(ARTIFACT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .orderBy('name')
    .execute();
}

/** All of a content: no value of PostgreSQL is longer. */
export const WHOLE = { start: 0, length: 2 ** 30 };

/** One artifact with a part of its content: `length` bytes from `start`, counted from 0. */
export function findArtifactRow(
  trx: Trx,
  workspaceId: string,
  documentId: string,
  name: string,
  part: { readonly start: number; readonly length: number },
): Promise<(ArtifactRow & { content: Buffer }) | undefined> {
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
    .select(ARTIFACT_COLUMNS)
    .select(sql<Buffer>`substring(content from ${part.start + 1} for ${part.length})`.as('content'))
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .where('name', '=', name);
}
