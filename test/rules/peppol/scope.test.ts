import { beforeAll, describe, expect, it } from 'vitest';
import { makeCrossCheckedValidator } from '../../support/cross-checked-validator.ts';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  mutate,
  type Part,
  remove,
  text,
} from '../../support/invoice-builder.ts';
import type { PackValidator } from '../../support/pack-validator.ts';
import { BUYER, billing, home, SELLER } from './peppol-invoice.ts';

/** The parts of a document to which the rules of Peppol BIS Billing apply; both processors validate each case. */
let peppol: PackValidator;
beforeAll(async () => {
  peppol = await makeCrossCheckedValidator('peppol-bis-3/2026.5');
});

const ubl = (name: string): string => `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${name}-2"`;

/** Puts XML into an extension of the document. */
const extend = (xml: string): Mutation => {
  const extension = `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent>${xml}</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`;
  return add('', extension);
};

/** Changes the first of these elements that the document contains. */
const within =
  (change: Mutation, ...names: string[]): Mutation =>
  (document) =>
    change(names.reduce((at: Part, name) => at.children.find((child) => child.name === name) ?? at, document));

const extra = (inner: string[], outer: string[]): string[] => {
  const left = [...outer];
  return inner.filter((id) => {
    const at = left.indexOf(id);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** The additional findings of a document with this extension content. */
function addedBy(sound: readonly Mutation[], content: string): string[] {
  const plain = peppol.validate(makeInvoice(...billing, ...sound, extend('<cbc:Note>x</cbc:Note>')));
  return extra(peppol.validate(makeInvoice(...billing, ...sound, extend(content))), plain);
}

describe('a document inside an extension is validated', () => {
  const bare = (name: string, inner = '<cbc:ID>1</cbc:ID>'): string => `<${name} ${ubl(name)}>${inner}</${name}>`;

  it.each(['Invoice', 'CreditNote'])('PEPPOL-EN16931-R001, R003, R004, R053 in an %s', (name) => {
    expect(addedBy([], bare(name))).toEqual([
      'PEPPOL-EN16931-R001',
      'PEPPOL-EN16931-R003',
      'PEPPOL-EN16931-R004',
      'PEPPOL-EN16931-R053',
    ]);
  });

  it('PEPPOL-EN16931-R002 and R054', () => {
    const found = addedBy(
      [],
      bare('Invoice', '<cbc:Note>1</cbc:Note><cbc:Note>2</cbc:Note><cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>'),
    );
    expect(found).toContain('PEPPOL-EN16931-R002');
    expect(found).toContain('PEPPOL-EN16931-R054');
    expect(found).toContain('PEPPOL-EN16931-R055');
  });

  it('PEPPOL-EN16931-R007 uses the process of the outer document', () => {
    const wrong = text('cbc:ProfileID', 'urn:example:process');
    const found = peppol.validate(makeInvoice(...billing, wrong, extend(bare('Invoice'))));
    expect(found.filter((id) => id === 'PEPPOL-EN16931-R007')).toHaveLength(2);
  });

  it.each([
    [
      'PEPPOL-EN16931-R040',
      '<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric><cbc:Amount currencyID="EUR">9</cbc:Amount><cbc:BaseAmount currencyID="EUR">10</cbc:BaseAmount>',
    ],
    [
      'PEPPOL-EN16931-R041',
      '<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric><cbc:Amount currencyID="EUR">9</cbc:Amount>',
    ],
    [
      'PEPPOL-EN16931-R042',
      '<cbc:Amount currencyID="EUR">9</cbc:Amount><cbc:BaseAmount currencyID="EUR">10</cbc:BaseAmount>',
    ],
  ])('%s', (rule, amounts) => {
    const of = (indicator: string): string =>
      `<cac:AllowanceCharge><cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator>${amounts}</cac:AllowanceCharge>`;
    expect(addedBy([], bare('Invoice', of('false')))).toContain(rule);
    expect(addedBy([], bare('CreditNote', `<cac:CreditNoteLine>${of('true')}</cac:CreditNoteLine>`))).toContain(rule);
  });

  it('PEPPOL-EN16931-R043', () => {
    const content = bare(
      'Invoice',
      '<cac:AllowanceCharge><cbc:ChargeIndicator>1</cbc:ChargeIndicator></cac:AllowanceCharge>',
    );
    expect(addedBy([], content)).toContain('PEPPOL-EN16931-R043');
  });

  it('PEPPOL-EN16931-R080', () => {
    const project =
      '<cac:AdditionalDocumentReference><cbc:ID>P</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>';
    expect(addedBy([], bare('CreditNote', project + project))).toContain('PEPPOL-EN16931-R080');
    expect(addedBy([], bare('CreditNote', project))).not.toContain('PEPPOL-EN16931-R080');
  });

  it('PEPPOL-EN16931-R110 and R111', () => {
    const period = (from: string, to: string): string =>
      `<cac:InvoicePeriod><cbc:StartDate>${from}</cbc:StartDate><cbc:EndDate>${to}</cbc:EndDate></cac:InvoicePeriod>`;
    const line = `<cac:InvoiceLine>${period('2026-03-31', '2026-05-01')}</cac:InvoiceLine>`;
    const found = addedBy([], bare('Invoice', period('2026-04-01', '2026-04-30') + line));
    expect(found).toContain('PEPPOL-EN16931-R110');
    expect(found).toContain('PEPPOL-EN16931-R111');
  });

  it('DK-R-002, -005, -014 and -016', () => {
    const danish = [home(SELLER, 'DK'), home(BUYER, 'DK')];
    const means = '<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode></cac:PaymentMeans>';
    const seller =
      '<cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:CompanyID schemeID="0158">1</cbc:CompanyID></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>';
    const total =
      '<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">-1.00</cbc:PayableAmount></cac:LegalMonetaryTotal>';
    expect(addedBy(danish, bare('Invoice', means))).toEqual(expect.arrayContaining(['DK-R-002', 'DK-R-005']));
    expect(addedBy(danish, bare('Invoice', seller))).toContain('DK-R-014');
    // The outer document determines whether it is a credit note.
    expect(addedBy(danish, bare('CreditNote', total))).not.toContain('DK-R-016');
    const creditNote = makeCreditNote(...billing, ...danish, extend(bare('Invoice', total)));
    expect(peppol.validate(creditNote)).toContain('DK-R-016');
  });

  it('IS-R-001 to -007', () => {
    const icelandic = [home(SELLER, 'IS'), home(BUYER, 'IS')];
    const parties =
      '<cac:AccountingCustomerParty/><cac:PaymentMeans><cbc:PaymentMeansCode>9</cbc:PaymentMeansCode></cac:PaymentMeans>' +
      '<cac:PaymentMeans><cbc:PaymentMeansCode>42</cbc:PaymentMeansCode></cac:PaymentMeans>';
    expect(addedBy(icelandic, bare('Invoice', parties)).filter((id) => id.startsWith('IS'))).toEqual([
      'IS-R-001',
      'IS-R-002',
      'IS-R-003',
      'IS-R-004',
      'IS-R-005',
      'IS-R-006',
      'IS-R-007',
    ]);
  });
});

describe('only direct children of the document element are validated', () => {
  const german = [home(SELLER, 'DE'), home(BUYER, 'DE')];
  const danish = [home(SELLER, 'DK'), home(BUYER, 'DK')];
  const unspsc =
    '<cac:Item><cac:CommodityClassification><cbc:ItemClassificationCode listID="TST">1</cbc:ItemClassificationCode></cac:CommodityClassification></cac:Item>';
  const party = '<cac:Party><cac:PostalAddress/><cac:Contact/></cac:Party>';
  const located =
    '<cac:AdditionalDocumentReference><cac:Attachment><cac:ExternalReference><cbc:URI>here</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>';
  const means = (code: string): string =>
    `<cac:PaymentMeans><cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode></cac:PaymentMeans>`;
  const national = (found: string[]): string[] => [...new Set(found.filter((id) => /^(DE|DK)-/.test(id)))];

  it.each<[string[], readonly Mutation[], string]>([
    [['DK-R-003'], danish, `<cac:InvoiceLine>${unspsc}</cac:InvoiceLine>`],
    [['DE-R-023-1'], german, means('30')],
    [['DE-R-019', 'DE-R-023-1'], german, means('58')],
    [['DE-R-024-1'], german, means('48')],
    [['DE-R-020', 'DE-R-025-1'], german, means('59')],
    [['DE-R-T02'], german, located],
    [
      ['DE-R-003', 'DE-R-004', 'DE-R-005', 'DE-R-006', 'DE-R-007', 'DE-R-027', 'DE-R-028'],
      german,
      `<cac:AccountingSupplierParty>${party}</cac:AccountingSupplierParty>`,
    ],
    [['DE-R-008', 'DE-R-009'], german, `<cac:AccountingCustomerParty>${party}</cac:AccountingCustomerParty>`],
  ])('%j', (rules, sound, xml) => {
    const before = peppol.validate(makeInvoice(...billing, ...sound));
    expect(national(extra(peppol.validate(makeInvoice(...billing, ...sound, add('', xml))), before))).toEqual(rules);
    expect(national(addedBy(sound, xml))).toEqual([]);
    const place = within(add('', xml), 'cac:InvoiceLine', 'cac:Item');
    expect(national(extra(peppol.validate(makeInvoice(...billing, ...sound, place)), before))).toEqual([]);
  });

  it('DK-R-003 in a line of a credit note', () => {
    const line = within(add('', unspsc), 'cac:CreditNoteLine');
    expect(peppol.validate(makeCreditNote(...billing, ...danish, line))).toContain('DK-R-003');
  });
});

describe('the parties of a document in an extension', () => {
  const address = (country: string): string =>
    `<cac:PostalAddress><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`;
  const registration = (vat: string): string =>
    `<cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
  const entity = (number: string): string =>
    `<cac:PartyLegalEntity><cbc:CompanyID>${number}</cbc:CompanyID></cac:PartyLegalEntity>`;
  const party = (role: 'Supplier' | 'Customer', inner: string): string =>
    `<cac:Accounting${role}Party><cac:Party><cbc:EndpointID>1</cbc:EndpointID>${inner}</cac:Party></cac:Accounting${role}Party>`;
  const national = (sound: readonly Mutation[], content: string): string[] =>
    addedBy(sound, content).filter((id) => /^[A-Z]{2}-/.test(id));
  const categories = Array.from({ length: 6 }, () => 'SE-R-006');
  const swedish = address('SE') + registration('SE556677889901');

  it('a Swedish seller restricts the rates to Swedish ones', () => {
    expect(national([], party('Supplier', swedish + entity('5560360793')))).toEqual(categories);
    expect(national([], party('Supplier', address('SE') + entity('5560360793')))).toEqual([]);
    expect(national([], party('Supplier', address('SE') + registration('DE123456789')))).toEqual([]);
  });

  it('a Swedish seller requires a Swedish organisation number', () => {
    expect(national([], party('Supplier', address('SE') + entity('5560360794')))).toEqual(['SE-R-013']);
    expect(national([], party('Supplier', address('SE') + entity('556036079A')))).toEqual(['SE-R-003', 'SE-R-013']);
    expect(national([], party('Supplier', `${address('SE')}${registration('SE1')}`))).toEqual([
      'SE-R-001',
      ...categories,
    ]);
  });

  it('a seller in an extension is not Swedish because the seller of the document is', () => {
    expect(national([home(SELLER, 'SE')], party('Supplier', address('SK') + entity('1')))).toEqual([]);
    const tax = registration('1').replace('>VAT<', '>TAX<');
    expect(national([home(SELLER, 'SE')], party('Supplier', address('SK') + entity('1') + tax))).toEqual([]);
  });

  it('Swedish parties require Swedish means of payment', () => {
    const means = text('cac:PaymentMeans/cbc:PaymentMeansCode', '31');
    const both = party('Supplier', address('SE')) + party('Customer', address('SE'));
    expect(national([means], both)).toEqual(['SE-R-012']);
    expect(national([means], party('Supplier', address('SE')))).toEqual([]);
    expect(national([text('cac:PaymentMeans/cbc:PaymentMeansCode', '50')], both)).toEqual(['SE-R-011']);
  });

  it.each(['Supplier', 'Customer'] as const)('the rules between Danish parties do not apply to a %s', (role) => {
    const identifier = '<cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification>';
    const content = party(role, identifier + address('SK') + entity('1'));
    expect(national([home(SELLER, 'DK'), home(BUYER, 'DK')], content)).toEqual([]);
  });

  it('the parties and lines of a Danish invoice in an extension are validated', () => {
    const line =
      '<cac:InvoiceLine><cac:Item><cac:CommodityClassification><cbc:ItemClassificationCode listID="TST">1</cbc:ItemClassificationCode></cac:CommodityClassification></cac:Item></cac:InvoiceLine>';
    const content = `<Invoice ${ubl('Invoice')}>${party('Customer', entity('1'))}${line}</Invoice>`;
    const found = national([home(SELLER, 'DK'), home(BUYER, 'DK')], content);
    expect(found).toEqual(expect.arrayContaining(['DK-R-003', 'DK-R-017']));
  });
});

describe('the document element determines the quantity', () => {
  const line = (name: string, quantity: string): string =>
    `<cac:${name}><cbc:${quantity} unitCode="H87">2</cbc:${quantity}><cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount>
      <cac:Price><cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount><cbc:BaseQuantity unitCode="H87">1</cbc:BaseQuantity></cac:Price></cac:${name}>`;
  const rename = (from: string, to: string): Mutation => {
    const walk = (at: Part): void => {
      if (at.name === from) at.name = to;
      at.children.forEach(walk);
    };
    return walk;
  };
  const quantity = (xml: string): string[] =>
    peppol.validate(xml).filter((id) => id === 'PEPPOL-EN16931-R120' || id === 'PEPPOL-EN16931-R130');

  it('in lines whose quantity has the name of the other document type', () => {
    const found = ['PEPPOL-EN16931-R120', 'PEPPOL-EN16931-R120', 'PEPPOL-EN16931-R130'];
    expect(quantity(makeInvoice(...billing))).toEqual([]);
    expect(quantity(makeInvoice(...billing, rename('cbc:InvoicedQuantity', 'cbc:CreditedQuantity')))).toEqual(found);
    expect(quantity(makeCreditNote(...billing, rename('cbc:CreditedQuantity', 'cbc:InvoicedQuantity')))).toEqual(found);
  });

  it('in lines of the other document type', () => {
    const lines = (document: string, from: string, to: string): string[] =>
      quantity(mutate(document, rename(from, to)));
    expect(lines(makeInvoice(...billing), 'cac:InvoiceLine', 'cac:CreditNoteLine')).toEqual([]);
    expect(lines(makeCreditNote(...billing), 'cac:CreditNoteLine', 'cac:InvoiceLine')).toEqual([]);
  });

  it('in an extension', () => {
    const both = ['PEPPOL-EN16931-R120', 'PEPPOL-EN16931-R130'];
    const rules = (found: string[]): string[] => found.filter((id) => both.includes(id));
    expect(rules(addedBy([], line('CreditNoteLine', 'CreditedQuantity')))).toEqual(both);
    expect(rules(addedBy([], line('CreditNoteLine', 'InvoicedQuantity')))).toEqual([]);
    expect(rules(addedBy([], line('InvoiceLine', 'CreditedQuantity')))).toEqual(both);
  });

  it('and a line without either quantity counts as one, without a unit', () => {
    const single = '<cbc:LineExtensionAmount currencyID="EUR">10.00</cbc:LineExtensionAmount>';
    const price =
      '<cac:Price><cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount><cbc:BaseQuantity unitCode="H87">1</cbc:BaseQuantity></cac:Price>';
    expect(quantity(makeInvoice(...billing, extend(`<cac:InvoiceLine>${single}${price}</cac:InvoiceLine>`)))).toEqual(
      [],
    );
  });
});

describe('PEPPOL-EN16931-R051 in the VAT breakdown', () => {
  it('requires the invoice currency in billing', () => {
    const foreign = attribute('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount', 'currencyID', 'CZK');
    expect(peppol.validate(makeInvoice(...billing, foreign))).toEqual(['PEPPOL-EN16931-R051']);
  });
});

describe('NL-R-007', () => {
  const dutch = [home(SELLER, 'NL'), attribute(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID', '0106')];
  const means = '<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode></cac:PaymentMeans>';
  it('accepts a means of payment anywhere', () => {
    const sound = [...dutch, remove('cac:PaymentMeans')];
    expect(peppol.validate(makeInvoice(...billing, ...sound))).toEqual(['NL-R-007']);
    expect(peppol.validate(makeInvoice(...billing, ...sound, add('cac:AllowanceCharge', means)))).toEqual([]);
    expect(peppol.validate(makeInvoice(...billing, ...sound, extend(means)))).toEqual([]);
  });
});
