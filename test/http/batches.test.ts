import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import type { Validate } from '../../src/modules/batches/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { slicesOf } from '../support/records.ts';
import { fakeValidate } from './fake-validate.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

type Answered = { status: number; location: string; body: Record<string, unknown> };

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await fetch(api.url + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  const content = (await response.json()) as Record<string, unknown>;
  return { status: response.status, location: response.headers.get('location') ?? '', body: content };
}

const files = (...contents: string[]) => ({
  files: contents.map((content, index) => ({ filename: `${index}.xml`, content })),
});

const submit = (contents: string[], headers: Record<string, string> = {}): Promise<Answered> =>
  call('POST', '/api/validate', files(...contents), { Prefer: 'respond-async', ...headers });

/** Simulates the workers without a queue: validates the waiting files of a batch, or fails those named. */
async function work(id: string, failing: readonly string[] = []): Promise<void> {
  const { workspace_id } = await api.db.kysely
    .selectFrom('batches')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const scope = { workspaceId: workspace_id, actor: 'worker' };
  const validateOne: Validate = ({ filename, bytes }) => {
    if (failing.includes(filename)) throw new Error('a fault of the service');
    return fakeValidate(bytes, { filename, today: '', clock: () => 0 });
  };
  for (const position of await slicesOf(api.db, id)) {
    const slice = { batchId: id, position };
    const giveUp = () => api.app.batches.giveUpSlice(scope, slice);
    await api.app.batches.validateSlice(scope, slice, validateOne, new AbortController().signal).catch(giveUp);
  }
}

describe('a batch', () => {
  it('reports its progress, then its results page by page in the requested language', async () => {
    const { status, location, body } = await submit(['<valid/>', '<broken/>', '<valid/>']);
    expect([status, location, body]).toEqual([
      202,
      `/api/batches/${body.id}`,
      { id: body.id, status: 'queued', total: 3 },
    ]);
    expect((await call('GET', location)).body).toEqual({
      id: body.id,
      status: 'queued',
      total: 3,
      done: 0,
      valid: 0,
      invalid: 0,
      failed: 0,
      skipped: 0,
      created_at: expect.any(String),
      completed_at: null,
    });
    await work(body.id as string);
    expect((await call('GET', location)).body).toMatchObject({
      status: 'completed',
      done: 3,
      valid: 2,
      invalid: 1,
      completed_at: expect.any(String),
    });
    const first = await call('GET', `${location}/results?limit=2`, undefined, { 'Accept-Language': 'en' });
    expect(first.body).toMatchObject({
      results: [
        { position: 0, filename: '0.xml', valid: true },
        { position: 1, filename: '1.xml', valid: false, issues: [{ message: 'The invoice number is missing.' }] },
      ],
      failures: [],
    });
    const second = await call('GET', `${location}/results?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({
      results: [{ position: 2, filename: '2.xml' }],
      failures: [],
      next_cursor: null,
    });
  });

  it('of a deferred call finally returns the same response as the call', async () => {
    const [valid, broken] = ['<valid/>', '<broken/>'];
    const at = { 'Accept-Language': 'en' };
    const timeless = (body: unknown) =>
      JSON.parse(JSON.stringify(body, (name, value) => (name === 'duration_ms' ? 0 : value)));
    for (const [path, body] of [
      ['/api/validate', files(valid, broken)],
      ['/api/validate', { filename: 'one.xml', content: broken }],
      ['/api/validate-file', { filename: 'one.xml', content: broken }],
    ] as const) {
      const inline = await call('POST', path, body, at);
      const { location, body: accepted } = await call('POST', path, body, { ...at, Prefer: 'respond-async' });
      expect(location).toBe(`/api/batches/${accepted.id}`);
      expect((await call('GET', location)).body).toMatchObject({ status: 'queued', done: 0 });
      await work(accepted.id as string);
      const answered = await call('GET', location, undefined, at);
      expect([inline.status, answered.status]).toEqual([200, 200]);
      expect(timeless(answered.body)).toMatchObject({ id: accepted.id, status: 'completed', ...timeless(inline.body) });
    }
  });

  it('of a call with an oversized file validates the others, as the call itself does', async () => {
    const body = files('<valid/>', `<valid>${' '.repeat(api.app.config.maxXmlBytes)}</valid>`, '<broken/>');
    const failure = { position: 1, filename: '1.xml', error: { code: 'file_too_large' }, retryable: false };
    const expected = {
      total: 3,
      valid: 1,
      invalid: 1,
      results: [{ filename: '0.xml' }, { filename: '2.xml' }],
      failures: [failure],
    };
    expect(await call('POST', '/api/validate', body)).toMatchObject({ status: 200, body: expected });
    const { location, body: accepted } = await call('POST', '/api/validate', body, { Prefer: 'respond-async' });
    await work(accepted.id as string);
    expect((await call('GET', location)).body).toMatchObject(expected);
  });

  it('of a deferred call names the files that could not be validated; a requested batch only counts them', async () => {
    const one = { filename: '0.xml', content: '<valid/>' };
    const failure = { position: 0, filename: '0.xml', error: { code: 'validation_not_finished' } };
    for (const [path, body] of [
      ['/api/validate', files('<valid/>', '<valid/>')],
      ['/api/validate-file', one],
    ] as const) {
      const { location, body: accepted } = await call('POST', path, body, { Prefer: 'respond-async' });
      await work(accepted.id as string, ['0.xml']);
      const answered = (await call('GET', location)).body;
      expect(answered).toMatchObject({ status: 'completed', failed: 1, failures: [failure] });
    }
    const { location, body } = await call('POST', '/api/batches', { files: [one] });
    await work(body.id as string);
    expect((await call('GET', location)).body).not.toHaveProperty('results');
  });

  it('reports the files that could not be validated', async () => {
    const { location, body } = await submit(['<valid/>', '<valid/>']);
    await work(body.id as string, ['1.xml']);
    expect((await call('GET', location)).body).toMatchObject({ status: 'completed', valid: 1, failed: 1 });
    expect((await call('GET', `${location}/results`)).body).toMatchObject({
      results: [{ filename: '0.xml' }],
      failures: [{ position: 1, filename: '1.xml', error: { code: 'validation_not_finished' }, retryable: true }],
    });
  });

  it('can be canceled', async () => {
    const { location } = await submit(['<valid/>']);
    expect((await call('DELETE', location)).body).toMatchObject({ status: 'canceled', done: 0 });
    expect((await call('DELETE', location)).body).toMatchObject({ status: 'canceled' });
  });

  it('is visible only to its own workspace', async () => {
    const { location } = await submit(['<valid/>'], { 'X-API-Key': 'try one' });
    expect((await call('GET', location, undefined, { 'X-API-Key': 'try one' })).status).toBe(200);
    for (const headers of [{ 'X-API-Key': 'try two' }, {}] as Record<string, string>[]) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/results'],
        ['DELETE', ''],
      ] as const) {
        const { status, body } = await call(method, location + path, undefined, headers);
        expect([status, body.code]).toEqual([404, 'batch_not_found']);
      }
    }
  });

  it('rejects a cursor that it did not issue', async () => {
    const { location } = await submit(['<valid/>']);
    const { status, body } = await call('GET', `${location}/results?cursor=nonsense`);
    expect([status, body.code]).toEqual([400, 'cursor_malformed']);
  });
});

describe('a large request', () => {
  const large = [`<valid>${'x'.repeat(1024 * 1024)}</valid>`, '<broken/>'];

  /** Processes the newest batch as soon as it exists. */
  async function workOnNext(failing: readonly string[] = []): Promise<void> {
    for (;;) {
      const open = await api.db.kysely
        .selectFrom('batches')
        .select('id')
        .where('status', '=', 'queued')
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      if (open !== undefined) return work(open.id, failing);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  it('returns the results when they are ready in time', async () => {
    await api.db.kysely
      .updateTable('batches')
      .set({ status: 'canceled', completed_at: new Date() })
      .where('status', '=', 'queued')
      .execute();
    const pending = call('POST', '/api/validate', files(...large));
    await workOnNext();
    const { status, body } = await pending;
    expect([status, body]).toMatchObject([
      200,
      { total: 2, valid: 1, invalid: 1, results: [{ filename: '0.xml' }, { filename: '1.xml' }] },
    ]);
  });

  it('fails when a file could not be validated, because partial results are not returned', async () => {
    const pending = call('POST', '/api/validate', files(...large));
    await workOnNext(['1.xml']);
    expect(await pending).toMatchObject({ status: 500, body: { code: 'internal' } });
  });
});

describe('the daily limit', () => {
  it('is stored in the database and shared by all processes', async () => {
    const one = await openApi({ publicDailyLimit: 3 });
    const two = await startApi({ ...one.app, metrics: makeMetrics('api') });
    const validate = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${url}/api/validate-file`, {
        method: 'POST',
        body: '<valid/>',
        headers: { 'Content-Type': 'application/xml', ...headers },
      });
    const urls = [one.url, two.url, one.url, two.url, one.url];
    const statuses = await Promise.all(urls.map(async (url) => (await validate(url)).status));
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429]);
    expect((await validate(one.url, { 'X-API-Key': 'try any' })).status).toBe(200);
    await two.close();
    await one.close();
  });
});
