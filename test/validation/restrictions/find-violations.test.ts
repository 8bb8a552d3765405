import { locationOf, parseXml } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import {
  findViolations,
  makeRestrictionTable,
  readRestrictions,
} from '../../../packages/validator/src/validation/layers/restrictions/index.ts';

const ROWS = [
  'NO-UUID\twarning\t0\t/\tcbc:UUID',
  'NO-LINE-UUID\twarning\t0\t/\tline/cbc:UUID',
  'NO-ID-SCHEME\twarning\t0\t/\tcbc:ID/@schemeID',
  'NO-COUNTRY-LIST\twarning\t0\t/\t//cac:Country/cbc:IdentificationCode/@listID',
  'NO-BRANCH\twarning\t0\t/\t//cac:FinancialInstitution',
  'NO-FORMAT\twarning\t0\t/\t//@format',
  'ONE-DELIVERY\tfatal\t0..1\t/\tcac:Delivery',
  'ONE-NOTE-A-LINE\tfatal\t0..1\tline\tcbc:Note',
  'ONE-TAX-A-LINE\tfatal\t1\tline\tcac:Item/cac:ClassifiedTaxCategory',
  'TWO-TAXES-A-SELLER\tfatal\t0..2\tcac:AccountingSupplierParty/cac:Party\tcac:PartyTaxScheme',
  'A-NUMBER\tfatal\t1..*\tcac:BillingReference\tcac:InvoiceDocumentReference/cbc:ID',
];

const table = makeRestrictionTable(readRestrictions(`rule_id\tlevel\toccurs\twithin\tpath\n${ROWS.join('\n')}\n`));

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** The violations in an invoice with this content: rule, location, and the surplus occurrence. */
function found(content: string, root = 'Invoice'): string[] {
  const xml = `<${root} xmlns="${UBL}:${root}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2"
    xmlns:cbc="${UBL}:CommonBasicComponents-2">${content}</${root}>`;
  const parsed = parseXml(new TextEncoder().encode(xml), { names: table.names });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  return findViolations(table, parsed.document).map(
    ({ restriction, node, found }) => `${restriction.ruleId} ${locationOf(node)} ${found && locationOf(found)}`,
  );
}

const ITEM = '<cac:Item><cac:ClassifiedTaxCategory/></cac:Item>';

describe('restrictions counted in the whole document', () => {
  it('finds nothing in a document without restricted elements', () => {
    expect(found(`<cbc:ID>1</cbc:ID><cac:Delivery/><cac:InvoiceLine>${ITEM}</cac:InvoiceLine>`)).toEqual([]);
  });

  it('reports the document element and the first occurrence', () => {
    expect(found('<cbc:UUID>a</cbc:UUID><cbc:UUID>b</cbc:UUID>')).toEqual(['NO-UUID /Invoice /Invoice/cbc:UUID[1]']);
  });

  it('matches a path from the document element only there', () => {
    expect(found('<cac:Delivery><cbc:UUID/></cac:Delivery>')).toEqual([]);
  });

  it('matches both kinds of lines', () => {
    const line = (kind: string) => `<cac:${kind}><cbc:UUID/>${ITEM}</cac:${kind}>`;
    expect(found(line('InvoiceLine'))).toEqual(['NO-LINE-UUID /Invoice /Invoice/cac:InvoiceLine/cbc:UUID']);
    expect(found(line('CreditNoteLine'), 'CreditNote')).toEqual([
      'NO-LINE-UUID /CreditNote /CreditNote/cac:CreditNoteLine/cbc:UUID',
    ]);
  });

  it('matches an attribute at the end of a path', () => {
    expect(found('<cbc:ID schemeID="x"/><cac:Delivery><cbc:ID schemeID="x"/></cac:Delivery>')).toEqual([
      'NO-ID-SCHEME /Invoice /Invoice/cbc:ID/@schemeID',
    ]);
  });

  it('matches paths that start anywhere, at any depth', () => {
    const country = '<cac:Country><cbc:IdentificationCode listID="x"/></cac:Country>';
    expect(found(`<cac:Delivery><cac:DeliveryAddress>${country}</cac:DeliveryAddress></cac:Delivery>`)).toEqual([
      'NO-COUNTRY-LIST /Invoice /Invoice/cac:Delivery/cac:DeliveryAddress/cac:Country/cbc:IdentificationCode/@listID',
    ]);
    expect(found('<x><y><cac:FinancialInstitution/></y></x>')).toEqual([
      'NO-BRANCH /Invoice /Invoice/x/y/cac:FinancialInstitution',
    ]);
  });

  it('matches an attribute anywhere, including the document element', () => {
    expect(found('<x format="pdf"/>')).toEqual(['NO-FORMAT /Invoice /Invoice/x/@format']);
    const bare = parseXml(new TextEncoder().encode(`<Invoice xmlns="${UBL}:Invoice-2" format="pdf"/>`), {
      names: table.names,
    });
    expect(bare.ok && findViolations(table, bare.document).map(({ restriction }) => restriction.ruleId)).toEqual([
      'NO-FORMAT',
    ]);
  });

  it('reports the first occurrence beyond the maximum', () => {
    expect(found('<cac:Delivery/><cac:Delivery/><cac:Delivery/>')).toEqual([
      'ONE-DELIVERY /Invoice /Invoice/cac:Delivery[2]',
    ]);
  });

  it('does not match elements of other namespaces', () => {
    expect(found('<UUID/><x:UUID xmlns:x="urn:x"/>')).toEqual([]);
  });
});

describe('restrictions counted within an element', () => {
  it('counts separately in each element', () => {
    const line = (notes: number) => `<cac:InvoiceLine>${'<cbc:Note/>'.repeat(notes)}${ITEM}</cac:InvoiceLine>`;
    expect(found(line(1) + line(2) + line(0) + line(3))).toEqual([
      'ONE-NOTE-A-LINE /Invoice/cac:InvoiceLine[2] /Invoice/cac:InvoiceLine[2]/cbc:Note[2]',
      'ONE-NOTE-A-LINE /Invoice/cac:InvoiceLine[4] /Invoice/cac:InvoiceLine[4]/cbc:Note[2]',
    ]);
  });

  it('reports missing occurrences', () => {
    expect(found('<cac:InvoiceLine><cac:Item/></cac:InvoiceLine>')).toEqual([
      'ONE-TAX-A-LINE /Invoice/cac:InvoiceLine null',
    ]);
    expect(found('<cac:BillingReference/>')).toEqual(['A-NUMBER /Invoice/cac:BillingReference null']);
  });

  it('matches the element by the end of its path, at any depth', () => {
    const party = `<cac:Party>${'<cac:PartyTaxScheme/>'.repeat(3)}</cac:Party>`;
    expect(found(`<cac:AccountingSupplierParty>${party}</cac:AccountingSupplierParty>`)).toEqual([
      'TWO-TAXES-A-SELLER /Invoice/cac:AccountingSupplierParty/cac:Party /Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme[3]',
    ]);
    expect(found(`<cac:AccountingCustomerParty>${party}</cac:AccountingCustomerParty>`)).toEqual([]);
  });

  it('counts nested elements separately and reports in document order', () => {
    const inner = `<cac:InvoiceLine><cbc:Note/><cbc:Note/>${ITEM}</cac:InvoiceLine>`;
    expect(found(`<cac:InvoiceLine><cbc:Note/>${inner}</cac:InvoiceLine>`)).toEqual([
      'ONE-TAX-A-LINE /Invoice/cac:InvoiceLine null',
      'ONE-NOTE-A-LINE /Invoice/cac:InvoiceLine/cac:InvoiceLine /Invoice/cac:InvoiceLine/cac:InvoiceLine/cbc:Note[2]',
    ]);
  });
});

describe('restrictions of scopes with alternatives, exceptions and ends of names', () => {
  const others = makeRestrictionTable(
    readRestrictions(
      [
        'rule_id\tlevel\toccurs\twithin\tpath',
        'NO-NAME\tfatal\t0\t/cac:Delivery | cac:PayeeParty\tcbc:Name',
        'NO-SCHEME\tfatal\t0\tcbc:*ID except /cbc:ID | cac:PayeeParty/cbc:*ID\t@schemeName',
        'ONE-NOTE\tfatal\t1\t*:*Line\tcbc:Note',
        'NEVER\tfatal\t0..*\tcac:PayeeParty\tcbc:Name',
        'NO-LANGUAGE\twarning\t0\t/\t@languageID',
        '',
      ].join('\n'),
    ),
  );
  const foundIn = (content: string, attributes = ''): string[] => {
    const xml = `<Invoice xmlns="${UBL}:Invoice-2" xmlns:cac="${UBL}:CommonAggregateComponents-2"
      xmlns:cbc="${UBL}:CommonBasicComponents-2" ${attributes}>${content}</Invoice>`;
    const parsed = parseXml(new TextEncoder().encode(xml), { names: others.names });
    if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
    return findViolations(others, parsed.document).map(
      ({ restriction, node }) => `${restriction.ruleId} ${locationOf(node)}`,
    );
  };

  it('matches a place from the document element only there', () => {
    expect(foundIn('<cac:Delivery><cbc:Name/></cac:Delivery>')).toEqual(['NO-NAME /Invoice/cac:Delivery']);
    expect(foundIn('<x><cac:Delivery><cbc:Name/></cac:Delivery></x>')).toEqual([]);
    expect(foundIn('<x><cac:PayeeParty><cbc:Name/></cac:PayeeParty></x>')).toEqual([
      'NO-NAME /Invoice/x/cac:PayeeParty',
    ]);
  });

  it('excludes elements at the exceptions', () => {
    const id = '<cbc:ID schemeName="a"/>';
    expect(foundIn(`${id}<cac:PayeeParty>${id}<x>${id}</x></cac:PayeeParty>`)).toEqual([
      'NO-SCHEME /Invoice/cac:PayeeParty/x/cbc:ID',
    ]);
  });

  it('matches the end of a name that no table declares, in one namespace or in any', () => {
    expect(foundIn('<cbc:OddID schemeName="a"/><cbc:OddId schemeName="a"/><OddID schemeName="a"/>')).toEqual([
      'NO-SCHEME /Invoice/cbc:OddID',
    ]);
    expect(foundIn('<cbc:Odd/><OddLine/><cbc:OddLine><cbc:Note/></cbc:OddLine>')).toEqual([
      'ONE-NOTE /Invoice/OddLine',
    ]);
  });

  it('matches an attribute of the scope itself', () => {
    expect(foundIn('<x languageID="sk"/>', 'languageID="sk"')).toEqual(['NO-LANGUAGE /Invoice']);
  });
});

it('rejects paths from anywhere within an element', () => {
  const rows = readRestrictions('rule_id\tlevel\toccurs\twithin\tpath\nA\tfatal\t0\tline\t//cbc:ID\n');
  expect(() => makeRestrictionTable(rows)).toThrow('A: a path from anywhere');
});
