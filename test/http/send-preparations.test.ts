import { randomUUID } from 'node:crypto';
import type { Coverage } from '@e-invoice/validator/issues';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeVerdict, receiveOne } from '../support/records.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
let owner: Scope;
let key: string;
let partner: string;
beforeAll(async () => {
  api = await openApi({}, 'production');
  owner = await makeOperator(api.db);
  key = (await makeKey(makeTestAccounts(api.db), owner, 'admin')).text;
  const made = await call('/api/partners', {
    kind: 'sapi-sk',
    name: 'Poštár',
    base_url: 'http://127.0.0.1:9/sapi/v1/',
    client_id: 'erp',
    client_secret: 'tajomstvo',
  });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toContain('tajomstvo');
  expect(made.body).toMatchObject({ base_url: 'http://127.0.0.1:9/sapi/v1', sending_enabled: false });
  partner = made.body.id as string;
});
afterAll(() => api.close());

async function call(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const read = async (path: string) => {
  const response = await fetch(api.url + path, { headers: { 'X-API-Key': key } });
  return (await response.json()) as Record<string, unknown>;
};

async function validated(coverage: Coverage = 'full'): Promise<string> {
  const { id } = await receiveOne(api.app.documents, owner);
  await api.app.documents.begin(owner, id);
  await api.app.documents.complete(owner, id, makeVerdict(true, coverage));
  return id;
}

describe('POST /api/documents/{id}/send-preparations', () => {
  it('starts a preparation, and rejects a second one while it runs', async () => {
    const id = await validated();
    const started = await call(`/api/documents/${id}/send-preparations`, { partner, receiver: '0245:2020273893' });
    expect(started).toMatchObject({
      status: 202,
      body: { status: 'preparing_send', preparation: { partner, receiver: '0245:2020273893', sha256: null } },
    });
    const again = await call(`/api/documents/${id}/send-preparations`, { partner });
    expect(again).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
  });

  it('rejects a document that was not validated by all its rules, whatever the partner', async () => {
    const id = await validated('asked');
    const path = `/api/documents/${id}/send-preparations`;
    for (const request of [{ partner }, { partner: 'prt_none' }]) {
      expect(await call(path, request)).toMatchObject({ status: 409, body: { code: 'document_partly_judged' } });
    }
    expect(await read(`/api/documents/${id}`)).toMatchObject({
      ...{ status: 'validated', preparation: null },
      ruleset: { id: 'en16931', version: '1.3.16', coverage: 'asked' },
    });
  });

  it('names the error of the partner or the receiver', async () => {
    const id = await validated();
    const path = `/api/documents/${id}/send-preparations`;
    expect(await call(path, { partner: 'prt_none' })).toMatchObject({
      status: 404,
      body: { code: 'partner_not_found' },
    });
    expect(await call(path, { partner, receiver: '2020273893' })).toMatchObject({
      status: 400,
      body: { code: 'participant_malformed', errors: [{ pointer: '/receiver' }] },
    });
    expect(await api.app.documents.get(owner, id)).toMatchObject({ status: 'validated', preparation: null });
  });
});

describe('POST /api/partners', () => {
  it('reports a required secret of the access type as missing', async () => {
    const auth = { type: 'api_key', header: 'X-Key' };
    const fields = { kind: 'http', name: 'H', base_url: 'http://127.0.0.1:9/', auth, submit: { path: '/submit' } };
    const { status, body } = await call('/api/partners', fields);
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/secret', code: 'missing' }]]);
    expect((await call('/api/partners', { ...fields, secret: 's' })).status).toBe(201);
  });
});

describe('POST /api/documents with the step send_preparation', () => {
  const submit = (fields: object) =>
    call('/api/documents', { content: '<Invoice/>', ...fields }, { 'Idempotency-Key': randomUUID() });

  it('stores the partner', async () => {
    const { status, body } = await submit({ steps: ['validate', 'send_preparation'], partner });
    expect(status).toBe(202);
    expect(await api.app.documents.get(owner, body.id as string)).toMatchObject({
      steps: ['validate', 'send_preparation'],
      preparation: { partner, receiver: null },
    });
  });

  it.each([
    [{ steps: ['send_preparation'] }, 'invalid_request', '/partner'],
    [{ steps: ['validate'], partner: 'prt_1' }, 'invalid_request', '/steps'],
    [{ steps: ['validate'], receiver: '0245:1' }, 'invalid_request', '/steps'],
    [{ steps: ['send_preparation'], partner: 'prt_1', receiver: 'x' }, 'participant_malformed', '/receiver'],
  ])('rejects %j', async (fields, code, pointer) => {
    expect(await submit(fields)).toMatchObject({ status: 400, body: { code, errors: [{ pointer }] } });
  });

  it('rejects an unknown partner', async () => {
    expect(await submit({ steps: ['send_preparation'], partner: 'prt_none' })).toMatchObject({
      status: 404,
      body: { code: 'partner_not_found' },
    });
  });
});
