import pg from 'pg';
import { OperatorFault } from '../index.ts';
import { MIGRATION_TABLES, type MigrationRecord } from './migrate.ts';
import { RESTORE_MARKER, refuseUnfinishedRestore } from './restore-marker.ts';

/** Table with its stored columns; generated columns are excluded. */
type BackedUpTable = {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

/** Header of a snapshot. */
export type SnapshotHead = {
  readonly server: string;
  /** Executed migrations, in order. */
  readonly migrations: readonly MigrationRecord[];
  /** In restore order: referenced tables come first. */
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly called: boolean }[];
};

/** A row; each value in PostgreSQL's text format. */
export type TextRow = readonly (string | null)[];

/** Consistent view of the database. */
type Snapshot = {
  readonly head: SnapshotHead;
  /** Reads all rows of a table in batches. */
  readonly read: (table: BackedUpTable) => AsyncGenerator<readonly TextRow[]>;
};

/** The migrations write their own tables; process figures describe processes that run now. */
const LEFT_OUT = [...MIGRATION_TABLES, 'process_figures'];

/** Batch size in rows: limited by the bytes of large values, within a minimum and a maximum. */
const ROWS = { least: 4, most: 500, bytes: 16 * 1024 * 1024 };

const ident = pg.escapeIdentifier;

/** Reads values as text that does not depend on the server's settings. */
const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'einvoice backup',
    types: { getTypeParser: () => (value: unknown) => value } as pg.CustomTypesConfig,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1; set bytea_output = 'hex'",
  );
  return client;
};

/**
 * Reads the whole database in one snapshot while the service runs. The queue's tables are excluded: the outbox holds
 * all pending work.
 *
 * @throws the database's error; Error when the database does not have the service's schema
 */
export async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const head = await readHead(client);
    const read = async function* (table: BackedUpTable) {
      const columns = table.columns.map(({ name }) => `${ident(name)}::text`).join(', ');
      await client.query(`declare copied no scroll cursor for select ${columns} from ${ident(table.name)}`);
      const many = await countAtOnce(client, table);
      for (;;) {
        const { rows } = await client.query<string[]>({ text: `fetch ${many} from copied`, rowMode: 'array' });
        if (rows.length === 0) break;
        yield rows as readonly TextRow[];
      }
      await client.query('close copied');
    };
    return await work({ head, read });
  } finally {
    await client.end();
  }
}

/** Number of rows of a table to read per batch. Only the length of TOASTed values is read. */
async function countAtOnce(client: pg.Client, { name, columns }: BackedUpTable): Promise<number> {
  const lengths = columns
    .filter(({ type }) => type === 'bytea')
    .map((column) => `coalesce(octet_length(${ident(column.name)}), 0)`);
  if (lengths.length === 0) return ROWS.most;
  const { rows } = await client.query<{ longest: string | null }>(
    `select max(${lengths.join(' + ')}) as longest from ${ident(name)}`,
  );
  const longest = Math.max(1, Number(rows[0]!.longest));
  return Math.max(ROWS.least, Math.min(ROWS.most, Math.floor(ROWS.bytes / longest)));
}

async function readHead(client: pg.Client): Promise<SnapshotHead> {
  const ask = async <R>(text: string): Promise<R[]> => (await client.query(text)).rows as R[];
  await refuseUnfinishedRestore(client);
  const [known] = await ask<{ there: string | null }>(
    `select to_regclass('public.schema_migration_files')::text as there`,
  );
  if (known?.there == null)
    throw new OperatorFault('The database has no schema of this service: there is nothing to back up');
  const columns = await readColumns(client);
  const references = await ask<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to
    from pg_constraint o join pg_class f on f.oid = o.conrelid join pg_class t on t.oid = o.confrelid
    where o.contype = 'f' and o.conrelid <> o.confrelid and o.connamespace = 'public'::regnamespace`);
  const [about] = await ask<{ server: string }>(`select current_setting('server_version') as server`);
  return {
    server: about!.server,
    migrations: await ask<MigrationRecord>('select name, digest from public.schema_migration_files order by name'),
    tables: inOrder([...new Set(columns.map(({ table }) => table))], references).map((name) => ({
      name,
      columns: columns.filter(({ table }) => table === name).map(({ name: column, type }) => ({ name: column, type })),
    })),
    sequences: await readSequences(client),
  };
}

type Column = { readonly table: string; readonly name: string; readonly type: string };

async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname <> all (array[${LEFT_OUT.map((name) => pg.escapeLiteral(name)).join(', ')}])
    order by c.relname, a.attnum`);
  return rows;
}

/** Partitions of the tables that are partitioned by month. */
async function readParts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

/** Checks column and sequence names of a backup against the database, because they become part of SQL statements. */
async function checkNames(client: pg.Client, { tables, sequences }: SnapshotHead): Promise<void> {
  const own = new Set((await readColumns(client)).map(({ table, name, type }) => JSON.stringify([table, name, type])));
  for (const { name: table, columns } of tables)
    for (const { name, type } of columns)
      if (!own.has(JSON.stringify([table, name, type])))
        throw new OperatorFault(`The backup has a column ${table}.${name} that its release does not have`);
  const counters = new Set((await readSequences(client)).map(({ name }) => name));
  for (const { name } of sequences)
    if (!counters.has(name))
      throw new OperatorFault(`The backup has a sequence ${name} that its release does not have`);
}

async function readSequences(client: pg.Client): Promise<SnapshotHead['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; called: string }>(
      `select last_value as value, is_called as called from ${ident(name)}`,
    );
    sequences.push({ name, value: values[0]!.value, called: values[0]!.called === 't' });
  }
  return sequences;
}

/** Sorts tables topologically by foreign keys. @throws Error on a cycle */
function inOrder(tables: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const ordered: string[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const ready = [...left].filter((name) => !references.some(({ from, to }) => from === name && left.has(to)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left].join(', ')}`);
    for (const name of ready) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}

/** Target of a restore: one transaction, all or nothing. */
type Restoring = {
  /** @returns number of inserted rows */
  readonly write: (table: BackedUpTable, rows: readonly TextRow[]) => Promise<number>;
};

/**
 * Marks an empty database as being restored. Until `endRestore`, every start and command refuses the database.
 *
 * @throws OperatorFault when the database has tables, for example from an interrupted restore
 */
export async function beginRestore(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('begin');
    await refuseUnfinishedRestore(client);
    const { rows } = await client.query(
      `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
    );
    if (rows.length > 0)
      throw new OperatorFault('The database is not empty. Restore a backup into a database without tables');
    await client.query(`create table ${RESTORE_MARKER} (began_at timestamptz not null default now())`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Removes the marker after a complete restore. */
export async function endRestore(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(`drop table ${RESTORE_MARKER}`);
  } finally {
    await client.end();
  }
}

/**
 * Fills a database that has the schema of the snapshot and contains only rows that the migrations inserted. Triggers
 * are disabled, so that rows are restored unchanged.
 *
 * @throws the database's error, and any error of `work`; the transaction is then rolled back
 */
export async function restoreSnapshot<T>(
  url: string,
  head: SnapshotHead,
  work: (restoring: Restoring) => Promise<T>,
): Promise<T> {
  const client = await connect(url);
  const names = head.tables.map(({ name }) => ident(name));
  try {
    await client.query('begin');
    await checkNames(client, head);
    const parts = (await readParts(client)).map((name) => ident(name));
    for (const name of [...names, ...parts]) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    const result = await work({ write: (table, rows) => insert(client, table, rows) });
    for (const name of [...names, ...parts]) await client.query(`alter table ${name} enable trigger user`);
    for (const { name, value, called } of head.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3::boolean)', [ident(name), value, String(called)]);
    await client.query('commit');
    await client.query('analyze');
    return result;
  } finally {
    await client.end();
  }
}

/** Inserts many rows in one statement, with one text array per column. */
async function insert(client: pg.Client, { name, columns }: BackedUpTable, rows: readonly TextRow[]): Promise<number> {
  const values = columns.map((_, index) => rows.map((row) => row[index] ?? null));
  const lists = columns.map((_, index) => `$${index + 1}::text[]`);
  const inner = columns.map((_, index) => `c${index}`);
  const { rowCount } = await client
    .query(
      `insert into ${ident(name)} (${columns.map((column) => ident(column.name)).join(', ')}) overriding system value
     select ${columns.map(({ type }, index) => `c${index}::${type}`).join(', ')}
     from unnest(${lists.join(', ')}) as given (${inner.join(', ')})`,
      values,
    )
    .catch((error: Error & { code?: string }) => {
      // SQLSTATE class 22 (data exception) and 23 (integrity constraint violation) mean that the backup is at fault.
      if (!/^2[23]/.test(error.code ?? '')) throw error;
      throw new OperatorFault(`The backup has rows of ${name} that the database rejects: ${error.message}`);
    });
  return rowCount ?? 0;
}
