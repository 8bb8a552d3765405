import { sql } from 'kysely';
import type { Trx } from '../../../../platform/db/index.ts';
import type { BatchFailure, BatchOptions, SliceId } from '../batch.ts';

type NewSlice = {
  readonly position: number;
  readonly lastPosition: number;
  readonly content: Buffer;
};

export async function insertSlice(trx: Trx, workspaceId: string, batchId: string, slice: NewSlice): Promise<void> {
  const { position, lastPosition: last_position, content } = slice;
  await trx
    .insertInto('batch_slices')
    .values({ workspace_id: workspaceId, batch_id: batchId, position, last_position, content })
    .execute();
}

/** Start positions of the slices of a batch. */
export async function listSlices(trx: Trx, workspaceId: string, batchId: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('batch_slices')
    .select('position')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

export type StartedSlice = {
  readonly content: Buffer;
  /** Number of starts by a worker, including this one. */
  readonly starts: number;
  readonly options: BatchOptions;
  /** Positions with a result. */
  readonly ended: readonly number[];
};

/** A slice to validate; undefined when its batch has ended or the slice was deleted. Increments `starts`. */
export async function beginSlice(trx: Trx, workspaceId: string, slice: SliceId): Promise<StartedSlice | undefined> {
  const { rows } = await sql<StartedSlice>`
    with started as (
      update batch_slices as slice set starts = starts + 1
      from batches as batch
      where slice.workspace_id = ${workspaceId} and slice.batch_id = ${slice.batchId}
        and slice.position = ${slice.position}
        and batch.workspace_id = slice.workspace_id and batch.id = slice.batch_id
        and batch.status in ('queued', 'running')
      returning slice.batch_id, slice.position, last_position, content, starts, options
    )
    select content, starts, options, array(
      select result.position from batch_results as result
      where result.batch_id = started.batch_id and result.position between started.position and started.last_position
    ) as ended
    from started`.execute(trx);
  return rows[0];
}

/** Records the start of the individual validation of a file; returns the number of its starts. */
export async function markFile(trx: Trx, workspaceId: string, slice: SliceId, position: number): Promise<number> {
  const row = await trx
    .updateTable('batch_slices')
    .set({
      begun_position: position,
      begun_starts: sql`case when begun_position = ${position} then begun_starts + 1 else 1 end`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', slice.batchId)
    .where('position', '=', slice.position)
    .returning('begun_starts')
    .executeTakeFirst();
  return row?.begun_starts ?? 0;
}

/** Reverts one start of a file. */
export async function unmarkFile(trx: Trx, workspaceId: string, slice: SliceId, position: number): Promise<void> {
  await trx
    .updateTable('batch_slices')
    .set({ begun_starts: sql`greatest(begun_starts - 1, 0)` })
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', slice.batchId)
    .where('position', '=', slice.position)
    .where('begun_position', '=', position)
    .execute();
}

type LockedSlice = {
  readonly content: Buffer;
  readonly last_position: number;
  readonly begun_position: number | null;
};

/** Locks a slice until the end of the transaction; undefined when it was deleted. */
export function lockSlice(trx: Trx, workspaceId: string, slice: SliceId): Promise<LockedSlice | undefined> {
  return trx
    .selectFrom('batch_slices')
    .select(['content', 'last_position', 'begun_position'])
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', slice.batchId)
    .where('position', '=', slice.position)
    .forUpdate()
    .executeTakeFirst();
}

/** Same as `lockSlice`, without reading the content. */
export async function holdSlice(trx: Trx, workspaceId: string, slice: SliceId): Promise<boolean> {
  const row = await trx
    .selectFrom('batch_slices')
    .select('position')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', slice.batchId)
    .where('position', '=', slice.position)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Positions of a slice with a result. */
export async function listEnded(trx: Trx, { batchId, position }: SliceId, lastPosition: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('batch_results')
    .select('position')
    .where('batch_id', '=', batchId)
    .where('position', '>=', position)
    .where('position', '<=', lastPosition)
    .execute();
  return rows.map((row) => row.position);
}

/** Outcome of one file. */
export type FileOutcome = { readonly position: number; readonly filename: string } & (
  | { readonly as: 'valid' | 'invalid'; readonly result: string; readonly duplicateKey: string }
  /** `retryable`: the content is stored. */
  | { readonly as: 'failed'; readonly error: BatchFailure; readonly retryable: boolean }
);

/**
 * Inserts outcomes; files that already have a result are skipped.
 *
 * @returns the inserted outcomes
 */
export async function insertResults(
  trx: Trx,
  workspaceId: string,
  batchId: string,
  outcomes: readonly FileOutcome[],
): Promise<readonly FileOutcome[]> {
  if (outcomes.length === 0) return [];
  // One parameter per column, because nine parameters per file cost more than the rows. The texts are joined by line
  // feeds, which serialised JSON does not contain; an array would have to be quoted.
  const texts = outcomes.map((outcome) => (outcome.as === 'failed' ? JSON.stringify(outcome.error) : outcome.result));
  const { rows } = await sql<{ position: number }>`
    insert into batch_results (workspace_id, batch_id, position, filename, result, error, size_bytes, retryable,
      duplicate_key)
    select ${workspaceId}, ${batchId}, position, filename, case when not failed then text::json end,
      case when failed then text::json end, octet_length(text), retryable,
      sha256(convert_to(duplicate_key, 'UTF8'))
    from unnest(
      ${outcomes.map(({ position }) => position)}::integer[],
      ${outcomes.map(({ filename }) => filename)}::text[],
      string_to_array(${texts.join('\n')}, E'\n'),
      ${outcomes.map(({ as }) => as === 'failed')}::boolean[],
      ${outcomes.map((outcome) => outcome.as === 'failed' && outcome.retryable)}::boolean[],
      ${outcomes.map((outcome) => (outcome.as === 'failed' ? null : outcome.duplicateKey))}::text[]
    ) as outcome (position, filename, text, failed, retryable, duplicate_key)
    on conflict (batch_id, position) do nothing
    returning position`.execute(trx);
  const recorded = new Set(rows.map(({ position }) => position));
  return outcomes.filter(({ position }) => recorded.has(position));
}

/**
 * Deletes a slice when all its files have a result and no content has to stay for a retry.
 *
 * @returns positions whose content has to stay, when all files of the slice have a result; otherwise empty
 */
export async function dropSlice(trx: Trx, workspaceId: string, { batchId, position }: SliceId): Promise<number[]> {
  const { rows } = await sql<{ retained: number[]; complete: boolean }>`
    select
      array(
        select result.position from batch_results as result
        where result.batch_id = slice.batch_id and result.retryable
          and result.position between slice.position and slice.last_position
      ) as retained,
      (
        select count(*) from batch_results as result
        where result.batch_id = slice.batch_id and result.position between slice.position and slice.last_position
      ) = last_position - position + 1 as complete
    from batch_slices as slice
    where workspace_id = ${workspaceId} and batch_id = ${batchId} and position = ${position}`.execute(trx);
  const found = rows[0];
  if (found === undefined || !found.complete) return [];
  if (found.retained.length > 0) return found.retained;
  await trx
    .deleteFrom('batch_slices')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .execute();
  return [];
}

/** Replaces the content of a slice with fewer files. */
export async function shrinkSlice(trx: Trx, workspaceId: string, { batchId, position }: SliceId, content: Buffer) {
  await trx
    .updateTable('batch_slices')
    .set({ content })
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .execute();
}
