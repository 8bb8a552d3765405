import { type RawBuilder, sql } from 'kysely';
import type { IdPrefix } from '../../../lib/ids.ts';
import { type Database, listen, notify, system, type Trx, withWorkspace } from '../../../platform/db/index.ts';

export type { Database, Trx } from '../../../platform/db/index.ts';

const CHANNEL = 'batch_progress';

/** One transaction that sees this workspace alone. */
export const inWorkspace = withWorkspace;

/** Calls back with the id of every record that changed, of whatever kind and in any process. */
export function watchProgress(
  db: Database,
  onRecord: (id: string) => void,
  onGap: () => void,
): Promise<{ stop: () => Promise<void> }> {
  return listen(db, CHANNEL, onRecord, onGap);
}

/** Wakes whoever follows the record, once the transaction commits. */
export const reportProgress = (trx: Trx, id: string): Promise<void> => notify(trx, CHANNEL, id);

/** What the rows of all kinds have in common: how far the work on their items is. */
export type Head = {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'canceled';
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Grows with every change. */
  readonly sequence: number;
  readonly created_at: Date;
  readonly completed_at: Date | null;
};

/** The table of one kind, and the columns that its records are made of. */
export type Heads<Row extends Head> = {
  readonly table: 'batches' | 'vat_batches' | 'radars';
  /** Of the ids. */
  readonly prefix: IdPrefix;
  readonly columns: readonly (keyof Row & string)[];
};

/** One record of a workspace. */
export type Which = { readonly workspaceId: string; readonly id: string };

/** Columns and what they become: values, or expressions over the row. */
export type Changes = Readonly<Record<string, unknown>>;

/** What must hold of a row. */
export type Condition = RawBuilder<boolean>;

const ALWAYS = sql<boolean>`true`;

const columnsOf = ({ columns }: { readonly columns: readonly string[] }) =>
  sql.join(columns.map((column) => sql.ref(column)));

const isIt = ({ workspaceId, id }: Which) => sql<boolean>`workspace_id = ${workspaceId} and id = ${id}`;

/** Writes the row of a new record. */
export async function insertHead<Row extends Head>(trx: Trx, heads: Heads<Row>, values: Changes): Promise<Row> {
  const { rows } = await sql<Row>`
    insert into ${sql.table(heads.table)} (${columnsOf({ columns: Object.keys(values) })})
    values (${sql.join(Object.values(values))}) returning ${columnsOf(heads)}`.execute(trx);
  return rows[0]!;
}

/** The record; undefined when this workspace has none of this id, or its items still arrive. `lock`: until the end of the transaction. */
export async function findHead<Row extends Head>(
  trx: Trx,
  heads: Heads<Row>,
  which: Which,
  { lock = false, where = ALWAYS }: { readonly lock?: boolean; readonly where?: Condition } = {},
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${columnsOf(heads)} from ${sql.table(heads.table)}
    where ${isIt(which)} and status <> 'receiving' and ${where} ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows[0];
}

/** The newest records whose items have arrived, from before a key on. */
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

/** Changes a record where it is as it must be for that; undefined where it is not. */
export async function changeHead<Row extends Head>(
  trx: Trx,
  heads: Heads<Row>,
  which: Which,
  changes: Changes,
  where: Condition,
): Promise<Row | undefined> {
  const set = Object.entries({ sequence: sql`sequence + 1`, ...changes }).map(
    ([column, to]) => sql`${sql.ref(column)} = ${to}`,
  );
  const { rows } = await sql<Row>`
    update ${sql.table(heads.table)} set ${sql.join(set)}
    where ${isIt(which)} and ${where} returning ${columnsOf(heads)}`.execute(trx);
  return rows[0];
}

/** Erases records of all workspaces that ended before that time, so many at most; how many went. */
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

/** So many rows of items fit into one statement's parameters. */
const ROWS = 2_000;

/** Writes the items of a new record. */
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

/** Where the items of a kind stand that are asked for one by one, and which of them wait. */
export type Asked = {
  readonly table: 'vat_batch_items' | 'radar_participants';
  readonly of: 'batch_id' | 'radar_id';
  readonly waits: Condition;
};

type Attempted = { readonly position: number; readonly attempts: number };

/** Notes that items were asked for in vain: those that nobody else noted first, and that have not ended. */
export async function noteAttempts<Item extends Attempted>(
  trx: Trx,
  { table, of, waits }: Asked,
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

/** What becomes of a record to which so many ended items are added: it is completed with the last of them. */
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

/** A record that has not ended. */
export const isOpen = sql<boolean>`status in ('queued', 'running')`;
export const isQueued = sql<boolean>`status = 'queued'`;
export const isNotCanceled = sql<boolean>`status <> 'canceled'`;
