import { type RawBuilder, sql } from 'kysely';
import { notify, type Trx } from '../../../platform/db/index.ts';
import { type ArtifactRow, type RowContent, SIZE, type StoredArtifact } from '../artifacts/artifact-store.ts';
import type { Document, Preparation, SemanticDigest } from '../document.ts';
import { CHANNEL, DOCUMENT_COLUMNS, type DocumentRow, type ReceivedRow, toDocument } from '../document-store.ts';
import { isSideStep } from '../event.ts';
import type { Status } from '../status.ts';

/*
 * Each statement takes its rows as one JSON text and their bytes as one value, so that its text is the same for any
 * number of documents and the server prepares it once. Rows are locked in key order, so that two groups with the same
 * documents cannot deadlock. Values common to all rows are in a subquery, which is evaluated once.
 */

type Awaited = { readonly awaited: boolean };

/** JSON as text inside the JSON of the rows: a column of type json preserves the text unchanged. */
const toText = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Concatenates the contents; `starts` has the offset of each. */
function joinBytes(contents: readonly Uint8Array[]): { bytes: Buffer; starts: number[] } {
  const starts: number[] = [];
  let next = 1;
  for (const { length } of contents) {
    starts.push(next);
    next += length;
  }
  return { bytes: Buffer.concat(contents), starts };
}

const columns = sql.join(DOCUMENT_COLUMNS.map((column) => sql.ref(column)));

/**
 * Same as `insertDocument`, for several documents of one workspace in one statement. Names and external ids must be
 * well-formed Unicode without U+0000, which JSON allows but PostgreSQL rejects.
 *
 * @returns per inserted id, whether a webhook is subscribed; documents with a used idempotency key are absent
 */
export async function insertDocuments(
  trx: Trx,
  workspaceId: string,
  rows: readonly ReceivedRow[],
): Promise<ReadonlyMap<string, Awaited>> {
  const { rows: inserted } = await insertDocumentsQuery(workspaceId, rows).execute(trx);
  for (const { id } of inserted) await notify(trx, CHANNEL, id);
  return new Map(inserted.map(({ id, awaited }) => [id, { awaited }]));
}

function insertDocumentsQuery(workspaceId: string, rows: readonly ReceivedRow[]): RawBuilder<Awaited & { id: string }> {
  const { bytes, starts } = joinBytes(rows.map(({ invoice }) => invoice.content));
  // Every column is named: copying the document with `...` and adding properties allocates 11 kB in V8.
  const items = rows.map(({ document, event, invoice, idempotencyKey, requestDigest }, index) => ({
    id: document.id,
    status: document.status,
    filename: document.filename,
    sha256: document.sha256,
    size_bytes: document.size_bytes,
    external_id: document.external_id,
    steps: document.steps,
    last_sequence: document.last_sequence,
    metadata: toText(document.metadata),
    options: toText(document.options),
    preparation: toText(document.preparation),
    inbound: toText(document.inbound),
    open_steps: document.steps.filter(isSideStep),
    idempotency_key: idempotencyKey,
    request_digest: `\\x${requestDigest.toString('hex')}`,
    event: event.id,
    type: event.type,
    at: event.at,
    actor: event.actor,
    data: toText(event.data),
    media_type: invoice.mediaType,
    start: starts[index],
    length: invoice.content.length,
  }));
  return sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(items)}::json) as input(
        id text, status text, filename text, sha256 text, size_bytes integer, external_id text, metadata text,
        steps text[], options text, open_steps text[], last_sequence integer, preparation text, inbound text,
        idempotency_key text, request_digest bytea, event text, type text, at timestamptz, actor text, data text,
        media_type text, start integer, length integer
      )
    ), document as (
      insert into documents (
        workspace_id, id, status, filename, sha256, size_bytes, external_id, metadata, steps, options, open_steps,
        last_sequence, preparation, inbound, idempotency_key, request_digest, created_at, updated_at
      )
      select ${workspaceId}, id, status, filename, sha256, size_bytes, external_id, metadata::json, steps,
        options::jsonb, open_steps, last_sequence, preparation::json, inbound::json, idempotency_key, request_digest, at, at
      from input order by idempotency_key
      on conflict on constraint documents_idempotency_key do nothing
      returning workspace_id, id
    ), event as (
      insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
      select workspace_id, id, last_sequence, event, type, at, actor, data::json from document join input using (id)
    ), artifact as (
      insert into document_artifacts (workspace_id, document_id, name, media_type, sha256, content, created_at)
      select workspace_id, id, 'invoice.xml', media_type, sha256, substring(${bytes}::bytea from start for length), at
      from document join input using (id)
    )
    select id, (select event_is_awaited('document.received')) as awaited from document`;
}

/** Transition of one document: its next event and the artifacts stored with it. */
type Step = {
  readonly id: string;
  readonly event: { readonly id: string; readonly data: object };
  readonly to: Status;
  /** Validation result. */
  readonly validated?: {
    readonly summary: object;
    readonly counts: object;
    readonly ruleset: object;
    readonly semantic: SemanticDigest | null;
  };
  /** Replaces the preparation with the same id, which must be the newest of the document. */
  readonly preparation?: Preparation;
  readonly artifacts?: readonly StoredArtifact[];
};

type Steps = {
  readonly workspaceId: string;
  readonly from: readonly Status[];
  /** Common to all steps. */
  readonly event: { readonly type: string; readonly at: Date; readonly actor: string };
  readonly steps: readonly Step[];
};

type Advanced = Awaited & { readonly document: Document };

/**
 * Same as `advanceDocument`, for several documents of one workspace with the same transition, in one statement.
 * Documents that are no longer in one of the source statuses are skipped.
 */
export async function advanceDocuments(trx: Trx, steps: Steps): Promise<ReadonlyMap<string, Advanced>> {
  const { rows } = await advanceDocumentsQuery(steps).execute(trx);
  for (const { id } of rows) await notify(trx, CHANNEL, id);
  return new Map(rows.map((row) => [row.id, { document: toDocument(row), awaited: row.awaited }]));
}

function advanceDocumentsQuery({ workspaceId, from, event, steps }: Steps): RawBuilder<DocumentRow & Awaited> {
  const made = steps.flatMap(({ id, artifacts = [] }) => artifacts.map((artifact) => ({ id, ...artifact })));
  const { bytes, starts } = joinBytes(made.map(({ content }) => content));
  const items = steps.map(({ id, event: own, to, validated, preparation }) => ({
    id,
    event: own.id,
    data: toText(own.data),
    goes_to: to,
    found: toText(validated?.summary ?? null),
    counted: toText(validated?.counts ?? null),
    judged_by: toText(validated?.ruleset ?? null),
    meaning: validated?.semantic?.digest,
    meaning_version: validated?.semantic?.version,
    of_preparation: preparation?.id,
    prepared: toText(preparation ?? null),
  }));
  const artifacts = made.map(({ id, name, mediaType, sha256, content }, index) => ({
    ...{ id, name, media_type: mediaType, digest: sha256, start: starts[index], length: content.length },
  }));
  return sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(items)}::json) as input(
        id text, event text, data text, goes_to text, found text, counted text, judged_by text, meaning text, meaning_version smallint, of_preparation text, prepared text
      )
    ), locked as materialized (
      select id from documents
      where workspace_id = ${workspaceId} and id in (select id from input) and status = any (${from})
        and erased_at is null
      order by id for update
    ), document as (
      update documents set
        status = goes_to, error = null, summary = coalesce(found::json, summary), counts = coalesce(counted::json, counts),
        ruleset = coalesce(judged_by::json, ruleset), semantic_digest = coalesce(meaning, semantic_digest),
        semantic_digest_version = coalesce(meaning_version, semantic_digest_version),
        preparation = coalesce(prepared::json, preparation), last_sequence = last_sequence + 1, updated_at = ${event.at}
      from input join locked using (id)
      where documents.workspace_id = ${workspaceId} and documents.id = input.id
        and (of_preparation is null or preparation ->> 'id' = of_preparation)
      returning documents.*
    ), event as (
      insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
      select workspace_id, id, last_sequence, event, ${event.type}, ${event.at}, ${event.actor}, data::json
      from document join input using (id)
    ), stored as (
      insert into document_artifacts (workspace_id, document_id, name, media_type, sha256, content, created_at)
      select workspace_id, id, name, media_type, digest, substring(${bytes}::bytea from start for length), ${event.at}
      from document join json_to_recordset(${JSON.stringify(artifacts)}::json) as artifact(
        id text, name text, media_type text, digest text, start integer, length integer
      ) using (id)
      on conflict (document_id, name) do update set
        media_type = excluded.media_type, sha256 = excluded.sha256, content = excluded.content,
        created_at = excluded.created_at
    )
    select ${columns}, (select event_is_awaited(${event.type})) as awaited from document`;
}

/** Those documents that are in the status, with the submitted bytes. */
export async function findInStatus(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
  status: Status,
): Promise<{ readonly document: Document; readonly invoice: Buffer }[]> {
  const { rows } = await sql<DocumentRow & { invoice: Buffer }>`
    select ${sql.join(DOCUMENT_COLUMNS.map((column) => sql.ref(`document.${column}`)))}, artifact.content as invoice
    from documents as document
    join document_artifacts as artifact on artifact.document_id = document.id and artifact.name = 'invoice.xml'
    where document.workspace_id = ${workspaceId} and document.id = any (${ids}) and document.status = ${status}
      and document.erased_at is null`.execute(trx);
  return rows.map(({ invoice, ...row }) => ({ document: toDocument(row), invoice }));
}

/**
 * Number of existing documents, and those whose requested work has finished: an optional step is open until it has
 * completed or failed.
 */
export async function findSettled(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
  { ended, inWork }: { readonly ended: readonly Status[]; readonly inWork: readonly Status[] },
): Promise<{ readonly there: number; readonly settled: readonly Document[] }> {
  const { rows } = await sql<(DocumentRow | { readonly id: null }) & { readonly there: number }>`
    with found as materialized (
      select *, erased_at is not null or status = any (${ended})
        or (status <> all (${inWork}) and open_steps = '{}') as is_settled
      from documents where workspace_id = ${workspaceId} and id = any (${ids})
    )
    select ${columns}, there from (select count(*) as there from found) as counted
    left join found on is_settled`.execute(trx);
  return { there: rows[0]!.there, settled: rows.flatMap((row) => (row.id === null ? [] : [toDocument(row)])) };
}

type FoundArtifact = Pick<ArtifactRow, 'sha256' | 'size_bytes'> & RowContent & { readonly document_id: string };

/** Artifacts with one name; documents without the artifact are absent. */
export async function findArtifacts(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
  name: string,
): Promise<readonly FoundArtifact[]> {
  const rows = await trx
    .selectFrom('document_artifacts')
    .select(['document_id', 'content', 'address', 'sha256'])
    .select(SIZE)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`document_id = any (${ids})`)
    .where('name', '=', name)
    .execute();
  return rows;
}
