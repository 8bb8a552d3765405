import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, listen, notify, type Tables, type Trx, withWorkspace } from '../db/index.ts';
import type { FileResult } from '../issues/index.ts';
import type { Batch, BatchFailure, BatchOptions, BatchStatus, QueuedFile } from './batch.ts';

export type { Database, Trx } from '../db/index.ts';

const CHANNEL = 'batch_ended';

/** One transaction that sees this workspace alone. */
export const inWorkspace = withWorkspace;

/** Calls back with the id of every batch that ended, in any process. */
export function watchEnds(
  db: Database,
  onBatch: (id: string) => void,
  onGap: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return listen(db, CHANNEL, onBatch, onGap);
}

type BatchRow = Omit<Selectable<Tables['batches']>, 'workspace_id' | 'options' | 'created_by'>;

const BATCH_COLUMNS = [
  'id',
  'status',
  'total',
  'done',
  'valid',
  'invalid',
  'failed',
  'created_at',
  'completed_at',
] as const;

/** The columns hold what this module wrote, under the checks of the schema; that is what the assertions rely on. */
const toBatch = (row: BatchRow): Batch => ({
  id: row.id,
  status: row.status as BatchStatus,
  total: row.total,
  done: row.done,
  valid: row.valid,
  invalid: row.invalid,
  failed: row.failed,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
});

export type NewItem = { readonly id: string; readonly filename: string; readonly content: Uint8Array };

export type NewBatch = {
  readonly workspaceId: string;
  readonly id: string;
  readonly createdBy: string;
  readonly at: Date;
  readonly options: BatchOptions;
  readonly items: readonly NewItem[];
};

/** A statement has at most 65535 parameters, and its content must fit into memory once more. */
const ITEMS_PER_INSERT = 500;

/** Inserts a batch with its items, in their order. */
export async function insertBatch(trx: Trx, batch: NewBatch): Promise<Batch> {
  const { workspaceId, id, createdBy, at, options, items } = batch;
  const row = await trx
    .insertInto('batches')
    .values({
      workspace_id: workspaceId,
      id,
      status: 'queued',
      options: JSON.stringify(options),
      total: items.length,
      created_by: createdBy,
      created_at: at,
    })
    .returning(BATCH_COLUMNS)
    .executeTakeFirstOrThrow();
  for (let start = 0; start < items.length; start += ITEMS_PER_INSERT) {
    await trx
      .insertInto('batch_items')
      .values(
        items.slice(start, start + ITEMS_PER_INSERT).map(({ id: item, filename, content }, index) => ({
          workspace_id: workspaceId,
          batch_id: id,
          position: start + index,
          id: item,
          status: 'queued',
          filename,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
        })),
      )
      .execute();
  }
  return toBatch(row);
}

/** The batch; undefined when this workspace has none of this id. */
export async function findBatch(trx: Trx, workspaceId: string, id: string): Promise<Batch | undefined> {
  const row = await trx
    .selectFrom('batches')
    .select(BATCH_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toBatch(row);
}

/** A file that waits to be judged; undefined when it is judged, canceled or gone. The first one starts its batch. */
export async function beginItem(
  trx: Trx,
  workspaceId: string,
  batchId: string,
  itemId: string,
): Promise<QueuedFile | undefined> {
  const row = await trx
    .selectFrom('batch_items as item')
    .innerJoin('batches as batch', (join) =>
      join.onRef('batch.workspace_id', '=', 'item.workspace_id').onRef('batch.id', '=', 'item.batch_id'),
    )
    .select(['item.filename', 'item.content', 'batch.options', 'batch.status'])
    .where('item.workspace_id', '=', workspaceId)
    .where('item.batch_id', '=', batchId)
    .where('item.id', '=', itemId)
    .where('item.status', '=', 'queued')
    .executeTakeFirst();
  if (row === undefined || row.content === null) return undefined;
  if (row.status === 'queued') {
    await trx
      .updateTable('batches')
      .set({ status: 'running' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', batchId)
      .where('status', '=', 'queued')
      .execute();
  }
  return { filename: row.filename, content: row.content, options: row.options as BatchOptions };
}

export type Ending =
  | { readonly as: 'valid' | 'invalid'; readonly result: FileResult }
  | { readonly as: 'failed'; readonly error: BatchFailure };

export type ItemEnd = {
  readonly workspaceId: string;
  readonly batchId: string;
  readonly itemId: string;
  readonly at: Date;
  readonly ending: Ending;
};

/**
 * Ends a file and counts it, once: a file that has ended already changes nothing. The last one completes the batch.
 *
 * @returns false when the file had ended already, was canceled or is gone
 */
export async function endItem(trx: Trx, end: ItemEnd): Promise<boolean> {
  const { workspaceId, batchId, itemId, at, ending } = end;
  const ended = await trx
    .updateTable('batch_items')
    .set(
      ending.as === 'failed'
        ? { status: 'failed', content: null, error: JSON.stringify(ending.error) }
        : { status: 'judged', content: null, result: JSON.stringify(ending.result) },
    )
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .where('id', '=', itemId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return false;
  const { rows } = await countItemQuery(workspaceId, batchId, ending.as, at).execute(trx);
  if (rows[0]?.status === 'completed') await notify(trx, CHANNEL, batchId);
  return true;
}

/** Counts one file. The row's lock puts concurrent counts in a line, so exactly one of them sees the last file. */
export function countItemQuery(
  workspaceId: string,
  batchId: string,
  as: Ending['as'],
  at: Date,
): RawBuilder<{ status: string }> {
  const count = sql.ref(as);
  return sql<{ status: string }>`
    update batches set
      ${count} = ${count} + 1,
      status = case when done + 1 = total then 'completed' else 'running' end,
      completed_at = case when done + 1 = total then ${at}::timestamptz end
    where workspace_id = ${workspaceId} and id = ${batchId}
    returning status`;
}

/**
 * Cancels a batch that has not ended, and deletes the content of its waiting files. The files are locked before the
 * batch, as in `endItem`, so that the two cannot wait for each other.
 */
export async function cancelBatch(trx: Trx, workspaceId: string, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('batch_items')
    .set({ status: 'canceled', content: null })
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', id)
    .where('status', '=', 'queued')
    .execute();
  const canceled = await trx
    .updateTable('batches')
    .set({ status: 'canceled', completed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (canceled.numUpdatedRows > 0n) await notify(trx, CHANNEL, id);
}

export type ItemRow = {
  readonly position: number;
  readonly status: string;
  readonly filename: string;
  readonly result: FileResult | null;
  readonly error: BatchFailure | null;
};

/** The files from a position on, in the order of submission, without their content. */
export async function listItems(
  trx: Trx,
  workspaceId: string,
  batchId: string,
  from: number,
  limit: number,
): Promise<ItemRow[]> {
  const rows = await trx
    .selectFrom('batch_items')
    .select(['position', 'status', 'filename', 'result', 'error'])
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ result, error, ...row }) => ({
    ...row,
    result: result as FileResult | null,
    error: error as BatchFailure | null,
  }));
}
