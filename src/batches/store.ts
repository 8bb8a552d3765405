import { type Selectable, sql } from 'kysely';
import { type Database, listen, notify, system, type Tables, type Trx, withWorkspace } from '../db/index.ts';
import type { AnswerForm, Batch, BatchFailure, BatchOptions, BatchStatus } from './batch.ts';

export type { Database, Trx } from '../db/index.ts';

const CHANNEL = 'batch_progress';

/** One transaction that sees this workspace alone. */
export const inWorkspace = withWorkspace;

/** Calls back with the id of every batch that changed, in any process. */
export function watchProgress(
  db: Database,
  onBatch: (id: string) => void,
  onGap: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return listen(db, CHANNEL, onBatch, onGap);
}

/** Wakes whoever follows the batch, once the transaction commits. */
export const tellProgress = (trx: Trx, batchId: string): Promise<void> => notify(trx, CHANNEL, batchId);

type BatchRow = Omit<
  Selectable<Tables['batches']>,
  'workspace_id' | 'options' | 'created_by' | 'idempotency_key' | 'request_digest' | 'answered_as' | 'skipped_files'
>;

export const BATCH_COLUMNS = [
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
] as const;

/** The columns hold what this module wrote, under the checks of the schema; that is what the assertions rely on. */
export const toBatch = (row: BatchRow): Batch => ({
  id: row.id,
  status: row.status as BatchStatus,
  total: row.total,
  done: row.done,
  valid: row.valid,
  invalid: row.invalid,
  failed: row.failed,
  skipped: row.skipped,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  sequence: row.sequence,
});

export type Arriving = {
  readonly workspaceId: string;
  readonly id: string;
  readonly createdBy: string;
  readonly at: Date;
  readonly options: BatchOptions;
  readonly answeredAs: AnswerForm;
};

/** A batch whose files begin to arrive; nobody sees it yet. */
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

/** Erases a batch whose files stopped to arrive; without an id, those that began before the time. */
export async function eraseArriving(trx: Trx, workspaceId: string, which: { id: string } | { before: Date }) {
  await trx
    .deleteFrom('batches')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'receiving')
    .where((is) => ('id' in which ? is('id', '=', which.id) : is('created_at', '<', which.before)))
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
 * All files of the batch are there: from now on it is seen. With the same idempotency key in another transaction it
 * waits for that one's end.
 *
 * @throws an error of `isKeyTaken`
 */
export async function finishArriving(trx: Trx, arrived: Arrived): Promise<Batch> {
  const { workspaceId, id, at, total, failed, skipped, idempotencyKey, requestDigest } = arrived;
  const ended = failed === total;
  const row = await trx
    .updateTable('batches')
    .set({
      status: ended ? 'completed' : 'queued',
      completed_at: ended ? at : null,
      total,
      failed,
      skipped: skipped.count,
      skipped_files: [...skipped.names],
      idempotency_key: idempotencyKey,
      request_digest: requestDigest,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'receiving')
    .returning(BATCH_COLUMNS)
    .executeTakeFirstOrThrow();
  return toBatch(row);
}

/** True for the error that tells a taken idempotency key. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'batches_idempotency_key';

/** Whose idempotency key it is; undefined when it is free. */
export async function findByIdempotencyKey(
  trx: Trx,
  workspaceId: string,
  key: string,
): Promise<{ readonly batch: Batch; readonly requestDigest: Buffer | null } | undefined> {
  const row = await trx
    .selectFrom('batches')
    .select([...BATCH_COLUMNS, 'request_digest'])
    .where('workspace_id', '=', workspaceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row && { batch: toBatch(row), requestDigest: row.request_digest };
}

/** The batch; undefined when this workspace has none of this id, or its files still arrive. */
export async function findBatch(trx: Trx, workspaceId: string, id: string): Promise<Batch | undefined> {
  const row = await trx
    .selectFrom('batches')
    .select(BATCH_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '<>', 'receiving')
    .executeTakeFirst();
  return row && toBatch(row);
}

/** What the batch answers once it is completed; null for one that this workspace does not have, too. */
export async function findAnswerForm(trx: Trx, workspaceId: string, id: string): Promise<AnswerForm> {
  const row = await trx
    .selectFrom('batches')
    .select('answered_as')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.answered_as ?? null;
}

/** Names of skipped members, the first hundred. */
export async function listSkipped(trx: Trx, workspaceId: string, id: string): Promise<readonly string[]> {
  const row = await trx
    .selectFrom('batches')
    .select('skipped_files')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.skipped_files ?? [];
}

/** The newest batches that have arrived, from before a place on. */
export async function listBatches(
  trx: Trx,
  workspaceId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<Batch[]> {
  let query = trx
    .selectFrom('batches')
    .select(BATCH_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'receiving');
  if (before !== null) query = query.where(sql<boolean>`(created_at, id) < (${before.at}, ${before.id})`);
  return (await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(toBatch);
}

/**
 * Locks the slices of a batch, in their order, so that several such transactions cannot wait for each other. Whoever
 * locks slices does it before anything is done to the row of the batch, for the same reason.
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

/**
 * Deletes every content that the batch still holds, and cancels it unless it has ended.
 *
 * @returns the canceled batch; undefined when it had ended
 */
export async function cancelBatch(trx: Trx, workspaceId: string, id: string, at: Date): Promise<Batch | undefined> {
  await lockSlices(trx, workspaceId, id);
  await trx.deleteFrom('batch_slices').where('workspace_id', '=', workspaceId).where('batch_id', '=', id).execute();
  await trx
    .updateTable('batch_results')
    .set({ retryable: false })
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', id)
    .where('retryable', '=', true)
    .execute();
  const row = await trx
    .updateTable('batches')
    .set({ status: 'canceled', completed_at: at, sequence: sql`sequence + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(BATCH_COLUMNS)
    .executeTakeFirst();
  return row && toBatch(row);
}

/**
 * Forgets the failures whose files are kept, so that they wait to be judged again.
 *
 * @returns the batch and the slices that hold the files; undefined when there are none
 */
export async function reopenFailed(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ readonly batch: Batch; readonly slices: readonly number[] } | undefined> {
  await lockSlices(trx, workspaceId, id);
  const reopened = await sql<{ position: number }>`
    update batch_slices as slice set starts = 0, begun_position = null, begun_starts = 0
    where workspace_id = ${workspaceId} and batch_id = ${id} and exists (
      select from batch_results as result
      where result.batch_id = slice.batch_id and result.retryable
        and result.position between slice.position and slice.last_position
    )
    returning position`.execute(trx);
  if (reopened.rows.length === 0) return undefined;
  const deleted = await trx
    .deleteFrom('batch_results')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', id)
    .where('retryable', '=', true)
    .executeTakeFirst();
  const row = await trx
    .updateTable('batches')
    .set({
      status: 'running',
      completed_at: null,
      failed: sql`failed - ${Number(deleted.numDeletedRows)}`,
      sequence: sql`sequence + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(BATCH_COLUMNS)
    .executeTakeFirstOrThrow();
  return { batch: toBatch(row), slices: reopened.rows.map(({ position }) => position) };
}

/** Erases batches of all workspaces: ended before the one time, or begun to arrive before the other. Answers how many. */
export async function eraseBatches(db: Database, ended: Date, arriving: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ended as (
      select workspace_id, id from batches where completed_at < ${ended}
      order by completed_at limit ${limit} for update skip locked
    ), abandoned as (
      select workspace_id, id from batches where status = 'receiving' and created_at < ${arriving}
      order by created_at limit ${limit} for update skip locked
    )
    delete from batches
    where (workspace_id, id) in (select * from ended union all select * from abandoned)`.execute(system(db));
  return Number(numAffectedRows);
}

export type ResultRow = {
  readonly position: number;
  readonly filename: string;
  /** JSON text. */
  readonly result: string | null;
  readonly error: BatchFailure | null;
  readonly retryable: boolean;
};

/**
 * Results from a position on, in the order of submission: at most so many, and no more once so many bytes are reached.
 *
 * @returns `more`: there are further ones
 */
export async function listResults(
  trx: Trx,
  workspaceId: string,
  batchId: string,
  page: { readonly from: number; readonly limit: number; readonly bytes: number },
): Promise<{ readonly rows: readonly ResultRow[]; readonly more: boolean }> {
  const { rows } = await sql<ResultRow>`
    select position, filename, result::text as result, error, retryable
    from (
      select *, sum(size_bytes) over (order by position) - size_bytes as bytes_before
      from batch_results
      where workspace_id = ${workspaceId} and batch_id = ${batchId} and position >= ${page.from}
      order by position
      limit ${page.limit + 1}
    ) as next
    where bytes_before < ${page.bytes}
    order by position`.execute(trx);
  const told = rows.slice(0, page.limit);
  const last = told.at(-1);
  if (last === undefined || rows.length > page.limit) return { rows: told, more: last !== undefined };
  const { rows: further } = await sql`
    select from batch_results
    where workspace_id = ${workspaceId} and batch_id = ${batchId} and position > ${last.position} limit 1`.execute(trx);
  return { rows: told, more: further.length > 0 };
}
