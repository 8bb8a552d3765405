import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx, withWorkspace } from '../../db/index.ts';
import { secondsLeft } from '../../lib/seconds-left.ts';
import type { NewVatItem, QueuedNumber, VatBatch, VatBatchOptions, VatItemError, VatItemResult } from './vat-batch.ts';

export type { Database, Trx } from '../../db/index.ts';

/** One transaction that sees this workspace alone. */
export const inWorkspace = withWorkspace;

const COLUMNS = ['id', 'status', 'total', 'done', 'valid', 'invalid', 'failed', 'created_at', 'completed_at'] as const;
type Row = Pick<Selectable<Tables['vat_batches']>, (typeof COLUMNS)[number]>;

const toBatch = (row: Row, now: number): VatBatch => ({
  ...row,
  eta_seconds: secondsLeft({ ...row, since: row.created_at }, now),
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
});

export type ArrivedVatBatch = VatBatchOptions & {
  readonly isOne: boolean;
  readonly workspaceId: string;
  readonly id: string;
  readonly createdBy: string;
  readonly at: Date;
  readonly giveUpAt: Date;
  readonly items: readonly NewVatItem[];
};

/** So many rows of items fit into one statement's parameters. */
const ROWS = 2_000;

/** Stores a batch with its numbers; what cannot be a VAT number has failed already. */
export async function insertBatch(trx: Trx, batch: ArrivedVatBatch): Promise<VatBatch> {
  const failed = batch.items.filter((item) => 'error' in item).length;
  const ended = failed === batch.items.length;
  const row = await trx
    .insertInto('vat_batches')
    .values({
      workspace_id: batch.workspaceId,
      id: batch.id,
      status: ended ? 'completed' : 'queued',
      requester: batch.requester,
      max_age: batch.maxAge,
      total: batch.items.length,
      failed,
      created_by: batch.createdBy,
      created_at: batch.at,
      give_up_at: batch.giveUpAt,
      completed_at: ended ? batch.at : null,
      answered_as: batch.isOne ? 'verification' : null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  const rows = batch.items.map((item, position) => ({
    workspace_id: batch.workspaceId,
    batch_id: batch.id,
    position,
    input: item.input,
    ...('error' in item
      ? { country: null, status: 'failed' as const, error: JSON.stringify(item.error) }
      : { country: item.country, status: 'queued' as const, error: null }),
  }));
  for (let start = 0; start < rows.length; start += ROWS) {
    await trx
      .insertInto('vat_batch_items')
      .values(rows.slice(start, start + ROWS))
      .execute();
  }
  return toBatch(row, batch.at.getTime());
}

export async function findBatch(trx: Trx, id: string, now: number): Promise<VatBatch | undefined> {
  const row = await trx.selectFrom('vat_batches').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toBatch(row, now);
}

/** The result of a batch that stands for the verification of its one number; null for others, and before it is there. */
export async function findVerification(trx: Trx, id: string): Promise<unknown> {
  const row = await trx
    .selectFrom('vat_batch_items as item')
    .innerJoin('vat_batches as batch', (join) =>
      join.onRef('batch.workspace_id', '=', 'item.workspace_id').onRef('batch.id', '=', 'item.batch_id'),
    )
    .select('item.result')
    .where('batch.id', '=', id)
    .where('batch.answered_as', '=', 'verification')
    .executeTakeFirst();
  return row?.result ?? null;
}

/** The newest batches, from before a place on. */
export async function listBatches(
  trx: Trx,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
  now: number,
): Promise<VatBatch[]> {
  let query = trx.selectFrom('vat_batches').select(COLUMNS);
  if (before !== null) query = query.where(sql<boolean>`(created_at, id) < (${before.at}, ${before.id})`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => toBatch(row, now));
}

export type Begun = {
  readonly options: VatBatchOptions;
  readonly giveUpAt: Date;
  readonly numbers: readonly QueuedNumber[];
};

/** The next numbers of a state; undefined when the batch has ended. */
export async function beginNumbers(
  trx: Trx,
  batchId: string,
  country: string,
  limit: number,
): Promise<Begun | undefined> {
  const batch = await trx
    .selectFrom('vat_batches')
    .select(['status', 'requester', 'max_age', 'give_up_at'])
    .where('id', '=', batchId)
    .executeTakeFirst();
  if (batch === undefined || batch.status === 'completed' || batch.status === 'canceled') return undefined;
  if (batch.status === 'queued') {
    await trx
      .updateTable('vat_batches')
      .set({ status: 'running' })
      .where('id', '=', batchId)
      .where('status', '=', 'queued')
      .execute();
  }
  const numbers = await trx
    .selectFrom('vat_batch_items')
    .select(['position', 'input', 'attempts'])
    .where('batch_id', '=', batchId)
    .where('country', '=', country)
    .where('status', '=', 'queued')
    .orderBy('position')
    .limit(limit)
    .execute();
  return { options: { requester: batch.requester, maxAge: batch.max_age }, giveUpAt: batch.give_up_at, numbers };
}

export type NumberOutcome = { readonly position: number } & (
  | { readonly as: 'valid' | 'invalid'; readonly result: unknown }
  | { readonly as: 'failed'; readonly error: VatItemError }
);

/** Records what numbers ended as, unless they had ended: how many did so by this call, by kind. */
export async function endNumbers(
  trx: Trx,
  batchId: string,
  outcomes: readonly NumberOutcome[],
): Promise<Record<NumberOutcome['as'], number>> {
  const counts = { valid: 0, invalid: 0, failed: 0 };
  for (const outcome of outcomes) {
    const said =
      outcome.as === 'failed' ? { error: JSON.stringify(outcome.error) } : { result: JSON.stringify(outcome.result) };
    const { numUpdatedRows } = await trx
      .updateTable('vat_batch_items')
      .set({ status: outcome.as, ...said })
      .where('batch_id', '=', batchId)
      .where('position', '=', outcome.position)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    counts[outcome.as] += Number(numUpdatedRows);
  }
  return counts;
}

/** Notes that a number was asked for in vain; false when another worker noted it first, or it has ended. */
export async function noteAttempt(trx: Trx, batchId: string, { position, attempts }: QueuedNumber): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vat_batch_items')
    .set({ attempts: attempts + 1 })
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .where('attempts', '=', attempts)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds to the counts; the batch is completed with the last of its numbers. Undefined when it had ended. */
export async function addCounts(
  trx: Trx,
  batchId: string,
  counts: Record<NumberOutcome['as'], number>,
  at: Date,
): Promise<VatBatch | undefined> {
  const added = counts.valid + counts.invalid + counts.failed;
  const isLast = sql<boolean>`done + ${added} = total`;
  const row = await trx
    .updateTable('vat_batches')
    .set({
      valid: sql`valid + ${counts.valid}`,
      invalid: sql`invalid + ${counts.invalid}`,
      failed: sql`failed + ${counts.failed}`,
      status: sql`case when ${isLast} then 'completed' else status end`,
      completed_at: sql`case when ${isLast} then ${at}::timestamptz end`,
    })
    .where('id', '=', batchId)
    .where('status', 'in', ['queued', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toBatch(row, at.getTime());
}

/**
 * Forgets failures of one code among the numbers of a state, so that they wait to be asked for again; the batch's row
 * is locked first, as whoever counts does. Null when there are none, or the batch was canceled or is gone.
 *
 * @returns `isIdle`: no other number of the state waits, so that no job is about them
 */
export async function reopenFailed(
  trx: Trx,
  batchId: string,
  { country, code, giveUpAt }: { readonly country: string; readonly code: string; readonly giveUpAt: Date },
): Promise<{ readonly isIdle: boolean } | null> {
  const batch = await trx
    .selectFrom('vat_batches')
    .select('status')
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (batch === undefined || batch.status === 'canceled') return null;
  const items = trx.selectFrom('vat_batch_items').where('batch_id', '=', batchId).where('country', '=', country);
  const waiting = await items.select('position').where('status', '=', 'queued').limit(1).executeTakeFirst();
  const { numUpdatedRows } = await trx
    .updateTable('vat_batch_items')
    .set({ status: 'queued', error: null, attempts: 0 })
    .where('batch_id', '=', batchId)
    .where('country', '=', country)
    .where('status', '=', 'failed')
    .where(sql`error ->> 'code'`, '=', code)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  await trx
    .updateTable('vat_batches')
    .set({
      status: 'running',
      failed: sql`failed - ${Number(numUpdatedRows)}`,
      completed_at: null,
      give_up_at: giveUpAt,
    })
    .where('id', '=', batchId)
    .execute();
  return { isIdle: waiting === undefined };
}

export async function cancelBatch(trx: Trx, id: string, at: Date): Promise<VatBatch | undefined> {
  const row = await trx
    .updateTable('vat_batches')
    .set({ status: 'canceled', completed_at: at })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toBatch(row, at.getTime());
}

/** Numbers that have ended, in the order of submission. */
export async function listResults(trx: Trx, batchId: string, from: number, limit: number): Promise<VatItemResult[]> {
  const rows = await trx
    .selectFrom('vat_batch_items')
    .select(['position', 'input', 'status', 'result', 'error'])
    .where('batch_id', '=', batchId)
    .where('position', '>=', from)
    .where('status', '!=', 'queued')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    status: row.status as VatItemResult['status'],
    error: row.error as VatItemError | null,
  }));
}

/** Erases batches of all workspaces that ended before that time, so many at most; how many went. */
export async function eraseBatches(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from vat_batches where ctid = any (array (
      select ctid from vat_batches where completed_at < ${before} order by completed_at limit ${limit}
    ))`.execute(system(db));
  return Number(numAffectedRows);
}
