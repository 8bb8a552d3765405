import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../../src/composition/api.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { system } from '../../src/platform/db/index.ts';
import { discardFailed, findFailedJob, listFailedJobs, requeueFailed } from '../../src/platform/queue/failed-jobs.ts';
import type { JobName } from '../../src/platform/queue/index.ts';
import { makeRetryFailedJob } from '../../workers/retry-failed-job.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';
import { FAKE_QUEUE, fakeParts } from './fake-parts.ts';

let test: TestDatabase;
let records: ReturnType<typeof makeRecords>;
let scope: Scope;
let api: Api;

const NEVER = new AbortController().signal;
const FAILED_AT = new Date('2026-11-21T12:00:00.000Z');

const addFailed = (id: string, payload: Record<string, unknown>, job: JobName = 'document.validate') =>
  system(test.db)
    .insertInto('failed_jobs')
    .values({
      id,
      job,
      payload: JSON.stringify(payload),
      error: 'Error: <b>out</b> of order',
      created_at: FAILED_AT,
      failed_at: FAILED_AT,
    })
    .execute();

const failedIds = async () => (await listFailedJobs(test.db, { workspaceId: null, limit: 500 })).map(({ id }) => id);

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
      { job: 'document.validate', open: 3, later: 1, retried: 2, failed: 2, oldest_seconds: 7_300 },
    ],
    failed: {
      ...FAKE_QUEUE.failed,
      list: (page: Parameters<typeof listFailedJobs>[1]) => listFailedJobs(test.db, page),
      find: (filter: Parameters<typeof findFailedJob>[1]) => findFailedJob(test.db, filter),
      discard: (audited: Pick<Scope, 'audit'>, id: string) => discardFailed(test.db, audited, id),
      requeue: (audited: Pick<Scope, 'audit'>, id: string) => requeueFailed(test.db, audited, id),
    },
  };
  const retryFailedJob = makeRetryFailedJob({ ...records, queue });
  api = await startApi(fakeParts({ ...records, accounts, queue, retryFailedJob }), { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

/** Entries of the audit trail, oldest first. */
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
  await system(test.db).deleteFrom('failed_jobs').execute();
  await addFailed('job_1', { workspace_id: scope.workspaceId, document_id: id });
  await addFailed('job_2', { workspace_id: 'wsp_other', document_id: 'doc_other' });
  return id;
}

describe('the queues API', () => {
  it('is for administrators, with the failed jobs of their workspace only', async () => {
    const id = await failOne();
    expect((await call('GET', '/queues', 'developer')).status).toBe(403);
    const queues = (await (await call('GET', '/queues')).json()) as {
      pools: object[];
      jobs: object[];
      failed: object[];
    };
    expect(queues.pools).toContainEqual({ pool: 'cpu', waiting: 0, active: 0, delayed: 0 });
    expect(queues.jobs).toMatchObject([{ job: 'document.validate', open: 3, retried: 2 }]);
    expect(queues.failed).toMatchObject([{ id: 'job_1', payload: { document_id: id } }]);
  });

  it('retries the document of a failed job, once', async () => {
    const id = await failOne();
    expect((await call('POST', '/failed-jobs/job_1/retry')).status).toBe(204);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'received', error: null });
    expect((await call('POST', '/failed-jobs/job_1/retry')).status).toBe(404);
    expect(await failedIds()).toEqual(['job_2']);
  });

  it('forgets a failed job whose document was canceled', async () => {
    const id = await failOne();
    await records.documents.erase(scope, id);
    expect((await call('POST', '/failed-jobs/job_1/retry')).status).toBe(204);
    expect(await failedIds()).toEqual(['job_2']);
  });

  it('discards a job, and touches no job of another workspace', async () => {
    const id = await failOne();
    for (const [method, path] of [
      ['POST', '/failed-jobs/job_2/retry'],
      ['DELETE', '/failed-jobs/job_2'],
    ] as const) {
      expect(await (await call(method, path)).json()).toMatchObject({ status: 404, code: 'failed_job_not_found' });
    }
    expect((await call('DELETE', '/failed-jobs/job_1')).status).toBe(204);
    expect(await failedIds()).toEqual(['job_2']);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'failed' });
  });
});

describe('failed jobs of a workspace', () => {
  it('are listed regardless of newer ones of other workspaces', async () => {
    const id = await failOne();
    await system(test.db)
      .insertInto('failed_jobs')
      .values(
        Array.from({ length: 300 }, (_, index) => ({
          id: `job_noisy_${index}`,
          job: 'document.validate',
          payload: JSON.stringify({ workspace_id: 'wsp_noisy', document_id: 'doc_noisy' }),
          error: 'Error',
          created_at: FAILED_AT,
          failed_at: new Date(FAILED_AT.getTime() + 60_000),
        })),
      )
      .execute();
    const { failed } = (await (await call('GET', '/queues')).json()) as { failed: object[] };
    expect(failed).toMatchObject([{ id: 'job_1', payload: { document_id: id } }]);
    expect((await call('POST', '/failed-jobs/job_1/retry')).status).toBe(204);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'received' });
  });

  it('whose batch, VAT batch or radar is erased are forgotten on retry', async () => {
    const { workspaceId: workspace_id } = scope;
    await addFailed('job_batch', { workspace_id, batch_id: 'bat_gone', position: 0 }, 'batch.validate-slice');
    await addFailed('job_vat', { workspace_id, batch_id: 'bat_gone', country: 'SK' }, 'batch.verify-vat');
    await addFailed('job_radar', { workspace_id, radar_id: 'rad_gone', check: 1, position: 0 }, 'radar.check-slice');
    await addFailed('job_run', { workspace_id, webhook_id: 'whk_gone', run_id: 'job_gone' }, 'webhook.deliver');
    for (const id of ['job_batch', 'job_vat', 'job_radar', 'job_run']) {
      expect([id, (await call('POST', `/failed-jobs/${id}/retry`)).status]).toEqual([id, 204]);
      expect(await failedIds()).not.toContain(id);
    }
  });

  it('about abandoned VAT numbers and participants are retried where their record is stored', async () => {
    const { workspaceId: workspace_id } = scope;
    const items = [{ input: 'SK2020317068', country: 'SK' }];
    const { id: batch_id } = await records.vatBatches.receive(scope, items, { requester: null, maxAge: null });
    await records.vatBatches.giveUpSome(scope, batch_id, 'SK');
    expect(await records.vatBatches.get(scope, batch_id)).toMatchObject({ status: 'completed', failed: 1 });
    await addFailed('job_vat', { workspace_id, batch_id, country: 'SK' }, 'batch.verify-vat');
    expect((await call('POST', '/failed-jobs/job_vat/retry')).status).toBe(204);
    expect(await records.vatBatches.get(scope, batch_id)).toMatchObject({ status: 'running', done: 0, failed: 0 });
    await records.vatBatches.verifySome(scope, batch_id, 'SK', async () => ({ as: 'valid', result: {} }), NEVER);
    expect(await records.vatBatches.get(scope, batch_id)).toMatchObject({ status: 'completed', valid: 1, failed: 0 });

    const watched = [{ input: '0245:2020317068', participant: 'iso6523-actorid-upis::0245:2020317068', hint: null }];
    const radar = await records.radars.receive(scope, watched, { documentType: null, recheck: null });
    await records.radars.giveUpSlice(scope, { radarId: radar.id, check: 1, position: 0 });
    expect(await records.radars.get(scope, radar.id)).toMatchObject({ status: 'completed', unknown: 1 });
    await addFailed('job_radar', { workspace_id, radar_id: radar.id, check: 1, position: 0 }, 'radar.check-slice');
    expect((await call('POST', '/failed-jobs/job_radar/retry')).status).toBe(204);
    expect(await records.radars.get(scope, radar.id)).toMatchObject({ status: 'running', check: 1, done: 0 });
    const { rows } = await sql<{ job: string }>`
      select job from outbox where payload ->> 'batch_id' = ${batch_id} or payload ->> 'radar_id' = ${radar.id}
      order by job`.execute(system(test.db));
    // The first of each pair belongs to the submission.
    expect(rows.map(({ job }) => job)).toEqual([
      'batch.verify-vat',
      'batch.verify-vat',
      'radar.check-slice',
      'radar.check-slice',
    ]);
  });
});

describe('the queue page', () => {
  it('asks the browser for the key of an administrator', async () => {
    for (const headers of [{}, basic(''), basic('unknown'), { Authorization: 'Bearer admin' }]) {
      const refused = await page({ headers });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="API key of an administrator", charset="UTF-8"',
      ]);
    }
    expect((await page({ headers: basic('viewer') })).status).toBe(403);
  });

  it('shows the queues in both languages, escaped, without scripts', async () => {
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

  it('retries and discards with its forms', async () => {
    const id = await failOne();
    const retried = await post({ id: 'job_1', action: 'retry' });
    expect([retried.status, retried.headers.get('location')]).toEqual([303, '/operations/queues/']);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'received' });
    await failOne();
    await post({ id: 'job_1', action: 'discard' });
    expect(await failedIds()).toEqual(['job_2']);
    expect((await post({ id: 'job_2', action: 'discard' })).status).toBe(404);
  });

  it('audits the actions of its forms, also failed and rejected ones', async () => {
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

  it('does nothing for a form with an unknown action', async () => {
    await failOne();
    const before = await readTrail();
    const unknown = await post({ id: 'job_1', action: 'explode' });
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { code: 'invalid_request' }]);
    expect([(await failedIds()).length, await readTrail()]).toEqual([2, before]);
  });

  it('rejects forms of other sites', async () => {
    await failOne();
    const elsewhere = await post({ id: 'job_1', action: 'discard' }, { Origin: 'https://evil.example' });
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([403, { code: 'form_from_elsewhere' }]);
    expect(await failedIds()).toHaveLength(2);
  });

  it('redirects from its path without the final slash', async () => {
    const moved = await fetch(`${api.url}/operations/queues?lang=en`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/operations/queues/?lang=en']);
    expect((await page({ method: 'PUT' })).status).toBe(405);
  });
});
