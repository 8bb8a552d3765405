import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { ApiKey, AuditEntry, Role } from '../../src/modules/accounts/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { type OpenApi, openApi } from './open-api.ts';

type Made = ApiKey & { readonly key: string; readonly replaces: ApiKey };
type Reply = { readonly status: number; readonly headers: Headers; readonly body: Made & { code: string; errors: [] } };

let api: OpenApi;
let owner: Scope;
let admin: string;

beforeAll(async () => {
  api = await openApi({ proxies: 1 }, 'production');
});
beforeEach(async () => {
  owner = await makeOperator(api.db);
  admin = (await makeKey(makeTestAccounts(api.db), owner, 'admin')).text;
});
afterAll(() => api.close());

async function call(method: string, path: string, body?: object, key = admin): Promise<Reply> {
  const headers = { 'X-API-Key': key, 'X-Forwarded-For': '192.0.2.7', 'Content-Type': 'application/json' };
  const response = await fetch(api.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Reply['body'] };
}

const make = async (role: Role): Promise<Made> => (await call('POST', '/api/keys', { name: 'ERP', role })).body;

const submit = (key: string, idempotencyKey: string = randomUUID()): Promise<Response> =>
  fetch(`${api.url}/api/documents`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/xml', 'Idempotency-Key': idempotencyKey },
    body: '<Invoice/>',
  });

const auditOf = async (query: object = {}): Promise<AuditEntry[]> => {
  const path = `/api/audit?${new URLSearchParams(query as Record<string, string>)}`;
  return ((await call('GET', path)).body as unknown as { entries: AuditEntry[] }).entries;
};

describe('keys', () => {
  it('are created, shown once, valid at once, and listed without the key itself', async () => {
    const made = await call('POST', '/api/keys', { name: 'ERP, účtovníctvo', role: 'developer' });
    expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(made.body).toMatchObject({
      name: 'ERP, účtovníctvo',
      role: 'developer',
      environment: 'production',
      status: 'active',
      prefix: 'inv_live_',
      last_four: made.body.key.slice(-4),
      expires_at: null,
    });
    expect((await submit(made.body.key)).status).toBe(202);
    const listed = await call('GET', '/api/keys');
    expect(JSON.stringify(listed.body)).not.toContain(made.body.key);
    const { key: _, ...shown } = made.body;
    expect(listed.body).toMatchObject({ keys: [shown, { role: 'admin', created_by: 'operator' }], next_cursor: null });
  });

  it('are revoked permanently, with immediate effect', async () => {
    const { id, key } = await make('developer');
    expect((await submit(key)).status).toBe(202);
    expect((await call('DELETE', `/api/keys/${id}`)).body).toMatchObject({ id, status: 'revoked' });
    const refused = await submit(key);
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'key_unknown' }]);
    expect((await call('DELETE', `/api/keys/${id}`)).status).toBe(200);
    expect((await call('POST', `/api/keys/${id}/rotate`)).body).toMatchObject({ code: 'key_ended' });
  });

  it('rotate with an overlap of one day, or of the requested time', async () => {
    const old = await make('developer');
    const { status, body } = await call('POST', `/api/keys/${old.id}/rotate`);
    expect(status).toBe(201);
    expect(body.replaces).toMatchObject({ id: old.id, replaced_by: body.id, status: 'active' });
    const overlap = Date.parse(body.replaces.expires_at!) - Date.parse(body.created_at);
    expect(overlap).toBe(86_400_000);
    for (const key of [old.key, body.key]) expect((await submit(key)).status).toBe(202);
    const last = await call('POST', `/api/keys/${body.id}/rotate?overlap_seconds=0`);
    expect((await submit(body.key)).status).toBe(401);
    expect((await submit(last.body.key)).status).toBe(202);
  });

  it('expire at the requested time', async () => {
    const expires_at = new Date(Date.now() + 8_000).toISOString();
    const { body } = await call('POST', '/api/keys', { name: 'short', role: 'developer', expires_at });
    expect((await submit(body.key)).status).toBe(202);
    await expect.poll(async () => (await submit(body.key)).status, { interval: 500 }).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at));
  });

  it('are not created from invalid input', async () => {
    const past = { name: 'x', role: 'viewer', expires_at: '2020-01-01T00:00:00Z' };
    const refused: [object, string][] = [
      [{}, 'invalid_request'],
      [{ name: '', role: 'viewer' }, 'invalid_request'],
      [{ name: 'x', role: 'owner' }, 'invalid_request'],
      [{ name: 'x\ud800', role: 'viewer' }, 'invalid_request'],
      [past, 'invalid_request'],
      [{ ...past, id: 'key_1' }, 'field_unknown'],
    ];
    for (const [body, code] of refused) {
      const { status, body: content } = await call('POST', '/api/keys', body);
      expect([status, content.code]).toEqual([400, code]);
    }
    expect((await call('POST', '/api/keys/none/rotate?overlap_seconds=9999999')).status).toBe(400);
  });

  it('never leave a workspace without an admin', async () => {
    const { keys } = (await call('GET', '/api/keys')).body as unknown as { keys: ApiKey[] };
    const { status, body } = await call('DELETE', `/api/keys/${keys[0]!.id}`);
    expect([status, body.code]).toEqual([409, 'last_admin_key']);
    const next = await make('admin');
    expect((await call('DELETE', `/api/keys/${keys[0]!.id}`, undefined, next.key)).status).toBe(200);
  });
});

describe('audit trail', () => {
  it('records each change: actor, action, resource, time and address', async () => {
    const { id, key } = await make('developer');
    const { id: document } = (await (await submit(key)).json()) as { id: string };
    await call('POST', `/api/documents/${document}/cancel`);
    await call('DELETE', `/api/keys/${id}`);
    const entries = await auditOf();
    expect(entries.map(({ action, resource, outcome, status }) => [action, resource, outcome, status])).toEqual([
      ['key.revoke', id, 'done', 200],
      ['document.cancel', document, 'done', 200],
      ['document.create', document, 'done', 202],
      ['key.create', id, 'done', 201],
    ]);
    expect(entries[0]).toMatchObject({ role: 'admin', client_address: '192.0.2.7', code: null });
    expect(entries[2]).toMatchObject({ actor: id, role: 'developer' });
    expect(entries[2]!.request_id).toMatch(/^req_/);
  });

  it('records rejected calls, and failed calls with the reason', async () => {
    const { id, key } = await make('viewer');
    await submit(key);
    await call('GET', '/api/keys', undefined, key);
    await call('POST', '/api/documents/doc_none/cancel');
    const odd = `${'x'.repeat(300)}\u0000`;
    await call('DELETE', `/api/keys/${encodeURIComponent(odd)}`);
    const entries = await auditOf();
    expect(entries.slice(0, 4).map(({ actor: _, id: __, at: ___, ...entry }) => entry)).toMatchObject([
      { action: 'key.revoke', resource: 'x'.repeat(255), outcome: 'failed', status: 404, code: 'not_found' },
      { action: 'document.cancel', resource: 'doc_none', outcome: 'failed', status: 404, code: 'document_not_found' },
      { action: 'accounts.list-keys', resource: null, outcome: 'refused', status: 403, code: 'role_too_small' },
      { action: 'document.create', resource: null, outcome: 'refused', status: 403, code: 'role_too_small' },
    ]);
    expect((await auditOf({ outcome: 'refused', actor: id })).length).toBe(2);
    expect((await auditOf({ after: '2090-01-01T00:00:00Z' })).length).toBe(0);
  });

  it('is written before the response: without the entry the call fails', async () => {
    const { key } = await make('developer');
    await sql`alter table audit_entries rename to audit_entries_away`.execute(system(api.db));
    const refused = await submit(key);
    await sql`alter table audit_entries_away rename to audit_entries`.execute(system(api.db));
    expect(refused.status).toBe(500);
    expect((await submit(key)).status).toBe(202);
    expect((await auditOf({ action: 'document.create' })).length).toBe(1);
  });

  it('is paged, and rejects cursors of other lists', async () => {
    await make('viewer');
    await make('viewer');
    const first = (await call('GET', '/api/audit?limit=1')).body as unknown as { next_cursor: string };
    expect(await auditOf({ limit: '1', cursor: first.next_cursor })).toMatchObject([{ action: 'key.create' }]);
    expect((await call('GET', '/api/audit?cursor=x')).body).toMatchObject({ code: 'cursor_malformed' });
  });
});

describe('usage', () => {
  it('counts successful calls per month, and a repeated response once', async () => {
    const { key } = await make('developer');
    const same = randomUUID();
    for (let time = 0; time < 3; time++) expect((await submit(key, same)).status).toBe(202);
    await submit(key);
    await submit(key, 'x'.repeat(300));
    const { body } = await call('GET', '/api/usage', undefined, key);
    expect(body).toMatchObject({ month: new Date().toISOString().slice(0, 7), currency: 'EUR', amount_due: '0.00' });
    const { products } = body as unknown as { products: { product: string; calls: number }[] };
    expect(products.filter(({ calls }) => calls > 0)).toMatchObject([{ product: 'documents', calls: 2 }]);
    const past = (await call('GET', '/api/usage?month=2020-02')).body as unknown as { products: { calls: number }[] };
    expect(past.products.every(({ calls }) => calls === 0)).toBe(true);
    for (const month of ['2026-13', '26-01', '2026-1', 'now']) {
      const refused = await call('GET', `/api/usage?month=${month}`);
      expect([refused.status, JSON.stringify(refused.body.errors)]).toEqual([400, expect.stringContaining('RRRR-MM')]);
    }
  });
});
