import type { Summary } from '@e-invoice/validator/issues';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, listen, notify, type Tables, type Trx, withWorkspace } from '../../platform/db/index.ts';
import type { StoredArtifact } from './artifacts/artifact-store.ts';
import type {
  Document,
  DocumentOptions,
  Inbound,
  Metadata,
  Preparation,
  SemanticDigest,
  Send,
  ValidatedBy,
} from './document.ts';
import { type Counts, type Failure, isSideStep, type NewEvent, type SideStep, type Step } from './event.ts';
import type { Status } from './status.ts';

export type { Database, Trx } from '../../platform/db/index.ts';

export const CHANNEL = 'document_events';

export const inWorkspace = withWorkspace;

/** Calls back with the id of every document that gets an event, in any process. */
export function watchEvents(
  db: Database,
  onDocument: (id: string) => void,
  onGap: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return listen(db, CHANNEL, onDocument, onGap);
}

export type DocumentRow = Omit<
  Selectable<Tables['documents']>,
  'workspace_id' | 'idempotency_key' | 'request_digest' | 'open_steps' | 'earlier_instances'
>;

export const DOCUMENT_COLUMNS = [
  'id',
  'status',
  'filename',
  'sha256',
  'size_bytes',
  'external_id',
  'metadata',
  'steps',
  'options',
  'summary',
  'counts',
  'ruleset',
  'semantic_digest',
  'semantic_digest_version',
  'error',
  'last_sequence',
  'failed_steps',
  'erased_at',
  'preparation',
  'send',
  'inbound',
  'created_at',
  'updated_at',
] as const;

/** The type assertions rely on the schema checks and on this module as the only writer. */
export const toDocument = (row: DocumentRow): Document => ({
  id: row.id,
  status: row.status as Status,
  filename: row.filename,
  sha256: row.sha256,
  size_bytes: row.size_bytes,
  external_id: row.external_id,
  metadata: row.metadata as Metadata,
  steps: row.steps as Step[],
  options: row.options as DocumentOptions,
  summary: row.summary as Summary | null,
  counts: row.counts as Counts | null,
  ruleset: row.ruleset as ValidatedBy | null,
  semantic_digest: row.semantic_digest,
  semantic_digest_version: row.semantic_digest_version,
  error: row.error as Failure | null,
  last_sequence: row.last_sequence,
  failed_steps: row.failed_steps as SideStep[],
  erased_at: row.erased_at?.toISOString() ?? null,
  preparation: row.preparation as Preparation | null,
  send: row.send as Send | null,
  inbound: row.inbound as Inbound | null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export type ReceivedRow = {
  readonly workspaceId: string;
  readonly document: Document;
  readonly idempotencyKey: string;
  readonly requestDigest: Buffer;
  readonly event: NewEvent;
  readonly invoice: StoredArtifact;
};

/** Whether a webhook of the workspace is subscribed to the event. */
type Awaited = { readonly awaited: boolean };
const bytes = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/**
 * Inserts a document with its first event and its invoice in one statement. Waits for a concurrent transaction with
 * the same idempotency key.
 *
 * @returns undefined when the idempotency key is already used; nothing is written in that case
 */
export async function insertDocument(trx: Trx, row: ReceivedRow): Promise<Awaited | undefined> {
  const [inserted] = (await insertDocumentQuery(row).execute(trx)).rows;
  if (inserted !== undefined) await notify(trx, CHANNEL, row.document.id);
  return inserted;
}

export function insertDocumentQuery(row: ReceivedRow): RawBuilder<Awaited> {
  const { workspaceId, document, event, invoice } = row;
  return sql<Awaited>`
    with document as (
      insert into documents (
        workspace_id, id, status, filename, sha256, size_bytes, external_id, metadata, steps, options, open_steps, last_sequence, preparation, inbound,
        idempotency_key, request_digest, created_at, updated_at
      ) values (
        ${workspaceId}, ${document.id}, ${document.status}, ${document.filename}, ${document.sha256},
        ${document.size_bytes}, ${document.external_id}, ${JSON.stringify(document.metadata)}, ${document.steps},
        ${JSON.stringify(document.options)}, ${document.steps.filter(isSideStep)}, ${document.last_sequence},
        ${document.preparation && JSON.stringify(document.preparation)},
        ${document.inbound && JSON.stringify(document.inbound)}, ${row.idempotencyKey}, ${row.requestDigest}, ${event.at}, ${event.at}
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
    select id, event_is_awaited(${event.type}) as awaited from document`;
}

/** The document with an idempotency key; undefined when the key is unused. */
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

/**
 * Change of an optional step. The update requires the matching current state, so that only the first of two concurrent
 * changes succeeds.
 */
type StepChange = { readonly kind: 'ended' | 'failed' | 'retried'; readonly step: SideStep };

export type Advance = {
  readonly workspaceId: string;
  readonly id: string;
  /** Source statuses. */
  readonly from: readonly Status[];
  /** Unset: the event does not change the status. */
  readonly to?: Status;
  readonly event: NewEvent;
  readonly validated?: {
    readonly summary: Summary;
    readonly counts: Counts;
    readonly ruleset: ValidatedBy;
    readonly semantic: SemanticDigest | null;
  };
  readonly error?: Failure;
  readonly preparation?: Preparation;
  /** Null: a new preparation removes the send. */
  readonly send?: Send | null;
  readonly step?: StepChange;
  /** Id of the newest preparation; the update requires it. */
  readonly ofPreparation?: string;
  readonly artifacts?: readonly StoredArtifact[];
};

/**
 * Writes the next event of a document with its status and artifacts, in one statement under the row lock.
 *
 * @returns the updated document; undefined, with nothing written, when it does not exist, is erased, is in another
 *   status, or the optional step is not in the required state
 */
export async function advanceDocument(
  trx: Trx,
  advance: Advance,
): Promise<(Awaited & { readonly document: Document }) | undefined> {
  const [row] = (await advanceDocumentQuery(advance).execute(trx)).rows;
  if (row === undefined) return undefined;
  await notify(trx, CHANNEL, advance.id);
  return { document: toDocument(row), awaited: row.awaited };
}

const NOTHING = sql``;

/** Column changes of an event, other than sequence and time. */
function changesOf({ to, event, validated, error, preparation, send, step }: Advance): RawBuilder<unknown> {
  const changes: RawBuilder<unknown>[] = [];
  if (to !== undefined)
    changes.push(sql`status = ${to}, error = ${error === undefined ? null : JSON.stringify(error)}`);
  if (validated) {
    const [summary, counts, ruleset] = [validated.summary, validated.counts, validated.ruleset].map((one) =>
      JSON.stringify(one),
    );
    changes.push(sql`summary = ${summary}, counts = ${counts}, ruleset = ${ruleset}`);
    const { digest, version } = validated.semantic ?? { digest: null, version: null };
    changes.push(sql`semantic_digest = ${digest}, semantic_digest_version = ${version}`);
  }
  // Preserves the instance identifiers of earlier envelopes, which status messages may still reference.
  if (preparation && send === null) {
    changes.push(sql`earlier_instances = case when send is null then earlier_instances
      else array_append(earlier_instances, preparation ->> 'instance_identifier') end`);
  }
  if (preparation) changes.push(sql`preparation = ${JSON.stringify(preparation)}`);
  if (send !== undefined) changes.push(sql`send = ${send && JSON.stringify(send)}`);
  if (event.type === 'document.erased')
    changes.push(
      sql`summary = null, semantic_digest = null, semantic_digest_version = null, metadata = '{}', erased_at = ${event.at}`,
    );
  // A canceled or erased document has no pending optional steps.
  if (event.type === 'document.erased' || event.type === 'document.canceled') {
    changes.push(sql`open_steps = '{}', failed_steps = '{}'`);
  }
  if (step?.kind === 'retried') {
    changes.push(
      sql`open_steps = array_append(open_steps, ${step.step}), failed_steps = array_remove(failed_steps, ${step.step})`,
    );
  } else if (step !== undefined) {
    changes.push(sql`open_steps = array_remove(open_steps, ${step.step})`);
    if (step.kind === 'failed') changes.push(sql`failed_steps = array_append(failed_steps, ${step.step})`);
  }
  return changes.length === 0 ? NOTHING : sql`${sql.join(changes)},`;
}

const guardOf = ({ kind, step }: StepChange): RawBuilder<unknown> =>
  kind === 'retried' ? sql` and ${step} = any (failed_steps)` : sql` and ${step} = any (open_steps)`;

/** Same as `advanceDocument`, and also returns the submitted bytes for a validation that starts. */
export async function advanceWithInvoice(
  trx: Trx,
  advance: Advance,
): Promise<(Awaited & { readonly document: Document; readonly invoice: Buffer | null }) | undefined> {
  type Row = DocumentRow & Awaited & { invoice: Buffer | null };
  const [row] = (await advanceDocumentQuery<Row>(advance, sql`, ${INVOICE} as invoice`).execute(trx)).rows;
  if (row === undefined) return undefined;
  await notify(trx, CHANNEL, advance.id);
  return { document: toDocument(row), awaited: row.awaited, invoice: row.invoice };
}

const INVOICE = sql<Buffer | null>`(
      select content from document_artifacts as artifact where document_id = document.id and name = 'invoice.xml'
    )`;

/** Query of `advanceDocument`; `also` selects further values. */
export function advanceDocumentQuery<Row = DocumentRow & Awaited>(
  advance: Advance,
  also: RawBuilder<unknown> = NOTHING,
): RawBuilder<Row> {
  const { workspaceId, id, from, event, step, ofPreparation, artifacts = [] } = advance;
  // A repeated artifact, for example the package after a rejected send, replaces the earlier one.
  const keep = artifacts.map(
    ({ name, mediaType, sha256, content, outside }) =>
      sql`(${name}::text, ${mediaType}::text, ${sha256}::text, ${bytes(content)}::bytea, ${outside?.address ?? null}::text, ${outside?.size ?? null}::integer)`,
  );
  return sql<Row>`
    with document as (
      update documents set
        ${changesOf(advance)}
        last_sequence = last_sequence + 1,
        updated_at = ${event.at}
      where workspace_id = ${workspaceId} and id = ${id} and status = any (${from}) and erased_at is null${
        step === undefined ? NOTHING : guardOf(step)
      }${ofPreparation === undefined ? NOTHING : sql` and preparation ->> 'id' = ${ofPreparation}`}
      returning *
    ), event as (
      insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
      select workspace_id, id, last_sequence, ${event.id}, ${event.type}, ${event.at}, ${event.actor},
        ${JSON.stringify(event.data)}::json
      from document
    )${
      keep.length === 0
        ? NOTHING
        : sql`, stored as (
      insert into document_artifacts (workspace_id, document_id, name, media_type, sha256, content, address, stored_bytes, created_at)
      select workspace_id, id, artifact.*, ${event.at}
      from document, (values ${sql.join(keep)}) as artifact
      on conflict (document_id, name) do update set
        media_type = excluded.media_type, sha256 = excluded.sha256, content = excluded.content,
        address = excluded.address, stored_bytes = excluded.stored_bytes, created_at = excluded.created_at
    )`
    }
    select ${sql.join(DOCUMENT_COLUMNS.map((column) => sql.ref(column)))}, event_is_awaited(${event.type}) as awaited${also} from document`;
}

/** Locks the document row until the end of the transaction; undefined when the workspace has no such document. */
export async function lockDocument(trx: Trx, workspaceId: string, id: string): Promise<Document | undefined> {
  const row = await trx
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toDocument(row);
}

/** The document with the submitted bytes, without a lock; undefined when the workspace has no such document. */
export async function findWithInvoice(trx: Trx, workspaceId: string, id: string) {
  const row = await trx
    .selectFrom('documents as document')
    .select(DOCUMENT_COLUMNS)
    .select(INVOICE.as('invoice'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { document: toDocument(row), invoice: row.invoice };
}

export async function isStepOpen(trx: Trx, workspaceId: string, id: string, step: SideStep): Promise<boolean> {
  const row = await trx
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where(sql<boolean>`${step} = any (open_steps)`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The document; undefined when the workspace has no such document. */
export async function findDocument(trx: Trx, workspaceId: string, id: string): Promise<Document | undefined> {
  const row = await trx
    .selectFrom('documents')
    .select(DOCUMENT_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDocument(row);
}

/**
 * Documents prepared with a tax office identifier, newest first; canceled ones are excluded, because they are never
 * sent.
 */
export async function findPrepared(
  trx: Trx,
  workspaceId: string,
  documentUuid: string,
  limit: number,
): Promise<Pick<Document, 'id' | 'status' | 'sha256'>[]> {
  const rows = await trx
    .selectFrom('documents')
    .select(['id', 'status', 'sha256'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`preparation ->> 'document_uuid' = ${documentUuid}`)
    .where('status', '!=', 'canceled')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, status: status as Status }));
}
