import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { makeRoutes } from '../../src/composition/routes.ts';
import { fakeParts } from './fake-parts.ts';
import { type CompleteApi, openCompleteApi } from './open-complete-api.ts';

const INVOICE = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');

/** Default of java.net.HttpURLConnection. */
const JAVA = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const routes = makeRoutes(new AbortController().signal);

const offersOf = (answers: (typeof routes)[number]['answers']): string[] => [
  ...new Set(
    Object.entries(answers)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => Object.keys(content)),
  ),
];

/** Every operation with each media type of its successful responses. */
const CASES = routes.flatMap(({ id, method, path, answers }) =>
  offersOf(answers)
    .filter((type) => type !== '*/*')
    .map((type) => [id, type, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x')] as const),
);

describe('Accept header of every operation', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    api = await startApi(fakeParts());
  });
  afterAll(() => api.close());

  const statusOf = async (method: string, path: string, accept: string): Promise<number> => {
    const response = await fetch(api.url + path, { method, headers: { 'X-API-Key': 'admin', Accept: accept } });
    await response.body?.cancel();
    return response.status;
  };

  // The handler fails after the negotiation, because the parts are fakes. Only the negotiation returns 406.
  it.each(CASES)('%s accepts %s with parameters', async (_, type, method, path) => {
    for (const parameters of [
      '; charset=utf-8',
      ';q=0.5;v=1',
      '; odata="a,b;q=0" ; charset=UTF-8',
      ' ;version=0.0.4',
    ]) {
      expect(await statusOf(method, path, type + parameters)).not.toBe(406);
      expect(await statusOf(method, path, `${type.toUpperCase()}${parameters}, image/png`)).not.toBe(406);
    }
    expect(await statusOf(method, path, 'image/png; charset=utf-8')).toBe(406);
    expect(await statusOf(method, path, `${type}; charset=utf-8;q=0, image/png`)).toBe(406);
  });
});

describe('the Content-Type of a response used as Accept', () => {
  let api: CompleteApi;
  beforeAll(async () => {
    api = await openCompleteApi();
  });
  afterAll(() => api.close());

  const get = async (path: string, accept?: string): Promise<readonly [number, string | null]> => {
    const headers = { 'X-API-Key': api.key, ...(accept !== undefined && { Accept: accept }) };
    const response = await fetch(api.url + path, { headers });
    await response.body?.cancel();
    return [response.status, response.headers.get('content-type')];
  };

  const READ = routes.filter(({ method, path }) => method === 'get' && !path.includes('{'));

  it.each(READ.map(({ path }) => [path]))('selects the same response: GET %s', async (path) => {
    const [status, type] = await get(path);
    // Operations with required parameters are covered by other tests.
    if (status >= 300) return expect(type).toBe('application/problem+json');
    expect(await get(path, type!)).toEqual([status, type]);
    expect(await get(path, type!.replaceAll('; ', ';').toUpperCase())).toEqual([status, type]);
  });

  it('selects the metrics with their version', async () => {
    const metrics = [200, 'text/plain; version=0.0.4; charset=utf-8'];
    expect(await get('/metrics', 'text/plain;version=0.0.4')).toEqual(metrics);
    expect(
      await get(
        '/metrics',
        'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1',
      ),
    ).toEqual(metrics);
  });

  it.each([['/api/validate-file'], ['/api/invoice-render'], ['/api/tax-data']])(
    'selects JSON for a program whose Accept prefers HTML: POST %s',
    async (path) => {
      const form = new FormData();
      form.append('file', new Blob([INVOICE], { type: 'application/xml' }), 'a.xml');
      const bodies: Record<string, RequestInit> = {
        xml: { body: INVOICE, headers: { 'Content-Type': 'application/xml' } },
        json: { body: JSON.stringify({ content: INVOICE }), headers: { 'Content-Type': 'application/json' } },
        form: { body: form },
      };
      const typeOf = async (body: keyof typeof bodies, accept: string, query = ''): Promise<string | null> => {
        const headers = { ...bodies[body]!.headers, 'X-API-Key': api.key, Accept: accept };
        const response = await fetch(api.url + path + query, { method: 'POST', ...bodies[body], headers });
        await response.body?.cancel();
        expect(response.status).toBe(200);
        return response.headers.get('content-type');
      };
      const [json, html] = ['application/json; charset=utf-8', 'text/html; charset=utf-8'];
      for (const accept of [JAVA, BROWSER, 'text/html, application/json;q=0.1', '*/*', 'text/html;q=0.9, */*;q=0.1']) {
        expect(await typeOf('xml', accept)).toBe(json);
        expect(await typeOf('json', accept)).toBe(json);
      }
      expect(await typeOf('form', BROWSER)).toBe(html);
      expect(await typeOf('form', '*/*')).toBe(json);
      expect(await typeOf('xml', 'text/html; charset=utf-8')).toBe(html);
      expect(await typeOf('xml', 'text/html, application/json;q=0')).toBe(html);
      expect(await typeOf('json', JAVA, '?format=html')).toBe(html);
      expect(await typeOf('form', BROWSER, '?format=json')).toBe(json);
    },
  );

  it('selects an event stream', async () => {
    const created = await fetch(`${api.url}/api/documents`, {
      method: 'POST',
      headers: { 'X-API-Key': api.key, 'Idempotency-Key': 'a', 'Content-Type': 'application/xml' },
      body: '<Invoice/>',
    });
    const { id } = (await created.json()) as { id: string };
    const path = `/api/documents/${id}/events`;
    const [status, type] = await get(path, 'text/event-stream; charset=utf-8, */*;q=0.1');
    expect([status, type]).toEqual([200, expect.stringContaining('text/event-stream')]);
    expect(await get(path, type!)).toEqual([status, type]);
  });

  it.each([
    'application/json; charset=utf-8, text/event-stream; charset=utf-8',
    'application/json;charset=utf-8, text/event-stream',
    'application/json, text/event-stream; charset=utf-8',
    'text/event-stream;q=0.9,application/json;version=1;q=0.5',
  ])('selects the MCP response: %s', async (accept) => {
    const response = await fetch(`${api.url}/api/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([response.status, await response.json()]).toMatchObject([200, { result: { tools: expect.any(Array) } }]);
  });
});
