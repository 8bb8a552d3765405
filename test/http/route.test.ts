import { RulesetUnknown } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonBody } from '../../src/http/body/body-kind.ts';
import { answer, answerIn, BYTES, jsonAnswer } from '../../src/http/responses/response.ts';
import { type Route, route } from '../../src/http/routing/route.ts';
import { wholeNumber } from '../../src/http/schemas/whole-number.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const Echo = z.object({ name: z.string(), count: z.int() });

const base = { tag: 'operations', summary: '', description: '', limit: 'none', problems: [] } as const;

const routes: Route[] = [
  route({
    ...base,
    method: 'post',
    path: '/echo/{id}',
    id: 'echo',
    who: 'public',
    params: z.object({ id: z.string() }),
    query: z.object({ day: z.iso.date().optional(), level: z.enum(['low', 'high']).optional() }),
    body: {
      kinds: [
        jsonBody(z.object({ name: z.string().min(2), tags: z.array(z.object({ 'a/b': z.int().max(5) })).optional() })),
      ],
      limits: () => ({ bytes: 1_000, fileBytes: 1_000, files: 1 }),
      description: 'Anything.',
    },
    answers: { 200: jsonAnswer('Echoed.', Echo) },
    handle: ({ body, params }) => answer(200, { name: `${params.id} ${body.name}`, count: body.tags?.length ?? 0 }),
  }),
  route({
    ...base,
    method: 'post',
    path: '/rotate',
    id: 'rotate',
    who: 'public',
    query: z.object({ overlap: wholeNumber(0, 100).default(50) }),
    answers: { 200: jsonAnswer('Rotated.', Echo) },
    handle: ({ query }) => answer(200, { name: '', count: query.overlap }),
  }),
  route({
    ...base,
    method: 'get',
    path: '/broken',
    id: 'broken',
    who: 'public',
    answers: { 200: jsonAnswer('Never.', Echo) },
    handle: () => answer(200, { name: 'x', count: 1.5 }),
  }),
  route({
    ...base,
    method: 'get',
    path: '/crash',
    id: 'crash',
    who: 'public',
    answers: { 200: jsonAnswer('Never.', Echo) },
    handle: () => {
      throw new TypeError('a fault');
    },
  }),
  route({
    ...base,
    method: 'get',
    path: '/record/{code}',
    id: 'record',
    who: 'public',
    params: z.object({ code: z.string() }),
    answers: { 200: jsonAnswer('Never.', Echo) },
    handle: ({ params }) => {
      if (params.code === 'ruleset') throw new RulesetUnknown('c', ['a', 'b']);
      if (params.code === 'transition') throw refusal('transition_not_allowed', { status: 'canceled' });
      throw Object.assign(new Error('secret'), { code: params.code, id: 'secret' });
    },
  }),
  route({
    ...base,
    method: 'get',
    path: '/write',
    id: 'write',
    who: 'developer',
    answers: { 200: answerIn('Text.', { 'text/plain': BYTES, 'text/html': BYTES }) },
    handle: (_, { mediaType }) => answer(200, mediaType, {}, mediaType),
  }),
];

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(routes);
});
afterAll(() => server.close());

const post = (body: string, path = '/echo/1', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });

async function problem(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return (await response.json()) as Record<string, unknown>;
}

describe('a declared route', () => {
  it('passes validated input to its handler and returns its result as JSON', async () => {
    const response = await post('{"name":"ok","tags":[{"a/b":1}]}');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ name: '1 ok', count: 1 });
  });

  it('names every invalid field of the body, with a JSON pointer', async () => {
    const response = await post('{"tags":[{"a/b":9},{"a/b":"x"}]}', '/echo/1', { 'Accept-Language': 'en' });
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({
      type: '/docs/problems/invalid_request/',
      title: 'The request has invalid fields',
      status: 400,
      code: 'invalid_request',
      detail: 'Invalid fields: 3.',
      errors: [
        { in: 'body', pointer: '/name', code: 'missing', detail: 'The field is missing.' },
        { in: 'body', pointer: '/tags/0/a~1b', code: 'too_large', detail: 'The maximum value is 5.' },
        { in: 'body', pointer: '/tags/1/a~1b', code: 'wrong_type' },
      ],
    });
  });

  it('names every invalid query parameter before it reads the body', async () => {
    const response = await post('{', '/echo/1?day=2026-02-30&level=middle');
    expect(await problem(response)).toMatchObject({
      errors: [
        { in: 'query', pointer: '/day', code: 'bad_format', detail: 'Očakáva sa dátum v tvare RRRR-MM-DD.' },
        { in: 'query', pointer: '/level', code: 'not_allowed', detail: 'Povolené hodnoty: low, high.' },
      ],
    });
  });

  it('reports line, column and kind of a syntax error, in the language of the client', async () => {
    const [en, sk] = await Promise.all(
      ['en', 'sk'].map(async (language) =>
        problem(await post('{\n  "name": NaN }', '/echo/1', { 'Accept-Language': language })),
      ),
    );
    expect(en).toMatchObject({ code: 'malformed_json', line: 2, column: 11, reason: 'not_a_number' });
    expect(en).toMatchObject({ detail: expect.stringMatching(/^Line 2, column 11: JSON has no NaN/) });
    expect(sk).toMatchObject({ detail: expect.stringMatching(/^Riadok 2, stĺpec 11: NaN a Infinity/) });
  });

  it.each([
    ['invalid JSON', '{"name":', 400, 'malformed_json'],
    ['a number instead of an object', '7', 400, 'invalid_request'],
    ['too many bytes', `{"name":"${'x'.repeat(1_000)}"}`, 413, 'body_too_large'],
  ])('rejects a body with %s', async (_, body, status, code) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await problem(response)).toMatchObject({ code, status });
  });

  it.each([
    ['unused fields', '{"overlap":0}'],
    ['a form', 'overlap=0'],
    ['more bytes than the check reads', 'x'.repeat(100_000)],
  ])('without a body rejects %s', async (_, body) => {
    const response = await post(body, '/rotate', { 'Accept-Language': 'en' });
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({
      code: 'invalid_request',
      errors: [
        {
          in: 'body',
          pointer: '',
          code: 'body_unexpected',
          detail: 'The operation has no request body. Put the parameters into the URL: overlap.',
        },
      ],
    });
  });

  it.each(['', '{}', ' { }\n', 'null'])('without a body accepts an empty one: "%s"', async (body) => {
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
      },
    });
    const sent = { method: 'POST', body: chunked, duplex: 'half' } as RequestInit;
    for (const response of [await post(body, '/rotate'), await fetch(`${server.url}/rotate`, sent)]) {
      expect([response.status, await response.json()]).toEqual([200, { name: '', count: 50 }]);
    }
  });

  it.each<[string, string, string]>([
    ['overlap=', 'wrong_type', 'Očakáva sa celé číslo.'],
    ['overlap=%20', 'wrong_type', 'Očakáva sa celé číslo.'],
    ['overlap=0x10', 'wrong_type', 'Očakáva sa celé číslo.'],
    ['overlap=1e2', 'wrong_type', 'Očakáva sa celé číslo.'],
    ['overlap=1.0', 'wrong_type', 'Očakáva sa celé číslo.'],
    ['overlap=1&overlap=2', 'wrong_type', 'Očakáva sa jediná hodnota.'],
    ['overlap=-1', 'too_small', 'Najmenšia hodnota je 0.'],
    ['overlap=101', 'too_large', 'Najväčšia hodnota je 100.'],
  ])('rejects a malformed or out-of-range whole number: %s', async (query, code, detail) => {
    const response = await post('', `/rotate?${query}`);
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({ errors: [{ in: 'query', pointer: '/overlap', code, detail }] });
  });

  it('rejects JSON that is nested too deeply', async () => {
    const deep = await post(`{"name":"ok","more":${'['.repeat(100)}${']'.repeat(100)}}`);
    expect([deep.status, await problem(deep)]).toMatchObject([400, { code: 'json_too_deep' }]);
    const brackets = await post(JSON.stringify({ name: `"\\${'['.repeat(200)}` }));
    expect(brackets.status).toBe(200);
  });

  it('returns 404 for a path with a character that cannot be stored', async () => {
    const address = await post('{"name":"ok"}', '/echo/a%00b');
    expect([address.status, await problem(address)]).toMatchObject([404, { code: 'not_found' }]);
    const query = await post('{"name":"ok"}', '/echo/1?level=%00');
    expect(await problem(query)).toMatchObject({
      code: 'invalid_request',
      errors: [{ in: 'query', pointer: '/level' }],
    });
  });

  it('rejects JSON that is not UTF-8', async () => {
    const body = Buffer.from('{"name":"\xe1\xe1"}', 'latin1');
    const response = await fetch(`${server.url}/echo/1`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(await problem(response)).toMatchObject({ code: 'malformed_json' });
  });

  it('rejects an unsupported media type and lists the supported ones', async () => {
    const response = await post('name=x', '/echo/1', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept')).toBe('application/json');
    expect((await problem(response)).detail).toContain('application/x-www-form-urlencoded');
  });

  it('accepts a structured suffix of its media type', async () => {
    expect((await post('{"name":"ok"}', '/echo/1', { 'Content-Type': 'application/vnd.test+json' })).status).toBe(200);
  });

  it('fails when its handler violates the declaration, and logs the reason without the body', async () => {
    const response = await fetch(`${server.url}/broken`);
    expect(response.status).toBe(500);
    expect(await problem(response)).toMatchObject({ code: 'internal' });
    expect(server.lines.join('')).toContain('The operation broken broke its declaration');
  });

  it('converts an unexpected error to a problem without details', async () => {
    const response = await fetch(`${server.url}/crash`);
    expect(response.status).toBe(500);
    expect(JSON.stringify(await problem(response))).not.toContain('a fault');
    expect(server.lines.join('')).toContain('TypeError');
  });
});

describe('an error thrown by a record', () => {
  const get = (code: string): Promise<Response> =>
    fetch(`${server.url}/record/${code}`, { headers: { 'Accept-Language': 'en' } });

  it.each([
    [
      'ruleset',
      400,
      'ruleset_unknown',
      'The rule set c is not installed or not in force on that day. Available: a, b.',
    ],
    ['transition', 409, 'transition_not_allowed', 'A document in the status canceled does not allow this.'],
  ])('becomes the problem of its code: %s', async (thrown, status, code, detail) => {
    const response = await get(thrown);
    expect(response.status).toBe(status);
    expect(await problem(response)).toMatchObject({ code, detail });
  });

  it('is not treated as a refusal because of a field named code', async () => {
    const response = await get('document_not_found');
    expect(response.status).toBe(500);
    expect(JSON.stringify(await problem(response))).not.toContain('secret');
  });

  it.each(['ECONNREFUSED', '57P01', '08006'])('is an outage when the database is unreachable: %s', async (code) => {
    const response = await get(code);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await problem(response)).toMatchObject({ code: 'unavailable' });
  });

  it('is an internal error otherwise, without details', async () => {
    const response = await get('23505');
    expect(response.status).toBe(500);
    expect(JSON.stringify(await problem(response))).not.toContain('secret');
  });
});

describe('authorization', () => {
  const get = (key?: string): Promise<Response> =>
    fetch(`${server.url}/write`, { headers: key ? { 'X-API-Key': key } : {} });

  it.each([
    ['no key', undefined, 401, 'key_missing'],
    ['an unknown key', 'nonsense', 401, 'key_unknown'],
    ['an insufficient role', 'viewer', 403, 'role_too_small'],
  ])('%s', async (_, key, status, code) => {
    const response = await get(key);
    expect(response.status).toBe(status);
    expect(response.headers.has('www-authenticate')).toBe(status === 401);
    expect(await problem(response)).toMatchObject({ code });
  });

  it('accepts a sufficient role', async () => {
    expect((await get('developer')).status).toBe(200);
    expect((await get('admin')).status).toBe(200);
  });
});

describe('content negotiation', () => {
  const get = (accept: string): Promise<Response> =>
    fetch(`${server.url}/write`, { headers: { 'X-API-Key': 'admin', Accept: accept } });

  it.each([
    ['*/*', 'text/plain'],
    ['text/html', 'text/html'],
    ['text/plain;q=0.5, text/html', 'text/html'],
    ['image/png, text/*;q=0.1', 'text/plain'],
  ])('%s selects %s', async (accept, mediaType) => {
    const response = await get(accept);
    expect(response.headers.get('content-type')).toBe(`${mediaType}; charset=utf-8`);
    expect(await response.text()).toBe(mediaType);
  });

  it('rejects media types that it does not have', async () => {
    const response = await get('image/png');
    expect(response.status).toBe(406);
    expect((await problem(response)).detail).toContain('text/plain, text/html');
  });
});

describe('paths and methods', () => {
  it('an unknown path returns a problem in the language of the client', async () => {
    const response = await fetch(`${server.url}/nowhere`, { headers: { 'Accept-Language': 'de, en;q=0.9, sk;q=0.1' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-language')).toBe('en');
    expect(await problem(response)).toMatchObject({
      code: 'not_found',
      detail: 'The address /nowhere does not exist.',
    });
  });

  it('another method returns 405 with Allow', async () => {
    const response = await fetch(`${server.url}/echo/1`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await problem(response)).toMatchObject({ code: 'method_not_allowed' });
  });

  it('OPTIONS lists the methods, HEAD returns no body', async () => {
    const options = await fetch(`${server.url}/broken`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'HEAD, GET, OPTIONS']);
    const head = await fetch(`${server.url}/write`, { method: 'HEAD', headers: { 'X-API-Key': 'admin' } });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  });
});

describe('request ids, logs and metrics', () => {
  it('keeps a well-formed id of the client and creates one otherwise', async () => {
    const accepted = await fetch(`${server.url}/nowhere`, { headers: { 'X-Request-Id': 'order-4711.a' } });
    expect(accepted.headers.get('x-request-id')).toBe('order-4711.a');
    expect((await problem(accepted)).request_id).toBe('order-4711.a');
    const forged = await fetch(`${server.url}/nowhere`, { headers: { 'X-Request-Id': 'a b' } });
    expect(forged.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('logs the trace of the client if it is valid', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceOf = async (traceparent: string): Promise<unknown> => {
      const id = `trace-${Math.random()}`;
      await fetch(`${server.url}/nowhere`, { headers: { traceparent, 'X-Request-Id': id } });
      const find = () => server.lines.map((line) => JSON.parse(line)).find(({ request_id }) => request_id === id);
      await expect.poll(find).toBeDefined();
      return find().trace_id;
    };
    expect(await traceOf(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace);
    expect(await traceOf(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)).toBeUndefined();
    expect(await traceOf(`<Invoice>${trace}`)).toBeUndefined();
  });

  it('logs and measures by route, never by path or content', async () => {
    await post('{"name":"SECRET"}', '/echo/SECRET?day=2026-01-01');
    const line = () => server.lines.map((text) => JSON.parse(text)).findLast((entry) => entry.route === '/echo/{id}');
    await expect.poll(line).toMatchObject({ method: 'POST', status: 200, actor: 'public', msg: 'request' });
    expect(server.lines.join('')).not.toContain('SECRET');
    expect(await server.metrics.render()).toMatch(
      /http_request_duration_seconds_count\{(?=.*route="\/echo\/\{id\}")(?=.*status="200")/,
    );
  });

  it('sends the security headers', async () => {
    const { headers } = await fetch(`${server.url}/nowhere`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});
