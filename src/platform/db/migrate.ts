import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { OperatorFault } from '../index.ts';
import type { Database } from './database.ts';
import { makeMigrationLock } from './migration-lock.ts';
import { refuseUnfinishedRestore } from './restore-marker.ts';
import { restoreRights } from './rights.ts';
import { warnAboutPooler } from './warn-about-pooler.ts';

/** One file of the migrations folder. */
export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
  /** Releases without the migration of this number cannot work with the schema any more; null: all that worked before can. */
  readonly needs: number | null;
};

/** Said in the first line of a migration that takes away what a release before it used (the contraction of a change). */
const NEEDS = /^-- needs (\d{4})\b/;

/**
 * Roles belong to the whole cluster: two databases that migrate at once may collide on them, and then try again. So does
 * a migration that waits for a lock no longer than it says, that nobody waits behind it.
 */
const COLLISIONS = /^(23505|42710|40001|40P01|55P03)$/;
const TRIES = 10;

async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const name of (await readdir(folder)).sort()) {
    if (!name.endsWith('.sql')) continue;
    if (!/^\d{4}_[a-z0-9-]+\.sql$/.test(name)) throw new Error(`A migration is named NNNN_name.sql, not ${name}`);
    const sql = await readFile(join(folder, name), 'utf8');
    migrations.push({
      version: Number(name.slice(0, 4)),
      name,
      sql,
      digest: createHash('sha256').update(sql).digest('hex'),
      needs: Number(NEEDS.exec(sql)?.[1] ?? 0) || null,
    });
  }
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new Error(`Migrations are numbered 0001, 0002, … without a gap; ${name} is not`);
  });
  return migrations;
}

async function choosePending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Pick<Migration, 'version' | 'name' | 'digest' | 'needs'>>(
    // Ledgers of early releases have no column "needs".
    'select * from schema_migrations order by version',
  );
  for (const done of rows) {
    const file = migrations[done.version - 1];
    if (file === undefined) {
      // While a release is rolled out, or back, processes of the one before it start too.
      if ((done.needs ?? 0) <= migrations.length) continue;
      throw new OperatorFault(
        `The database has migration ${done.name}, which this release does not know and cannot work with`,
      );
    }
    if (file.name !== done.name || file.digest !== done.digest) {
      throw new Error(`Migration ${done.name} was edited after it ran; write a new one instead`);
    }
  }
  return migrations.slice(rows.length);
}

/** Says in an error of the work which work it was. */
async function named<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

function isCollision(error: unknown): boolean {
  const { code = '', message = '', cause } = error as { code?: string; message?: string; cause?: unknown };
  if (COLLISIONS.test(code) || message.includes('tuple concurrently updated')) return true;
  return cause !== undefined && isCollision(cause);
}

async function apply(client: pg.Client, { name, version, digest, needs, sql: text }: Migration): Promise<void> {
  await client.query(text);
  await client.query('insert into schema_migrations (version, name, digest, needs) values ($1, $2, $3, $4)', [
    version,
    name,
    digest,
    needs,
  ]);
}

/** Runs work in a transaction that no other process's work runs beside, and again when it met that of another database. */
type Locked = <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;

type LockOptions = {
  /** Whether this is the restore itself: anybody else refuses a database whose restore did not end. */
  readonly isRestoring?: boolean;
};

async function withLock<T>(
  db: Database,
  work: (locked: Locked) => Promise<T>,
  { isRestoring = false }: LockOptions = {},
): Promise<T> {
  // The handle waits for a server that is starting; the client of the lock would not.
  await sql`select 1`.execute(db.kysely);
  const client = new pg.Client({ connectionString: db.directUrl, application_name: 'einvoice migrate' });
  client.on('error', () => undefined);
  await client.connect();
  const lock = makeMigrationLock(db, client);
  const locked: Locked = async (inside) => {
    for (let attempt = 1; ; attempt++) {
      // What another process committed while this one waited for the lock has to be seen, whatever the server is set to.
      await client.query('begin isolation level read committed');
      try {
        await lock();
        const result = await inside(client);
        await client.query('commit');
        return result;
      } catch (error) {
        // On a connection that is gone there is nothing left to roll back, and the first error is the one to tell.
        await client.query('rollback').catch(() => undefined);
        if (!isCollision(error) || attempt === TRIES) throw error;
        await pause(50 * attempt);
      }
    }
  };
  try {
    if (!isRestoring) await refuseUnfinishedRestore(client);
    await warnAboutPooler(db, client);
    return await work(locked);
  } finally {
    await client.end();
  }
}

async function makeLedger(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (
       version integer primary key,
       name text not null,
       digest text not null,
       applied_at timestamptz not null default now(),
       needs integer
     )`,
  );
  await client.query('alter table schema_migrations add column if not exists needs integer');
}

/**
 * Brings the database to the newest schema: every pending file of the folder in order, each in its own transaction.
 * A lock makes several starting processes safe: each migration runs once, in one of them, and all go on when none is
 * left. Then whatever is missing of the role that queries in a workspace run as is given back: a dump does not hold it,
 * and leaves out its rights where it is restored without it.
 *
 * @param options `last` is the version of the last migration that runs; all unless given
 * @returns the names of the migrations that ran here, and what was given back
 * @throws Error when a migration fails, was edited after it ran, or is unknown to this release and needs what it has not; when the role or a right
 *   is missing that the user may not give, with the statement for the administrator
 */
export async function migrate(
  db: Database,
  folder: string,
  { last = Number.POSITIVE_INFINITY, ...options }: LockOptions & { readonly last?: number } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const work = async (locked: Locked): Promise<string[]> => {
    await locked(makeLedger);
    const ran: string[] = [];
    const runNext = (): Promise<string | null> =>
      locked(async (client) => {
        const next = (await choosePending(client, migrations)).find(({ version }) => version <= last);
        if (next === undefined) return null;
        await named(`Migration ${next.name}`, apply(client, next));
        return next.name;
      });
    for (let name = await runNext(); name !== null; name = await runNext()) ran.push(name);
    const restored = await locked((client) => named('Giving the scoped role its rights back', restoreRights(client)));
    return [...ran, ...restored];
  };
  return withLock(db, work, options);
}

/** The names of the migrations that `migrate` would run, in order; changes nothing. Throws as `migrate` does. */
export async function pendingMigrations(db: Database, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return withLock(db, (locked) =>
    locked(async (client) => {
      const { rows } = await client.query(`select to_regclass('schema_migrations') is null as "isNew"`);
      const pending = rows[0].isNew ? migrations : await choosePending(client, migrations);
      return pending.map(({ name }) => name);
    }),
  );
}

/**
 * Whether this release has all migrations of the list, as they were.
 *
 * @throws Error with the first that it does not know, or that was edited
 */
export async function checkKnown(
  done: readonly Pick<Migration, 'version' | 'name' | 'digest'>[],
  folder: string,
): Promise<void> {
  const migrations = await readMigrations(folder);
  for (const { version, name, digest } of done) {
    const file = migrations[version - 1];
    if (file?.name !== name || file.digest !== digest)
      throw new OperatorFault(
        `The backup has migration ${name}, which this release does not know: use the release that made it`,
      );
  }
}
