import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { makeVatBatches, type VatBatches } from '../../src/modules/batches/index.ts';
import { makeVat, type Vat } from '../../src/modules/vat/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { batchVerifyVat } from '../../workers/batch.verify-vat.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type LockedRow, lockRow } from '../support/lock-row.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';
import { fakeParts } from './fake-parts.ts';

// Later than the database's clock, by which a job without a run time may run at once.
const NOW = Date.UTC(2037, 0, 4, 12);
const HOUR = 3_600_000;
let now = NOW;
let database: TestDatabase;
let double: ViesDouble;
let vat: Vat;
let vatBatches: VatBatches;
let api: Awaited<ReturnType<typeof startApi>>;
const metered: string[] = [];
beforeAll(async () => {
  database = await makeTestDatabase();
  double = await startViesDouble();
  const { db } = database;
  const workspace = {
    id: 'wsp_1',
    name: 'Test',
    environment: 'production' as const,
    created_at: new Date(),
    expires_at: null,
  };
  await system(db).insertInto('workspaces').values(workspace).execute();
  vat = makeVat({
    process: 'test',
    db,
    now: () => now,
    random: () => 0,
    metrics: makeMetrics('test'),
    onError: () => undefined,
    restUrl: double.restUrl,
    soapUrl: null,
    skRegister: null,
    allow: ['127.0.0.1'],
  });
  let ids = 0;
  vatBatches = makeVatBatches({
    db,
    now: () => now,
    newId: (prefix) => newId(prefix, now, () => new Uint8Array(10).fill(++ids)),
  });
  const parts = fakeParts({ vat, vatBatches, now: () => now });
  const accounts = { ...parts.accounts, meter: async (_: unknown, product: string) => void metered.push(product) };
  api = await startApi({ ...parts, accounts }, { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await vat.close();
  await double.close();
  await database.drop();
});
beforeEach(() => {
  now = NOW;
  double.trouble = () => null;
  double.latency = () => 0;
  double.requests.length = 0;
  double.peaks.clear();
  metered.length = 0;
});

const call = async (path: string, options: RequestInit = {}, key = 'developer') => {
  const response = await fetch(api.url + path, {
    ...options,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...options.headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown>,
  };
};
const submit = (vats: string[]) => call('/v1/vat/verify/batch', { method: 'POST', body: JSON.stringify({ vats }) });

const app = (): WorkerApp =>
  ({
    vat,
    vatBatches,
    accounts: { meter: async (_: unknown, __: string, { receipt }: { receipt: string }) => void metered.push(receipt) },
  }) as unknown as WorkerApp;

/** Takes the payloads of the due jobs out of the outbox. */
async function takeJobs(): Promise<unknown[]> {
  const rows = await system(database.db)
    .deleteFrom('outbox')
    .where('job', '=', 'batch.verify-vat')
    // A job without a run time has the time of the database, which does not follow the test's clock.
    .where(({ eb, or }) => or([eb('run_at', '<=', new Date(now)), eb('run_at', '<=', new Date())]))
    .returning('payload')
    .execute();
  return rows.map(({ payload }) => payload);
}

/** Processes the due jobs of the outbox until it is empty; returns the number of jobs. */
async function work(): Promise<number> {
  for (let count = 0; ; ) {
    const jobs = await takeJobs();
    if (jobs.length === 0) return count;
    count += jobs.length;
    await Promise.all(
      jobs.map((payload) => batchVerifyVat.work(payload as never, app(), new AbortController().signal)),
    );
  }
}

it('verifies many numbers, reports malformed ones separately, and counts each result once', async () => {
  const { status, headers, body } = await submit(['SK2020317068', 'nonsense', 'sk 2022988023', 'CZ25123891']);
  expect(status).toBe(202);
  expect(headers.get('location')).toBe(`/v1/vat/verify/batch/${body.id}`);
  expect(body).toMatchObject({ status: 'queued', total: 4, done: 1, failed: 1 });
  await work();
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({
    status: 'completed',
    valid: 2,
    invalid: 1,
    failed: 1,
    done: 4,
  });
  const { body: page } = await call(`/v1/vat/verify/batch/${body.id}/results?limit=3`);
  const { body: rest } = await call(`/v1/vat/verify/batch/${body.id}/results?limit=3&cursor=${page.next_cursor}`);
  const results = [...(page.results as object[]), ...(rest.results as object[])];
  expect(rest.next_cursor).toBeNull();
  expect(results).toMatchObject([
    { position: 0, status: 'valid', result: { vat: 'SK2020317068', source: 'VIES' } },
    { position: 1, status: 'failed', error: { code: 'vat_malformed' } },
    { position: 2, input: 'sk 2022988023', status: 'invalid' },
    { position: 3, status: 'valid' },
  ]);
  expect(metered.sort()).toEqual([`${body.id} 0`, `${body.id} 2`, `${body.id} 3`]);
});

it('queries each member state at most twice at once, and the states in parallel', async () => {
  double.latency = () => 5;
  const numbers = Array.from({ length: 130 }, (_, index) => [
    `SK${2_000_000_000 + index * 11}`,
    `DE${100_000_000 + index}`,
  ]).flat();
  const { body } = await submit(numbers);
  await work();
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({
    status: 'completed',
    done: 260,
    failed: 0,
  });
  expect(double.peaks.get('rest SK')).toBeLessThanOrEqual(2);
  expect(double.peaks.get('rest DE')).toBeLessThanOrEqual(2);
});

it('an unavailable member state delays no other, is retried later, and fails after a day without becoming invalid', async () => {
  double.trouble = (_, country) => (country === 'FI' ? { does: 'code', code: 'MS_UNAVAILABLE' } : null);
  const { body } = await submit(['FI20774740', 'SK2020270604']);
  await work();
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({
    status: 'running',
    valid: 1,
    failed: 0,
  });
  double.trouble = () => null;
  now = NOW + HOUR;
  await new Promise((done) => setTimeout(done, 5_200));
  await work();
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({ status: 'completed', valid: 2 });
  double.trouble = () => ({ does: 'code', code: 'MS_UNAVAILABLE' });
  const { body: lost } = await submit(['LU15027442']);
  now += 25 * HOUR;
  await work();
  const { body: page } = await call(`/v1/vat/verify/batch/${lost.id}/results`);
  expect(page.results).toMatchObject([{ status: 'failed', error: { code: 'vat_source_unavailable' } }]);
});

it('a repeated job counts nothing twice and schedules no second chain', async () => {
  const numbers = Array.from({ length: 45 }, (_, index) => `PL${8_567_346_215 + index}`);
  const { body } = await submit(numbers);
  const [payload] = await takeJobs();
  await Promise.all([0, 1].map(() => batchVerifyVat.work(payload as never, app(), new AbortController().signal)));
  expect(await work()).toBe(2);
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({ status: 'completed', done: 45 });
  expect(new Set(metered).size).toBe(45);
});

it('fails only the number whose verification ends with an error, after its own attempts', async () => {
  const numbers = ['PL8567346215', 'PL8567346216', 'PL8567346217'];
  const { body } = await submit(numbers);
  const id = String(body.id);
  const scope = { workspaceId: 'wsp_1', actor: 'key_1' } as Scope;
  const verify = async ({ input }: { input: string }) => {
    if (input === numbers[1]) throw new Error('broken');
    return { as: 'valid', result: {} } as const;
  };
  const verifySome = () => vatBatches.verifySome(scope, id, 'PL', verify, new AbortController().signal);
  await takeJobs();
  await verifySome();
  expect((await call(`/v1/vat/verify/batch/${id}`)).body).toMatchObject({ status: 'running', valid: 2, failed: 0 });
  now += HOUR;
  expect(await takeJobs()).toHaveLength(1);
  // The last open number: its job fails, and giving it up affects no other number.
  await expect(verifySome()).rejects.toThrow('broken');
  await vatBatches.giveUpSome(scope, id, 'PL');
  expect((await call(`/v1/vat/verify/batch/${id}`)).body).toMatchObject({ status: 'completed', valid: 2, failed: 1 });
});

it('records all numbers except one whose result the database rejects', async () => {
  const numbers = ['PL8567346215', 'PL8567346216', 'PL8567346217'];
  const { body } = await submit(numbers);
  const id = String(body.id);
  const scope = { workspaceId: 'wsp_1', actor: 'key_1' } as Scope;
  await sql`
    alter table vat_batch_items add constraint refused
    check (batch_id <> ${sql.lit(id)} or position <> 1 or result is null)`.execute(system(database.db));
  const verify = async () => ({ as: 'valid', result: {} }) as const;
  const verifySome = () => vatBatches.verifySome(scope, id, 'PL', verify, new AbortController().signal);
  await takeJobs();
  await expect(verifySome()).rejects.toMatchObject({ code: '23514' });
  expect((await call(`/v1/vat/verify/batch/${id}`)).body).toMatchObject({ status: 'running', valid: 2, failed: 0 });
  // The retried job continues; recording the results separately started no second one.
  now += HOUR;
  expect(await takeJobs()).toEqual([]);
  await expect(verifySome()).rejects.toMatchObject({ code: '23514' });
  await vatBatches.giveUpSome(scope, id, 'PL');
  expect((await call(`/v1/vat/verify/batch/${id}`)).body).toMatchObject({ status: 'completed', valid: 2, failed: 1 });
});

it('an error of every number records nothing, and the job is retried', async () => {
  const { body } = await submit(['PL8567346215', 'PL8567346216']);
  const scope = { workspaceId: 'wsp_1', actor: 'key_1' } as Scope;
  const verify = () => Promise.reject(new Error('outage'));
  const never = new AbortController().signal;
  await takeJobs();
  await expect(vatBatches.verifySome(scope, String(body.id), 'PL', verify, never)).rejects.toThrow('outage');
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({ status: 'running', done: 0 });
});

it('locks the batch before a number, so that two jobs never deadlock', async () => {
  const { body } = await submit(['PL8567346215', 'PL8567346216']);
  const id = String(body.id);
  await takeJobs();
  let other: Promise<LockedRow> | undefined;
  const verify = async () => {
    other ??= lockRow(database.url, 'vat_batches', id);
    await other;
    return { as: 'invalid', result: {} } as const;
  };
  const scope = { workspaceId: 'wsp_1', actor: 'key_1' } as Scope;
  const recorded = vatBatches.verifySome(scope, id, 'PL', verify as never, new AbortController().signal);
  const row = (await vi.waitUntil(() => other, { timeout: 300_000 }))!;
  await row.awaited();
  await row.query('update vat_batch_items set attempts = attempts where batch_id = $1', [id]);
  await row.release();
  await recorded;
  expect((await call(`/v1/vat/verify/batch/${id}`)).body).toMatchObject({ status: 'completed', invalid: 2 });
});

it('stops on demand and keeps the results so far', async () => {
  const { body } = await submit(['SK2023674466']);
  expect((await call(`/v1/vat/verify/batch/${body.id}`, { method: 'DELETE' })).status).toBe(204);
  await work();
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({ status: 'canceled', done: 0 });
});

it('is followed like a batch of files: by long poll, and by stream until nothing can follow', async () => {
  const { body } = await submit(['SK2020317068', 'CZ25123891']);
  const events = `/v1/vat/verify/batch/${body.id}/events`;
  expect((await call(events)).body).toMatchObject({
    events: [{ id: '1', batch_id: body.id, type: 'vat_batch.progress', data: { total: 2, done: 0 } }],
  });
  const waiting = call(`${events}?after=1&wait=20`);
  const streaming = fetch(api.url + events, {
    headers: { 'X-API-Key': 'viewer', Accept: 'text/event-stream' },
  }).then((response) => response.text());
  await work();
  expect(Number(((await waiting).body.events as { id: string }[])[0]!.id)).toBeGreaterThan(1);
  const streamed = await streaming;
  expect(streamed).toMatch(/^event: vat_batch\.completed$/m);
  const last = [...streamed.matchAll(/^id: (\d+)$/gm)].at(-1)![1]!;
  const over = await call(events, { headers: { Accept: 'text/event-stream', 'Last-Event-ID': last } });
  expect(over.status).toBe(204);
  expect((await call(`${events}?after=99`)).body).toMatchObject({ code: 'event_not_found' });
  expect((await call('/v1/vat/verify/batch/bat_x/events')).body).toMatchObject({ code: 'vat_batch_not_found' });
});

it('retries numbers without a result for another day, and keeps malformed texts and results', async () => {
  double.trouble = (_, country) => (country === 'LU' ? { does: 'code', code: 'MS_UNAVAILABLE' } : null);
  const { body } = await submit(['LU15027442', 'nonsense', 'SK2020317068']);
  const retry = () => call(`/v1/vat/verify/batch/${body.id}/retry`, { method: 'POST' });
  expect(await retry()).toMatchObject({ status: 409, body: { code: 'vat_nothing_to_retry' } });
  now += 25 * HOUR;
  await work();
  expect((await call(`/v1/vat/verify/batch/${body.id}`)).body).toMatchObject({
    status: 'completed',
    valid: 1,
    failed: 2,
  });
  double.trouble = () => null;
  now += HOUR;
  expect(await retry()).toMatchObject({ status: 200, body: { status: 'running', done: 2, valid: 1, failed: 1 } });
  // The source is not called for some seconds after its failures.
  const getStatus = async () => {
    now += HOUR;
    await work();
    return (await call(`/v1/vat/verify/batch/${body.id}`)).body;
  };
  await expect.poll(getStatus, { timeout: 300_000, interval: 500 }).toMatchObject({
    status: 'completed',
    valid: 2,
    failed: 1,
  });
  expect((await retry()).status).toBe(409);
  expect(metered.filter((receipt) => receipt.startsWith(String(body.id)))).toHaveLength(2);
  const { body: stopped } = await submit(['LU15027442']);
  await call(`/v1/vat/verify/batch/${stopped.id}`, { method: 'DELETE' });
  expect((await call(`/v1/vat/verify/batch/${stopped.id}/retry`, { method: 'POST' })).status).toBe(409);
  expect((await call('/v1/vat/verify/batch/bat_x/retry', { method: 'POST' })).status).toBe(404);
});

it('Prefer: respond-async turns an unresponsive source into a pending verification, counted only with its result', async () => {
  const verifyOne = (vat: string) =>
    call(`/v1/vat/verify?vat=${vat}&timeout=1`, { headers: { Prefer: 'respond-async' } });
  expect((await verifyOne('EE100594102')).status).toBe(200);
  expect(metered).toEqual(['vat-verification']);
  double.trouble = () => ({ does: 'code', code: 'MS_UNAVAILABLE' });
  const { status, headers, body } = await verifyOne('EE100931558');
  expect(status).toBe(202);
  expect(body).toMatchObject({ total: 1, done: 0 });
  const location = headers.get('location')!;
  expect((await call(location)).body).toMatchObject({ id: body.id, done: 0 });
  expect(metered).toEqual(['vat-verification']);
  double.trouble = () => null;
  now += HOUR;
  await work();
  const [stored, inline] = [await call(location), await call('/v1/vat/verify?vat=EE100931558')];
  expect(Object.keys(stored.body)).toEqual(Object.keys(inline.body));
  expect(stored.body).toMatchObject({ vat: 'EE100931558', valid: expect.any(Boolean), source: 'VIES' });
});

it('fails only the number with U+0000', async () => {
  const { status, body } = await submit(['SK2020317068', '\u0000', 'SK2022\u0000988023']);
  expect([status, body]).toMatchObject([202, { total: 3, done: 2, failed: 2 }]);
  expect((await call(`/v1/vat/verify/batch/${body.id}/results`)).body).toMatchObject({
    results: [
      { input: '\ufffd', error: { code: 'vat_malformed' } },
      { input: 'SK2022\ufffd988023', error: { code: 'vat_malformed' } },
    ],
  });
});
