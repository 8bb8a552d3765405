import { beforeAll, describe, expect, it } from 'vitest';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  type Part,
  text,
} from '../../support/invoice-builder.ts';
import { makePackValidator, type PackValidator } from '../../support/pack-validator.ts';
import { BUYER, billing, home, SELLER, selfBilling } from './peppol-invoice.ts';

let peppol: PackValidator;
let selfBilled: PackValidator;
beforeAll(async () => {
  [peppol, selfBilled] = await Promise.all([
    makePackValidator('peppol-bis-3/2026.5'),
    makePackValidator('peppol-selfbilling-3/2026.5'),
  ]);
});

const process = (id: string): Mutation => text('cbc:ProfileID', id);
const specification = (id: string): Mutation => text('cbc:CustomizationID', `urn:cen.eu:en16931:2017#compliant#${id}`);

describe('Peppol BIS Billing', () => {
  it('accepts a valid invoice and a valid credit note', () => {
    expect(peppol.validate(makeInvoice(...billing))).toEqual([]);
    expect(peppol.validate(makeCreditNote(...billing))).toEqual([]);
  });

  it.each([
    'urn:peppol:bis:billing_with_response',
    'urn:peppol:france:billing:regulated',
    'urn:peppol:france:billing:non-regulated',
  ])('accepts the process %s and restricts its document types', (id) => {
    expect(peppol.validate(makeInvoice(...billing, process(id)))).toEqual([]);
    expect(peppol.validate(makeInvoice(...billing, process(id), text('cbc:InvoiceTypeCode', '389')))).toEqual([
      'PEPPOL-EN16931-P0100',
    ]);
  });

  it.each<[string[], Mutation[]]>([
    [['PEPPOL-EN16931-R007'], [process('urn:fdc:peppol.eu:2017:poacc:billing:02:1.0')]],
    [['PEPPOL-EN16931-R004'], [specification('urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1')]],
    [['PEPPOL-EN16931-R004'], [specification('urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0')]],
    [['PEPPOL-EN16931-P0100'], [text('cbc:InvoiceTypeCode', '389')]],
    [['PEPPOL-EN16931-P0112'], [text('cbc:InvoiceTypeCode', '384')]],
    [['PEPPOL-EN16931-P0112'], [text('cbc:InvoiceTypeCode', '326'), home(SELLER, 'DE')]],
    [['PEPPOL-EN16931-R002'], [add('', '<cbc:Note>2</cbc:Note>')]],
  ])('%j', (expected, changes) => {
    expect(peppol.validate(makeInvoice(...billing, ...changes))).toEqual(expected);
  });

  it('PEPPOL-EN16931-P0101 accepts the credit notes of the process', () => {
    expect(peppol.validate(makeCreditNote(...billing, text('cbc:CreditNoteTypeCode', '261')))).toEqual([
      'PEPPOL-EN16931-P0101',
    ]);
  });

  it('allows German parties more notes, however the country is written', () => {
    const german = [home(SELLER, 'de'), home(BUYER, ' DE ')];
    const found = peppol.validate(makeInvoice(...billing, ...german, add('', '<cbc:Note>2</cbc:Note>')));
    expect(found.filter((id) => id.startsWith('PEPPOL-'))).toEqual([]);
  });

  it.each([
    ['STN', []],
    ['STD', ['PEPPOL-EN16931-CL007']],
    ['DM', ['PEPPOL-EN16931-CL007']],
  ])('PEPPOL-EN16931-CL007 of %s', (currency, expected) => {
    const inCurrency = (part: Part): void => {
      if (part.attributes.has('currencyID')) part.attributes.set('currencyID', currency);
      for (const child of part.children) inCurrency(child);
    };
    const found = peppol.validate(makeInvoice(...billing, text('cbc:DocumentCurrencyCode', currency), inCurrency));
    expect([...new Set(found)]).toEqual(expected);
  });
});

describe('Peppol BIS Self-Billing', () => {
  const type = text('cbc:InvoiceTypeCode', '389');

  it('accepts a valid invoice and a valid credit note', () => {
    expect(selfBilled.validate(makeInvoice(...selfBilling, type))).toEqual([]);
    expect(selfBilled.validate(makeInvoice(...selfBilling, text('cbc:InvoiceTypeCode', '527')))).toEqual([]);
    expect(selfBilled.validate(makeCreditNote(...selfBilling, text('cbc:CreditNoteTypeCode', '261')))).toEqual([]);
  });

  it('requires its own specification, process and document types', () => {
    expect(selfBilled.validate(makeInvoice(...billing))).toEqual(['PEPPOL-EN16931-R004', 'PEPPOL-EN16931-R007']);
    expect(selfBilled.validate(makeInvoice(...selfBilling))).toEqual(['PEPPOL-EN16931-P0100']);
    expect(selfBilled.validate(makeCreditNote(...selfBilling))).toEqual(['PEPPOL-EN16931-P0101']);
    expect(selfBilled.validate(makeInvoice(...selfBilling, text('cbc:InvoiceTypeCode', '384')))).toEqual([
      'PEPPOL-EN16931-P0100',
    ]);
  });

  const FRENCH = ['urn:peppol:france:billing:regulated', 'urn:peppol:france:billing:non-regulated'];
  const WITH_RESPONSE = 'urn:peppol:bis:billing_with_response';

  it.each([...FRENCH, WITH_RESPONSE])('PEPPOL-EN16931-R007 accepts the process %s too', (id) => {
    expect(selfBilled.validate(makeInvoice(...selfBilling, type, process(id)))).toEqual([]);
  });

  it.each(['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'urn:fdc:peppol.eu:2017:poacc:selfbilling:02:1.0'])(
    'PEPPOL-EN16931-R007 rejects the process %s',
    (id) => {
      expect(selfBilled.validate(makeInvoice(...selfBilling, type, process(id)))).toEqual(['PEPPOL-EN16931-R007']);
    },
  );

  it.each(FRENCH)('PEPPOL-EN16931-P0100 and P0101 restrict the types of the process %s', (id) => {
    expect(selfBilled.validate(makeInvoice(...selfBilling, process(id)))).toEqual(['PEPPOL-EN16931-P0100']);
    expect(selfBilled.validate(makeCreditNote(...selfBilling, process(id)))).toEqual(['PEPPOL-EN16931-P0101']);
  });

  it('PEPPOL-EN16931-P0100 and P0101 do not restrict the types of the process with a response', () => {
    expect(selfBilled.validate(makeInvoice(...selfBilling, process(WITH_RESPONSE)))).toEqual([]);
    expect(selfBilled.validate(makeCreditNote(...selfBilling, process(WITH_RESPONSE)))).toEqual([]);
  });

  it('PEPPOL-EN16931-R051 ignores the tax amounts inside the VAT breakdown', () => {
    const inCrowns = (path: string): Mutation => attribute(path, 'currencyID', 'CZK');
    const subtotal = inCrowns('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount');
    expect(selfBilled.validate(makeInvoice(...selfBilling, type, subtotal))).toEqual([]);
    const total = inCrowns('cac:TaxTotal/cbc:TaxAmount');
    expect(selfBilled.validate(makeInvoice(...selfBilling, type, total))).toEqual(['PEPPOL-EN16931-R051']);
  });

  it('has the rules of billing except the national ones and the German types', () => {
    const ids = (validator: PackValidator): string[] => validator.pack.rules.map(({ id }) => id).sort();
    const shared = ids(peppol).filter((id) => id.startsWith('PEPPOL-') && id !== 'PEPPOL-EN16931-P0112');
    expect(ids(selfBilled)).toEqual(shared);
  });
});
