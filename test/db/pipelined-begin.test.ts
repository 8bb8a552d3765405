import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system, withWorkspace } from '../../src/platform/db/index.ts';
import { sendBeginAhead } from '../../src/platform/db/pipelined-begin.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeWorkspace } from '../support/records.ts';

let test: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  workspaceId = (await makeWorkspace(test.db)).workspaceId;
});
afterAll(() => test.drop());

const whoAmI = sql<{ role: string; workspace: string }>`
  select current_user as role, current_setting('app.workspace_id', true) as workspace`;

it('the first statement of a transaction runs within its scope without a separate round trip', async () => {
  const { rows } = await withWorkspace(test.db, workspaceId, (trx) => whoAmI.execute(trx));
  expect(rows).toEqual([{ role: 'einvoice_scoped', workspace: workspaceId }]);
});

it('the first statement runs within its scope after other asynchronous work', async () => {
  const { rows } = await withWorkspace(test.db, workspaceId, async (trx) => {
    await new Promise((done) => setTimeout(done, 20));
    return whoAmI.execute(trx);
  });
  expect(rows[0]?.role).toBe('einvoice_scoped');
});

it('a transaction without a statement commits and leaves the connection unchanged', async () => {
  await expect(withWorkspace(test.db, workspaceId, async () => 'nothing')).resolves.toBe('nothing');
  const { rows } = await whoAmI.execute(system(test.db));
  expect(rows[0]?.role).not.toBe('einvoice_scoped');
});

it('a scope that cannot be set rejects the following statement and reports its own error', async () => {
  const run = system(test.db)
    .connection()
    .execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin; select set_config('role', 'nobody_of_this_name', true)"));
      try {
        return await whoAmI.execute(connection);
      } finally {
        await connection.executeQuery(CompiledQuery.raw('rollback'));
      }
    });
  await expect(run).rejects.toThrow('role "nobody_of_this_name" does not exist');
  await expect(withWorkspace(test.db, workspaceId, (trx) => whoAmI.execute(trx))).resolves.toBeDefined();
});

it('a connection without the expected socket property works without pipelining', async () => {
  const pool = new pg.Pool({ connectionString: test.url, max: 1 });
  const client = await pool.connect();
  const moved = Object.create(client, { connection: { value: {} } }) as pg.PoolClient;
  const { query } = moved;
  sendBeginAhead(moved);
  expect(moved.query).toBe(query);
  sendBeginAhead(client);
  expect(client.query).not.toBe(query);
  client.release();
  await pool.end();
});
