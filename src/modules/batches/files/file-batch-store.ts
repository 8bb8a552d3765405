import { sql } from 'kysely';
import { type Database, system, type Trx } from '../../../platform/db/index.ts';
import { type Changes, changeHead, type Head, type Heads, type RecordKey } from '../record/batch-record-store.ts';
import type { AnswerForm, Batch, BatchFailure, BatchOptions, Original } from './batch.ts';

export { type Database, inWorkspace, type Trx } from '../record/batch-record-store.ts';

export type BatchRow = Head & { readonly valid: number; readonly invalid: number; readonly skipped: number };

export const heads: Heads<BatchRow> & { readonly table: 'batches' } = {
  table: 'batches',
  prefix: 'bat',
  columns: [
    'id',
    'status',
    'total',
    'done',
    'valid',
    'invalid',
    'failed',
    'skipped',
    'sequence',
    'created_at',
    'completed_at',
  ],
};

export const toBatch = ({ created_at, completed_at, ...row }: BatchRow): Batch => ({
  ...row,
  created_at: created_at.toISOString(),
  completed_at: completed_at?.toISOString() ?? null,
});

type Arriving = {
  readonly workspaceId: string;
  readonly id: string;
  readonly createdBy: string;
  readonly at: Date;
  readonly options: BatchOptions;
  readonly answeredAs: AnswerForm;
};

/** Inserts a batch whose files are being uploaded; not visible until `finishArriving`. */
export async function insertArriving(trx: Trx, arriving: Arriving): Promise<void> {
  const { workspaceId, id, createdBy, at, options, answeredAs } = arriving;
  await trx
    .insertInto('batches')
    .values({
      workspace_id: workspaceId,
      id,
      status: 'receiving',
      options: JSON.stringify(options),
      total: 0,
      created_by: createdBy,
      created_at: at,
      answered_as: answeredAs,
    })
    .execute();
}

/** Deletes a batch whose upload stopped; without an id, all uploads started before a time. */
export async function eraseArriving(trx: Trx, workspaceId: string, filter: { id: string } | { before: Date }) {
  await trx
    .deleteFrom('batches')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'receiving')
    .where((is) => ('id' in filter ? is('id', '=', filter.id) : is('created_at', '<', filter.before)))
    .execute();
}

export type Arrived = {
  readonly workspaceId: string;
  readonly id: string;
  readonly at: Date;
  readonly total: number;
  readonly failed: number;
  readonly skipped: { readonly count: number; readonly names: readonly string[] };
  readonly idempotencyKey: string | null;
  readonly requestDigest: Buffer | null;
};

/**
 * Makes the batch visible after its last file. Waits for a concurrent transaction with the same idempotency key.
 *
 * @throws an error of `isKeyTaken`
 */
export async function finishArriving(trx: Trx, arrived: Arrived): Promise<BatchRow> {
  const { workspaceId, id, at, total, failed, skipped, idempotencyKey, requestDigest } = arrived;
  const ended = failed === total;
  const arrives = {
    status: ended ? 'completed' : 'queued',
    completed_at: ended ? at : null,
    total,
    failed,
    skipped: skipped.count,
    skipped_files: [...skipped.names],
    idempotency_key: idempotencyKey,
    request_digest: requestDigest,
    // The batch was not visible before, so its first state is 1.
    sequence: 1,
  };
  return (await changeHead(trx, heads, { workspaceId, id }, arrives, sql<boolean>`status = 'receiving'`))!;
}

/** True for the unique violation of the idempotency key. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'batches_idempotency_key';

/** The batch with an idempotency key; undefined when the key is unused. */
export function findByIdempotencyKey(
  trx: Trx,
  workspaceId: string,
  key: string,
): Promise<{ readonly id: string; readonly request_digest: Buffer | null } | undefined> {
  return trx
    .selectFrom('batches')
    .select(['id', 'request_digest'])
    .where('workspace_id', '=', workspaceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Form of the final response; null also for a batch that the workspace does not have. */
export async function findAnswerForm(trx: Trx, workspaceId: string, id: string): Promise<AnswerForm> {
  const row = await trx
    .selectFrom('batches')
    .select('answered_as')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.answered_as ?? null;
}

/** Names of skipped members, at most 1,000. */
export async function listSkipped(trx: Trx, workspaceId: string, id: string): Promise<readonly string[]> {
  const row = await trx
    .selectFrom('batches')
    .select('skipped_files')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.skipped_files ?? [];
}

/**
 * Locks the slices of a batch in position order, and before the batch row, so that concurrent transactions cannot
 * deadlock.
 */
async function lockSlices(trx: Trx, workspaceId: string, batchId: string): Promise<void> {
  await trx
    .selectFrom('batch_slices')
    .select('position')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .forUpdate()
    .execute();
}

/** Deletes all stored contents of the batch, which ends the possibility of a retry. */
export async function deleteContent(trx: Trx, { workspaceId, id }: RecordKey): Promise<void> {
  await lockSlices(trx, workspaceId, id);
  await trx.deleteFrom('batch_slices').where('workspace_id', '=', workspaceId).where('batch_id', '=', id).execute();
  await trx
    .updateTable('batch_results')
    .set({ retryable: false })
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', id)
    .where('retryable', '=', true)
    .execute();
}

/**
 * Deletes failures whose contents are stored, so that these files are validated again.
 *
 * @returns their number, and the slices that contain them
 */
export async function reopenFailed(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ readonly failed: number; readonly slices: readonly number[] }> {
  await lockSlices(trx, workspaceId, id);
  const reopened = await sql<{ position: number }>`
    update batch_slices as slice set starts = 0, begun_position = null, begun_starts = 0
    where workspace_id = ${workspaceId} and batch_id = ${id} and exists (
      select from batch_results as result
      where result.batch_id = slice.batch_id and result.retryable
        and result.position between slice.position and slice.last_position
    )
    returning position`.execute(trx);
  if (reopened.rows.length === 0) return { failed: 0, slices: [] };
  const deleted = await trx
    .deleteFrom('batch_results')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', id)
    .where('retryable', '=', true)
    .executeTakeFirst();
  return { failed: Number(deleted.numDeletedRows), slices: reopened.rows.map(({ position }) => position) };
}

/** Changes and condition to reopen a batch for `failed` files. */
export const toReopened = (failed: number): [Changes, ReturnType<typeof sql<boolean>>] => [
  { status: 'running', completed_at: null, failed: sql`failed - ${failed}` },
  sql<boolean>`status <> 'receiving'`,
];

/** Deletes batches of all workspaces whose upload started before a time and never finished; returns their number. */
export async function eraseAbandoned(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from batches where (workspace_id, id) in (
      select workspace_id, id from batches where status = 'receiving' and created_at < ${before}
      order by created_at limit ${limit} for update skip locked
    )`.execute(system(db));
  return Number(numAffectedRows);
}

type ResultRow = {
  readonly position: number;
  readonly filename: string;
  /** JSON text. */
  readonly result: string | null;
  readonly error: BatchFailure | null;
  readonly retryable: boolean;
  readonly duplicateOf: Original | null;
};

/**
 * Results from a position, in submission order, each with the first file of the same invoice. Ends after `limit` results or when the byte limit is reached.
 *
 * @returns `more`: whether further results exist
 */
export async function listResults(
  trx: Trx,
  workspaceId: string,
  batchId: string,
  page: { readonly from: number; readonly limit: number; readonly bytes: number },
): Promise<{ readonly rows: readonly ResultRow[]; readonly more: boolean }> {
  const { rows } = await sql<ResultRow>`
    select position, filename, result::text as result, error, retryable, "duplicateOf"
    from (
      select *, sum(size_bytes) over (order by position) - size_bytes as bytes_before
      from batch_results
      where workspace_id = ${workspaceId} and batch_id = ${batchId} and position >= ${page.from}
      order by position
      limit ${page.limit + 1}
    ) as next
    left join lateral (
      select json_build_object('position', first.position, 'filename', first.filename) as "duplicateOf"
      from batch_results as first
      where first.workspace_id = ${workspaceId} and first.batch_id = ${batchId}
        and first.duplicate_key = next.duplicate_key and first.position < next.position
      order by first.position
      limit 1
    ) as original on true
    where bytes_before < ${page.bytes}
    order by position`.execute(trx);
  const pageRows = rows.slice(0, page.limit);
  const last = pageRows.at(-1);
  if (last === undefined || rows.length > page.limit) return { rows: pageRows, more: last !== undefined };
  const { rows: further } = await sql`
    select from batch_results
    where workspace_id = ${workspaceId} and batch_id = ${batchId} and position > ${last.position} limit 1`.execute(trx);
  return { rows: pageRows, more: further.length > 0 };
}
