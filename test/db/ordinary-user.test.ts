import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, migrate, openDatabase, system, withWorkspace } from '../../src/platform/db/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

const migrations = join(findRoot(), 'migrations');
const user = `owner_${randomBytes(6).toString('hex')}`;
let test: TestDatabase;
let own: Database;

const asAdmin = (statement: string) => sql.raw(statement).execute(system(test.db));

beforeAll(async () => {
  test = await makeTestDatabase({ empty: true });
  const { pathname } = new URL(test.url);
  await asAdmin(`create role ${user} login password 'secret'`);
  await asAdmin(`alter database ${pathname.slice(1)} owner to ${user}`);
  const url = Object.assign(new URL(test.url), { username: user, password: 'secret' }).href;
  own = openDatabase({ url, maxConnections: 2, applicationName: 'test', log: testLog });
});
afterAll(async () => {
  await own.close();
  await asAdmin(`drop owned by ${user}`);
  await asAdmin(`alter database ${new URL(test.url).pathname.slice(1)} owner to current_user`);
  await asAdmin(`drop role ${user}`);
  await test.drop();
});

describe('a user who owns the database without further privileges', () => {
  it('gets an error with the statements that an administrator must run', async () => {
    await expect(migrate(own, migrations)).rejects.toThrow(
      `create role einvoice_scoped nologin; grant einvoice_scoped to ${user}`,
    );
  });

  it('needs only the scoped role, and works in one workspace at a time', async () => {
    await asAdmin(`grant einvoice_scoped to ${user}`);
    expect(await migrate(own, migrations)).toContain('0001_platform.sql');
    const seen = await withWorkspace(own, 'public', (trx) => trx.selectFrom('workspaces').select('id').execute());
    expect(seen).toEqual([{ id: 'public' }]);
    expect(await withWorkspace(own, 'other', (trx) => trx.selectFrom('workspaces').select('id').execute())).toEqual([]);
  });
});
