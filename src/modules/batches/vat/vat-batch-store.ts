import { sql } from 'kysely';
import { secondsLeft } from '../../../lib/eta.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { Head, Heads, ItemTable } from '../record/batch-record-store.ts';
import type { QueuedNumber, VatBatch, VatItemError, VatItemResult } from './vat-batch.ts';

export { type Database, inWorkspace, type Trx } from '../record/batch-record-store.ts';

type VatRow = Head & {
  readonly valid: number;
  readonly invalid: number;
  readonly requester: string | null;
  readonly max_age: number | null;
  readonly give_up_at: Date;
};

export const heads: Heads<VatRow> = {
  table: 'vat_batches',
  prefix: 'bat',
  columns: [
    'id',
    'status',
    'total',
    'done',
    'valid',
    'invalid',
    'failed',
    'sequence',
    'created_at',
    'completed_at',
    'requester',
    'max_age',
    'give_up_at',
  ],
};

/** Items of a VAT batch for the attempt counter. */
export const numbers: ItemTable = { table: 'vat_batch_items', of: 'batch_id', waits: sql<boolean>`status = 'queued'` };

export const toBatch = (row: VatRow, now: number): VatBatch => {
  const { id, status, total, done, valid, invalid, failed, created_at, completed_at } = row;
  return {
    id,
    status,
    total,
    done,
    valid,
    invalid,
    failed,
    eta_seconds: secondsLeft({ ...row, since: created_at }, now),
    created_at: created_at.toISOString(),
    completed_at: completed_at?.toISOString() ?? null,
  };
};

/** Result of a batch that represents a single verification; null for other batches, and before the result exists. */
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

/** Waiting numbers of a country in submission order, at most `limit`. */
export function nextNumbers(trx: Trx, batchId: string, country: string, limit: number): Promise<QueuedNumber[]> {
  return trx
    .selectFrom('vat_batch_items')
    .select(['position', 'input', 'attempts'])
    .where('batch_id', '=', batchId)
    .where('country', '=', country)
    .where('status', '=', 'queued')
    .orderBy('position')
    .limit(limit)
    .execute();
}

export type NumberOutcome = { readonly position: number } & (
  | { readonly as: 'valid' | 'invalid'; readonly result: unknown }
  | { readonly as: 'failed'; readonly error: VatItemError }
);

/** Records results of numbers that have not ended; returns how many this call recorded, by kind. */
export async function endNumbers(
  trx: Trx,
  batchId: string,
  outcomes: readonly NumberOutcome[],
): Promise<Record<NumberOutcome['as'], number>> {
  const counts = { valid: 0, invalid: 0, failed: 0 };
  for (const outcome of outcomes) {
    const columns =
      outcome.as === 'failed' ? { error: JSON.stringify(outcome.error) } : { result: JSON.stringify(outcome.result) };
    const { numUpdatedRows } = await trx
      .updateTable('vat_batch_items')
      .set({ status: outcome.as, ...columns })
      .where('batch_id', '=', batchId)
      .where('position', '=', outcome.position)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    counts[outcome.as] += Number(numUpdatedRows);
  }
  return counts;
}

/** Countries with waiting numbers. */
export async function waitingCountries(trx: Trx, batchId: string): Promise<Set<string | null>> {
  const rows = await trx
    .selectFrom('vat_batch_items')
    .select('country')
    .distinct()
    .where('batch_id', '=', batchId)
    .where('status', '=', 'queued')
    .execute();
  return new Set(rows.map(({ country }) => country));
}

/**
 * Deletes failures, so that the numbers are verified again; invalid inputs stay failed.
 *
 * @param only country and failure code; default all
 * @returns number of reopened items per country
 */
export async function reopenFailed(
  trx: Trx,
  batchId: string,
  only?: { readonly country: string; readonly code: string },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ country: string; numbers: number }>`
    with reopened as (
      update vat_batch_items set status = 'queued', error = null, attempts = 0
      where batch_id = ${batchId} and status = 'failed' and country is not null
        and ${only === undefined ? sql`true` : sql`country = ${only.country} and error ->> 'code' = ${only.code}`}
      returning country
    )
    select country, count(*)::integer as numbers from reopened group by country`.execute(trx);
  return new Map(rows.map(({ country, numbers }) => [country, numbers]));
}

/** Ended numbers in submission order. */
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
