import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { writeMls } from '../../tools/sapi-simulator/answers.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeVerdict, newDocument, prepareDocument, receiveOne } from '../support/records.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
let owner: Scope;
let key: string;
let partner: string;
beforeAll(async () => {
  api = await openApi({}, 'production');
  owner = await makeOperator(api.db);
  key = (await makeKey(makeTestAccounts(api.db), owner, 'admin')).text;
  const base_url = 'http://127.0.0.1:9/sapi';
  const input = { kind: 'sapi-sk', name: 'Poštár', base_url, client_id: 'erp', client_secret: 'x' };
  partner = (await call('POST', '/api/partners', JSON.stringify(input))).body.id as string;
});
afterAll(() => api.close());

async function call(method: string, path: string, body: string | null = null, type = 'application/json') {
  const headers = { 'X-API-Key': key, ...(body !== null && { 'Content-Type': type }) };
  const response = await fetch(api.url + path, { method, headers, body });
  // The values are asserted one by one.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function prepared() {
  const { id } = await receiveOne(api.app.documents, owner);
  await api.app.documents.begin(owner, id);
  await api.app.documents.complete(owner, id, makeVerdict(true));
  return { id, preparation: await prepareDocument(api.app.documents, owner, id, partner) };
}

const send = (id: string, preparation: string, to = partner) =>
  call('POST', `/api/documents/${id}/sends`, JSON.stringify({ preparation, partner: to }));

describe('POST /api/documents/{id}/sends (contract, section 6)', () => {
  it('sends nothing until the workspace has enabled sending for the partner, and then once', async () => {
    const { id, preparation } = await prepared();
    expect(await send(id, preparation.id)).toMatchObject({ status: 409, body: { code: 'sending_not_enabled' } });
    await call('PATCH', `/api/partners/${partner}`, JSON.stringify({ sending_enabled: true }));
    const started = await send(id, preparation.id);
    expect(started).toMatchObject({
      status: 202,
      body: { status: 'sending', send: { preparation: preparation.id, partner, attempts: 0, accepted_at: null } },
    });
    expect(started.body.send).not.toHaveProperty('run');
    expect(await send(id, preparation.id)).toMatchObject({ status: 409, body: { code: 'send_already_started' } });
  });

  it('rejects an outdated preparation, an unknown partner, and an unprepared document', async () => {
    const { id } = await prepared();
    expect(await send(id, 'prp_other')).toMatchObject({ status: 409, body: { code: 'preparation_not_current' } });
    expect(await send(id, 'prp_other', 'prt_none')).toMatchObject({ status: 404, body: { code: 'partner_not_found' } });
    const { id: raw } = await receiveOne(api.app.documents, owner);
    expect(await send(raw, 'prp_other')).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
  });
});

describe('POST /api/documents/{id}/send-settlement', () => {
  const ERROR = { code: 'partner_conflict', detail: { sk: 'Má ho.', en: 'It has it.' }, said: 'SAPI-DOC-011' };

  async function unknown(to: string) {
    const { id } = await receiveOne(api.app.documents, owner);
    await api.app.documents.begin(owner, id);
    await api.app.documents.complete(owner, id, makeVerdict(true));
    const preparation = await prepareDocument(api.app.documents, owner, id, to);
    const { send } = await api.app.documents.send(owner, id, { preparation: preparation.id, partner: to });
    await api.app.documents.completeSend(owner, id, send!, { outcome: 'unknown', error: ERROR, again: null });
    return { id, sendId: send!.id };
  }
  const settle = (id: string, body: object) =>
    call('POST', `/api/documents/${id}/send-settlement`, JSON.stringify(body));

  it('resolves a send with an unknown outcome, either way, once', async () => {
    const arrived = await unknown(partner);
    expect(await settle(arrived.id, { send: 'snd_other', arrived: true })).toMatchObject({
      status: 409,
      body: { code: 'send_not_current' },
    });
    const outcome = { send: arrived.sendId, arrived: true, reference: 'their-9' };
    expect(await settle(arrived.id, outcome)).toMatchObject({
      status: 200,
      body: { status: 'sent', send: { reference: 'their-9', error: null } },
    });
    expect(await settle(arrived.id, outcome)).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    const lost = await unknown(partner);
    expect(await settle(lost.id, { send: lost.sendId, arrived: false })).toMatchObject({
      status: 200,
      body: { status: 'send_prepared' },
    });
    expect(await call('POST', `/api/documents/${lost.id}/cancel`)).toMatchObject({ body: { status: 'canceled' } });
  });

  it('a partner cannot be removed while it has a send with an unknown outcome', async () => {
    const input = { kind: 'sapi-sk', name: 'Druhý', client_id: 'erp', client_secret: 'x' };
    const base_url = 'http://127.0.0.1:9/sapi';
    const { body } = await call('POST', '/api/partners', JSON.stringify({ ...input, base_url }));
    const other = body.id as string;
    const { id, sendId } = await unknown(other);
    const refused = await call('DELETE', `/api/partners/${other}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'partner_in_use' } });
    expect((refused.body.detail as { en: string }).en ?? refused.body.detail).toContain(id);
    await settle(id, { send: sendId, arrived: true });
    const headers = { 'X-API-Key': key };
    expect((await fetch(`${api.url}/api/partners/${other}`, { method: 'DELETE', headers })).status).toBe(204);
  });
});

describe('POST /api/status-messages', () => {
  it('finds the document, returns the content of the message, and stores it once', async () => {
    const { id, preparation } = await prepared();
    const { send } = await api.app.documents.send(owner, id, { preparation: preparation.id, partner });
    await api.app.documents.completeSend(owner, id, send!, { outcome: 'accepted', reference: 'x' });
    const xml = writeMls('m-1', new Date(), 'RE', preparation.instance_identifier!);
    const result = await call('POST', '/api/status-messages', xml, 'application/xml');
    expect(result).toMatchObject({
      status: 200,
      body: { kind: 'mls', code: 'RE', document_id: id, replayed: false, findings: [], lines: [{ reason: 'FD' }] },
    });
    const again = await call('POST', '/api/status-messages', xml, 'application/xml');
    expect(again.body).toEqual({ ...result.body, replayed: true });
    expect(await call('GET', `/api/documents/${id}`)).toMatchObject({ body: { status: 'delivery_failed' } });
  });

  it('reports the rules that a message violates, and stores it anyway', async () => {
    const xml = writeMls('m-2', new Date(), 'RE', 'nobody').replace('>FD<', '>ZZ<');
    const result = await call('POST', '/api/status-messages', xml, 'application/xml');
    expect(result).toMatchObject({ status: 200, body: { findings: [{ id: 'MLS-RE-LINES' }, { id: 'MLS-REASON' }] } });
    expect(result.body).toMatchObject({ findings: [{ message: { sk: expect.stringContaining('Odmietnutie') } }, {}] });
  });

  it('rejects an invalid message with its reason', async () => {
    const result = await call('POST', '/api/status-messages', '<Invoice/>', 'application/xml');
    expect(result).toMatchObject({ status: 422, body: { code: 'status_message_unreadable' } });
  });
});

describe('GET /api/inbox', () => {
  it('lists only what partners received, which cannot be sent', async () => {
    const inbound = { partner, reference: 'their-1', sender: '0245:2020317068', receiver: null };
    const { document } = await api.app.documents.receive(owner, newDocument({ inbound, idempotencyKey: randomUUID() }));
    const { body } = await call('GET', '/api/inbox');
    expect(body).toMatchObject({ documents: [{ id: document.id, direction: 'inbound', inbound }], next_cursor: null });
    const path = `/api/documents/${document.id}/send-preparations`;
    expect(await call('POST', path, JSON.stringify({ partner }))).toMatchObject({
      status: 409,
      body: { code: 'document_received' },
    });
  });
});
