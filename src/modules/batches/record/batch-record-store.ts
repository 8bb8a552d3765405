import { type RawBuilder, sql } from 'kysely';
import type { IdPrefix } from '../../../lib/ids.ts';
import { type Database, listen, notify, system, type Trx, withWorkspace } from '../../../platform/db/index.ts';

export type { Database, Trx } from '../../../platform/db/index.ts';

const CHANNEL = 'batch_progress';

/** Transaction restricted to one workspace (row-level security). */
export const inWorkspace = withWorkspace;

/** Calls back with the id of every record that changes, of any kind and in any process. */
export function watchProgress(
  db: Database,
  onRecord: (id: string) => void,
  onGap: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return listen(db, CHANNEL, onRecord, onGap);
}

/** Notifies subscribers of the record when the transaction commits. */
export const reportProgress = (trx: Trx, id: string): Promise<void> => notify(trx, CHANNEL, id);

/** Columns common to all kinds: the progress of the items. */
export type Head = {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'canceled';
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Incremented with every change. */
  readonly sequence: number;
  readonly created_at: Date;
  readonly completed_at: Date | null;
};

/** Table and columns of one kind. */
export type Heads<Row extends Head> = {
  readonly table: 'batches' | 'vat_batches' | 'radars';
  /** Prefix of the ids. */
  readonly prefix: IdPrefix;
  readonly columns: readonly (keyof Row & string)[];
};

/** One record of a workspace. */
export type RecordKey = { readonly workspaceId: string; readonly id: string };

/** Columns with their new values or SQL expressions over the row. */
export type Changes = Readonly<Record<string, unknown>>;

/** Condition on a row. */
export type Condition = RawBuilder<boolean>;

const ALWAYS = sql<boolean>`true`;

const columnsOf = ({ columns }: { readonly columns: readonly string[] }) =>
  sql.join(columns.map((column) => sql.ref(column)));

const isIt = ({ workspaceId, id }: RecordKey) => sql<boolean>`workspace_id = ${workspaceId} and id = ${id}`;

export async function insertHead<Row extends Head>(trx: Trx, heads: Heads<Row>, values: Changes): Promise<Row> {
  const { rows } = await sql<Row>`
    insert into ${sql.table(heads.table)} (${columnsOf({ columns: Object.keys(values) })})
    values (${sql.join(Object.values(values))}) returning ${columnsOf(heads)}`.execute(trx);
  return rows[0]!;
}

/**
 * The record; undefined when the workspace has no such record, or its items are still being uploaded. `lock`: until
 * the end of the transaction.
 */
export async function findHead<Row extends Head>(
  trx: Trx,
  heads: Heads<Row>,
  key: RecordKey,
  { lock = false, where = ALWAYS }: { readonly lock?: boolean; readonly where?: Condition } = {},
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${columnsOf(heads)} from ${sql.table(heads.table)}
    where ${isIt(key)} and status <> 'receiving' and ${where} ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows[0];
}

/** The newest fully uploaded records before a cursor key. */
export async function listHeads<Row extends Head>(
  trx: Trx,
  heads: Heads<Row>,
  workspaceId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<Row[]> {
  const isBefore = before === null ? ALWAYS : sql<boolean>`(created_at, id) < (${before.at}, ${before.id})`;
  const { rows } = await sql<Row>`
    select ${columnsOf(heads)} from ${sql.table(heads.table)}
    where workspace_id = ${workspaceId} and status <> 'receiving' and ${isBefore}
    order by created_at desc, id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Updates a record if the condition holds; otherwise undefined. */
export async function changeHead<Row extends Head>(
  trx: Trx,
  heads: Heads<Row>,
  key: RecordKey,
  changes: Changes,
  where: Condition,
): Promise<Row | undefined> {
  const set = Object.entries({ sequence: sql`sequence + 1`, ...changes }).map(
    ([column, to]) => sql`${sql.ref(column)} = ${to}`,
  );
  const { rows } = await sql<Row>`
    update ${sql.table(heads.table)} set ${sql.join(set)}
    where ${isIt(key)} and ${where} returning ${columnsOf(heads)}`.execute(trx);
  return rows[0];
}

/** Deletes records of all workspaces that ended before a time, at most `limit`; returns their number. */
export async function eraseHeads(
  db: Database,
  { table }: Pick<Heads<Head>, 'table'>,
  before: Date,
  limit: number,
  where: Condition = ALWAYS,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (workspace_id, id) in (
      select workspace_id, id from ${sql.table(table)} where completed_at < ${before} and ${where}
      order by completed_at limit ${limit} for update skip locked
    )`.execute(system(db));
  return Number(numAffectedRows);
}

/** Item rows per insert, limited by the number of statement parameters. */
const ROWS = 2_000;

export async function insertItems<Table extends 'vat_batch_items' | 'radar_participants'>(
  trx: Trx,
  table: Table,
  rows: readonly Changes[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS) {
    const some = rows.slice(start, start + ROWS);
    await sql`
      insert into ${sql.table(table)} (${columnsOf({ columns: Object.keys(some[0]!) })})
      values ${sql.join(some.map((row) => sql`(${sql.join(Object.values(row))})`))}`.execute(trx);
  }
}

/** Table of items that are processed individually, and the condition for waiting items. */
export type ItemTable = {
  readonly table: 'vat_batch_items' | 'radar_participants';
  readonly of: 'batch_id' | 'radar_id';
  readonly waits: Condition;
};

type Attempted = { readonly position: number; readonly attempts: number };

/**
 * Increments the attempt counter of items; returns those that no concurrent job has incremented and that have not
 * ended.
 */
export async function noteAttempts<Item extends Attempted>(
  trx: Trx,
  { table, of, waits }: ItemTable,
  id: string,
  items: readonly Item[],
): Promise<Item[]> {
  const noted: Item[] = [];
  for (const item of items) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set attempts = attempts + 1
      where ${sql.ref(of)} = ${id} and position = ${item.position} and attempts = ${item.attempts} and ${waits}`.execute(
      trx,
    );
    if (numAffectedRows > 0n) noted.push(item);
  }
  return noted;
}

/** Changes of a record when items end: the last item completes it. */
export function toCounted(counts: Readonly<Record<string, number>>, ended: number, at: Date) {
  const isLast = sql<boolean>`done + ${ended} = total`;
  const sums = Object.entries(counts).map(([column, more]) => [column, sql`${sql.ref(column)} + ${more}`]);
  return {
    isLast,
    changes: {
      ...(Object.fromEntries(sums) as Changes),
      status: sql`case when ${isLast} then 'completed' else 'running' end`,
      completed_at: sql`case when ${isLast} then ${at}::timestamptz end`,
    },
  };
}

/** Condition: the record has not ended. */
export const isOpen = sql<boolean>`status in ('queued', 'running')`;
export const isQueued = sql<boolean>`status = 'queued'`;
export const isNotCanceled = sql<boolean>`status <> 'canceled'`;
