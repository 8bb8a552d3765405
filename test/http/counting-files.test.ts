import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ publicDailyLimit: 100, proxies: 1 });
});
afterAll(() => api.close());

/** Sends a number of files as NDJSON from one client without a key. */
const send = (client: string, files: number, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${api.url}/api/batches`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson', 'X-Forwarded-For': client, ...headers },
    body: Array.from({ length: files }, (_, index) =>
      JSON.stringify({ filename: `${index}.xml`, content: '<a/>' }),
    ).join('\n'),
  });

const left = (response: Response): number => Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);

it('counts each file of a batch, and rejects a batch above the remaining limit as a whole without storing it', async () => {
  const first = await send('192.0.2.1', 60);
  expect([first.status, left(first)]).toEqual([202, 40]);
  const refused = await send('192.0.2.1', 90);
  expect([refused.status, left(refused)]).toEqual([429, 40]);
  expect(await refused.json()).toMatchObject({ code: 'public_soft_limit_reached', used: 60, limit: 100 });
  const batches = await system(api.db).selectFrom('batches').select('total').execute();
  expect(batches).toEqual([{ total: 60 }]);
  const last = await send('192.0.2.1', 40);
  expect([last.status, left(last)]).toEqual([202, 0]);
});

it('does not count a repeated request', async () => {
  const key = { 'Idempotency-Key': 'the-same' };
  expect(left(await send('192.0.2.2', 30, key))).toBe(70);
  const repeat = await send('192.0.2.2', 30, key);
  expect([repeat.headers.get('idempotency-replayed'), left(repeat)]).toEqual(['true', 70]);
});

it('rejects a malformed first request of a client without counting it', async () => {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.3' };
  const refused = await fetch(`${api.url}/api/validate`, { method: 'POST', headers, body: '{"files":[]}' });
  expect([refused.status, left(refused)]).toEqual([400, 100]);
});
