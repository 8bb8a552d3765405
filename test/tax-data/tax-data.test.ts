import { parseXml } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { documentUuid, makeTaxData, writeTaxData } from '../../src/modules/exchange/tax-data/index.ts';
import { BUYER, billing, home, SELLER } from '../rules/peppol/peppol-invoice.ts';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.ts';
import { add, type Mutation, makeCreditNote, makeInvoice, remove, text } from '../support/invoice-builder.ts';

// SK Tax Data Document 1.0.0; rule ids ibr-tdd-*.

const AT = Date.UTC(2026, 10, 22, 12);
const bytes = (...changes: Mutation[]) => Buffer.from(makeInvoice(...billing, ...changes));
const made = (content: Uint8Array, role: 'C2' | 'C3' = 'C2') => makeTaxData(content, { role, at: AT })!;

describe('tax office identifier of a document (ID-BDID-01)', () => {
  it.each([
    ['2020123456', '380', '2026-001', '2026-10-01', '28c7d6d3-f7cf-5b54-bcdd-98914264c9b7'],
    ['2020317068', '380', 'FV2026001', '2026-11-20', '3372a762-e194-5a8e-af20-6bd725622c0b'],
    ['2020317068', '381', 'D2026/7', '2027-01-31', '12b68896-d783-531d-b1b5-ed986db29f57'],
  ])('0245 %s %s %s %s', (endpoint, typeCode, number, issueDate, uuid) => {
    expect(documentUuid({ scheme: ' 0245', endpoint, typeCode, number: `${number} `, issueDate })).toBe(uuid);
  });

  it('is part of the report and independent of the other content', () => {
    const { documentUuid: uuid, xml } = made(bytes());
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    expect(xml).toContain(`<cbc:UUID>${uuid}</cbc:UUID>`);
    expect(made(bytes(text('cbc:Note', 'other'))).documentUuid).toBe(uuid);
    expect(made(bytes(text('cbc:ID', 'other'))).documentUuid).not.toBe(uuid);
  });
});

/** The party that the access point reports for. */
const reporterOf = ({ xml }: { readonly xml: string }): string | undefined =>
  /<pxs:ReportingParty>\s*<cbc:EndpointID[^>]*>([^<]*)/.exec(xml)?.[1];

describe('the reporting party', () => {
  const self = [
    text('cbc:InvoiceTypeCode', '389'),
    text(`${SELLER}/cbc:EndpointID`, '2020317068'),
    text(`${BUYER}/cbc:EndpointID`, '2020273893'),
  ];

  it('is the access point of the sender, which is the buyer for self-billed documents', () => {
    const [usual, selfBilled] = [bytes(...self.slice(1)), bytes(...self)];
    expect([made(usual), made(usual, 'C3')].map(reporterOf)).toEqual(['2020317068', '2020273893']);
    expect([made(selfBilled), made(selfBilled, 'C3')].map(reporterOf)).toEqual(['2020273893', '2020317068']);
  });

  it('is missing without its own address, while the document identifier depends only on the seller', () => {
    const selfBilled = bytes(...self, remove(`${BUYER}/cbc:EndpointID`));
    expect(made(selfBilled).missing).toEqual(['BT-49']);
    expect(made(selfBilled, 'C3').missing).toEqual([]);
    expect(made(selfBilled).documentUuid).toBe(made(bytes(...self)).documentUuid);
  });
});

describe('the tax report', () => {
  it('is well-formed XML and deterministic for the same file, role and time', () => {
    const { xml } = made(bytes());
    expect(parseXml(Buffer.from(xml)).ok).toBe(true);
    expect(made(bytes()).xml).toBe(xml);
    expect(made(bytes(), 'C3').xml).not.toBe(xml);
  });

  it('omits the name and address of the seller and includes the name of the buyer', () => {
    const named = bytes(
      text(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, 'TAJNY PREDAJCA'),
      text(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, 'ZNAMY KUPUJUCI'),
    );
    const { xml, dropped } = made(named);
    expect(xml).not.toContain('TAJNY PREDAJCA');
    expect(xml).toContain('ZNAMY KUPUJUCI');
    expect(dropped.map(({ value }) => value)).toContain('TAJNY PREDAJCA');
  });

  it('selects the VAT identifier by its tax scheme, not by its position', () => {
    const { xml } = made(
      bytes(
        text(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, 'SK2020317068'),
        add(
          SELLER,
          '<cac:PartyTaxScheme><cbc:CompanyID>OTHER</cbc:CompanyID><cac:TaxScheme><cbc:ID>TAX</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
        ),
      ),
    );
    expect(xml).toContain('<cbc:CompanyID>SK2020317068</cbc:CompanyID>');
    expect(xml).not.toContain('OTHER');
  });

  it('names the quantity of a credit note like that of an invoice', () => {
    const { xml } = made(Buffer.from(makeCreditNote(...billing)));
    expect(xml).toContain('<cbc:InvoicedQuantity unitCode=');
    expect(xml).not.toContain('CreditedQuantity');
  });

  it('lists every value exactly once, as included or dropped', () => {
    const content = bytes();
    const { reported, dropped } = made(content);
    const paths = [...reported, ...dropped].map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const elements = [...content.toString().matchAll(/>[^<>\s][^<>]*</g)].length;
    expect(paths.filter((path) => !path.includes('/@'))).toHaveLength(elements);
  });

  it.each([
    ['SK', 'SK', 'D'],
    ['SK', 'CZ', 'IC'],
    ['SK', 'CH', 'INTL'],
  ])('from %s to %s has the scope %s', (seller, buyer, scope) => {
    expect(made(bytes(home(SELLER, seller), home(BUYER, buyer))).scope).toBe(scope);
  });

  it('lists the terms that the invoice lacks', () => {
    const { documentUuid: uuid, missing } = made(bytes(remove('cbc:IssueDate'), remove(`${SELLER}/cbc:EndpointID`)));
    expect([uuid, missing]).toEqual([null, ['BT-2', 'BT-34']]);
    expect(made(bytes(remove(`${BUYER}/cbc:EndpointID`)), 'C3').missing).toEqual(['BT-49']);
  });

  it.each(['', '<x/>', '<Invoice/>', 'no xml'])('is null for %j', (content) => {
    expect(makeTaxData(Buffer.from(content), { role: 'C2', at: AT })).toBeNull();
  });
});

it('shows both lists with Slovak accounting terms and escapes markup in values', () => {
  const content = bytes(text(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, '<script>'));
  const written = writeTaxData(content, { role: 'C2', at: AT, form: 'html', language: 'sk' });
  const page = Buffer.from((written as { text: Uint8Array }).text).toString();
  expect(page).toContain('názov predávajúceho');
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain('<script');
});

it('takes processor time linear in the number of lines', () => {
  const line = /<cac:InvoiceLine>[\s\S]*?<\/cac:InvoiceLine>/.exec(makeInvoice(...billing))![0];
  const invoiceOf = (count: number): Buffer => Buffer.from(makeInvoice(...billing).replace(line, line.repeat(count)));
  let values = 0;
  const count = (content: Uint8Array): void => {
    values = made(content).reported.length;
  };
  expect(growthOf(invoiceOf, count, 5_000)).toBeLessThan(MAX_LINEAR_GROWTH);
  expect(values).toBeGreaterThan(25_000);
});

it('names a path that two terms share by both', () => {
  const output = writeTaxData(bytes(), { role: 'C2', at: AT, form: 'json', language: 'sk' });
  const entries = JSON.parse(Buffer.from((output as { reported: Uint8Array }).reported).toString()) as {
    path: string;
  }[];
  expect(entries.find(({ path }) => path === '/Invoice/cac:AllowanceCharge[2]/cbc:Amount')).toMatchObject({
    terms: ['BT-92', 'BT-99'],
    name: { en: 'document level allowance amount / document level charge amount' },
  });
});
