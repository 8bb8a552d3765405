import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type Migration, Migrator, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { OperatorFault } from '../index.ts';
import type { Database } from './database.ts';
import { makeMigrationLock } from './migration-lock.ts';
import { refuseUnfinishedRestore } from './restore-marker.ts';
import { restoreRights } from './rights.ts';
import { warnAboutPooler } from './warn-about-pooler.ts';

/** A migration by name and content, as the database and backups record it. */
export type MigrationRecord = {
  /** File name. */
  readonly name: string;
  /** SHA-256 of the file. */
  readonly digest: string;
};

/** A file of the migrations folder. */
type MigrationFile = MigrationRecord & {
  readonly sql: string;
  /**
   * Oldest migration number a release must have to work with the new schema; null: compatible with all earlier
   * releases.
   */
  readonly needs: number | null;
};

type ExecutedMigration = MigrationRecord & Pick<MigrationFile, 'needs'>;

/**
 * Tables of the executed migrations. Kysely writes the first two; the second one is its lock, which is not used. The
 * third one records the content of each file.
 */
export const MIGRATION_TABLES = ['schema_migrations', 'schema_migrations_lock', 'schema_migration_files'] as const;
const [EXECUTED, KYSELY_LOCK, FILES] = MIGRATION_TABLES;

/** First line of a contracting migration, which removes something that an earlier release used. */
const NEEDS = /^-- needs (\d{4})\b/;

/**
 * Roles are shared by the whole cluster, so databases that migrate concurrently may collide on them and retry. A
 * migration whose lock timeout expires also retries; the short timeout keeps other sessions from queueing behind it.
 */
const COLLISIONS = /^(23505|42710|40001|40P01|55P03)$/;
const TRIES = 10;

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const name of (await readdir(folder)).sort()) {
    if (!name.endsWith('.sql')) continue;
    if (!/^\d{4}_[a-z0-9-]+\.sql$/.test(name)) throw new Error(`A migration is named NNNN_name.sql, not ${name}`);
    const text = await readFile(join(folder, name), 'utf8');
    const digest = createHash('sha256').update(text).digest('hex');
    files.push({ name, sql: text, digest, needs: Number(NEEDS.exec(text)?.[1] ?? 0) || null });
  }
  files.forEach(({ name }, index) => {
    if (numberOf(name) !== index + 1)
      throw new Error(`Migrations are numbered 0001, 0002, … without a gap; ${name} is not`);
  });
  return files;
}

const numberOf = (name: string): number => Number(name.slice(0, 4));

/**
 * Reads the executed migrations, without changes.
 *
 * @throws OperatorFault when the database was created before the first release
 */
async function readExecuted(client: pg.Client): Promise<ExecutedMigration[]> {
  const { rows } = await client.query<{ hasFiles: boolean; isUnreleased: boolean }>(
    `select to_regclass('public.${FILES}') is not null as "hasFiles",
       exists (select from pg_attribute where attrelid = to_regclass('public.${EXECUTED}') and attname = 'digest')
         as "isUnreleased"`,
  );
  if (rows[0]!.isUnreleased)
    throw new OperatorFault(
      'The database was created by an unreleased version, before 1.0.0, and cannot be upgraded. Use an empty database; ' +
        'without DATABASE_URL, use a new DATA_DIR. The existing data was not changed',
    );
  if (!rows[0]!.hasFiles) return [];
  return (await client.query<ExecutedMigration>(`select name, digest, needs from public.${FILES} order by name`)).rows;
}

/**
 * Compares the executed migrations with the files of this release.
 *
 * @returns executed migrations of a later release that this release can work with: during a rollout or rollback,
 *   processes of the previous release start too
 * @throws Error when a migration was edited after it ran; OperatorFault when this release cannot work with one
 */
function checkExecuted(executed: readonly ExecutedMigration[], files: readonly MigrationFile[]): ExecutedMigration[] {
  return executed.filter((done) => {
    const file = files[numberOf(done.name) - 1];
    if (file !== undefined && (file.name !== done.name || file.digest !== done.digest))
      throw new Error(`Migration ${done.name} was edited after it ran; write a new one instead`);
    if (file === undefined && (done.needs ?? 0) > files.length)
      throw new OperatorFault(
        `The database has migration ${done.name}, which this release does not know and cannot work with`,
      );
    return file === undefined;
  });
}

/** Adds the name of the work to its error. */
const failed = (name: string, error: unknown): Error =>
  new Error(`${name} failed: ${(error as Error).message}`, { cause: error });

function isCollision(error: unknown): boolean {
  const { code = '', message = '', cause } = error as { code?: string; message?: string; cause?: unknown };
  if (COLLISIONS.test(code) || message.includes('tuple concurrently updated')) return true;
  return cause !== undefined && isCollision(cause);
}

/** Retries work after a collision with another database. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isCollision(error) || attempt === TRIES) throw error;
      await pause(50 * attempt);
    }
  }
}

/** The connection of the migrations. */
type Session = {
  readonly client: pg.Client;
  /** Begins a transaction and takes the migration lock. */
  readonly begin: () => Promise<void>;
  /** Runs work in such a transaction. */
  readonly locked: <T>(work: () => Promise<T>) => Promise<T>;
};

type LockOptions = {
  /** True for the restore itself; everything else refuses a database with an unfinished restore. */
  readonly isRestoring?: boolean;
};

async function withSession<T>(
  db: Database,
  { isRestoring = false }: LockOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  // The handle retries while the server starts; the client of the lock does not.
  await sql`select 1`.execute(db.kysely);
  const client = new pg.Client({ connectionString: db.directUrl, application_name: 'einvoice migrate' });
  client.on('error', () => undefined);
  await client.connect();
  const lock = makeMigrationLock(db, client);
  const begin = async (): Promise<void> => {
    // The work must see what other processes committed while this one waited for the lock, whatever the server's
    // default.
    await client.query('begin isolation level read committed');
    await lock();
  };
  const locked: Session['locked'] = async (inside) => {
    try {
      await begin();
      const result = await inside();
      await client.query('commit');
      return result;
    } catch (error) {
      // On a lost connection the rollback fails as well; the original error is the one to report.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  };
  try {
    if (!isRestoring) await refuseUnfinishedRestore(client);
    await warnAboutPooler(db, client);
    return await work({ client, begin, locked });
  } finally {
    await client.end();
  }
}

/**
 * Kysely's migrator with the migration lock of this service. Kysely would take a session lock before its transaction;
 * here the lock begins the transaction, because a pooler in transaction mode does not keep sessions.
 */
function makeMigrator({ client, begin }: Session, files: readonly MigrationFile[]): Migrator {
  class Adapter extends PostgresAdapter {
    override acquireMigrationLock(): Promise<void> {
      return begin();
    }
    override async releaseMigrationLock(): Promise<void> {
      // Ends the transaction; after an error PostgreSQL rolls it back.
      await client.query('commit');
    }
  }
  const pool = { connect: async () => Object.assign(client, { release: () => undefined }), end: async () => undefined };
  const dialect = new PostgresDialect({ pool });
  return new Migrator({
    db: new Kysely<unknown>({
      dialect: {
        createAdapter: () => new Adapter(),
        createDriver: () => dialect.createDriver(),
        createIntrospector: (db) => dialect.createIntrospector(db),
        createQueryCompiler: () => dialect.createQueryCompiler(),
      },
    }),
    disableTransactions: true,
    // Kysely orders executed migrations by the clocks of the processes that ran them. `checkExecuted` compares numbers.
    allowUnorderedMigrations: true,
    migrationTableSchema: 'public',
    migrationTableName: EXECUTED,
    migrationLockTableName: KYSELY_LOCK,
    provider: {
      getMigrations: async () => {
        const later = checkExecuted(await readExecuted(client), files);
        return Object.fromEntries<Migration>([
          ...files.map((file) => [file.name, { up: () => run(client, file) }] as const),
          // Kysely expects a migration for each executed one. These have run.
          ...later.map(({ name }) => [name, { up: async () => undefined }] as const),
        ]);
      },
    },
  });
}

async function run(client: pg.Client, { name, digest, needs, sql: text }: MigrationFile): Promise<void> {
  await client.query(text);
  await client.query(`insert into public.${FILES} (name, digest, needs) values ($1, $2, $3)`, [name, digest, needs]);
}

/** Runs the next migration. @returns its name; null: no migration is pending */
async function runNext(migrator: Migrator): Promise<string | null> {
  const { error, results = [] } = await migrator.migrateUp();
  const name = results[0]?.migrationName ?? null;
  if (error !== undefined) throw name === null ? error : failed(`Migration ${name}`, error);
  return name;
}

/**
 * Migrates the database to the newest schema: runs every pending file in order, each in its own transaction. A lock
 * makes concurrent starts safe: each migration runs once, and all processes continue when it is done. Afterwards it
 * restores missing privileges of the scoped role, which a dump does not contain when it is restored on a server
 * without that role.
 *
 * @param options `last` is the name of the last migration to run; default: all
 * @returns names of the migrations that were run, and restored privileges
 * @throws Error when a migration fails, was edited after it ran, or is unknown to this release and incompatible with
 *   it; when the database was created before the first release; when the user may not create the role or grant a
 *   privilege, with the statement for the administrator
 */
export async function migrate(
  db: Database,
  folder: string,
  { last, ...options }: LockOptions & { readonly last?: string } = {},
): Promise<string[]> {
  const files = (await readMigrations(folder)).slice(0, last === undefined ? undefined : numberOf(last));
  return withSession(db, options, async (session) => {
    const { client, locked } = session;
    const pending = await retry(() => locked(() => prepare(client, files)));
    const ran: string[] = [];
    // Kysely reads the whole catalogue first, which is skipped at starts without pending migrations.
    if (pending.length > 0) {
      const migrator = makeMigrator(session, files);
      const next = (): Promise<string | null> => retry(() => runNext(migrator));
      for (let name = await next(); name !== null; name = await next()) ran.push(name);
    }
    const restored = await retry(() =>
      locked(() =>
        restoreRights(client).catch((error) => {
          throw failed('Restoring the privileges of the scoped role', error);
        }),
      ),
    );
    return [...ran, ...restored];
  });
}

async function choosePending(client: pg.Client, files: readonly MigrationFile[]): Promise<readonly MigrationFile[]> {
  const executed = await readExecuted(client);
  checkExecuted(executed, files);
  return files.slice(executed.length);
}

/** Creates the table of files. @returns pending migrations */
async function prepare(client: pg.Client, files: readonly MigrationFile[]): Promise<readonly MigrationFile[]> {
  const pending = await choosePending(client, files);
  if (pending.length > 0)
    await client.query(
      `create table if not exists public.${FILES} (name text primary key, digest text not null, needs integer)`,
    );
  return pending;
}

/** Lists the migrations that `migrate` would run, in order, without changes. Throws as `migrate` does. */
export async function pendingMigrations(db: Database, folder: string): Promise<string[]> {
  const files = await readMigrations(folder);
  return withSession(db, {}, ({ client, locked }) =>
    locked(async () => (await choosePending(client, files)).map(({ name }) => name)),
  );
}

/**
 * Checks that this release contains all migrations of the list, unmodified.
 *
 * @throws Error with the first migration that is unknown or was edited
 */
export async function checkKnown(executed: readonly MigrationRecord[], folder: string): Promise<void> {
  const files = await readMigrations(folder);
  for (const { name, digest } of executed)
    if (files.find((file) => file.name === name)?.digest !== digest)
      throw new OperatorFault(
        `The backup has migration ${name}, which this release does not know. Restore it with the release that created it`,
      );
}
