import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AppParts, Caller } from '../../src/http/app-parts.ts';
import { jsonBody } from '../../src/http/body/body-kind.ts';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { type CallLimit, route } from '../../src/http/routing/route.ts';
import { fakeParts } from './fake-parts.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const at = (path: string, limit: CallLimit) =>
  route({
    method: 'get',
    path,
    id: path.slice(1),
    tag: 'operations',
    summary: '',
    description: '',
    who: 'public',
    limit,
    problems: [],
    answers: { 200: jsonAnswer('Fine.', z.object({})) },
    handle: () => answer(200, {}),
  });

/** Counts the number of files in the request. */
const files = route({
  method: 'get',
  path: '/files',
  id: 'files',
  tag: 'operations',
  summary: '',
  description: '',
  who: 'public',
  limit: 'public-daily',
  query: z.object({ count: z.coerce.number().int() }),
  problems: [],
  answers: { 200: jsonAnswer('Fine.', z.object({})) },
  handle: async ({ query }, { countMore }) => {
    await countMore(query.count - 1);
    return answer(200, {});
  },
});

const upload = route({
  method: 'post',
  path: '/upload',
  id: 'upload',
  tag: 'operations',
  summary: '',
  description: '',
  who: 'public',
  limit: 'public-daily',
  body: {
    kinds: [jsonBody(z.object({}))],
    limits: () => ({ bytes: 1_000, fileBytes: 1_000, files: 1 }),
    description: '',
  },
  problems: [],
  answers: { 200: jsonAnswer('Fine.', z.object({})) },
  handle: () => answer(200, {}),
});

let server: TestServer;
afterEach(() => server.close());

async function open(limits: Partial<AppParts['config']>): Promise<void> {
  const { config, accounts } = fakeParts();
  const counted = new Map<string, number>();
  const count = (name: string, limit: number, more = 1): number | null => {
    const calls = (counted.get(name) ?? 0) + more;
    if (calls > limit) return null;
    counted.set(name, calls);
    return calls;
  };
  const takePublicCall = async (client: string, _: number, limit: number, calls?: number) =>
    count(client, limit, calls);
  const giveBackPublicCalls = async (client: string, _: number, calls: number) => {
    const left = counted.get(client)! - calls;
    counted.set(client, left);
    return left;
  };
  const takeKeyCall = async ({ actor }: Caller) => {
    const limit = limits.keyRateLimit ?? 0;
    if (limit === 0) return null;
    const calls = count(actor, limit);
    return { granted: calls !== null, left: limit - (calls ?? limit) };
  };
  server = await openTestServer(
    [at('/daily', 'public-daily'), at('/keyed', 'per-key'), at('/free', 'none'), files, upload],
    {
      config: { ...config, ...limits },
      accounts: { ...accounts, takePublicCall, giveBackPublicCalls, takeKeyCall },
    },
  );
}

const get = (path: string, key?: string): Promise<Response> =>
  fetch(server.url + path, { headers: { 'Accept-Language': 'en', ...(key && { 'X-API-Key': key }) } });

describe('calls without a key', () => {
  it('are limited per day, and rejected with used, limit and resets_at', async () => {
    await open({ publicDailyLimit: 2 });
    const first = await get('/daily');
    expect(first.headers.get('ratelimit-policy')).toBe('"public-daily";q=2;w=86400');
    expect(first.headers.get('ratelimit')).toBe('"public-daily";r=1;t=43200');
    expect((await get('/daily')).headers.get('ratelimit')).toBe('"public-daily";r=0;t=43200');
    const refused = await get('/daily');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '43200']);
    expect(refused.headers.get('ratelimit')).toBe('"public-daily";r=0;t=43200');
    expect(await refused.json()).toMatchObject({
      code: 'public_soft_limit_reached',
      used: 2,
      limit: 2,
      resets_at: '2026-11-22T00:00:00.000Z',
    });
  });

  it('count one per file, for all files of a request or none', async () => {
    await open({ publicDailyLimit: 5 });
    const send = (files: number) => get(`/files?count=${files}`);
    const first = await send(3);
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"public-daily";r=2;t=43200']);
    const refused = await send(3);
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([429, '"public-daily";r=2;t=43200']);
    expect(await refused.json()).toMatchObject({ code: 'public_soft_limit_reached', used: 3, limit: 5, requested: 3 });
    expect((await send(2)).status).toBe(200);
    expect((await send(1)).status).toBe(429);
  });

  it('do not count when rejected as malformed: 400, 406 and 415', async () => {
    await open({ publicDailyLimit: 1 });
    for (const [path, options, status] of [
      ['/files?count=many', {}, 400],
      ['/daily', { headers: { Accept: 'image/png' } }, 406],
      ['/upload', { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: '' }, 415],
      ['/upload', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }, 400],
    ] as const) {
      const refused = await fetch(server.url + path, options);
      expect([path, refused.status, refused.headers.get('ratelimit')]).toEqual([
        path,
        status,
        '"public-daily";r=1;t=43200',
      ]);
    }
    expect((await get('/daily')).status).toBe(200);
    expect((await get('/daily')).status).toBe(429);
  });

  it('count for the client address behind the configured proxies, regardless of forged headers', async () => {
    await open({ publicDailyLimit: 1, proxies: 1 });
    const from = (forwardedFor: string): Promise<Response> =>
      fetch(`${server.url}/daily`, { headers: { 'X-Forwarded-For': forwardedFor } });
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('198.51.100.9, 192.0.2.1')).status).toBe(429);
    expect((await from('192.0.2.1, 192.0.2.2:4711')).status).toBe(200);
    expect((await from('192.0.2.2')).status).toBe(429);
    await server.close();
    await open({ publicDailyLimit: 1 });
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('192.0.2.2')).status).toBe(429);
  });

  it('are not counted on routes without a limit, with a key, or when the limit is off', async () => {
    await open({ publicDailyLimit: 1 });
    for (const path of ['/daily', '/keyed', '/keyed', '/free', '/free']) expect((await get(path)).status).toBe(200);
    expect((await get('/daily', 'developer')).status).toBe(200);
    expect((await get('/daily')).status).toBe(429);
    await server.close();
    await open({ publicDailyLimit: 0 });
    for (let count = 0; count < 5; count += 1) {
      const response = await get('/daily');
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    }
  });
});

describe('calls with a key', () => {
  it('are limited per key and second', async () => {
    await open({ keyRateLimit: 2 });
    const first = await get('/keyed', 'viewer');
    expect(first.headers.get('ratelimit-policy')).toBe('"per-key";q=2;w=1');
    expect(first.headers.get('ratelimit')).toBe('"per-key";r=1;t=1');
    await get('/daily', 'viewer');
    const refused = await get('/keyed', 'viewer');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ code: 'rate_limit_reached' });
    expect((await get('/keyed', 'admin')).status).toBe(200);
    expect((await get('/free', 'viewer')).status).toBe(200);
  });
});
