import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../../src/api/index.ts';
import type { Scope } from '../../src/lib/scope.ts';
import type { FailedJob } from '../../src/queue/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';
import { FAKE_QUEUE, fakeParts } from './fake-parts.ts';

let test: TestDatabase;
let records: ReturnType<typeof makeRecords>;
let scope: Scope;
let api: Api;
let failed: FailedJob[] = [];

const at = '2026-11-21T12:00:00.000Z';
const jobAbout = (id: string, payload: Record<string, string>): FailedJob => ({
  id,
  job: 'document.validate',
  payload,
  error: 'Error: <b>out</b> of order',
  created_at: at,
  failed_at: at,
});

beforeAll(async () => {
  test = await makeTestDatabase();
  records = makeRecords(test.db);
  scope = await makeWorkspace(test.db);
  const accounts = {
    ...fakeParts().accounts,
    audit: records.accounts.audit,
    authenticate: async (key: string | null) => {
      const role = key === null ? 'public' : /^(viewer|developer|admin)/.exec(key)?.[0];
      return role === undefined
        ? null
        : { workspaceId: scope.workspaceId, actor: role, role, environment: 'production' };
    },
  } as never;
  const queue = {
    ...FAKE_QUEUE,
    openJobs: async () => [
      { job: 'document.validate', open: 3, later: 1, retried: 2, failed: failed.length, oldest_seconds: 7_300 },
    ],
    failed: {
      ...FAKE_QUEUE.failed,
      list: async () => failed,
      discard: async (_: unknown, id: string) => {
        const before = failed.length;
        failed = failed.filter((job) => job.id !== id);
        return failed.length < before;
      },
    },
  };
  api = await startApi(fakeParts({ ...records, accounts, queue }), { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

/** What the audit trail tells, the oldest first. */
const readTrail = async () =>
  (await records.accounts.audit.list(scope, { limit: 1_000 })).items
    .map(({ action, resource, outcome, status, code }) => ({ action, resource, outcome, status, code }))
    .reverse();

const basic = (key: string) => ({ Authorization: `Basic ${Buffer.from(`operator:${key}`).toString('base64')}` });
const page = (options: RequestInit = {}) => fetch(`${api.url}/operations/queues/`, { redirect: 'manual', ...options });
const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  page({
    method: 'POST',
    headers: { ...basic('admin'), Origin: api.url, ...headers },
    body: new URLSearchParams(form),
  });
const call = (method: string, path: string, key = 'admin') =>
  fetch(`${api.url}/api/operations${path}`, { method, headers: { 'X-API-Key': key } });

async function failOne(): Promise<string> {
  const { id } = await receiveOne(records.documents, scope);
  await records.documents.begin(scope, id);
  await records.documents.fail(scope, id, { step: 'validate', error: FAILURE });
  failed = [
    jobAbout('job_1', { workspace_id: scope.workspaceId, document_id: id }),
    jobAbout('job_2', { workspace_id: 'wsp_other', document_id: 'doc_other' }),
  ];
  return id;
}

describe('the queues over the API', () => {
  it('are for administrators, with the failed jobs of their workspace alone', async () => {
    const id = await failOne();
    expect((await call('GET', '/queues', 'developer')).status).toBe(403);
    const told = (await (await call('GET', '/queues')).json()) as { pools: object[]; jobs: object[]; failed: object[] };
    expect(told.pools).toContainEqual({ pool: 'cpu', waiting: 0, active: 0, delayed: 0 });
    expect(told.jobs).toMatchObject([{ job: 'document.validate', open: 3, retried: 2 }]);
    expect(told.failed).toMatchObject([{ id: 'job_1', payload: { document_id: id } }]);
  });

  it('retry the document of a failed job, once', async () => {
    const id = await failOne();
    expect((await call('POST', '/failed-jobs/job_1/retry')).status).toBe(204);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'received', error: null });
    expect((await call('POST', '/failed-jobs/job_1/retry')).status).toBe(404);
    expect(failed.map((job) => job.id)).toEqual(['job_2']);
  });

  it('forget a failed job whose document is not wanted any more', async () => {
    const id = await failOne();
    await records.documents.erase(scope, id);
    expect((await call('POST', '/failed-jobs/job_1/retry')).status).toBe(204);
    expect(failed.map((job) => job.id)).toEqual(['job_2']);
  });

  it('discard, and touch no job of another workspace', async () => {
    const id = await failOne();
    for (const [method, path] of [
      ['POST', '/failed-jobs/job_2/retry'],
      ['DELETE', '/failed-jobs/job_2'],
    ] as const) {
      expect(await (await call(method, path)).json()).toMatchObject({ status: 404, code: 'failed_job_not_found' });
    }
    expect((await call('DELETE', '/failed-jobs/job_1')).status).toBe(204);
    expect(failed.map((job) => job.id)).toEqual(['job_2']);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'failed' });
  });
});

describe('the page of queues', () => {
  it('asks a browser for the key of an administrator', async () => {
    for (const headers of [{}, basic(''), basic('unknown'), { Authorization: 'Bearer admin' }]) {
      const refused = await page({ headers });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="API key of an administrator", charset="UTF-8"',
      ]);
    }
    expect((await page({ headers: basic('viewer') })).status).toBe(403);
  });

  it('shows the queues in both languages, escaped, without anything that runs', async () => {
    await failOne();
    const shown = await page({ headers: { ...basic('admin'), 'Accept-Language': 'en' } });
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none';.*form-action 'self'/);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const text = await shown.text();
    expect(text).toContain('<h1>Queues</h1>');
    expect(text).toContain('<td>2 h</td>');
    expect(text).toContain('Error: &lt;b&gt;out&lt;/b&gt; of order');
    expect(text).not.toContain('job_2');
    expect(text).not.toContain('<script');
    const slovak = await page({ headers: { ...basic('admin'), 'Accept-Language': 'sk' } });
    expect(await slovak.text()).toContain('<h1>Fronty úloh</h1>');
  });

  it('retries and discards by its forms', async () => {
    const id = await failOne();
    const retried = await post({ id: 'job_1', action: 'retry' });
    expect([retried.status, retried.headers.get('location')]).toEqual([303, '/operations/queues/']);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'received' });
    await failOne();
    await post({ id: 'job_1', action: 'discard' });
    expect(failed.map((job) => job.id)).toEqual(['job_2']);
    expect((await post({ id: 'job_2', action: 'discard' })).status).toBe(404);
  });

  it('leaves in the audit trail what its forms did, what failed and what was refused', async () => {
    await failOne();
    const before = (await readTrail()).length;
    await post({ id: 'job_1', action: 'retry' });
    await failOne();
    await post({ id: 'job_1', action: 'discard' });
    await post({ id: 'job_none', action: 'discard' });
    await post({ id: 'job_1', action: 'retry' }, basic('viewer'));
    const done = { resource: 'job_1', outcome: 'done', code: null };
    expect((await readTrail()).slice(before)).toEqual([
      { ...done, action: 'failed-job.retry', status: 303 },
      { ...done, action: 'failed-job.discard', status: 303 },
      {
        action: 'failed-job.discard',
        resource: 'job_none',
        outcome: 'failed',
        status: 404,
        code: 'failed_job_not_found',
      },
      { action: 'failed-job.retry', resource: 'job_1', outcome: 'refused', status: 403, code: 'role_too_small' },
    ]);
  });

  it('does nothing for a form without a known action', async () => {
    await failOne();
    const before = await readTrail();
    const unknown = await post({ id: 'job_1', action: 'explode' });
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { code: 'invalid_request' }]);
    expect([failed.length, await readTrail()]).toEqual([2, before]);
  });

  it('takes no form of another site', async () => {
    await failOne();
    const elsewhere = await post({ id: 'job_1', action: 'discard' }, { Origin: 'https://evil.example' });
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([403, { code: 'form_from_elsewhere' }]);
    expect(failed).toHaveLength(2);
  });

  it('is where its address without the last slash leads', async () => {
    const moved = await fetch(`${api.url}/operations/queues?lang=en`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/operations/queues/?lang=en']);
    expect((await page({ method: 'PUT' })).status).toBe(405);
  });
});
