import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { fakeValidate, SUMMARY } from './fake-validate.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const KEY = 'try alpha';

type Answered = { status: number; headers: Headers; body: Record<string, unknown> };

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const json = body !== undefined && typeof body !== 'string';
  const response = await fetch(api.url + path, {
    method,
    ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as string) }),
    headers: { 'X-API-Key': KEY, ...(json && { 'Content-Type': 'application/json' }), ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

const submit = (body: unknown, key: string, headers: Record<string, string> = {}): Promise<Answered> =>
  call('POST', '/api/documents', body, { 'Idempotency-Key': key, ...headers });

async function submitted(key: string): Promise<string> {
  const { status, body } = await submit({ filename: `${key}.xml`, content: '<valid/>' }, key);
  expect(status).toBe(202);
  return body.id as string;
}

async function scope(): Promise<Scope> {
  const caller = await api.app.accounts.authenticate(KEY, '127.0.0.1');
  return caller!;
}

const DIGEST = 'd'.repeat(64);

/** Simulates the worker without a queue. */
async function work(id: string, xml = '<valid/>'): Promise<void> {
  const result = fakeValidate(Buffer.from(xml), { filename: null, today: '', clock: () => 0 });
  const { documents } = api.app;
  await documents.begin(await scope(), id);
  await documents.complete(await scope(), id, {
    valid: result.valid,
    summary: SUMMARY,
    counts: { fatal: result.fatal_count, warning: 0, info: 0 },
    ruleset: result.ruleset,
    semantic: { digest: DIGEST, version: 1 },
    artifacts: [
      { name: 'validation.json', mediaType: 'application/json', content: Buffer.from(JSON.stringify(result)) },
    ],
  });
}

describe('submitting a document', () => {
  it('returns 202 with a Location, and stores the content', async () => {
    const sent = {
      filename: 'č 1.xml',
      content: '<valid/>',
      external_id: 'order-1',
      metadata: { a: ['č', null, 1.5] },
    };
    const { status, headers, body } = await submit(sent, 'submit-1');
    const id = body.id as string;
    const links = {
      self: `/api/documents/${id}`,
      events: `/api/documents/${id}/events`,
      artifacts: `/api/documents/${id}/artifacts`,
    };
    expect([status, headers.get('location'), headers.get('idempotency-replayed')]).toEqual([202, links.self, null]);
    expect(body).toEqual({ id: expect.stringMatching(/^doc_/), status: 'received', links });
    expect((await call('GET', links.self)).body).toEqual({
      id,
      status: 'received',
      filename: 'č 1.xml',
      sha256: createHash('sha256').update('<valid/>').digest('hex'),
      size_bytes: 8,
      external_id: 'order-1',
      metadata: { a: ['č', null, 1.5] },
      steps: ['validate'],
      summary: null,
      counts: null,
      ruleset: null,
      semantic_digest: null,
      semantic_digest_version: null,
      error: null,
      preparation: null,
      send: null,
      direction: 'outbound',
      inbound: null,
      answers: null,
      failed_steps: [],
      erased_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
      links,
    });
  });

  it('accepts raw XML', async () => {
    const { status, body } = await submit('<valid/>', 'raw-1', {
      'Content-Type': 'application/xml',
      'X-Filename': 'raw.xml',
    });
    expect(status).toBe(202);
    expect((await call('GET', `/api/documents/${body.id}`)).body).toMatchObject({ filename: 'raw.xml', metadata: {} });
  });

  it('repeats the first response for a repeated request, whatever has happened since', async () => {
    const sent = { filename: 'a.xml', content: '<valid/>' };
    const first = await submit(sent, 'again-1');
    await work(first.body.id as string);
    const again = await submit(sent, 'again-1');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(again.body).toEqual(first.body);
  });

  it('rejects the same idempotency key with other content', async () => {
    await submit({ filename: 'a.xml', content: '<valid/>' }, 'reused-1');
    const { status, body } = await submit({ filename: 'a.xml', content: '<valid />' }, 'reused-1');
    expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it.each([
    ['no key', {}, 'missing'],
    ['a key with spaces', { 'Idempotency-Key': 'a b' }, 'bad_format'],
    ['a key that is too long', { 'Idempotency-Key': 'a'.repeat(256) }, 'bad_format'],
  ])('rejects %s', async (_, headers, code) => {
    const { status, body } = await call('POST', '/api/documents', { content: '' }, headers as Record<string, string>);
    expect([status, body.errors]).toMatchObject([400, [{ in: 'header', pointer: '/Idempotency-Key', code }]]);
  });

  it.each([
    ['no content', {}, '/content', 'missing'],
    ['an unknown step', { content: '', steps: ['send'] }, '/steps/0', 'not_allowed'],
    ['metadata that is not an object', { content: '', metadata: [1] }, '/metadata', 'wrong_type'],
    ['a name with a line break', { content: '', filename: 'a\nb' }, '/filename', 'bad_format'],
    ['too much metadata', { content: '', metadata: { a: 'x'.repeat(10_000) } }, '/metadata', 'too_long'],
    ['an external id with a lone surrogate', { content: '', external_id: 'a\ud800' }, '/external_id', 'bad_format'],
    [
      'metadata with a lone surrogate',
      { content: '', metadata: { a: ['b', '\udc00'] } },
      '/metadata/a/1',
      'bad_format',
    ],
    ['an empty external id', { content: '', external_id: '' }, '/external_id', 'too_short'],
  ])('rejects a body with %s', async (_, sent, pointer, code) => {
    const { status, body } = await submit(sent, 'faulty');
    expect([status, body.errors]).toMatchObject([400, [{ in: 'body', pointer, code }]]);
  });

  it('describes the expected value of an invalid field', async () => {
    const { body } = await submit({ content: '', filename: 'a\nb' }, 'words', { 'Accept-Language': 'en' });
    expect(body.errors).toMatchObject([{ detail: 'Expected: a text without control characters.' }]);
    const { body: slovak } = await submit({ content: '', metadata: [] }, 'words', { 'Accept-Language': 'sk' });
    expect(slovak.errors).toMatchObject([{ detail: 'Očakáva sa objekt JSON.' }]);
  });

  it('requires a key', async () => {
    const response = await fetch(`${api.url}/api/documents`, { method: 'POST' });
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'key_missing' }]);
  });
});

describe('reading a document', () => {
  it('returns the result, and 304 when nothing has changed', async () => {
    const id = await submitted('read-1');
    const before = await call('GET', `/api/documents/${id}`);
    await work(id, '<broken/>');
    const after = await call('GET', `/api/documents/${id}`, undefined, {
      'If-None-Match': before.headers.get('etag')!,
    });
    expect(after.body).toMatchObject({
      status: 'invalid',
      summary: SUMMARY,
      counts: { fatal: 1, warning: 0, info: 0 },
    });
    const same = await call('GET', `/api/documents/${id}`, undefined, { 'If-None-Match': after.headers.get('etag')! });
    expect([same.status, same.body]).toEqual([304, {}]);
  });

  it('returns 404 for a document of another workspace', async () => {
    const id = await submitted('other-1');
    for (const path of ['', '/events', '/artifacts', '/artifacts/invoice.xml']) {
      const { status, body } = await call('GET', `/api/documents/${id}${path}`, undefined, {
        'X-API-Key': 'try beta',
      });
      expect([status, body.code], path).toEqual([404, 'document_not_found']);
    }
  });

  it('returns 404 for ids that cannot exist', async () => {
    const id = await submitted('nul-1');
    for (const path of ['/%00', `/${id}/artifacts/%00`, '/%00/events']) {
      const { status, body } = await call('GET', `/api/documents${path}`);
      expect([status, body.code], path).toEqual([404, 'not_found']);
    }
    for (const path of ['?external_id=a%00', `/${id}/events?after=%00`]) {
      const { status, body } = await call('GET', `/api/documents${path}`);
      expect([status, body.code], path).toEqual([400, 'invalid_request']);
    }
  });

  it('lists page by page, newest first, with filters', async () => {
    const headers = { 'X-API-Key': 'try list' };
    const ids: unknown[] = [];
    for (const name of ['a', 'b', 'c']) {
      const sent = { content: name, external_id: name };
      ids.unshift((await call('POST', '/api/documents', sent, { ...headers, 'Idempotency-Key': name })).body.id);
    }
    const list = async (query: string): Promise<{ ids: unknown[]; next: unknown }> => {
      const { body } = await call('GET', `/api/documents?${query}`, undefined, headers);
      return { ids: (body.documents as { id: string }[]).map(({ id }) => id), next: body.next_cursor };
    };
    const first = await list('limit=2');
    expect(first).toEqual({ ids: ids.slice(0, 2), next: expect.any(String) });
    expect(await list(`limit=2&cursor=${first.next}`)).toEqual({ ids: ids.slice(2), next: null });
    expect(await list('external_id=b&status=received')).toEqual({ ids: [ids[1]], next: null });
    expect(await list('created_before=2020-01-01T00:00:00Z')).toEqual({ ids: [], next: null });
    expect((await list('created_after=2020-01-01T00:00:00%2B01:00')).ids).toEqual(ids);
    expect((await list('created_after=2020-01-01T00:00:00+01:00')).ids).toEqual(ids);
  });

  it.each([
    ['status=nonsense', 'invalid_request'],
    ['limit=0', 'invalid_request'],
    ['limit=many', 'invalid_request'],
    ['created_after=yesterday', 'invalid_request'],
    ['cursor=nonsense', 'cursor_malformed'],
  ])('rejects ?%s', async (query, code) => {
    const { status, body } = await call('GET', `/api/documents?${query}`);
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('canceling and retrying a document', () => {
  it('cancels a document once', async () => {
    const id = await submitted('cancel-1');
    expect((await call('POST', `/api/documents/${id}/cancel`)).body).toMatchObject({ id, status: 'canceled' });
    const again = await call('POST', `/api/documents/${id}/cancel`, undefined, { 'Accept-Language': 'en' });
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'transition_not_allowed', detail: 'A document in the status canceled does not allow this.' },
    ]);
  });

  it('retries only a failed document', async () => {
    const id = await submitted('retry-1');
    expect((await call('POST', `/api/documents/${id}/retry`)).status).toBe(409);
    const error = { code: 'internal', detail: { sk: 'Chyba.', en: 'A fault.' } };
    await api.app.documents.begin(await scope(), id);
    await api.app.documents.fail(await scope(), id, { step: 'validate', error });
    expect((await call('GET', `/api/documents/${id}`)).body).toMatchObject({ status: 'failed', error });
    const { status, body } = await call('POST', `/api/documents/${id}/retry`);
    expect([status, body]).toMatchObject([202, { status: 'received', error: null }]);
  });
});

describe('erasing a document', () => {
  it('keeps the record and its timeline without content', async () => {
    const id = await submitted('erase-1');
    await work(id);
    const path = `/api/documents/${id}`;
    const erased = await call('DELETE', path);
    expect([erased.status, erased.body]).toMatchObject([200, { id, summary: null, metadata: {} }]);
    expect(erased.body.erased_at).toEqual(expect.any(String));
    expect((await call('GET', path)).body).toEqual(erased.body);
    expect((await call('DELETE', path)).body).toEqual(erased.body);
    expect((await call('GET', `${path}/artifacts`)).body).toEqual({ artifacts: [] });
    const { events } = (await call('GET', `${path}/events`)).body as { events: { type: string; actor: string }[] };
    expect(events.at(-1)).toMatchObject({ type: 'document.erased', actor: 'sandbox key' });
    for (const [method, rest] of [
      ['GET', '/artifacts/invoice.xml'],
      ['POST', '/cancel'],
      ['POST', '/retry'],
    ] as const) {
      const refused = await call(method, path + rest);
      expect([rest, refused.status, refused.body]).toMatchObject([rest, 410, { code: 'document_erased' }]);
    }
  });

  it('is rejected for a document of another workspace', async () => {
    const id = await submitted('erase-2');
    const stranger = await call('DELETE', `/api/documents/${id}`, undefined, { 'X-API-Key': 'stranger' });
    expect([stranger.status, stranger.body]).toMatchObject([404, { code: 'document_not_found' }]);
    expect((await call('GET', `/api/documents/${id}`)).body).toMatchObject({ erased_at: null });
  });
});

describe('artifacts', () => {
  const BYTES = `<valid>${'0123456789'.repeat(100)}</valid>`;
  let path: string;
  beforeAll(async () => {
    const { body } = await submit({ filename: 'a.xml', content: BYTES }, 'artifacts-1');
    path = `/api/documents/${body.id}/artifacts`;
  });
  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${api.url}${path}/invoice.xml`, { method, headers: { 'X-API-Key': KEY, ...headers } });

  it('are listed', async () => {
    expect((await call('GET', path)).body).toEqual({
      artifacts: [
        {
          name: 'invoice.xml',
          media_type: 'application/xml',
          size_bytes: BYTES.length,
          sha256: createHash('sha256').update(BYTES).digest('hex'),
          created_at: expect.any(String),
          href: `${path}/invoice.xml`,
        },
      ],
    });
  });

  it('are downloaded as a whole with a file name', async () => {
    const response = await get();
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="invoice.xml"');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(await response.text()).toBe(BYTES);
    const head = await get({}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(BYTES.length));
  });

  it('are downloaded in ranges', async () => {
    const part = await get({ Range: 'bytes=7-16' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 7-16/${BYTES.length}`]);
    expect(await part.text()).toBe('0123456789');
    expect(await (await get({ Range: 'bytes=-8' })).text()).toBe('</valid>');
    const outside = await get({ Range: 'bytes=9999-' });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${BYTES.length}`]);
  });

  it('are not sent again while unchanged', async () => {
    const etag = (await get()).headers.get('etag')!;
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ Range: 'bytes=0-0', 'If-Range': etag })).status).toBe(206);
    expect((await get({ Range: 'bytes=0-0', 'If-Range': '"other"' })).status).toBe(200);
  });

  it('are streamed when large', async () => {
    const large = `<valid>${'x'.repeat(1_500_000)}</valid>`;
    const { body } = await submit({ content: large }, 'artifacts-2');
    const response = await fetch(`${api.url}/api/documents/${body.id}/artifacts/invoice.xml`, {
      headers: { 'X-API-Key': KEY },
    });
    expect(response.headers.get('content-length')).toBe(String(large.length));
    expect((await response.text()) === large).toBe(true);
  });

  it('return a specific 404 when they do not exist', async () => {
    const { status, body } = await call('GET', `${path}/evidence.zip`);
    expect([status, body.code]).toEqual([404, 'artifact_not_found']);
  });
});
