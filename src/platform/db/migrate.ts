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

/** A file of the migrations folder. */
export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
  /**
   * Oldest migration number a release must have to work with the new schema; null: compatible with all earlier
   * releases.
   */
  readonly needs: number | null;
};

/** First line of a contracting migration, which removes something that an earlier release used. */
const NEEDS = /^-- needs (\d{4})\b/;

/**
 * Roles are shared by the whole cluster, so databases that migrate concurrently may collide on them and retry. A
 * migration whose lock timeout expires also retries; the short timeout keeps other sessions from queueing behind it.
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
    // Ledgers of early releases do not have the column "needs".
    'select * from schema_migrations order by version',
  );
  for (const done of rows) {
    const file = migrations[done.version - 1];
    if (file === undefined) {
      // During a rollout or rollback, processes of the previous release start too.
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

/** Adds the name of the work to its error. */
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

/** Runs work in a transaction under the migration lock, and retries it after a collision with another database. */
type Locked = <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;

type LockOptions = {
  /** True for the restore itself; everything else refuses a database with an unfinished restore. */
  readonly isRestoring?: boolean;
};

async function withLock<T>(
  db: Database,
  work: (locked: Locked) => Promise<T>,
  { isRestoring = false }: LockOptions = {},
): Promise<T> {
  // The handle retries while the server starts; the client of the lock does not.
  await sql`select 1`.execute(db.kysely);
  const client = new pg.Client({ connectionString: db.directUrl, application_name: 'einvoice migrate' });
  client.on('error', () => undefined);
  await client.connect();
  const lock = makeMigrationLock(db, client);
  const locked: Locked = async (inside) => {
    for (let attempt = 1; ; attempt++) {
      // The work must see what other processes committed while this one waited for the lock, whatever the server's
      // default.
      await client.query('begin isolation level read committed');
      try {
        await lock();
        const result = await inside(client);
        await client.query('commit');
        return result;
      } catch (error) {
        // On a lost connection the rollback fails as well; the original error is the one to report.
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
 * Migrates the database to the newest schema: runs every pending file in order, each in its own transaction. A lock
 * makes concurrent starts safe: each migration runs once, and all processes continue when it is done. Afterwards it
 * restores missing privileges of the scoped role, which a dump does not contain when it is restored on a server
 * without that role.
 *
 * @param options `last` is the version of the last migration to run; default: all
 * @returns names of the migrations that were run, and restored privileges
 * @throws Error when a migration fails, was edited after it ran, or is unknown to this release and incompatible with
 *   it; when the user may not create the role or grant a privilege, with the statement for the administrator
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

/** Lists the migrations that `migrate` would run, in order, without changes. Throws as `migrate` does. */
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
 * Checks that this release contains all migrations of the list, unmodified.
 *
 * @throws Error with the first migration that is unknown or was edited
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
