import pg from 'pg';
import { OperatorFault } from '../index.ts';
import type { Migration } from './migrate.ts';
import { RESTORE_MARKER, refuseUnfinishedRestore } from './restore-marker.ts';

/** A table with the columns that hold something of their own: what the database makes of others is left out. */
type BackedUpTable = {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

/** What a snapshot begins with. */
export type SnapshotHead = {
  readonly server: string;
  /** Those that ran, in order. */
  readonly migrations: readonly Pick<Migration, 'version' | 'name' | 'digest'>[];
  /** In the order in which they can be filled: what is referred to comes first. */
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly called: boolean }[];
};

/** A row: each value as PostgreSQL writes it as text. */
export type TextRow = readonly (string | null)[];

/** A consistent view of the database. */
type Snapshot = {
  readonly head: SnapshotHead;
  /** All rows of a table, some at a time. */
  readonly read: (table: BackedUpTable) => AsyncGenerator<readonly TextRow[]>;
};

/** The ledger of migrations is kept by the migrations; figures of processes are of those that run. */
const LEFT_OUT = ['schema_migrations', 'process_figures'];

/** Rows at a time: as many as hold so many bytes of files and the like, some at least, and no more than that. */
const ROWS = { least: 4, most: 500, bytes: 16 * 1024 * 1024 };

const ident = pg.escapeIdentifier;

/** Everything as text, and the same text whatever the server is set to. */
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
 * Reads the whole database as it is at one moment, while the service goes on. The queue's own tables are no part of it:
 * the outbox has all open work.
 *
 * @throws the database's error; Error when the database has no schema of the service
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

/** How many rows of a table may be read at once: of what is stored apart, its length alone is looked at. */
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
  const [known] = await ask<{ there: string | null }>(`select to_regclass('schema_migrations')::text as there`);
  if (known?.there == null)
    throw new OperatorFault('The database has no schema of this service: there is nothing to back up');
  const columns = await readColumns(client);
  const references = await ask<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to
    from pg_constraint o join pg_class f on f.oid = o.conrelid join pg_class t on t.oid = o.confrelid
    where o.contype = 'f' and o.conrelid <> o.confrelid and o.connamespace = 'public'::regnamespace`);
  const [about] = await ask<{ server: string }>(`select current_setting('server_version') as server`);
  const migrations = await ask<{ version: string; name: string; digest: string }>(
    'select version, name, digest from schema_migrations order by version',
  );
  return {
    server: about!.server,
    migrations: migrations.map(({ version, ...row }) => ({ ...row, version: Number(version) })),
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

/** The parts of tables by month. */
async function readParts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

/** What a file says of columns and sequences becomes a part of statements: only what the database has itself is taken. */
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

/** Tables after all that they refer to. @throws Error when they refer to each other in a circle */
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

/** What a snapshot is written into: one transaction, which ends well or leaves nothing. */
type Restoring = {
  /** @returns how many rows were written */
  readonly write: (table: BackedUpTable, rows: readonly TextRow[]) => Promise<number>;
};

/**
 * Marks an empty database as one that is being restored: until `endRestore` no start and no command works on it.
 *
 * @throws OperatorFault when it has tables, of a restore that was interrupted or of anybody
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
      throw new OperatorFault('The database is not empty: a backup is restored into one without tables');
    await client.query(`create table ${RESTORE_MARKER} (began_at timestamptz not null default now())`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Marks the database as whole. */
export async function endRestore(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(`drop table ${RESTORE_MARKER}`);
  } finally {
    await client.end();
  }
}

/**
 * Fills a database whose schema is that of the snapshot, and which holds nothing but what the migrations wrote. Triggers
 * rest meanwhile: rows come as they were.
 *
 * @throws the database's error, and whatever `work` throws: then nothing is written
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

/** One statement for many rows: a list of texts for each column. */
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
      // Of what the values are (class 22) and how they stand to each other (23).
      if (!/^2[23]/.test(error.code ?? '')) throw error;
      throw new OperatorFault(`The backup has rows of ${name} that the database refuses: ${error.message}`);
    });
  return rowCount ?? 0;
}
