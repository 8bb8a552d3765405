import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.ts';
import { dumpSchema, migrate, openDatabase, pendingMigrations, system } from '../../src/platform/db/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { testLog as log, makeTestDatabase, type TestDatabase } from '../support/database.ts';

const migrations = join(findRoot(), 'migrations');
let test: TestDatabase;
let folder: string;

beforeEach(async () => {
  test = await makeTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

describe('migrate', () => {
  it('creates exactly the committed schema (written by `npm run generate`)', async () => {
    await migrate(test.db, migrations);
    expect(await dumpSchema(test.db)).toBe(await readFile(join(findRoot(), 'test/db/schema.sql'), 'utf8'));
  });

  it('runs pending migrations once, in order', async () => {
    await write('0001_one.sql', 'create table one (id int)');
    await write('0002_two.sql', 'alter table one add name text');
    expect(await pendingMigrations(test.db, folder)).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await migrate(test.db, folder)).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await pendingMigrations(test.db, folder)).toEqual([]);
    expect(await migrate(test.db, folder)).toEqual([]);
    await write('0003_three.sql', 'create table three (id int)');
    expect(await migrate(test.db, folder)).toEqual(['0003_three.sql']);
  });

  it('is safe with concurrent starts, also in several databases', async () => {
    const other = await makeTestDatabase({ empty: true });
    const open = (url: string) => openDatabase({ url, maxConnections: 1, applicationName: 'test', log });
    const handles = [test.url, test.url, other.url, other.url].map(open);
    const ran = await Promise.all(handles.map((db) => migrate(db, migrations)));
    const names = (await readdir(migrations)).sort();
    expect([ran.slice(0, 2).flat().sort(), ran.slice(2).flat().sort()]).toEqual([names, names]);
    await Promise.all(handles.map((db) => db.close()));
    await other.drop();
  });

  it('rolls back a failed migration, and names it in the error', async () => {
    await write('0001_one.sql', 'create table one (id int)');
    await write('0002_bad.sql', 'create table two (id int); select 1 / 0');
    await expect(migrate(test.db, folder)).rejects.toThrow('0002_bad.sql failed: division by zero');
    const { rows } = await sql<{ two: string | null }>`select to_regclass('two')::text as two`.execute(system(test.db));
    expect(rows).toEqual([{ two: null }]);
    expect(await pendingMigrations(test.db, folder)).toEqual(['0002_bad.sql']);
  });

  it('rejects a migration that was edited after it ran', async () => {
    await write('0001_one.sql', 'create table one (id int)');
    await migrate(test.db, folder);
    await write('0001_one.sql', 'create table one (id bigint)');
    await expect(migrate(test.db, folder)).rejects.toThrow('0001_one.sql was edited');
  });

  it('works with a database migrated by a later release, unless a migration removed something this release needs', async () => {
    await write('0001_one.sql', 'create table one (id int)');
    await write('0002_expand.sql', 'alter table one add number bigint');
    await migrate(test.db, folder);
    await rm(join(folder, '0002_expand.sql'));
    expect(await migrate(test.db, folder)).toEqual([]);
    await write('0002_expand.sql', 'alter table one add number bigint');
    await write('0003_contract.sql', '-- needs 0002: what writes the number\nalter table one drop id');
    expect(await migrate(test.db, folder)).toEqual(['0003_contract.sql']);
    await rm(join(folder, '0003_contract.sql'));
    expect(await migrate(test.db, folder)).toEqual([]);
    await rm(join(folder, '0002_expand.sql'));
    await expect(migrate(test.db, folder)).rejects.toThrow('0003_contract.sql, which this release does not know');
  });

  it('runs the migrations of a later release in order, whatever the clocks of earlier processes were', async () => {
    await write('0001_one.sql', 'create table one (id int)');
    await write('0002_two.sql', 'create table two (id int)');
    await migrate(test.db, folder);
    await sql`update schema_migrations set timestamp = '2999-01-01T00:00:00.000Z' where name = '0001_one.sql'`.execute(
      system(test.db),
    );
    await write('0003_three.sql', 'create table three (id int)');
    expect(await migrate(test.db, folder)).toEqual(['0003_three.sql']);
  });

  it('rejects a database of an unreleased version, and leaves it unchanged', async () => {
    const ledger =
      'create table schema_migrations (version integer primary key, name text, digest text, needs integer)';
    await sql.raw(ledger).execute(system(test.db));
    await sql`insert into schema_migrations values (1, '0001_accounts.sql', 'd', null)`.execute(system(test.db));
    const before = await dumpSchema(test.db);
    const unreleased = 'The database was created by an unreleased version, before 1.0.0, and cannot be upgraded';
    await expect(migrate(test.db, migrations)).rejects.toThrow(unreleased);
    await expect(pendingMigrations(test.db, migrations)).rejects.toThrow(unreleased);
    expect(await dumpSchema(test.db)).toBe(before);
  });

  it('rejects a gap in the numbers and an invalid file name', async () => {
    await write('0002_two.sql', 'select 1');
    await expect(migrate(test.db, folder)).rejects.toThrow('without a gap');
    await write('1.sql', 'select 1');
    await expect(migrate(test.db, folder)).rejects.toThrow('NNNN_name.sql');
  });
});

describe('an upgrade from the baseline', () => {
  const run = async (text: string): Promise<unknown[]> => (await sql.raw(text).execute(system(test.db))).rows;
  const add = async (row: { id: string }): Promise<void> => {
    await run(`
      insert into documents (workspace_id, id, status, filename, sha256, size_bytes, metadata, steps, last_sequence,
        idempotency_key, request_digest, created_at, updated_at)
      values ('public', '${row.id}', 'validated', 'a.xml', repeat('a', 64), 1, '{}', array['validate'], 1, '${row.id}',
        decode(repeat('00', 32), 'hex'), now(), now())`);
    await run(`
      insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
      values ('public', '${row.id}', 1, 'evt_1', 'document.received', now(), 'test', '{}')`);
  };

  it('keeps all data, also in partitions, and the release of the baseline works with the new schema', async () => {
    await cp(migrations, folder, { recursive: true });
    const baseline = await migrate(test.db, folder);
    expect(baseline[0]).toBe('0001_platform.sql');
    await add({ id: newId('doc', Date.now(), randomBytes) });
    const before = [await run('select * from documents'), await run('select * from document_events')];
    const next = `${String(baseline.length + 1).padStart(4, '0')}_notes.sql`;
    await write(
      next,
      `alter table documents add column note text not null default 'none';
       alter table document_events add column note text;
       alter table webhooks rename column description to about;`,
    );
    expect(await pendingMigrations(test.db, folder)).toEqual([next]);
    expect(await migrate(test.db, folder)).toEqual([next]);
    const [[document], [event]] = before as [[object], [object]];
    expect(await run('select * from documents')).toEqual([{ ...document, note: 'none' }]);
    expect(await run('select * from document_events')).toEqual([{ ...event, note: null }]);
    expect(await migrate(test.db, migrations)).toEqual([]);
    await add({ id: newId('doc', Date.now(), randomBytes) });
    expect(await run('select note from document_events')).toEqual([{ note: null }, { note: null }]);
  });
});

describe('dumpSchema', () => {
  it('shows every kind of schema change', async () => {
    await sql`create table a (id int primary key, name text)`.execute(system(test.db));
    let before = await dumpSchema(test.db);
    const changes = [
      'alter table a add size numeric(4,2) default 1',
      'alter table a alter name set not null',
      'alter table a add constraint positive check (id > 0)',
      'create index by_name on a (name) where id > 1',
      'alter table a enable row level security',
      'create policy own on a for select using (id = 1)',
      'create function f() returns trigger language plpgsql as $$ begin return new; end $$',
      'create trigger t before update on a for each row execute function f()',
      'grant select (name) on a to public',
      'create view v as select id from a',
      "create type mood as enum ('good', 'bad')",
      'create sequence s',
      'drop view v',
    ];
    for (const change of changes) {
      await sql.raw(change).execute(system(test.db));
      const after = await dumpSchema(test.db);
      expect(after, change).not.toBe(before);
      before = after;
    }
  });
});
