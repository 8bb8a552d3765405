import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, openDatabase, system } from '../../src/platform/db/index.ts';
import { type EmbeddedPostgres, findRoot, startPostgres } from '../../src/platform/index.ts';
import { testLog as log } from '../support/database.ts';
import { type OpenApi, openApi } from './open-api.ts';

let folder: string;
let server: EmbeddedPostgres;
let api: OpenApi;

// A separate server, because it is killed. It is durable, as in production: a server that loses its last commits
// would lack a workspace that the API has created.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'einvoice-outage-'));
  server = await startPostgres({ dataDir: folder, log });
  // Without a wait timeout, so that callers see the outage.
  const db = openDatabase({ url: server.url, maxConnections: 5, applicationName: 'test', log, waitTimeoutMs: 0 });
  await migrate(db, join(findRoot(), 'migrations'));
  api = await openApi({}, 'sandbox', { db, drop: () => db.close() });
});
afterAll(async () => {
  await api.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

type Reply = { readonly status: number; readonly code: string | undefined; readonly retryAfter: string | null };

/** Workspace of the request; the sandbox creates one for each new key. */
let ours = randomUUID();

const call = async (path: string, options: RequestInit = {}, key = ours): Promise<Reply> => {
  const headers = { 'X-API-Key': key, ...(options.headers as Record<string, string>) };
  const response = await fetch(api.url + path, { ...options, headers });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
};
const submit = (): Promise<Reply> =>
  call('/api/documents', {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', 'Idempotency-Key': randomUUID() },
    body: '<Invoice/>',
  });
const post = (path: string, body: object): Promise<Reply> =>
  call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

const CALLS: readonly (() => Promise<Reply>)[] = [
  submit,
  () => call('/api/documents'),
  () => call('/api/usage'),
  () => post('/api/keys', { name: 'ERP', role: 'viewer' }),
  () => post('/api/batches', { files: [{ content: '<Invoice/>' }, { content: '<Invoice/>' }] }),
  () => post('/v1/vat/verify/batch', { vats: ['SK2020317068'] }),
  () => post('/api/validation-evidence', { filename: 'a.xml', content: '<Invoice/>' }),
  () => call('/api/documents', {}, randomUUID()),
];

const linesWith = (message: string) =>
  api.lines
    .map((line) => JSON.parse(line) as { msg: string; level: number; times?: number })
    .filter(({ msg }) => msg === message);

it('reports a PostgreSQL server killed during calls as an outage in all affected calls, never as an internal error', async () => {
  const answers: Reply[] = [];
  let stopped = false;
  const caller = async (offset: number): Promise<void> => {
    for (let turn = offset; !stopped; turn++) answers.push(await CALLS[turn % CALLS.length]!());
  };
  const callers = Array.from({ length: 16 }, (_, offset) => caller(offset));
  const answered = (more: number): Promise<void> => {
    const until = answers.length + more;
    return expect.poll(() => answers.length, { interval: 5 }).toBeGreaterThan(until);
  };
  const isWell = () => submit().then(({ status }) => status);
  try {
    for (let kill = 0; kill < 4; kill++) {
      await expect.poll(isWell).toBe(202);
      await answered(50);
      // A workspace that was created immediately before is still there.
      ours = randomUUID();
      await expect.poll(isWell).toBe(202);
      process.kill(server.pid()!, 'SIGKILL');
      await answered(50);
    }
    await expect.poll(isWell).toBe(202);
  } finally {
    stopped = true;
    await Promise.all(callers);
  }
  // First, because these lines contain the errors behind 500 responses.
  expect(linesWith('request failed')).toEqual([]);
  const failed = answers.filter(({ status }) => status >= 500);
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed.map((reply) => JSON.stringify(reply)))).toEqual(
    new Set([JSON.stringify({ status: 503, code: 'unavailable', retryAfter: '5' })]),
  );
});

it.each([
  ['a full disk', '53100'],
  ['exhausted memory', '53200'],
  ['a read-only database', '25006'],
])('%s is reported as an outage, in few log lines', async (_, code) => {
  await expect.poll(() => submit().then(({ status }) => status)).toBe(202);
  await sql
    .raw(
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise exception 'no' using errcode = '${code}'; end $$;
       create trigger refuse before insert on documents for each row execute function refuse();
       create trigger refuse before insert on audit_entries for each row execute function refuse();`,
    )
    .execute(system(api.db));
  const before = linesWith(OUTAGE).length;
  const accessed = linesWith('request').length;
  const quiet = api.lines.length;
  const began = performance.now();
  for (let turn = 0; turn < 40; turn++) {
    expect(await submit()).toEqual({ status: 503, code: 'unavailable', retryAfter: '5' });
  }
  await sql.raw('drop function refuse() cascade').execute(system(api.db));
  const outageLines = () => linesWith(OUTAGE).slice(before);
  const times = () => outageLines().reduce((sum, line) => sum + line.times!, 0);
  // Throttled log entries of the previous outages arrive with these.
  await expect.poll(times).toBeGreaterThanOrEqual(40);
  const seconds = (performance.now() - began) / 1000;
  expect(outageLines().length).toBeLessThanOrEqual(seconds + 2);
  // In addition each call has one access log line, and lost connections have one line per second.
  expect(linesWith('request').length - accessed).toBe(40);
  expect(api.lines.length - quiet - outageLines().length - 40).toBeLessThanOrEqual(seconds + 2);
});

const OUTAGE = 'requests fail, a dependency is unavailable';
