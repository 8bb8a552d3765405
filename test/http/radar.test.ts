import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { system } from '../../src/platform/db/index.ts';
import type { JobPayload } from '../../src/platform/queue/index.ts';
import { radarCheckSlice } from '../../workers/radar.check-slice.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type LockedRow, lockRow } from '../support/lock-row.ts';
import { makeRecords, makeWorkspace } from '../support/records.ts';
import { fakeParts } from './fake-parts.ts';

let database: TestDatabase;
let records: ReturnType<typeof makeRecords>;
let api: Awaited<ReturnType<typeof startApi>>;
let workspaceId: string;
beforeAll(async () => {
  database = await makeTestDatabase();
  records = makeRecords(database.db);
  workspaceId = (await makeWorkspace(database.db)).workspaceId;
  const fake = fakeParts();
  const authenticate = async (key: string | null) =>
    key === null ? null : { workspaceId, actor: key, role: key as 'viewer', environment: 'production' as const };
  const accounts = { ...fake.accounts, authenticate } as typeof fake.accounts;
  api = await startApi({ ...fake, accounts, radars: records.radars }, { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await records.accounts.close();
  await database.drop();
});

async function call(path: string, options: RequestInit = {}, key = 'developer') {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Accept-Language': 'en' };
  const response = await fetch(`${api.url}/api/peppol/radar${path}`, { headers, ...options });
  const body = response.status === 204 ? null : ((await response.json()) as Record<string, unknown>);
  return { status: response.status, location: response.headers.get('location'), body: body! };
}

const create = (body: unknown, key?: string) => call('', { method: 'POST', body: JSON.stringify(body) }, key);

/** Simulates the workers without a queue. */
async function work(): Promise<void> {
  const due = system(database.db).deleteFrom('outbox').where('job', '=', 'radar.check-slice');
  const app = records as unknown as WorkerApp;
  for (const { payload } of await due.where('run_at', '<=', new Date()).returning('payload').execute()) {
    await radarCheckSlice.work(payload as JobPayload<'radar.check-slice'>, app, new AbortController().signal);
  }
}

it('contract 8: 202, progress and results like a batch', async () => {
  const participants = ['0245:0000000001', '0245:0000000002', 'nobody', '0245:0000000003', '0245:2020317069'];
  const made = await create({ participants, document_type: 'creditnote', recheck: 'daily' });
  expect(made).toMatchObject({ status: 202, body: { status: 'queued', total: 5, done: 1, failed: 1, check: 1 } });
  expect(made.location).toBe(`/api/peppol/radar/${made.body.id}`);
  await work();
  const read = await call(`/${made.body.id}`, {}, 'viewer');
  expect(read.body).toMatchObject({
    status: 'completed',
    done: 5,
    registered: 1,
    document_type_not_supported: 1,
    not_registered: 2,
    recheck: 'daily',
  });
  const first = await call(`/${made.body.id}/results?limit=3`);
  expect(first.body.results).toMatchObject([
    { participant_id: '0245:0000000001', registered: true, known: { endpoint: { state: 'active' } } },
    { outcome: 'document_type_not_supported' },
    { participant_id: null, error: { code: 'participant_malformed' } },
  ]);
  const second = await call(`/${made.body.id}/results?limit=3&cursor=${first.body.next_cursor}`);
  expect(second.body.results).toMatchObject([
    { registered: false },
    { registered: false, hint: { en: /check digits/ } },
  ]);
  expect(second.body.next_cursor).toBeNull();
  expect((await call('')).body).toMatchObject({ radars: [{ id: made.body.id }], next_cursor: null });
  expect((await call(`/${made.body.id}/changes`)).body).toEqual({ changes: [], next_cursor: null });
});

it('is followed like a batch: to the end of a check, and not beyond when it is checked again', async () => {
  const { body } = await create({ participants: ['0245:0000000001'] });
  expect((await call(`/${body.id}/events`, {}, 'viewer')).body).toMatchObject({
    events: [{ id: '1', radar_id: body.id, type: 'radar.progress', data: { total: 1, done: 0 } }],
  });
  const streaming = fetch(`${api.url}/api/peppol/radar/${body.id}/events`, {
    headers: { 'X-API-Key': 'viewer', Accept: 'text/event-stream' },
  }).then((response) => response.text());
  await work();
  expect(await streaming).toMatch(/^event: radar\.completed$/m);
  const watched = await create({ participants: ['0245:0000000001'], recheck: 'daily' });
  await work();
  const { events } = (await call(`/${watched.body.id}/events`)).body as { events: { id: string; type: string }[] };
  expect(events).toMatchObject([{ type: 'radar.completed' }]);
  const waiting = call(`/${watched.body.id}/events?after=${events[0]!.id}&wait=30`);
  await call(`/${watched.body.id}`, { method: 'DELETE' });
  expect((await waiting).body.events).toMatchObject([{ type: 'radar.canceled' }]);
  expect((await call('/rad_x/events')).body).toMatchObject({ code: 'radar_not_found' });
});

it('counts each lookup with a result as one peppol-lookup', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const count = async () => {
    const usage = await records.accounts.usage({ workspaceId, actor: 'x' }, month);
    return usage.products.find(({ product }) => product === 'peppol-lookup')!.calls;
  };
  const before = await count();
  await create({ participants: ['0245:0000000001', '0245:0000000004', '?'] });
  await work();
  expect(await count()).toBe(before + 1);
});

it('locks the radar before a participant, so that two jobs never deadlock', async () => {
  const { body } = await create({ participants: ['0245:0000000001', '0245:0000000002'] });
  const id = String(body.id);
  await system(database.db).deleteFrom('outbox').where('job', '=', 'radar.check-slice').execute();
  let other: Promise<LockedRow> | undefined;
  const look = async (participant: string) => {
    other ??= lockRow(database.url, 'radars', id);
    await other;
    return records.peppol.lookup(participant, { documentType: null, read: 'one', maxAge: 600, timeLimit: 300_000 });
  };
  const slice = { radarId: id, check: 1, position: 0 };
  const scope = { workspaceId, actor: 'key_1' };
  const recorded = records.radars.checkSlice(scope, slice, look, async () => {}, new AbortController().signal);
  const row = (await vi.waitUntil(() => other, { timeout: 300_000 }))!;
  await row.awaited();
  await row.query('update radar_participants set attempts = attempts where radar_id = $1', [id]);
  await row.release();
  await recorded;
  expect((await call(`/${id}`)).body).toMatchObject({ status: 'completed', done: 2, registered: 2 });
});

it('radar_not_idle, radar_not_found, and stopping a radar', async () => {
  const { body } = await create({ participants: ['0245:0000000001'] });
  expect(await call(`/${body.id}/recheck`, { method: 'POST' })).toMatchObject({
    status: 409,
    body: { code: 'radar_not_idle' },
  });
  await work();
  expect((await call(`/${body.id}/recheck`, { method: 'POST' })).body).toMatchObject({ check: 2, status: 'queued' });
  expect((await call(`/${body.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await call(`/${body.id}`)).body).toMatchObject({ status: 'canceled' });
  for (const path of ['/rad_x', '/rad_x/results', '/rad_x/changes']) {
    expect(await call(path)).toMatchObject({ status: 404, body: { code: 'radar_not_found' } });
  }
});

it('document_type_malformed, cursor_malformed, invalid_request, role_too_small', async () => {
  const participants = ['0245:0000000001'];
  expect((await create({ participants, document_type: 'letter' })).body.code).toBe('document_type_malformed');
  expect((await create({ participants: [] })).body.code).toBe('invalid_request');
  expect((await create({ participants: Array(10_001).fill('x') })).body.code).toBe('invalid_request');
  expect((await create({ participants }, 'viewer')).body.code).toBe('role_too_small');
  const { body } = await create({ participants });
  for (const list of ['results', 'changes']) {
    expect((await call(`/${body.id}/${list}?cursor=x`)).body.code).toBe('cursor_malformed');
  }
  await work();
});

it('fails only the entry with U+0000', async () => {
  const made = await create({ participants: ['0245:0000000001', '\u0000', '0245:00000\u000000002'] });
  expect(made).toMatchObject({ status: 202, body: { total: 3, done: 2, failed: 2 } });
  await work();
  expect((await call(`/${made.body.id}/results`)).body.results).toMatchObject([
    { input: '0245:0000000001', registered: true },
    { input: '\ufffd', error: { code: 'participant_malformed' } },
    { input: '0245:00000\ufffd00002', error: { code: 'participant_malformed' } },
  ]);
});
