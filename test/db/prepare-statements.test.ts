import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, system, withWorkspace } from '../../src/platform/db/index.ts';
import { makeStatementNames } from '../../src/platform/db/prepare-statements.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

describe('statement names', () => {
  it('are assigned to frequent statements, consistently', () => {
    const { nameOf } = makeStatementNames();
    const names = Array.from({ length: 7 }, () => nameOf('select $1'));
    expect(names.slice(0, 4)).toEqual([null, null, null, null]);
    expect(names[4]).toMatch(/^[0-9a-f]{32}$/);
    expect(names.slice(5)).toEqual([names[4], names[4]]);
  });

  it('are assigned to a limited number of statements', () => {
    const { nameOf } = makeStatementNames();
    const often = (text: string) => Array.from({ length: 9 }, () => nameOf(text)).at(-1);
    const named = Array.from({ length: 150 }, (_, index) => often(`select $1 + ${index}`)).filter(
      (name) => name !== null,
    );
    expect(new Set(named).size).toBe(100);
  });

  it('are assigned to the frequent ones among an unlimited number of statements', () => {
    const { nameOf } = makeStatementNames();
    let name: string | null | undefined = null;
    for (let index = 0; index < 5_000; index += 1) {
      nameOf(`select ${index}`);
      if (index % 100 === 0) name = nameOf('select $1');
    }
    expect(name).toMatch(/^[0-9a-f]{32}$/);
  });

  it('change when the server rejects the prepared statement', () => {
    const { nameOf, rename } = makeStatementNames();
    const often = () => Array.from({ length: 5 }, () => nameOf('select $1')).at(-1);
    const first = often();
    rename('select $1');
    rename('something else');
    expect(often()).not.toBe(first);
    expect(nameOf('something else')).toBe(null);
  });
});

describe('connection pool', () => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await makeTestDatabase();
  });
  afterEach(() => db.close());
  afterAll(() => test.drop());
  beforeEach(() => {
    db = openDatabase({ url: test.url, maxConnections: 1, applicationName: 'test', log: testLog });
  });

  const add = async (to: number): Promise<number | undefined> =>
    (await sql<{ sum: number }>`select 1 + ${to}::int as sum`.execute(system(db))).rows[0]?.sum;
  const prepared = async (): Promise<string[]> => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(system(db));
    return rows.map(({ statement }) => statement);
  };

  it('prepares frequent statements only', async () => {
    for (const to of [1, 2, 3, 4]) expect(await add(to)).toBe(1 + to);
    expect(await prepared()).toEqual([]);
    for (const to of [5, 6]) expect(await add(to)).toBe(1 + to);
    expect(await prepared()).toEqual(['select 1 + $1::int as sum']);
  });

  it('prepares statements again on a connection that replaces a lost one', async () => {
    for (let to = 0; to < 6; to += 1) await add(to);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(system(db));
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(system(test.db));
    await expect.poll(() => prepared().catch(() => null)).toEqual([]);
    expect(await add(41)).toBe(42);
    expect(await prepared()).toEqual(['select 1 + $1::int as sum']);
  });

  it('recovers when a migration changes the result type of a prepared statement', async () => {
    await sql`create table changing (id int)`.execute(system(db));
    await sql`insert into changing values (1)`.execute(system(db));
    const read = async () => (await sql`select * from changing where id = ${1}`.execute(system(db))).rows;
    for (let count = 0; count < 6; count += 1) expect(await read()).toEqual([{ id: 1 }]);
    await sql`alter table changing add name text`.execute(system(db));
    await expect(read()).rejects.toThrow('cached plan must not change result type');
    expect(await read()).toEqual([{ id: 1, name: null }]);
  });

  it('isolates workspaces that share a prepared statement', async () => {
    const seen = (workspace: string) =>
      withWorkspace(db, workspace, async (trx) => {
        const { rows } = await sql`select id from workspaces where name <> ${''}`.execute(trx);
        return rows.length;
      });
    for (let count = 0; count < 8; count += 1) {
      expect(await seen('public')).toBe(1);
      expect(await seen('other')).toBe(0);
    }
  });
});
