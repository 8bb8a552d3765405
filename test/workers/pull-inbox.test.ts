import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type Partner, USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { partnerPullInbox } from '../../workers/partner.pull-inbox.ts';
import { upkeepPullInboxes } from '../../workers/upkeep.pull-inboxes.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeRecords, makeVerdict, makeWorkspace, prepareDocument, receiveOne } from '../support/records.ts';
import { BUYER, openSimulator, SELLER, type TestSimulator } from '../support/sapi-simulator.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';

// Pulls from a simulated access point over a socket (SAPI-SK 1.0, `/document/receive`; facts 1.3, items 7 and 11).

let test: TestDatabase;
let app: WorkerApp;
let simulator: TestSimulator;
let scope: Scope;
let partner: Partner;
const never = new AbortController().signal;

beforeAll(async () => {
  test = await makeTestDatabase();
  const validationPool = validationPoolOf({
    validator: { validate: () => Promise.reject(new Error('not expected')) as never },
  });
  app = { ...makeRecords(test.db), validationPool, now: Date.now } as unknown as WorkerApp;
});
afterAll(() => test.drop());
beforeEach(async () => {
  simulator = await openSimulator();
  scope = await makeWorkspace(test.db);
  partner = await connect('buyer', BUYER);
  return () => simulator.close();
});

const connect = (clientId: string, receives: string): Promise<Partner> =>
  app.partners.create(scope, {
    kind: 'sapi-sk',
    name: 'Poštár',
    settings: {
      ...{ base_url: simulator.baseUrl, client_id: clientId, scope: null, mls: null, status_path: null },
      receives: [receives],
      limits: USUAL_LIMITS,
    },
    secrets: { client_secret: 'secret' },
    sendingEnabled: true,
  });

const XML = makeInvoice(...billing);
const CUSTOMIZATION = /<cbc:CustomizationID>(.*?)</.exec(XML)![1]!;
const PROCESS = /<cbc:ProfileID>(.*?)</.exec(XML)![1]!;

/** The seller's access point submits an invoice; shortly after, it is in the buyer's inbox. */
async function deliver(documentId: string = randomUUID()): Promise<void> {
  const credentials = { client_id: 'erp', client_secret: 'secret', grant_type: 'client_credentials' };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(simulator.baseUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { access_token } = (await (await post('/auth/token', credentials)).json()) as { access_token: string };
  const sent = await post(
    '/document/send',
    {
      metadata: {
        ...{ documentId, senderParticipantId: SELLER, receiverParticipantId: BUYER, processId: PROCESS },
        documentTypeId: `urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##${CUSTOMIZATION}::2.1`,
        creationDateTime: '2026-11-22T00:00:00Z',
      },
      ...{ payload: XML, payloadFormat: 'XML' },
    },
    {
      Authorization: `Bearer ${access_token}`,
      'Idempotency-Key': randomUUID(),
      'X-Peppol-Participant-Id': SELLER,
    },
  );
  expect(sent.status).toBe(202);
  simulator.pass(1_000);
}

const pull = (id = partner.id) =>
  partnerPullInbox.work({ workspace_id: scope.workspaceId, partner_id: id }, app, never);
const inbox = async () => (await app.documents.list(scope, { inbound: true, limit: 50 })).items;

describe('partner.pull-inbox', () => {
  it('stores received content byte for byte as a document and validates it', async () => {
    await deliver();
    await pull();
    const [document, ...others] = await inbox();
    expect(others).toEqual([]);
    expect(document).toMatchObject({
      status: 'received',
      inbound: { partner: partner.id, sender: SELLER, receiver: BUYER, reference: expect.any(String) },
    });
    expect((await app.documents.artifacts.read(scope, document!.id, 'invoice.xml')).toString()).toBe(XML);
    const jobs = await system(test.db)
      .selectFrom('outbox')
      .select('payload')
      .where('job', '=', 'document.validate')
      .execute();
    expect(jobs.map(({ payload }) => (payload as { document_id: string }).document_id)).toContain(document!.id);
  });

  it('acknowledges stored documents and pulls all waiting ones, each once', async () => {
    for (let count = 0; count < 3; count++) await deliver();
    await pull();
    await pull();
    expect(await inbox()).toHaveLength(3);
  });

  it('a stored but unacknowledged document is delivered again and recognized', async () => {
    await deliver();
    simulator.order({ call: 'acknowledge', fault: 'unavailable' });
    await pull();
    expect(await app.partners.get(scope, partner.id)).toMatchObject({ failures: 1 });
    await Promise.all([pull(), pull()]);
    expect(await inbox()).toHaveLength(1);
    expect(await app.partners.get(scope, partner.id)).toMatchObject({ failures: 0 });
  });

  it('does not acknowledge a document that could not be stored', async () => {
    await deliver();
    const broken = { ...app, documents: { ...app.documents, receive: () => Promise.reject(new Error('no database')) } };
    const payload = { workspace_id: scope.workspaceId, partner_id: partner.id };
    await expect(partnerPullInbox.work(payload, broken as never, never)).rejects.toThrow('no database');
    await pull();
    expect(await inbox()).toHaveLength(1);
  });

  it('stores and acknowledges all documents except one that the database rejects', async () => {
    for (let count = 0; count < 3; count++) await deliver();
    let count = 0;
    const receive: WorkerApp['documents']['receive'] = async (...input) => {
      count += 1;
      if (count === 2) throw Object.assign(new Error('rejected'), { code: '22P05' });
      return app.documents.receive(...input);
    };
    const payload = { workspace_id: scope.workspaceId, partner_id: partner.id };
    const rejecting = { ...app, documents: { ...app.documents, receive } };
    await expect(partnerPullInbox.work(payload, rejecting, never)).rejects.toThrow('rejected');
    expect(await inbox()).toHaveLength(2);
    expect(await app.partners.get(scope, partner.id)).toMatchObject({ failures: 0 });
    await pull();
    expect(new Set((await inbox()).map(({ inbound }) => inbound!.reference)).size).toBe(3);
    expect(await inbox()).toHaveLength(3);
  });

  it.each([
    ['list', 'unavailable'],
    ['list', 'lost'],
    ['list', 'forbidden'],
    ['read', 'internal'],
    ['token', 'unavailable'],
  ])('records a failure of %s (%s) at the partner and loses no document', async (call, fault) => {
    await deliver();
    simulator.order({ call, fault });
    await pull();
    expect(await app.partners.get(scope, partner.id)).toMatchObject({ failures: 1, last_error: expect.anything() });
    await pull();
    expect(await inbox()).toHaveLength(1);
  });

  it.each(['internal', 'unprocessable'])('an unreadable document (%s) does not block the others', async (fault) => {
    for (let count = 0; count < 3; count++) await deliver();
    simulator.order({ call: 'read', fault });
    await pull();
    expect(await inbox()).toHaveLength(2);
    expect(await app.partners.get(scope, partner.id)).toMatchObject({ failures: 1, last_error: expect.anything() });
    await pull();
    expect(await inbox()).toHaveLength(3);
  });

  it('a page of unreadable documents does not hide the next page', async () => {
    for (let count = 0; count < 51; count++) await deliver();
    simulator.order({ call: 'read', fault: 'internal', times: 50 });
    await pull();
    expect(await inbox()).toHaveLength(1);
  });

  /** Pulls from a partner that returns this response to every list request. */
  const pullFrom = async (status: number, list: string): Promise<Partner> => {
    const receiver = await startReceiver((request, response) => {
      const isToken = request.url === '/auth/token';
      response.writeHead(isToken ? 200 : status, { 'Content-Type': 'application/json' });
      response.end(isToken ? '{"access_token":"t","token_type":"Bearer","expires_in":900}' : list);
    });
    onTestFinished(() => receiver.stop());
    const secrets = { client_secret: 'secret' };
    await app.partners.change(scope, partner.id, { settings: { base_url: receiver.url }, secrets });
    await pull();
    return app.partners.get(scope, partner.id);
  };

  it.each([
    ['a list with too many values', `{"documents":[${'[],'.repeat(100_000)}[]]}`],
    ['a page of a proxy in between', '<html><body>Sign in</body></html>'],
    ['an array', '[]'],
    ['nothing', ''],
  ])('does not treat %s as an empty list', async (_, list) => {
    expect(await pullFrom(200, list)).toMatchObject({ failures: 1, last_error: { code: 'unexpected_answer' } });
  });

  it.each([
    [200, '{"documents":[],"nextPageToken":null}'],
    [200, '{"documents":null}'],
    [204, ''],
  ])('treats %i %j as an empty list', async (status, list) => {
    expect(await pullFrom(status, list)).toMatchObject({ failures: 0, last_error: null });
  });

  it('attaches a received status message to its document', async () => {
    const seller = await connect('erp', SELLER);
    const { id } = await receiveOne(app.documents, scope);
    await app.documents.begin(scope, id);
    await app.documents.complete(scope, id, makeVerdict(true));
    const { id: preparation, instance_identifier } = await prepareDocument(app.documents, scope, id, seller.id);
    const { send } = await app.documents.send(scope, id, { preparation, partner: seller.id });
    await app.documents.completeSend(scope, id, send!, { outcome: 'accepted', reference: 'x' });
    await deliver(instance_identifier!);
    await pull(seller.id);
    expect(await app.documents.get(scope, id)).toMatchObject({ status: 'delivered' });
    expect(await inbox()).toEqual([]);
  });

  it('is scheduled for every partner that receives documents, and for no other', async () => {
    const { id: other } = await connect('erp', SELLER);
    await app.partners.change(scope, other, { settings: { receives: [] } });
    const submit = { method: 'POST', path: '/d', body: { type: 'envelope' }, key_header: null } as const;
    const http = await app.partners.create(scope, {
      kind: 'http',
      name: 'P',
      settings: {
        ...{ base_url: simulator.baseUrl, auth: { type: 'none' }, client_certificate: null, trusted_authorities: null },
        submit: { ...submit, reference_field: null },
        ...{ check_path: null, dry_run_path: null, status: null, mls: null, limits: USUAL_LIMITS },
        inbound: {
          ...{ list_path: '/i', documents_field: null, id_field: 'id', path: '/i/{id}', content: { type: 'xml' } },
          acknowledge: { method: 'POST', path: '/i/{id}' },
        },
      },
      secrets: { secret: null, client_key: null },
      sendingEnabled: false,
    });
    await upkeepPullInboxes.work({}, app, never);
    // A pending pull is not enqueued again.
    await upkeepPullInboxes.work({}, app, never);
    const rows = await system(test.db)
      .selectFrom('outbox')
      .select('payload')
      .where('job', '=', 'partner.pull-inbox')
      .execute();
    const payloads = rows.map(({ payload }) => payload as { workspace_id: string; partner_id: string });
    const own = payloads.filter(({ workspace_id }) => workspace_id === scope.workspaceId);
    expect(own.map(({ partner_id }) => partner_id).sort()).toEqual([partner.id, http.id].sort());
  });
});
