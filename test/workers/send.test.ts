import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { writeEnvelope } from '../../src/modules/exchange/envelope/index.ts';
import { type Partner, USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { documentSend } from '../../workers/document.send.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeVerdict, makeWorkspace, prepareDocument, receiveOne } from '../support/records.ts';
import { BUYER, openSimulator, SELLER, type TestSimulator } from '../support/sapi-simulator.ts';

// Uses PostgreSQL and a simulated access point over a socket (SAPI-SK 1.0; facts 1.2 and 1.3).

let test: TestDatabase;
let scope: Scope;
let app: WorkerApp;
let simulator: TestSimulator;
let partner: Partner;
let count = 0;
let time = Date.UTC(2026, 10, 22, 12);
const never = new AbortController().signal;

beforeAll(async () => {
  [test, simulator] = await Promise.all([makeTestDatabase(), openSimulator()]);
  const now = () => time;
  app = { ...makeRecords(test.db, now), now } as unknown as WorkerApp;
});
afterAll(async () => {
  await simulator.close();
  await test.drop();
});
beforeEach(async () => {
  simulator.clearFaults();
  // A separate workspace for a separate circuit breaker; the number of partners per workspace is limited.
  scope = await makeWorkspace(test.db);
  partner = await connect({});
});

const connect = (settings: object, secret = 'secret', sendingEnabled = true): Promise<Partner> =>
  app.partners.create(scope, {
    kind: 'sapi-sk',
    name: 'Poštár',
    settings: {
      ...{ base_url: simulator.baseUrl, client_id: 'erp', scope: null, mls: null, status_path: null, receives: [] },
      limits: USUAL_LIMITS,
      ...settings,
    },
    secrets: { client_secret: secret },
    sendingEnabled,
  });

/** An HTTP partner that is not idempotent. */
const connectKeyless = (theirs: Server, limits: Partner['settings']['limits'] = USUAL_LIMITS): Promise<Partner> => {
  const submit = { ...{ method: 'POST', path: '/in', body: { type: 'envelope' } }, key_header: null };
  return app.partners.create(scope, {
    kind: 'http',
    name: 'Bez kľúča',
    settings: {
      ...{ base_url: `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`, auth: { type: 'none' } },
      ...{ client_certificate: null, trusted_authorities: null, check_path: null, dry_run_path: null, status: null },
      ...{ submit: { ...submit, reference_field: null }, mls: null, limits },
    } as never,
    secrets: { secret: null, client_key: null },
    sendingEnabled: true,
  });
};

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** A minimal envelope that the access point accepts; `seller` is that of the document. */
function envelopeOf(instanceIdentifier: string, seller = '2020317068'): Buffer {
  const cac = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
  const cbc = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
  const content =
    `<Invoice xmlns="${NAMESPACE}" xmlns:cac="${cac}" xmlns:cbc="${cbc}"><cbc:CustomizationID>${CUSTOMIZATION}` +
    `</cbc:CustomizationID><cbc:ProfileID>${PROCESS}</cbc:ProfileID><cbc:ID>Žltá 1 &amp; 2</cbc:ID><cac:AccountingSupplierParty>` +
    `<cac:Party><cbc:EndpointID schemeID="0245">${seller}</cbc:EndpointID></cac:Party></cac:AccountingSupplierParty></Invoice>`;
  return writeEnvelope({
    addressing: { namespace: NAMESPACE, localName: 'Invoice', version: '2.1', content },
    sender: SELLER,
    receiver: BUYER,
    documentType: { id: `${NAMESPACE}::Invoice##${CUSTOMIZATION}::2.1`, scheme: 'busdox-docid-qns' },
    process: PROCESS,
    country: 'SK',
    instanceIdentifier,
    createdAt: Date.UTC(2026, 10, 22),
    messageStatus: null,
  });
}

async function start({ to = partner, seller = undefined as string | undefined } = {}): Promise<string> {
  count += 1;
  const { id } = await receiveOne(app.documents, scope);
  await app.documents.begin(scope, id);
  await app.documents.complete(scope, id, makeVerdict(true));
  const content = envelopeOf(`envelope-${count}`, seller);
  const preparation = await prepareDocument(app.documents, scope, id, to.id, content);
  await app.documents.send(scope, id, { preparation: preparation.id, partner: to.id });
  return id;
}

const get = (id: string) => app.documents.get(scope, id);
const payloadOf = async (id: string) => ({
  workspace_id: scope.workspaceId,
  document_id: id,
  run: (await get(id)).send!.run ?? 'none',
});
const work = async (id: string) => documentSend.work(await payloadOf(id), app, never);
const acceptedOf = (id: string) =>
  get(id).then(({ send }) => simulator.accepted().filter(({ key }) => key === send!.idempotency_key));
const stateOf = async (id: string) => {
  const { status, send } = await get(id);
  return [status, send!.error?.code ?? null, send!.next_attempt_at !== null];
};

describe('document.send', () => {
  it('submits the stored bytes with their key and stores the reference of the partner', async () => {
    const id = await start();
    await work(id);
    const [accepted, ...others] = await acceptedOf(id);
    expect(others).toEqual([]);
    expect(await get(id)).toMatchObject({
      status: 'sent',
      send: { reference: accepted!.id, attempts: 1, error: null },
    });
    expect(accepted!.metadata).toEqual({
      documentId: `envelope-${count}`,
      documentTypeId: `${NAMESPACE}::Invoice##${CUSTOMIZATION}::2.1`,
      processId: PROCESS,
      senderParticipantId: SELLER,
      receiverParticipantId: BUYER,
      creationDateTime: '2026-11-22T00:00:00.000Z',
    });
  });

  it('submits once when delivered several times, even concurrently', async () => {
    const id = await start();
    const payload = await payloadOf(id);
    await Promise.all(Array.from({ length: 6 }, () => documentSend.work(payload, app, never)));
    await documentSend.work(payload, app, never);
    expect(await acceptedOf(id)).toHaveLength(1);
    expect(await get(id)).toMatchObject({ status: 'sent', last_sequence: 7 });
  });

  it.each([
    // Fault, status, error code, whether it is retried automatically.
    ['lost-after-accept', 'send_unknown', 'partner_no_answer', true],
    ['lost', 'send_unknown', 'partner_no_answer', true],
    ['internal', 'send_unknown', 'partner_no_answer', true],
    ['bad-gateway', 'send_unknown', 'partner_no_answer', true],
    ['unavailable', 'send_unknown', 'partner_no_answer', true],
    ['conflict-retryable', 'send_unknown', 'partner_no_answer', true],
    // The `retryable` flag of the body overrides the status.
    ['internal-final', 'send_unknown', 'partner_no_answer', false],
    ['unavailable-final', 'send_unknown', 'partner_no_answer', false],
    ['conflict', 'send_unknown', 'partner_conflict', false],
    ['rate-limited', 'sending', 'partner_temporarily_unavailable', true],
    ['locked', 'sending', 'partner_temporarily_unavailable', true],
    ['validation', 'send_refused', 'partner_content_refused', false],
    ['unprocessable', 'send_refused', 'partner_content_refused', false],
    ['no-credit', 'send_prepared', 'partner_access_refused', false],
    ['forbidden', 'send_prepared', 'partner_access_refused', false],
  ])('%s: %s, %s; retried: %s', async (fault, status, code, again) => {
    const id = await start();
    simulator.order({ call: 'send', fault });
    await work(id);
    expect(await stateOf(id)).toEqual([status, code, again]);
    if (!again) return;
    await work(id);
    expect([(await get(id)).status, (await acceptedOf(id)).length]).toEqual(['sent', 1]);
  });

  it('retries a send that may have arrived despite obstacles until they are removed', async () => {
    const id = await start();
    simulator.order({ call: 'send', fault: 'lost-after-accept' });
    await work(id);
    simulator.order({ call: 'send', fault: 'no-credit' });
    await work(id);
    expect(await stateOf(id)).toEqual(['send_unknown', 'partner_access_refused', true]);
    await app.partners.change(scope, partner.id, { sendingEnabled: false });
    await work(id);
    expect(await stateOf(id)).toEqual(['send_unknown', 'sending_not_enabled', true]);
    await app.partners.change(scope, partner.id, { sendingEnabled: true });
    await work(id);
    expect([(await get(id)).status, (await acceptedOf(id)).length]).toEqual(['sent', 1]);
    const other = await start();
    simulator.order({ call: 'send', fault: 'lost-after-accept' });
    await work(other);
    await app.partners.remove(scope, partner.id);
    await work(other);
    expect(await stateOf(other)).toEqual(['send_unknown', 'partner_not_found', false]);
  });

  it('does not repeat a send that may have arrived at a changed address until an operator resolves it (facts 1.3)', async () => {
    const other = await openSimulator();
    const id = await start();
    simulator.order({ call: 'send', fault: 'lost' });
    await work(id);
    time += 1;
    const settings = { base_url: other.baseUrl };
    await app.partners.change(scope, partner.id, { settings, secrets: { client_secret: 'secret' } });
    await work(id);
    expect(await stateOf(id)).toEqual(['send_unknown', 'partner_moved', false]);
    await app.documents.retry(scope, id);
    await work(id);
    expect([await stateOf(id), other.accepted()]).toEqual([['send_unknown', 'partner_moved', false], []]);
    const { send } = await get(id);
    await app.documents.settleSend(scope, id, { send: send!.id, arrived: false, reference: null });
    const { preparation } = await get(id);
    time += 1;
    await app.documents.send(scope, id, { preparation: preparation!.id, partner: partner.id });
    await work(id);
    expect([(await get(id)).status, other.accepted().length]).toEqual(['sent', 1]);
    // A send that never left goes to the new address.
    const first = await start();
    await app.partners.change(scope, partner.id, {
      settings: { base_url: simulator.baseUrl },
      secrets: { client_secret: 'secret' },
    });
    await work(first);
    expect([(await get(first)).status, (await acceptedOf(first)).length]).toEqual(['sent', 1]);
    await other.close();
  });

  it.each([
    ['internal', true, /sent again with the same idempotency key/],
    ['internal-final', false, /not resent automatically.*send-settlement/],
  ])('%s: the message announces a repeat only if there is one', async (fault, again, words) => {
    const id = await start();
    simulator.order({ call: 'send', fault });
    await work(id);
    const { send } = await get(id);
    expect([send!.next_attempt_at !== null, send!.error!.detail.en]).toEqual([again, expect.stringMatching(words)]);
  });

  it('requests a new token once after a rejected one', async () => {
    const id = await start();
    simulator.order({ call: 'send', fault: 'unauthorized' });
    await work(id);
    expect(await get(id)).toMatchObject({ status: 'sent' });
    const other = await start();
    simulator.order({ call: 'send', fault: 'unauthorized', times: 2 });
    await work(other);
    expect(await stateOf(other)).toEqual(['send_prepared', 'partner_credentials_refused', false]);
  });

  it('reuses a token for several sends until shortly before it expires', async () => {
    const ids = [await start(), await start(), await start()];
    await work(ids[0]!);
    // Further token requests fail, so the cached token must be used.
    simulator.order({ call: 'token', fault: 'forbidden', times: null });
    await Promise.all(ids.slice(1).map(work));
    for (const id of ids) expect(await get(id)).toMatchObject({ status: 'sent' });
    time += 15 * 60_000;
    const late = await start();
    await work(late);
    expect(await stateOf(late)).toEqual(['send_prepared', 'partner_access_refused', false]);
  });

  it('respects Retry-After of the partner without counting an attempt', async () => {
    const id = await start();
    simulator.order({ call: 'send', fault: 'locked' });
    await work(id);
    const { send } = await get(id);
    expect([send!.attempts, Date.parse(send!.next_attempt_at!) - time]).toEqual([0, 600_000]);
    const row = await system(test.db)
      .selectFrom('outbox')
      .select('run_at')
      .where((eb) => eb(eb.ref('payload', '->>').key('run' as never), '=', send!.run as never))
      .executeTakeFirst();
    expect(row!.run_at.toISOString()).toBe(send!.next_attempt_at);
  });

  it("stores the partner's rejection of a sender that contradicts the document (SAPI-DOC-025) with the sanitized message", async () => {
    const id = await start({ seller: '2020273893' });
    await work(id);
    expect(await get(id)).toMatchObject({
      status: 'send_refused',
      send: { error: { code: 'partner_content_refused', said: expect.stringContaining('SAPI-DOC-025') } },
    });
  });

  it('submits nothing if sending is disabled, or if the partner is deleted or unreachable', async () => {
    const off = await start();
    await app.partners.change(scope, partner.id, { sendingEnabled: false });
    await work(off);
    expect(await stateOf(off)).toEqual(['send_prepared', 'sending_not_enabled', false]);
    await app.partners.change(scope, partner.id, { sendingEnabled: true });
    const gone = await start();
    await app.partners.remove(scope, partner.id);
    await work(gone);
    expect(await stateOf(gone)).toEqual(['send_prepared', 'partner_not_found', false]);
    const away = await start({ to: await connect({ base_url: 'http://127.0.0.1:9/sapi' }) });
    await work(away);
    expect(await stateOf(away)).toEqual(['sending', 'partner_unreachable', true]);
    for (const id of [off, gone, away]) expect(await acceptedOf(id)).toEqual([]);
  });

  it('opens the circuit breaker after five consecutive failures and then probes with one send', async () => {
    simulator.order({ call: 'send', fault: 'unavailable', times: 5 });
    for (const id of [await start(), await start(), await start(), await start(), await start()]) await work(id);
    const id = await start();
    await work(id);
    expect([await stateOf(id), await acceptedOf(id)]).toEqual([
      ['sending', 'partner_temporarily_unavailable', true],
      [],
    ]);
    time += 15_000;
    await work(id);
    expect((await get(id)).status).toBe('sent');
  });

  it('stops automatic retries when the partner may have forgotten the key', async () => {
    const id = await start();
    simulator.order({ call: 'send', fault: 'lost', times: 2 });
    await work(id);
    time += 20 * 3_600_000;
    await work(id);
    expect(await stateOf(id)).toEqual(['send_unknown', 'partner_no_answer', false]);
    await app.documents.retry(scope, id);
    await work(id);
    expect((await get(id)).status).toBe('sent');
  });

  it('limits the total delay of a send that never left, whatever Retry-After the partner sends', async () => {
    const id = await start();
    simulator.order({ call: 'send', fault: 'away-for-years', times: 2 });
    await work(id);
    const { send } = await get(id);
    expect(Date.parse(send!.next_attempt_at!) - time).toBe(6 * 3_600_000);
    time += 72 * 3_600_000;
    await work(id);
    expect(await stateOf(id)).toEqual(['send_prepared', 'partner_temporarily_unavailable', false]);
  });

  it('a job that fails after submission started leaves the send unknown and schedules a retry', async () => {
    const id = await start();
    const payload = await payloadOf(id);
    await app.documents.beginSend(scope, id, payload.run);
    await documentSend.exhausted(payload, app, new Error('the database was away'));
    expect(await stateOf(id)).toEqual(['send_unknown', 'send_interrupted', true]);
    await work(id);
    expect((await get(id)).status).toBe('sent');
  });

  it('a job that fails before submission started postpones the send without counting an attempt', async () => {
    const id = await start();
    await documentSend.exhausted(await payloadOf(id), app, new Error('the database was away'));
    expect(await stateOf(id)).toEqual(['sending', 'send_interrupted', true]);
    expect((await get(id)).send).toMatchObject({ attempts: 0, begun: null });
    await work(id);
    expect(await get(id)).toMatchObject({ status: 'sent', send: { attempts: 1 } });
  });

  it('resumes a send interrupted while waiting for the rate limit, even if the partner is not idempotent', async () => {
    const posts: ServerResponse[] = [];
    const theirs = createServer((request, response) => {
      request.resume().on('end', () => posts.push(response));
    }).listen(0, '127.0.0.1');
    await once(theirs, 'listening');
    const to = await connectKeyless(theirs, { at_once: 1, per_second: 1_000 });
    const [first, second] = [await start({ to }), await start({ to })];
    const working = work(first);
    await expect.poll(() => posts.length).toBe(1);
    const payload = await payloadOf(second);
    let stopped: Promise<void>;
    // Reasons to abort a job include shutdown, preemption and its timeout.
    for (let again = 0; again < 2; again++) {
      const stop = new AbortController();
      const came = new Promise<void>((resolve) => {
        const submit: typeof app.partners.submit = (...args) => {
          resolve();
          return app.partners.submit(...args);
        };
        const seen = { ...app, partners: { ...app.partners, submit } };
        stopped = documentSend.work(payload, seen, stop.signal);
      });
      await came;
      stop.abort(new Error('the process stops'));
      await expect(stopped!).rejects.toThrow('the process stops');
    }
    expect(await get(second)).toMatchObject({ status: 'sending', send: { attempts: 0, begun: null } });
    posts[0]!.writeHead(204).end();
    await working;
    const going = work(second);
    await expect.poll(() => posts.length).toBe(2);
    expect((await get(second)).send!.begun).toBe((await get(second)).send!.run);
    posts[1]!.writeHead(204).end();
    await going;
    for (const id of [first, second]) expect(await get(id)).toMatchObject({ status: 'sent', send: { attempts: 1 } });
    theirs.close();
  });

  it('counts an interrupted submission although the next run never started one', async () => {
    const id = await start();
    const payload = await payloadOf(id);
    await app.documents.beginSend(scope, id, payload.run);
    await app.partners.change(scope, partner.id, { sendingEnabled: false });
    await work(id);
    expect(await stateOf(id)).toEqual(['send_unknown', 'sending_not_enabled', true]);
  });

  it('repeats a possibly submitted send to a partner that is not idempotent only on request of an operator', async () => {
    let posts = 0;
    const theirs = createServer((request, response) => {
      posts += 1;
      request.resume().on('end', () => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    await once(theirs, 'listening');
    const to = await connectKeyless(theirs);
    for (const end of ['work', 'exhausted'] as const) {
      const id = await start({ to });
      const payload = await payloadOf(id);
      // State left by a process that crashed after the bytes had been sent.
      await app.documents.beginSend(scope, id, payload.run);
      if (end === 'work') await documentSend.work(payload, app, never);
      else await documentSend.exhausted(payload, app, new Error('the database was away'));
      expect([await stateOf(id), posts]).toEqual([['send_unknown', 'partner_no_answer', false], 0]);
      await app.documents.retry(scope, id);
      await work(id);
      expect([(await get(id)).status, posts]).toEqual(['sent', 1]);
      posts = 0;
    }
    theirs.close();
  });
});
