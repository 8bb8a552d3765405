import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { openEnvelope } from '../../src/modules/exchange/envelope/index.ts';
import { USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeSending } from '../../src/modules/exchange/sending/index.ts';
import { INVOICE_RESPONSE, readStatusMessage } from '../../src/modules/exchange/status-messages/index.ts';
import { documentFollowSend } from '../../workers/document.follow-send.ts';
import { documentPrepareSend } from '../../workers/document.prepare-send.ts';
import { documentSend } from '../../workers/document.send.ts';
import { documentValidate } from '../../workers/document.validate.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { billing, selfBilling } from '../rules/peppol/peppol-invoice.ts';
import { type Mutation, makeInvoice, remove, text } from '../support/invoice-builder.ts';
import { newDocument } from '../support/records.ts';
import { openSimulator, type TestSimulator } from '../support/sapi-simulator.ts';
import { type CompleteApi, openCompleteApi } from './open-complete-api.ts';

// The buyer's response to an invoice that a partner received (Peppol BIS 3, T111).

const SELLER = '0245:2020317068';
const BUYER = '0245:2020273893';

let api: CompleteApi;
let owner: Scope;
beforeAll(async () => {
  api = await openCompleteApi();
  const { workspaceId } = (await api.app.accounts.authenticate(api.key, '127.0.0.1')) as unknown as Scope;
  owner = { workspaceId, actor: 'test' };
});
afterAll(() => api.close());

const receive = async (xml: string, inbound: object | null = {}): Promise<string> => {
  const { document } = await api.app.documents.receive(
    owner,
    newDocument({
      content: Buffer.from(xml),
      idempotencyKey: randomUUID(),
      ...(inbound !== null && {
        inbound: { partner: 'prt_1', reference: randomUUID(), sender: SELLER, receiver: BUYER },
      }),
    }),
  );
  return document.id;
};
const invoice = (...changes: Mutation[]) => makeInvoice(...billing, ...changes);

type PreflightBody = {
  ruleset: object;
  checks: { id: string; evidence: Record<string, unknown> }[];
};

type ResponseBody = { code?: string; xml: string; errors?: { pointer: string }[]; detail: string } & Record<
  string,
  unknown
>;

async function respond(id: string, body: object): Promise<{ status: number; body: ResponseBody }> {
  const response = await fetch(`${api.url}/api/documents/${id}/invoice-responses`, {
    method: 'POST',
    headers: { 'X-API-Key': api.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as ResponseBody };
}

describe('POST /api/documents/{id}/invoice-responses', () => {
  it("creates the buyer's response to the seller, and changes nothing", async () => {
    const id = await receive(invoice());
    const before = await api.app.documents.get(owner, id);
    const { status, body } = await respond(id, { code: 'AP', effective_date: '2026-11-30' });
    expect([status, body]).toEqual([200, expect.objectContaining({ document_id: id, code: 'AP', stored: false })]);
    expect(body).toMatchObject({
      sender: BUYER,
      receiver: SELLER,
      process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
      document_type: expect.stringMatching(/ApplicationResponse-2::ApplicationResponse##.*invoice_response:3::2\.1$/),
      advice: null,
    });
    expect(readStatusMessage(Buffer.from(body.xml))).toMatchObject({
      ...{ kind: 'invoice_response', id: body.id, code: 'AP', reference: 'FV-2026-0042' },
      ...{ sender: BUYER, receiver: SELLER },
    });
    expect(body.xml).toContain('<cbc:RegistrationName>Dunajské stavby, a. s.</cbc:RegistrationName>');
    expect(await api.app.documents.get(owner, id)).toEqual(before);
  });

  it('reports whether the seller accepts responses; an unknown capability is not reported as no', async () => {
    const check = async (seller: string) => {
      const id = await receive(invoice(text('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID', seller)));
      return (await respond(id, { code: 'AB' })).body.receiver_check;
    };
    expect(await check('2020317068')).toMatchObject({ accepts: true, code: null });
    // In the sandbox this participant accepts only invoices.
    expect(await check('0000000002')).toMatchObject({ accepts: false, code: 'receiver_document_type_not_supported' });
    expect(await check('0000000003')).toMatchObject({ accepts: false, code: 'receiver_not_registered' });
    expect(await check('0000000004')).toMatchObject({ accepts: null, code: 'smp_timeout' });
  });

  it('is sent by the seller for a self-billed invoice', async () => {
    const id = await receive(makeInvoice(...selfBilling));
    expect((await respond(id, { code: 'AB' })).body).toMatchObject({ sender: SELLER, receiver: BUYER });
  });

  it.each(['UQ', 'CA', 'RE'])('%s requires a reason', async (code) => {
    const id = await receive(invoice());
    const bare = await respond(id, { code });
    expect([bare.status, bare.body.errors]).toMatchObject([400, [{ pointer: '/clarifications', code: 'missing' }]]);
    const clarifications = [
      { list: 'reason', code: 'PRI', text: 'Cena <2>' },
      { list: 'action', code: 'CNP', text: null },
    ];
    const { status, body } = await respond(id, { code, clarifications });
    expect(status).toBe(200);
    expect(readStatusMessage(Buffer.from(body.xml))?.lines).toEqual([
      { location: null, reason: 'PRI', description: 'Cena <2>' },
      { location: null, reason: 'CNP', description: null },
    ]);
    // A Slovak invoice is corrected by a credit note.
    expect(body.advice).toEqual(
      code === 'RE' ? { sk: expect.stringContaining('dobropis'), en: expect.any(String) } : null,
    );
  });

  it.each([
    [{ code: 'XX' }],
    [{ code: 'AP', clarifications: [{ list: 'reason', code: 'NOA' }] }],
    [{ code: 'AP', effective_date: '2026-02-30' }],
    [{ code: 'AP', note: 'a\u0000' }],
    [{ code: 'AP', partner: 1 }],
  ])('rejects %j', async (body) => {
    expect((await respond(await receive(invoice()), body)).status).toBe(400);
  });

  it('rejects a response to a submitted document, which its receiver answers', async () => {
    const { status, body } = await respond(await receive(invoice(), null), { code: 'AP' });
    expect([status, body.code]).toEqual([409, 'document_not_received']);
  });

  it('rejects an invoice without the terms that a response repeats, and names them', async () => {
    const party = 'cac:AccountingSupplierParty/cac:Party';
    const terms = async (...changes: Mutation[]) => {
      const { status, body } = await respond(await receive(invoice(...changes)), { code: 'AP' });
      return [status, body.code, /BT-.*(?=\.)/.exec(body.detail)?.[0]];
    };
    expect(await terms(remove(`${party}/cbc:EndpointID`), remove('cbc:ID'))).toEqual([
      422,
      'document_not_answerable',
      'BT-1, BT-34',
    ]);
    expect(await terms(text('cbc:ID', 'F'.repeat(600)))).toEqual([422, 'document_not_answerable', 'BT-1']);
  });

  it('rejects a document that is not an invoice', async () => {
    const { status, body } = await respond(await receive('<x/>'), { code: 'AP' });
    expect([status, body.code]).toEqual([422, 'not_a_ubl_invoice']);
  });
});

describe('stores the response as a separate document when a partner is set', () => {
  let simulator: TestSimulator;
  let partner: string;
  let app: WorkerApp;
  beforeAll(async () => {
    simulator = await openSimulator({ now: Date.now, deliverAfter: 0 });
    const settings = { base_url: simulator.baseUrl, client_id: 'erp', scope: null, mls: null };
    const connected = await api.app.partners.create(owner, {
      ...{ kind: 'sapi-sk', name: 'Poštár', secrets: { client_secret: 'secret' }, sendingEnabled: true },
      settings: { ...settings, status_path: '/documents/{id}/status', receives: [], limits: USUAL_LIMITS },
    });
    partner = connected.id;
    const { validationPool, peppol } = api.app;
    const sending = makeSending({ validationPool, peppol, now: Date.now, newUuid: randomUUID });
    app = { ...api.app, sending, now: Date.now } as unknown as WorkerApp;
  });
  afterAll(() => simulator.close());

  // This service is the buyer here; `erp` represents it at the access point simulator.
  const endpoint = (role: string, id: string) => text(`cac:Accounting${role}Party/cac:Party/cbc:EndpointID`, id);
  const received = (...changes: Mutation[]) =>
    receive(invoice(endpoint('Supplier', BUYER.slice(5)), endpoint('Customer', SELLER.slice(5)), ...changes));
  const storeResponse = async (id: string, body: object) => (await respond(id, { partner, ...body })).body;
  const never = new AbortController().signal;
  const prepare = async (id: string) => {
    const payload = { workspace_id: owner.workspaceId, document_id: id };
    await documentValidate.work(payload, app, never);
    await documentPrepareSend.work(payload, app, never);
    return payload;
  };

  it('is validated by the rules of its type, prepared, sent, and accepted by the access point (Peppol BIS 3, T111)', async () => {
    const answered = await received();
    const answer = (await storeResponse(answered, { code: 'AP' })) as ResponseBody & {
      id: string;
      kept: { id: string };
    };
    expect(answer).toMatchObject({ stored: true, kept: { status: 'received' }, document_id: answered });
    const payload = await prepare(answer.kept.id);
    const prepared = await api.app.documents.get(owner, answer.kept.id);
    expect(prepared).toMatchObject({ status: 'send_prepared', counts: { fatal: 0 }, preparation: { receiver: BUYER } });
    const content = await api.app.documents.artifacts.read(owner, answer.kept.id, 'send-package.xml');
    const opened = openEnvelope(content);
    // COUNTRY_C1 is the country of the responding party: BT-55 of the invoice, which the message does not repeat.
    expect(opened).toMatchObject({ sender: SELLER, receiver: BUYER, country: 'SK', process: INVOICE_RESPONSE.process });
    expect(opened.documentType.id).toBe(INVOICE_RESPONSE.documentType);
    expect(readStatusMessage(opened.content)).toMatchObject({ id: answer.id, code: 'AP', reference: 'FV-2026-0042' });
    const preparation = prepared.preparation!.id;
    const { send } = await api.app.documents.send(owner, answer.kept.id, { preparation, partner });
    await documentSend.work({ ...payload, run: send!.run! }, app, never);
    const sent = await api.app.documents.get(owner, answer.kept.id);
    expect(sent.status).toBe('sent');
    expect(simulator.accepted().map(({ id }) => id)).toContain(sent.send!.reference);
    await documentFollowSend.work({ ...payload, run: sent.send!.run! }, app, never);
    expect(await api.app.documents.get(owner, answer.kept.id)).toMatchObject({ status: 'delivered' });
    // Responses are not reported to the tax office.
    const artifacts = await api.app.documents.artifacts.list(owner, answer.kept.id);
    expect(artifacts.map(({ name }) => name)).not.toContain('tax-data.xml');
  });

  it('passes the preflight for responses, and skips checks that only invoices have', async () => {
    const answer = (await storeResponse(await received(), { code: 'AP' })) as ResponseBody & { kept: { id: string } };
    const look = async (query: string) => {
      const path = `/api/documents/${answer.kept.id}/preflight${query}`;
      const response = await fetch(`${api.url}${path}`, { method: 'POST', headers: { 'X-API-Key': api.key } });
      return (await response.json()) as PreflightBody;
    };
    const ready = await look(`?partner=${partner}`);
    expect(ready).toMatchObject({ verdict: 'ready', decided_by: [], document_id: answer.kept.id });
    expect(ready.ruleset).toMatchObject({ id: 'peppol-invoice-response', packs: [{ digest: expect.any(String) }] });
    const others = ready.checks.filter(({ evidence }) => evidence.applies === false).map(({ id }) => id);
    expect(others).toEqual(['consistency', 'duplicate', 'law', 'counterparty', 'tax_office', 'rendering']);
    // In the sandbox this participant accepts only invoices.
    expect(await look('?receiver=0245:0000000002')).toMatchObject({ verdict: 'blocked', decided_by: ['routing'] });
    expect(await look('?receiver=0245:0000000004')).toMatchObject({ verdict: 'retry_later', decided_by: ['routing'] });
  });

  it('returns the first document for the same response, and a new one for another response', async () => {
    const answered = await received();
    const first = (await storeResponse(answered, { code: 'IP' })) as ResponseBody & { kept: { id: string } };
    expect(await storeResponse(answered, { code: 'IP' })).toEqual({ ...first, receiver_check: expect.anything() });
    expect(await storeResponse(answered, { code: 'PD' })).not.toMatchObject({ kept: first.kept });
    const read = await fetch(`${api.url}/api/documents/${first.kept.id}`, { headers: { 'X-API-Key': api.key } });
    expect(await read.json()).toMatchObject({ answers: answered, direction: 'outbound' });
  });

  it('requires the country of the responding party, and an existing partner', async () => {
    const bare = await received(remove('cac:AccountingCustomerParty/cac:Party/cac:PostalAddress/cac:Country'));
    expect(await storeResponse(bare, { code: 'AP' })).toMatchObject({ code: 'document_not_answerable' });
    expect(await storeResponse(bare, { code: 'AP', partner: 'prt_none' })).toMatchObject({ code: 'partner_not_found' });
  });
});
