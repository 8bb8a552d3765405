import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { readStatusMessage } from '../../src/status-messages/index.ts';
import { billing, selfBilling } from '../rules/peppol/peppol-invoice.ts';
import { type Mutation, makeInvoice, remove, text } from '../support/invoice-builder.ts';
import { newDocument } from '../support/records.ts';
import { openWhole, type WholeApi } from './open-whole.ts';

// What a buyer answers to an invoice that a partner received (Peppol BIS 3, T111).

const SELLER = '0245:2020317068';
const BUYER = '0245:2020273893';

let api: WholeApi;
let owner: Scope;
beforeAll(async () => {
  api = await openWhole();
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

type Told = { code?: string; xml: string; errors?: { pointer: string }[]; detail: string } & Record<string, unknown>;

async function respond(id: string, body: object): Promise<{ status: number; body: Told }> {
  const response = await fetch(`${api.url}/api/documents/${id}/invoice-responses`, {
    method: 'POST',
    headers: { 'X-API-Key': api.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Told };
}

describe('POST /api/documents/{id}/invoice-responses', () => {
  it('writes the answer of the buyer to the seller, and changes nothing', async () => {
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

  it('tells whether the seller takes such messages, and unknown is not told as no', async () => {
    const told = async (seller: string) => {
      const id = await receive(invoice(text('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID', seller)));
      return (await respond(id, { code: 'AB' })).body.receiver_check;
    };
    // The sandbox's participants take invoices and credit notes.
    expect(await told('2020317068')).toMatchObject({ accepts: false, code: 'receiver_document_type_not_supported' });
    expect(await told('0000000003')).toMatchObject({ accepts: false, code: 'receiver_not_registered' });
    expect(await told('0000000004')).toMatchObject({ accepts: null, code: 'smp_timeout' });
  });

  it('of a self-billed invoice the seller answers the buyer', async () => {
    const id = await receive(makeInvoice(...selfBilling));
    expect((await respond(id, { code: 'AB' })).body).toMatchObject({ sender: SELLER, receiver: BUYER });
  });

  it.each(['UQ', 'CA', 'RE'])('%s says why', async (code) => {
    const id = await receive(invoice());
    const bare = await respond(id, { code });
    expect([bare.status, bare.body.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['/clarifications']]);
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
    [{ code: 'AP', partner: 'x' }],
  ])('%j is refused', async (body) => {
    expect((await respond(await receive(invoice()), body)).status).toBe(400);
  });

  it('what was submitted is answered by its receiver', async () => {
    const { status, body } = await respond(await receive(invoice(), null), { code: 'AP' });
    expect([status, body.code]).toEqual([409, 'document_not_received']);
  });

  it('an invoice without what a response repeats is not answered, and the terms are named', async () => {
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

  it('neither is what is no invoice', async () => {
    const { status, body } = await respond(await receive('<x/>'), { code: 'AP' });
    expect([status, body.code]).toEqual([422, 'not_a_ubl_invoice']);
  });
});
