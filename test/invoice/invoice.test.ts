import { readFileSync } from 'node:fs';
import { parseXml } from '@e-invoice/schematron/xml';
import { findInvoice, readInvoice, writeUbl } from '@e-invoice/validator/invoice';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkStructure } from '../../packages/validator/src/validation/layers/structure/index.ts';
import { loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { casesOf } from '../support/cases.ts';
import { arbitraryInvoice } from './arbitrary-invoice.ts';

const ROOT = findRoot();

function read(xml: string) {
  const parsed = parseXml(Buffer.from(xml));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return readInvoice(findInvoice(parsed.document)!)!;
}

it('reads back a written invoice without differences or unread content', () => {
  fc.assert(
    fc.property(arbitraryInvoice, (invoice) => {
      const again = read(writeUbl(invoice));
      expect(again.invoice).toEqual(invoice);
      expect(again.leftovers).toEqual([]);
    }),
    { seed: 16931, numRuns: casesOf(300) },
  );
});

it('writes elements in the order of UBL 2.1', () => {
  const structure = loadUblStructure(ROOT);
  fc.assert(
    fc.property(arbitraryInvoice, (invoice) => {
      const parsed = parseXml(Buffer.from(writeUbl(invoice)), { names: structure.names });
      const findings = parsed.ok ? checkStructure(structure, parsed.document) : null;
      // Required elements may be missing here; only the order is checked.
      const misplaced = findings?.filter(({ ruleId }) => ruleId !== 'UBL-STRUCTURE-ELEMENT-MISSING');
      expect(misplaced?.map(({ ruleId, found, parent }) => [ruleId, found, parent])).toEqual([]);
    }),
    { seed: 2100, numRuns: casesOf(150) },
  );
});

it('lists content that the model has no term for', () => {
  const { leftovers, invoice } = read(
    `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
       xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
       xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
       <cbc:UBLVersionID>2.1</cbc:UBLVersionID><cbc:ID>1</cbc:ID><cbc:DocumentCurrencyCode listID="ISO4217">EUR</cbc:DocumentCurrencyCode>
       <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="USD">1.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
     </Invoice>`,
  );
  expect(invoice.totals?.due).toBe('1.00');
  expect(leftovers).toEqual([
    { location: '/Invoice/cbc:UBLVersionID', name: 'UBLVersionID', value: '2.1' },
    { location: '/Invoice/cbc:DocumentCurrencyCode/@listID', name: 'DocumentCurrencyCode/@listID', value: 'ISO4217' },
    {
      location: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount/@currencyID',
      name: 'PayableAmount/@currencyID',
      value: 'USD',
    },
  ]);
});

it('reads every term of a CII D16B invoice', () => {
  const { invoice, leftovers, syntax } = read(readFileSync(`${ROOT}/test/invoice/cii-invoice.xml`, 'utf8'));
  expect(syntax).toBe('cii');
  expect(leftovers).toEqual([]);
  const { lines, ...rest } = invoice;
  expect(rest).toMatchObject({
    kind: 'invoice',
    number: '2027-0042',
    issueDate: '2027-01-15',
    dueDate: '2027-01-29',
    taxPointDate: '2027-01-14',
    typeCode: '380',
    currency: 'EUR',
    notes: [
      { subject: 'REG', text: 'Zapísaná v OR OS Bratislava I' },
      { subject: null, text: 'Ďakujeme.' },
    ],
    seller: {
      name: 'Ľubovnianske strojárne s. r. o.',
      vatId: 'SK2020317068',
      taxRegistration: { id: '2020317068', scheme: null },
      ids: [
        { value: 'S-1', scheme: null },
        { value: '4012345000009', scheme: '0088' },
      ],
      legalId: { value: '35757442', scheme: '0158' },
      endpoint: { value: '2020317068', scheme: '0245' },
      address: { street: 'Priemyselná 1', city: 'Stará Ľubovňa', postalCode: '064 01', country: 'SK' },
      contact: { name: 'Ján Žiak', telephone: '+421 900 000 000', email: 'jan@example.com' },
    },
    buyer: { name: 'Odberateľ a. s.', vatId: 'SK2022988022' },
    delivery: { date: '2027-01-14', address: { city: 'Košice', country: 'SK' } },
    payments: [
      {
        code: '58',
        name: 'SEPA',
        remittance: '20270042',
        account: { id: 'SK3112000000198742637541', name: null, bic: 'TATRSKBX' },
        card: null,
        mandate: null,
      },
    ],
    paymentTerms: 'Do 14 dní',
    allowances: [
      {
        amount: '10.00',
        percent: '10',
        baseAmount: '100.00',
        vatCategory: 'S',
        vatRate: '23',
        reason: 'Zľava',
        reasonCode: '95',
      },
    ],
    charges: [],
    vatTotal: '20.70',
    vatTotalInVatCurrency: null,
    vatBreakdown: [{ taxableAmount: '90.00', taxAmount: '20.70', category: 'S', rate: '23' }],
    totals: {
      lines: '100.00',
      allowances: '10.00',
      withoutVat: '90.00',
      withVat: '110.70',
      prepaid: '10.70',
      due: '100.00',
    },
    attachments: [
      {
        id: 'DL-7',
        description: 'Dodací list',
        file: { content: 'SGVzbG8=', mimeCode: 'text/plain', filename: 'dl.txt' },
      },
    ],
    object: { value: 'EL-9', scheme: null },
    precedingInvoices: [{ number: '2026-0999', issueDate: '2026-12-01' }],
  });
  expect(lines).toMatchObject([
    {
      id: '1',
      note: 'Podľa dohody',
      quantity: { value: '4', unit: 'H87' },
      netAmount: '100.00',
      price: { net: '25.00', gross: '30.00', discount: '5.00', baseQuantity: { value: '1', unit: 'H87' } },
      vat: { category: 'S', rate: '23' },
      item: {
        name: 'Ložisko',
        description: 'Guľkové',
        sellerId: 'L-1',
        standardId: { value: '4012345000016', scheme: '0160' },
        attributes: [{ name: 'Farba', value: 'čierna' }],
        originCountry: 'SK',
      },
    },
  ]);
});

it('reads the invoice in an SBDH envelope', () => {
  const { invoice } = read(
    `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader/>
       <CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"><ID xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">D-1</ID></CreditNote>
     </StandardBusinessDocument>`,
  );
  expect(invoice).toMatchObject({ kind: 'creditnote', number: 'D-1' });
});
