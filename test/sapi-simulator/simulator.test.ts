import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAULT_NAMES } from '../../tools/sapi-simulator/index.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { BUYER, openSimulator, SELLER, type TestSimulator } from '../support/sapi-simulator.ts';

// SAPI-SK 1.0, over a real socket.

let simulator: TestSimulator;
let token: string;
beforeAll(async () => {
  simulator = await openSimulator();
});
afterAll(() => simulator.close());
beforeEach(async () => {
  simulator.clearFaults();
  token = (await tokenOf('erp')).access_token;
});

// Response body; each test asserts its structure.
// biome-ignore lint/suspicious/noExplicitAny: an answer of any call
type Body = any;
type Answer = { readonly status: number; readonly headers: Headers; readonly body: Body };

async function call(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const response = await fetch(simulator.baseUrl + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const tokenOf = async (id: string) =>
  (await call('POST', '/auth/token', {}, { client_id: id, client_secret: 'secret', grant_type: 'client_credentials' }))
    .body;

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const payload = (number: string) => makeInvoice(text('cbc:CustomizationID', BILLING), text('cbc:ID', number));

const sendOf = (number: string, changes: object = {}) => ({
  metadata: {
    documentId: number,
    documentTypeId: `urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##${BILLING}::2.1`,
    processId: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    senderParticipantId: SELLER,
    receiverParticipantId: BUYER,
    creationDateTime: '2026-11-22T10:00:00Z',
    ...changes,
  },
  payload: payload(number),
  payloadFormat: 'XML',
  payloadEncoding: 'UTF-8',
  checksum: createHash('sha256').update(payload(number)).digest('hex'),
});

const send = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  call(
    'POST',
    '/document/send',
    { Authorization: `Bearer ${token}`, 'Idempotency-Key': key, 'X-Peppol-Participant-Id': SELLER, ...headers },
    body,
  );

const inbox = async (id: string, participant: string, path = '') =>
  call('GET', `/document/receive${path}`, {
    Authorization: `Bearer ${(await tokenOf(id)).access_token}`,
    'X-Peppol-Participant-Id': participant,
  });

describe('tokens', () => {
  it('client credentials return a token pair; the access token lives 15 minutes', async () => {
    const issued = await tokenOf('erp');
    expect(issued).toMatchObject({ token_type: 'Bearer', expires_in: 900, refresh_token: expect.any(String) });
    const bearer = { Authorization: `Bearer ${issued.access_token}` };
    expect((await call('GET', '/auth/token/status', bearer)).body).toMatchObject({ valid: true, client_id: 'erp' });
    simulator.pass(15 * 60 * 1000);
    expect((await call('GET', '/auth/token/status', bearer)).status).toBe(401);
  });

  it('a refresh token can be used once', async () => {
    const { refresh_token } = await tokenOf('erp');
    expect((await call('POST', '/auth/renew', {}, { refresh_token })).status).toBe(200);
    expect(await call('POST', '/auth/renew', {}, { refresh_token })).toMatchObject({
      status: 401,
      body: {
        error: { category: 'AUTH', code: 'SAPI-AUTH-001', retryable: false, correlation_id: expect.any(String) },
      },
    });
  });

  it('revoking ends the access tokens too', async () => {
    const { access_token, refresh_token } = await tokenOf('erp');
    await call('POST', '/auth/revoke', {}, { refresh_token });
    const { status } = await call('GET', '/auth/token/status', { Authorization: `Bearer ${access_token}` });
    expect(status).toBe(401);
  });

  it.each([
    [{ client_id: 'erp', client_secret: 'wrong', grant_type: 'client_credentials' }, 401],
    [{ client_id: 'erp', client_secret: 'secret', grant_type: 'password' }, 400],
    [{ client_id: 'erp' }, 400],
    [[], 400],
  ])('rejects %j', async (body, status) => {
    expect((await call('POST', '/auth/token', {}, body)).status).toBe(status);
  });
});

describe('sending', () => {
  it('accepts a document once, however often its key is repeated', async () => {
    const first = await send('key-1', sendOf('FV-1'));
    expect(first).toMatchObject({ status: 202, body: { status: 'ACCEPTED', providerDocumentId: expect.any(String) } });
    const again = await send('key-1', sendOf('FV-1'));
    expect(again.body.providerDocumentId).toBe(first.body.providerDocumentId);
    expect(simulator.accepted().filter(({ metadata }) => metadata.documentId === 'FV-1')).toHaveLength(1);
  });

  it('the same key with other bytes, and the same document with another key, are conflicts', async () => {
    await send('key-2', sendOf('FV-2'));
    expect(await send('key-2', sendOf('FV-3'))).toMatchObject({
      status: 409,
      body: { error: { category: 'PROCESSING', code: 'IDEMPOTENCY_KEY_MISMATCH', retryable: false } },
    });
    expect(await send('key-3', sendOf('FV-2'))).toMatchObject({
      status: 409,
      body: { error: { code: 'SAPI-DOC-011' } },
    });
  });

  it.each([
    ['a sender that is not in the document', { senderParticipantId: '0245:2020273893' }, 'SAPI-VAL-004', 400],
    ['another type', { documentTypeId: 'a::b##c::2.1' }, 'SAPI-VAL-003', 422],
    ['a time without a zone', { creationDateTime: '2026-11-22T10:00:00' }, 'SAPI-VAL-003', 400],
    ['no receiver', { receiverParticipantId: undefined }, 'SAPI-VAL-003', 400],
  ])('rejects %s', async (_, changes, code, status) => {
    expect(await send('key-4', sendOf('FV-4', changes))).toMatchObject({ status, body: { error: { code } } });
  });

  it('SAPI-DOC-025: the seller of the document is not the sender', async () => {
    const body = sendOf('FV-5');
    const other = body.payload.replace('2020317068</cbc:EndpointID>', '2020273893</cbc:EndpointID>');
    const checksum = createHash('sha256').update(other).digest('hex');
    expect(await send('key-5', { ...body, payload: other, checksum })).toMatchObject({
      status: 422,
      body: { error: { code: 'SAPI-DOC-025', details: [{ field: 'metadata.senderParticipantId' }] } },
    });
  });

  it('rejects a participant of another client (SAPI-PERM-001)', async () => {
    expect(await send('key-6', sendOf('FV-6'), { 'X-Peppol-Participant-Id': BUYER })).toMatchObject({
      status: 403,
      body: { error: { category: 'AUTH', code: 'SAPI-PERM-001' } },
    });
  });

  it('rejects a wrong checksum, and a payload that is not XML', async () => {
    expect((await send('key-7', { ...sendOf('FV-7'), checksum: '0'.repeat(64) })).status).toBe(422);
    expect((await send('key-8', { ...sendOf('FV-8'), payload: '<a>', checksum: undefined })).status).toBe(422);
  });
});

describe('receiving', () => {
  it('lists oldest first in pages, reads, and acknowledges repeatedly', async () => {
    for (const number of ['IN-1', 'IN-2', 'IN-3']) await send(`key-${number}`, sendOf(number));
    simulator.pass(1_000);
    const numbers: string[] = [];
    let next: string | null = null;
    do {
      const { body }: Answer = await inbox(
        'buyer',
        BUYER,
        `?limit=2&status=RECEIVED${next ? `&pageToken=${next}` : ''}`,
      );
      expect(body.documents.length).toBeLessThanOrEqual(2);
      for (const { documentId } of body.documents) {
        const { body: detail } = await inbox('buyer', BUYER, `/${documentId}`);
        numbers.push(detail.metadata.documentId);
        expect(detail.payload).toBe(payload(detail.metadata.documentId));
      }
      next = body.nextPageToken;
    } while (next !== null);
    expect(numbers.filter((number) => number.startsWith('IN-'))).toEqual(['IN-1', 'IN-2', 'IN-3']);

    const { body } = await inbox('buyer', BUYER, '?status=RECEIVED');
    const { access_token } = await tokenOf('buyer');
    const acknowledge = () =>
      call('POST', `/document/receive/${body.documents[0].documentId}/acknowledge`, {
        Authorization: `Bearer ${access_token}`,
        'X-Peppol-Participant-Id': BUYER,
      });
    const first = await acknowledge();
    expect(first.body).toMatchObject({ status: 'ACKNOWLEDGED', acknowledgedDateTime: expect.any(String) });
    expect((await acknowledge()).body).toEqual(first.body);
    const left = (await inbox('buyer', BUYER, '?status=RECEIVED')).body.documents;
    expect(left).toHaveLength(body.documents.length - 1);
  });

  it('the receiver responds: message level status immediately, invoice response later', async () => {
    await send('key-9', sendOf('FV-9'));
    simulator.pass(1_000);
    const answersOf = async () => {
      const { body } = await inbox('erp', SELLER, '?limit=100');
      const payloads = [];
      for (const { documentId } of body.documents) {
        const { payload: xml } = (await inbox('erp', SELLER, `/${documentId}`)).body;
        if (xml.includes('FV-9'))
          payloads.push([
            /ResponseCode>(\w+)</.exec(xml)![1],
            /##(.+)::2.1$/.exec(body.documents.find((one: Body) => one.documentId === documentId).documentTypeId)![1],
          ]);
      }
      return payloads;
    };
    expect(await answersOf()).toEqual([['AP', 'urn:peppol:edec:mls:1.0']]);
    simulator.pass(60_000);
    expect((await answersOf()).slice(1)).toEqual([['AB', 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3']]);
  });

  it('a document for an unknown participant is not delivered: the sender gets RE with FD', async () => {
    await send('key-10', sendOf('FV-10', { receiverParticipantId: '0245:2120000003' }));
    simulator.pass(1_000);
    const { body } = await inbox('erp', SELLER, '?limit=100');
    const last = (await inbox('erp', SELLER, `/${body.documents.at(-1).documentId}`)).body.payload;
    expect(last).toContain('<cbc:ResponseCode>RE<');
    expect(last).toContain('<cbc:StatusReasonCode>FD<');
    expect(last).toContain('<cbc:ID>FV-10</cbc:ID>');
  });
});

describe('fault injection', () => {
  const ANSWERED = FAULT_NAMES.filter((name) => !/timeout|lost/.test(name));
  it.each(ANSWERED)('%s: the next send gets this response, the one after is accepted', async (fault) => {
    simulator.order({ call: 'send', fault });
    const met = await send(`key-${fault}`, sendOf(`F-${fault}`));
    expect(met.status).toBeGreaterThanOrEqual(400);
    expect(met.body).toMatchObject(
      fault === 'bad-gateway' ? { error: 'Bad Gateway' } : { error: { retryable: expect.any(Boolean) } },
    );
    expect((await send(`key-${fault}`, sendOf(`F-${fault}`))).status).toBe(202);
  });

  it('429 has a Retry-After', async () => {
    simulator.order({ call: 'send', fault: 'rate-limited' });
    expect((await send('key-11', sendOf('FV-11'))).headers.get('retry-after')).toBe('1');
  });

  it.each([
    ['lost', false],
    ['lost-after-accept', true],
  ])('%s: the connection is closed; accepted: %s', async (fault, isAccepted) => {
    simulator.order({ call: 'send', fault });
    await expect(send(`key-${fault}`, sendOf(`F-${fault}`))).rejects.toThrow();
    const findAccepted = () => simulator.accepted().filter(({ metadata }) => metadata.documentId === `F-${fault}`);
    expect(findAccepted()).toHaveLength(isAccepted ? 1 : 0);
    await send(`key-${fault}`, sendOf(`F-${fault}`));
    expect(findAccepted()).toHaveLength(1);
  });

  it('timeout-after-accept: accepted, but never answered', async () => {
    simulator.order({ call: 'send', fault: 'timeout-after-accept' });
    const left = new AbortController();
    const pending = fetch(`${simulator.baseUrl}/document/send`, {
      method: 'POST',
      signal: left.signal,
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'key-12', 'X-Peppol-Participant-Id': SELLER },
      body: JSON.stringify(sendOf('FV-12')),
    });
    await expect.poll(() => simulator.accepted().some(({ metadata }) => metadata.documentId === 'FV-12')).toBe(true);
    left.abort();
    await expect(pending).rejects.toThrow();
    expect((await send('key-12', sendOf('FV-12'))).status).toBe(202);
  });

  it('can be controlled over HTTP, and rejects unknown faults', async () => {
    const order = (body: unknown, method = 'POST') =>
      fetch(`${simulator.url}/simulator/faults`, { method, body: JSON.stringify(body) });
    expect((await order({ call: 'send', fault: 'locked', times: null })).status).toBe(201);
    expect((await send('key-13', sendOf('FV-13'))).status).toBe(423);
    expect((await order({}, 'DELETE')).status).toBe(200);
    expect((await send('key-13', sendOf('FV-13'))).status).toBe(202);
    for (const body of [
      { call: 'send', fault: 'constructor' },
      { call: 'x', fault: 'lost' },
      { call: 'send', fault: 'lost', times: 0 },
      { call: 'send', fault: 'lost', share: 2 },
    ])
      expect((await order(body)).status).toBe(400);
  });
});

it('an unknown path, and a body that is not JSON, get errors in different formats', async () => {
  expect((await call('GET', '/document/nothing', {})).body).toMatchObject({ error: { category: 'VALIDATION' } });
  const response = await fetch(`${simulator.baseUrl}/auth/token`, { method: 'POST', body: '{' });
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'Bad Request' }]);
  expect((await fetch(`${simulator.url}/health`)).status).toBe(200);
});

it('the delivery status extension is available to the sender only', async () => {
  const { body } = await send('key-14', sendOf('FV-14'));
  const status = async (id: string) =>
    (
      await fetch(`${simulator.url}/documents/${body.providerDocumentId}/status`, {
        headers: { Authorization: `Bearer ${(await tokenOf(id)).access_token}` },
      })
    ).json();
  expect(await status('erp')).toMatchObject({ status: 'ACCEPTED' });
  simulator.pass(1_000);
  expect(await status('erp')).toMatchObject({ status: 'DELIVERED' });
  expect(await status('buyer')).toMatchObject({ error: { category: 'VALIDATION' } });
});
