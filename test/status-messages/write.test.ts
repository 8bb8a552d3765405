import { expect, it } from 'vitest';
import {
  type InvoiceResponse,
  readStatusMessage,
  writeInvoiceResponse,
} from '../../src/modules/exchange/status-messages/index.ts';
import { OBJECT_WORDS } from '../support/object-words.ts';

// Invoice Response of a buyer (Peppol BIS 3, T111; UBL 2.1 ApplicationResponse).

const RESPONSE: InvoiceResponse = {
  id: 'msg_1',
  at: Date.UTC(2026, 10, 22, 12, 30, 5, 250),
  code: 'UQ',
  clarifications: [
    { list: 'reason', code: 'PRI', text: 'Cena na riadku 2 nie je dohodnutá' },
    { list: 'action', code: 'CNP', text: null },
  ],
  effectiveDate: '2026-11-30',
  note: 'Volajte po 9.00',
  sender: { scheme: '0245', id: '2020273893', name: 'Mestské lesy, a. s.' },
  receiver: { scheme: '0245', id: '2020317068', name: 'Horská dielňa, s. r. o.' },
  invoice: { number: 'FV-2026-0042', issueDate: '2026-11-20', typeCode: '380' },
};

it('is read back with the same values and violates no rule of its kind', () => {
  expect(readStatusMessage(Buffer.from(writeInvoiceResponse(RESPONSE)))).toEqual({
    kind: 'invoice_response',
    id: 'msg_1',
    code: 'UQ',
    description: null,
    reference: 'FV-2026-0042',
    sender: '0245:2020273893',
    receiver: '0245:2020317068',
    issueDate: '2026-11-22',
    issueTime: '12:30:05Z',
    lines: [
      { location: null, reason: 'PRI', description: 'Cena na riadku 2 nie je dohodnutá' },
      { location: null, reason: 'CNP', description: null },
    ],
  });
});

it('writes elements in the order of UBL 2.1 and omits absent values', () => {
  const names = (xml: string) => [...xml.matchAll(/<(c[ab]c:\w+)/g)].map(([, name]) => name);
  const party = ['cbc:EndpointID', 'cac:PartyLegalEntity', 'cbc:RegistrationName'];
  const head = ['cbc:CustomizationID', 'cbc:ProfileID', 'cbc:ID', 'cbc:IssueDate', 'cbc:IssueTime'];
  const parties = ['cac:SenderParty', ...party, 'cac:ReceiverParty', ...party];
  const document = ['cac:DocumentReference', 'cbc:ID', 'cbc:IssueDate', 'cbc:DocumentTypeCode'];
  const status = ['cac:Status', 'cbc:StatusReasonCode'];
  expect(names(writeInvoiceResponse(RESPONSE))).toEqual([
    ...[...head, 'cbc:Note', ...parties, 'cac:DocumentResponse', 'cac:Response', 'cbc:ResponseCode'],
    ...['cbc:EffectiveDate', ...status, 'cbc:StatusReason', ...status, ...document],
  ]);
  const least = { ...RESPONSE, code: 'AP', clarifications: [], effectiveDate: null, note: null } as const;
  expect(names(writeInvoiceResponse(least))).toEqual([
    ...[...head, ...parties, 'cac:DocumentResponse', 'cac:Response', 'cbc:ResponseCode', ...document],
  ]);
});

it.each(['<b>&"\'', ']]>', '\ud800', ...OBJECT_WORDS])('escapes markup in a name or text such as %j', (words) => {
  const xml = writeInvoiceResponse({
    ...RESPONSE,
    note: words,
    sender: { ...RESPONSE.sender, name: words },
    clarifications: [{ list: 'reason', code: 'OTH', text: words }],
  });
  expect(readStatusMessage(Buffer.from(xml))).toMatchObject({
    lines: [{ description: words.replace('\ud800', '\ufffd') }],
  });
});
