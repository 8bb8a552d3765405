import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccounts } from '../support/accounts.ts';
import { type OpenApi, openApi } from './open-api.ts';

/** As published (service interface, section 5). */
const PLACEHOLDER = '<SANDBOX_API_KEY>';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ proxies: 1 });
});
afterAll(() => api.close());

type Reply = { readonly status: number; readonly body: Record<string, unknown> & { documents: { id: string }[] } };

async function call(method: string, path: string, key: string | null, address: string): Promise<Reply> {
  const headers = {
    'X-Forwarded-For': address,
    'Idempotency-Key': 'the-first-one',
    ...(key !== null && { 'X-API-Key': key }),
    ...(method === 'POST' && { 'Content-Type': 'application/xml' }),
  };
  const body = path === '/api/documents' && method === 'POST' ? `<Invoice>${address}</Invoice>` : null;
  const response = await fetch(api.url + path, { method, headers, body });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

describe('the published placeholder key', () => {
  it('is a separate workspace per client: clients neither see each other nor collide in an idempotency key', async () => {
    const [mine, theirs] = [
      await call('POST', '/api/documents', PLACEHOLDER, '192.0.2.1'),
      await call('POST', '/api/documents', PLACEHOLDER, '192.0.2.2'),
    ];
    expect([mine.status, theirs.status]).toEqual([202, 202]);
    const { body } = await call('GET', '/api/documents', PLACEHOLDER, '192.0.2.2');
    expect(body.documents.map(({ id }) => id)).toEqual([theirs.body.id]);
    expect((await call('GET', `/api/documents/${mine.body.id}`, PLACEHOLDER, '192.0.2.2')).status).toBe(404);
    expect((await call('GET', `/api/documents/${mine.body.id}`, PLACEHOLDER, '192.0.2.1')).status).toBe(200);
  });

  it('is the same workspace for all addresses of an IPv6 network', async () => {
    const made = await call('POST', '/api/documents', PLACEHOLDER, '2001:db8:1:2::1');
    const path = `/api/documents/${made.body.id}`;
    expect((await call('GET', path, PLACEHOLDER, '2001:db8:1:2:ffff::9')).status).toBe(200);
    expect((await call('GET', path, PLACEHOLDER, '2001:db8:1:3::1')).status).toBe(404);
  });
});

describe('POST /api/sandbox-keys', () => {
  it('issues a key at once, whose workspace is the same from every address', async () => {
    const made = await call('POST', '/api/sandbox-keys', null, '192.0.2.3');
    expect(made).toMatchObject({ status: 201, body: { role: 'admin', environment: 'sandbox' } });
    const key = String(made.body.key);
    expect(key).toMatch(/^inv_test_[0-9A-Za-z]{49}$/);
    const { body, status } = await call('POST', '/api/documents', key, '192.0.2.3');
    expect(status).toBe(202);
    expect((await call('GET', `/api/documents/${body.id}`, key, '198.51.100.9')).status).toBe(200);
    const mistyped = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await call('GET', '/api/documents', mistyped, '192.0.2.3')).toMatchObject({
      status: 401,
      body: { code: 'key_unknown' },
    });
  });

  it('issues a limited number per client and day, and says when the limit is reached', async () => {
    const requestKey = () => call('POST', '/api/sandbox-keys', null, '192.0.2.4');
    const statuses = [];
    for (let key = 0; key < 21; key++) statuses.push((await requestKey()).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    expect((await requestKey()).body).toMatchObject({ code: 'sandbox_keys_used_up' });
    const { headers } = await fetch(`${api.url}/api/sandbox-keys`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '192.0.2.4' },
    });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      '"daily";q=20;w=86400',
      `"daily";r=0;t=${seconds}`,
    ]);
  });

  it('issues no keys in production', async () => {
    const accounts = makeTestAccounts(api.db);
    const production = await openApi({}, 'production', { db: api.db, drop: async () => undefined }, { accounts });
    const response = await fetch(`${production.url}/api/sandbox-keys`, { method: 'POST' });
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'sandbox_only' }]);
    await production.close();
  });
});
