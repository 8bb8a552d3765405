import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onConnectionLost } from '../../src/platform/queue/on-connection-lost.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());

it('a listener added after a connection was lost is called on the next query, with a delay', async () => {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  onConnectionLost(client);
  const events: unknown[] = [];
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  const other = new pg.Client({ connectionString: test.url });
  await other.connect();
  client.on('error', () => undefined);
  const lost = new Promise<void>((done) => {
    client.once('end', done);
  });
  await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await other.end();
  await lost;
  client.on('error', (error) => events.push(error));
  const began = performance.now();
  await expect(client.query('listen jobs')).rejects.toThrow();
  expect(events.length).toBeGreaterThan(0);
  expect(performance.now() - began).toBeGreaterThan(200);
});
