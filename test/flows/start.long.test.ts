import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createDoor } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import {
  findFreePort,
  HANGS_MS,
  pause,
  removeData,
  type Service,
  type ServiceOptions,
  spawnService,
  startService,
  waitUntil,
} from '../support/service.ts';
import { makeClient, toStory, WHOLE_STORY } from './client.ts';

const running: Service[] = [];

const start = async (options: ServiceOptions): Promise<Service> => {
  const service = await startService(options);
  running.push(service);
  return service;
};

const isReady = (service: Service): Promise<boolean> =>
  fetch(`${service.url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Starts a service that is expected to exit with an error. */
async function startInVain(options: ServiceOptions): Promise<{ code: number | null; output: string }> {
  const service = await spawnService(options);
  running.push(service);
  const late = setTimeout(() => void service.stop(), HANGS_MS);
  const code = await service.ended;
  clearTimeout(late);
  return { code, output: service.output() };
}

/** Stops a starting service after some milliseconds; it must neither hang nor leave processes behind. */
async function expectToEnd(options: ServiceOptions, moment: number): Promise<void> {
  const service = await spawnService(options);
  running.push(service);
  await pause(moment);
  const late = setTimeout(() => {
    for (const pid of service.processes()) process.kill(pid, 'SIGKILL');
  }, HANGS_MS);
  await service.stop();
  clearTimeout(late);
  // Before the signal handler is installed, the signal itself ends the process.
  const code = await service.ended;
  const context = `stopped after ${moment} ms: ${service.output().slice(0, 4_000)}`;
  if (service.output() !== '') expect(code, context).toBe(0);
  expect(service.output(), context).not.toMatch(/"level":"(error|fatal)"| {4}at /);
  await waitUntil(
    () => service.processes().length === 0,
    () => `still alive: ${service.processes()}, ${context}`,
  );
}

afterEach(async () => {
  const services = running.splice(0).reverse();
  // Services may share their data.
  for (const service of services) await service.stop();
  for (const service of services) removeData(service);
});

describe('service with DATABASE_URL', () => {
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await makeTestDatabase();
    environment = { DATABASE_URL: database.url };
  });
  afterAll(() => database.drop());

  it('uses that database and starts no embedded one', async () => {
    const service = await start({ environment });
    expect(service.pids('postgres')).toEqual([]);
    // The secret that encrypts signing keys (configured where several machines share a database), and the child
    // processes.
    expect(readdirSync(service.dataDir)).toEqual(['evidence.secret', 'processes.json']);
    const client = makeClient(() => service.url);
    const { id } = await client.submit(makeInvoice());
    expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
    const found = await database.db.kysely.selectFrom('documents').select('status').where('id', '=', id).execute();
    expect(found).toEqual([{ status: 'validated' }]);
  });

  it('migrates an empty database once when two roles start concurrently', async () => {
    const empty = await makeTestDatabase({ empty: true });
    const own = { environment: { DATABASE_URL: empty.url } };
    try {
      const workers = await spawnService({ ...own, parameters: ['--run=workers'] });
      running.push(workers);
      const api = await start({ ...own, parameters: ['--run=api'] });
      for (const role of [api, workers])
        for (const part of ['api', 'workers', 'postgres'] as const) expect(role.pids(part)).toEqual([]);
      const client = makeClient(() => api.url);
      const { id } = await client.submit(makeInvoice());
      expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
      expect(await fetch(workers.url).catch(() => 'refused')).toBe('refused');
    } finally {
      for (const service of running.splice(0)) await service.stop();
      await empty.drop();
    }
  });

  it('accepts documents without workers and validates them when workers start', async () => {
    const api = await start({ environment, parameters: ['--run=api'] });
    const client = makeClient(() => api.url);
    const { id, links } = await client.submit(makeInvoice());
    expect(await client.get(`${links.events}?wait=1`)).toMatchObject({ events: [{ type: 'document.received' }] });
    running.push(await spawnService({ environment, parameters: ['--run=workers'] }));
    expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
  });

  it('validates each document once with several workers', async () => {
    const api = await start({ environment, parameters: ['--run=api'] });
    for (let process = 0; process < 2; process++)
      running.push(await spawnService({ environment, parameters: ['--run=workers'] }));
    const client = makeClient(() => api.url);
    const receipts = await Promise.all(Array.from({ length: 60 }, () => client.submit(makeInvoice())));
    const stories = await Promise.all(receipts.map(async ({ id }) => toStory(await client.waitForEnd(id))));
    expect(stories).toEqual(receipts.map(() => WHOLE_STORY));
  });

  it('exits when a role is stopped at any moment of its start', async () => {
    const options = { environment, parameters: ['--run=api,workers'] };
    for (let moment = 600; moment <= 1_400; moment += 200) await expectToEnd(options, moment);
  });

  it('waits for a database that is not yet available', async () => {
    const { port, hostname } = new URL(database.url);
    const listener = createDoor((socket) => {
      const beyond = connect(Number(port), hostname);
      socket.pipe(beyond).pipe(socket);
      for (const end of [socket, beyond]) end.on('error', () => undefined);
    });
    const late = Object.assign(new URL(database.url), { port: await findFreePort() });
    const api = await spawnService({ environment: { DATABASE_URL: late.href }, parameters: ['--run=api'] });
    running.push(api);
    await pause(2_500);
    expect(api.pids('supervisor')).toHaveLength(1);
    await new Promise<void>((done) => listener.listen(Number(late.port), hostname, done));
    await waitUntil(
      () => isReady(api),
      () => `it was not waited for:\n${api.output()}`,
    );
    await api.stop();
    listener.close();
  });

  it('exits with a reason when the database is unreachable', async () => {
    const nowhere = `postgres://unknown:secret-word@127.0.0.1:${await findFreePort()}/nothing`;
    const { code, output } = await startInVain({ environment: { DATABASE_URL: nowhere }, parameters: ['--run=api'] });
    expect(code).toBe(1);
    expect(output).toMatch(/ECONNREFUSED 127\.0\.0\.1:\d+\. .*DATABASE_URL/);
    expect(output).not.toContain('secret-word');
    expect(output).not.toContain('    at ');
  });
});

it('reports all configuration errors at once with exit code 2', async () => {
  const { code, output } = await startInVain({
    environment: { PORT: '80800', ENVIRONMENT: 'test', REDIS_URL: 'localhost:6379', MAX_XML_BYTES: 'ten' },
  });
  expect(code).toBe(2);
  for (const name of ['PORT', 'ENVIRONMENT', 'REDIS_URL', 'MAX_XML_BYTES'])
    expect(output).toContain(`  - ${name} must be`);
  expect(output).toContain('4 problem(s)');
  expect(output).not.toContain('    at ');
});

it('reports errors that would stop a part of the service before it starts any', async () => {
  const { code, output } = await startInVain({
    environment: { WORKER_CONCURRENCY: 'cpu=2,printer=1', TLS_CERT: '/nowhere/tls.crt', TLS_KEY: '/nowhere/tls.key' },
  });
  expect(code).toBe(2);
  for (const text of [
    'WORKER_CONCURRENCY names printer; there are cpu,',
    'The file of TLS_CERT cannot be read',
    '3 problem(s)',
  ])
    expect(output).toContain(text);
  expect(output).not.toContain('"level"');
});

it.each([[], ['--run=api']])('reports a DATA_DIR that cannot be created in one sentence', async (...parameters) => {
  const database = await makeTestDatabase();
  const file = join(mkdtempSync(join(tmpdir(), 'einvoice-file-')), 'file');
  writeFileSync(file, '');
  const environment: Record<string, string> = parameters.length > 0 ? { DATABASE_URL: database.url } : {};
  const { code, output } = await startInVain({ dataDir: file, parameters, environment });
  await database.drop();
  expect(code).toBe(1);
  expect(output).toMatch(/^(EEXIST|ENOTDIR): .*Check DATA_DIR\.$/m);
  expect(output).not.toMatch(/"level":"fatal"| {4}at /);
});

it('rejects a single role without a database', async () => {
  const { code, output } = await startInVain({ parameters: ['--run=workers'] });
  expect(code).toBe(2);
  expect(output).toContain('DATABASE_URL is required');
});

it('rejects a single role in production without an evidence secret, together with all other errors', async () => {
  const { code, output } = await startInVain({ parameters: ['--run=api'], environment: { ENVIRONMENT: 'production' } });
  expect(code).toBe(2);
  expect(output).toContain('2 problem(s)');
  expect(output).toContain('  - DATABASE_URL is required');
  expect(output).toContain('  - EVIDENCE_SECRET is required');
});

it('rejects a second service on the same data without affecting the first one', async () => {
  const first = await start({});
  const { code, output } = await startInVain({ dataDir: first.dataDir });
  expect(code).toBe(1);
  expect(output).toContain(`is in use by process ${first.pids('supervisor')[0]}`);
  expect(output).not.toContain('    at ');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

it('exits when it is stopped at any moment of its start, leaves no process running and starts again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'einvoice-start-'));
  for (let moment = 300; moment <= 2_700; moment += 600) await expectToEnd({ dataDir }, moment);
  await start({ dataDir });
});

describe('a port in use', () => {
  let other: Server;
  let port: number;

  beforeAll(async () => {
    port = await findFreePort();
    other = createServer();
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done));
  });
  afterAll(() => other.close());

  it('is reported in one sentence, and no process stays running', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'einvoice-port-'));
    const { code, output } = await startInVain({ port, dataDir });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`EADDRINUSE.*:${port}.*PORT`));
    expect(output).not.toContain('    at ');
    await waitUntil(() => running.at(-1)!.processes().length === 0);
  });
});
