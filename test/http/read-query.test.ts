import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { findMalformedPercent } from '../../src/http/routing/malformed-percent.ts';
import { readQuery } from '../../src/http/routing/read-query.ts';
import { route } from '../../src/http/routing/route.ts';
import { longestTurn } from '../fuzz/cost/longest-turn.ts';
import { openTestServer, type TestServer } from './test-server.ts';

describe('a query', () => {
  it.each<[string, Record<string, string | string[]>]>([
    ['', {}],
    ['a', { a: '' }],
    ['a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
    ['q=da%C5%88+z&q%3D=%zz', { q: 'daň z', 'q=': '%zz' }],
  ])('is parsed by the URL Standard: %s', (text, query) => {
    expect(readQuery(text)).toEqual(query);
  });

  it.each([
    ['2027-01-04T00:00:00+01:00', '2027-01-04T00:00:00+01:00'],
    ['2027-01-04T00:00:00.123%2B01:00', '2027-01-04T00:00:00.123+01:00'],
    ['2027-01-04t00:00:00z', '2027-01-04T00:00:00Z'],
    ['2027-01-04t00:00:00+01:00', '2027-01-04T00:00:00+01:00'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
    ['2016-12-31T23:59:60.5%2B01:00', '2016-12-31T23:59:59.999+01:00'],
    ['2027-01-04T00:00z', '2027-01-04T00:00Z'],
    ['t2027-01-04t00:00:00z', 't2027-01-04t00:00:00z'],
    ['2027-01-04T00:00:00+Z', '2027-01-04T00:00:00 Z'],
    ['on+2027-01-04T00:00:00+01:00', 'on 2027-01-04T00:00:00 01:00'],
  ])('accepts a time offset with an unencoded plus sign: %s', (written, read) => {
    expect(readQuery(`at=${written}`)).toEqual({ at: read });
  });

  it('has no name that reaches the prototype', () => {
    expect(Object.hasOwn(readQuery('__proto__=x'), '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(readQuery('__proto__=x'))).toBe(Object.prototype);
  });
});

/**
 * Minimum of three measurements of the longest event loop turn, in milliseconds of CPU time; less than 4 is noise.
 */
const leastTurn = async (work: () => Promise<unknown>): Promise<number> =>
  Math.max(4, Math.min(await longestTurn(work), await longestTurn(work), await longestTurn(work)));

/** Quadratic work took more than a hundred times the turn of a plain request of the same length. */
const MAX_GROWTH = 30;

describe('through the HTTP server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer([
      route({
        method: 'get',
        path: '/x',
        id: 'x',
        tag: 'operations',
        summary: '',
        description: '',
        who: 'public',
        limit: 'none',
        problems: [],
        query: z.object({ q: z.string().optional() }),
        answers: { 200: jsonAnswer('Seen.', z.object({ q: z.string() })) },
        handle: ({ query: { q = '' } }) => answer(200, { q }),
      }),
      route({
        method: 'get',
        path: '/y/{name}/{other}',
        id: 'y',
        tag: 'operations',
        summary: '',
        description: '',
        who: 'public',
        limit: 'none',
        problems: [],
        params: z.object({ name: z.string(), other: z.string() }),
        answers: { 200: jsonAnswer('Seen.', z.object({ q: z.string() })) },
        handle: ({ params: { name, other } }) => answer(200, { q: `${name} ${other}` }),
      }),
    ]);
  });
  afterAll(() => server.close());

  const plain = async (): Promise<void> => {
    await (await fetch(`${server.url}/x?q=${'0'.repeat(14_000)}`)).text();
  };

  it('reads a name that is repeated 7,000 times once', async () => {
    const request = async (): Promise<void> => {
      const response = await fetch(`${server.url}/x?${'0&'.repeat(7_000)}q=a`);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'parameter_unknown' }]);
    };
    await request();
    expect(await leastTurn(request)).toBeLessThan(MAX_GROWTH * (await leastTurn(plain)));
  });

  it('decodes no more malformed fields than it reports', () => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent');
    for (const field of ['%', 'q=%', '%E1=a']) {
      decode.mockClear();
      expect(findMalformedPercent('/x', '/x', `${field}&`.repeat(5_000))).toHaveLength(1);
      expect(decode.mock.calls.length).toBeLessThan(10);
    }
    decode.mockClear();
    const names = Array.from({ length: 5_000 }, (_, index) => `%q${index}`).join('&');
    expect(findMalformedPercent('/x', '/x', names)).toHaveLength(100);
    expect(decode.mock.calls.length).toBeLessThan(300);
    decode.mockRestore();
  });

  it.each([0, 1])('names unknown parameters without splitting characters (offset %i)', async (offset) => {
    const names = Array.from({ length: 90 }, (_, index) => `${'x'.repeat(offset)}${index}${'%F0%9F%98%80'.repeat(9)}`);
    const response = await fetch(`${server.url}/x?${names.join('&')}`);
    const body = await response.text();
    expect([response.status, JSON.parse(body).code]).toEqual([400, 'parameter_unknown']);
    expect(body).not.toMatch(/\\ud[89a-f]|\ufffd/);
  });

  it.each([
    ['q=d%E1tum', ['/q']],
    ['q=100%', ['/q']],
    ['q=%zz&q=a', ['/q']],
    ['q=%C3%BA', null],
    ['q=100%25&', null],
    ['q=a+b', null],
    ['%E1=a&q=%ff&q=%fe', ['/%E1', '/q']],
  ])('reports malformed percent-encoding as an error of its parameter: %s', async (query, pointers) => {
    const response = await fetch(`${server.url}/x?${query}`, { headers: { 'Accept-Language': 'en' } });
    const body = (await response.json()) as {
      code?: string;
      errors?: { in: string; pointer: string; detail: string }[];
    };
    if (pointers === null) return expect(response.status).toBe(200);
    expect([response.status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(body.errors?.[0]).toMatchObject({ in: 'query', detail: expect.stringContaining('percent-encoded') });
  });

  it.each([
    ['/y/d%E1tum/b', '/name'],
    ['/y/a/%', '/other'],
  ])('reports malformed percent-encoding in a path as an error of its parameter: %s', async (path, pointer) => {
    const response = await fetch(server.url + path);
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ in: 'path', pointer }] }]);
    expect(await (await fetch(`${server.url}/y/d%C3%A1tum/100%25`)).json()).toEqual({ q: 'dátum 100%' });
  });

  it('reads a long Accept header in one pass', async () => {
    const request = async (): Promise<void> => {
      const headers = { Accept: `text/html;a="${',;'.repeat(4_000)}",${'a/a;q=0.1,'.repeat(400)}` };
      expect((await fetch(`${server.url}/x?q=a`, { headers })).status).toBe(406);
    };
    await request();
    expect(await leastTurn(request)).toBeLessThan(MAX_GROWTH * (await leastTurn(plain)));
  });
});
