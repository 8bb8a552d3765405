import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBackIn, writeBackup } from '../../src/cli/backup.ts';
import { withServiceDatabase } from '../../src/cli/with-database.ts';
import { checkSameDatabase, migrate, system } from '../../src/platform/db/index.ts';
import { ConfigProblems, explainFailure, findRoot } from '../../src/platform/index.ts';
import { testLog as log, makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';

const DIFFERENT = 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases';

let own: TestDatabase;
let other: TestDatabase;
let folder: string;
beforeAll(async () => {
  own = await makeTestDatabase();
  other = await makeTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'einvoice-same-'));
});
afterAll(async () => {
  await own.drop();
  await other.drop();
  await rm(folder, { recursive: true });
});

/** The same server under another host name. */
const renamed = (url: string): string => {
  const changed = new URL(url);
  changed.searchParams.set('application_name', 'renamed');
  return changed.href;
};

const place = (databaseUrl: string, databaseDirectUrl: string | null) => ({
  databaseUrl,
  databaseDirectUrl,
  dataDir: join(folder, 'data'),
  evidenceSecret: 'the evidence secret of this test alone',
  root: findRoot(),
  sftp: { root: join(folder, 'sftp') } as never,
});

const tablesIn = async ({ db }: TestDatabase): Promise<unknown[]> =>
  (await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(system(db))).rows;

describe('DATABASE_URL and DATABASE_DIRECT_URL', () => {
  it('reports a configuration error when they lead to different databases', async () => {
    const refused = await checkSameDatabase(place(own.url, other.url), log).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigProblems);
    expect(explainFailure(refused)).toEqual({ exitCode: 2, text: expect.stringContaining(DIFFERENT) });
  });

  it('accepts different spellings, and one variable only', async () => {
    await checkSameDatabase(place(own.url, renamed(own.url)), log);
    await checkSameDatabase(place(own.url, own.url), log);
    await checkSameDatabase(place(own.url, null), log);
  });

  it.skipIf(!hasPgBouncer)('are compared through PgBouncer in transaction mode', async () => {
    const pooler = await startPgBouncer(own.url);
    try {
      await checkSameDatabase(place(pooler.url, own.url), log);
      await expect(checkSameDatabase(place(pooler.url, other.url), log)).rejects.toThrow(DIFFERENT);
    } finally {
      await pooler.stop();
    }
  });

  it('are compared before a command reads or writes: the wrong database stays unchanged, and no backup is made', async () => {
    const wrong = place(own.url, other.url);
    await expect(withServiceDatabase(wrong, log, async () => undefined)).rejects.toThrow(DIFFERENT);
    const backup = join(folder, 'backup');
    await expect(writeBackup(wrong, log, backup)).rejects.toThrow(DIFFERENT);
    expect(await readdir(folder)).toEqual([]);
    await writeBackup(place(own.url, null), log, backup);
    await expect(readBackIn(wrong, log, backup)).rejects.toThrow(DIFFERENT);
    expect(await tablesIn(other)).toEqual([]);
  });

  it('a command works over the direct address while the pooler is unreachable', async () => {
    const away = Object.assign(new URL(own.url), { port: '1' }).href;
    expect(await withServiceDatabase(place(away, own.url), log, async () => 'done')).toBe('done');
    await expect(checkSameDatabase(place(away, own.url), log, 0)).rejects.toThrow('ECONNREFUSED');
  });

  it('a command does not migrate: it changes neither an empty database nor one of an earlier release', async () => {
    const old = await makeTestDatabase({ empty: true });
    const work = () => withServiceDatabase(place(old.url, null), log, async () => 'done');
    try {
      await expect(work()).rejects.toThrow('has no schema of this service');
      expect(await tablesIn(old)).toEqual([]);
      await sql`create table orders (id integer)`.execute(system(old.db));
      await expect(work()).rejects.toThrow('has no schema of this service');
      expect(await tablesIn(old)).toEqual([{ relname: 'orders' }]);
      await migrate(old.db, join(findRoot(), 'migrations'));
      expect(await work()).toBe('done');
      const last = 'name = (select max(name) from schema_migrations)';
      await sql.raw(`delete from schema_migration_files where ${last}`).execute(system(old.db));
      await sql.raw(`delete from schema_migrations where ${last}`).execute(system(old.db));
      await expect(withServiceDatabase(place(old.url, null), log, async () => 'done')).rejects.toThrow(
        'The database has the schema of an earlier release',
      );
    } finally {
      await old.drop();
    }
  });
});
