import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { runCli } from '../support/cli.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

// Separate processes: a command must exit even if its connections hang.

let test: TestDatabase;
let folder: string;
/** Server that accepts connections and never responds, like a stopped virtual machine behind a load balancer. */
let silent: Server;
let silentUrl: string;

beforeAll(async () => {
  test = await makeTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'einvoice-commands-'));
  silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  silentUrl = `redis://127.0.0.1:${(silent.address() as { port: number }).port}`;
  await sql`insert into failed_jobs (id, job, payload, error, created_at) values
    ('job_a', 'webhook.fan-out', '{}', 'TypeError: broken', now()),
    ('job_b', 'upkeep.erase-expired', '{}', 'TypeError: broken', now()),
    ('job_c', 'upkeep.erase-expired', '{}', 'TypeError: broken', now())`.execute(system(test.db));
});
afterAll(async () => {
  silent.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Address without a listener: connections are refused, as by a stopped server. */
const STOPPED = '127.0.0.1:1';

describe.each([
  ['is stopped', () => `redis://${STOPPED}`],
  ['does not respond', () => silentUrl],
  ['is stopped and REDIS_URL names a database', () => `redis://${STOPPED}/3`],
])('when Redis %s', (_, redisUrl) => {
  const run = (...args: string[]) =>
    runCli(args, { DATABASE_URL: test.url, REDIS_URL: redisUrl(), DATA_DIR: folder, ENVIRONMENT: 'sandbox' });

  it('queues prints the data from PostgreSQL, reports that Redis does not respond, and exits with 1', async () => {
    const { code, out, err } = await run('queues');
    expect(out).toMatch(/^OUTBOX/m);
    expect(out).toMatch(/^job_a .*TypeError: broken$/m);
    expect(out).not.toMatch(/^POOL/m);
    expect(err).toContain('Redis does not respond. Check REDIS_URL');
    expect(code).toBe(1);
  });
});

it('diagnose writes its bundle without queue figures and exits with 1 when Redis is stopped', async () => {
  const environment = { DATABASE_URL: test.url, REDIS_URL: `redis://${STOPPED}`, DATA_DIR: folder };
  const { code, out, err } = await runCli(['diagnose'], environment);
  const bundle = JSON.parse(out);
  expect(bundle).toMatchObject({ queue: 'down' });
  expect(bundle.failed_jobs).toContainEqual(expect.objectContaining({ job: 'webhook.fan-out', count: 1 }));
  expect(err).toContain('Redis does not respond');
  expect(code).toBe(1);
});

it('queues retry and discard work while Redis is stopped, because they need only PostgreSQL', async () => {
  const environment = { DATABASE_URL: test.url, REDIS_URL: `redis://${STOPPED}`, DATA_DIR: folder };
  expect(await runCli(['queues', 'retry', 'job_b'], environment)).toMatchObject({ code: 0 });
  expect(await runCli(['queues', 'discard', 'job_c'], environment)).toMatchObject({ code: 0 });
  const { rows } = await sql<{ id: string }>`select id from failed_jobs`.execute(system(test.db));
  expect(rows).toEqual([{ id: 'job_a' }]);
});

it.each([[['queues']], [['queues', 'retry', 'job_a']]])(
  '%s names DATABASE_URL and exits with 1 while the database is stopped',
  async (args) => {
    const stopped = { DATABASE_URL: `postgres://u:p@${STOPPED}/x`, REDIS_URL: '', DATA_DIR: folder };
    const { code, out, err } = await runCli(args, stopped);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('Check DATABASE_URL and the server it names.');
  },
);

it('diagnose describes the machine and the configuration while the database is stopped', async () => {
  const stopped = { DATABASE_URL: `postgres://u:p@${STOPPED}/x`, REDIS_URL: '', DATA_DIR: folder };
  const { out } = await runCli(['diagnose'], stopped);
  expect(JSON.parse(out)).toMatchObject({ not_reached: expect.stringContaining('ECONNREFUSED') });
});
