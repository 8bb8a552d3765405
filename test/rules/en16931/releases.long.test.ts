import { beforeAll, describe, expect, it } from 'vitest';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  type Part,
  remove,
  repeat,
  text,
} from '../../support/invoice-builder.ts';
import { makeReleaseValidator, type ReleaseValidator } from '../../support/release-validator.ts';

/**
 * Changes between releases of the EN 16931 artefacts, line by line of the published changes: the findings of one
 * document under each release, rules and restrictions, by both processors.
 */
const RELEASES = ['1.3.14', '1.3.15', '1.3.15-peppol', '1.3.16'] as const;
type Fired = readonly [in1_3_14: string[], in1_3_15: string[], atPeppol: string[], in1_3_16: string[]];

const validators: ReleaseValidator[] = [];
beforeAll(async () => {
  for (const release of RELEASES) validators.push(await makeReleaseValidator(`en16931-ubl/${release}`));
});

const underEach = (xml: string, about = /./): string[][] =>
  validators.map(({ validate }) => [...new Set(validate(xml).filter((id) => about.test(id)))]);
const same = (...ids: string[]): Fired => [ids, ids, ids, ids];
const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const AGENT = 'cac:TaxRepresentativeParty';

/** The addresses of the sample use a scheme that the last release added. */
function known(document: Part): void {
  for (const party of [SELLER, BUYER]) attribute(`${party}/cbc:EndpointID`, 'schemeID', '9910')(document);
}
const invoice = (...changes: readonly Mutation[]): string => makeInvoice(known, ...changes);

it('has the number of rules of each release and no findings for the sample', () => {
  expect(validators.map(({ ruleIds }) => new Set(ruleIds).size)).toEqual([980, 979, 979, 979]);
  expect(underEach(invoice())).toEqual(same());
});

describe('rules', () => {
  const due = [remove('cbc:DueDate')];
  const until1_3_15 = (...ids: string[]): Fired => [ids, ids, ids, []];
  const only1_3_16 = (...ids: string[]): Fired => [[], [], [], ids];
  const unidentified = [
    remove(`${SELLER}/cac:PartyIdentification`),
    remove(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`),
    remove(`${SELLER}/cac:PartyTaxScheme`),
    add(
      SELLER,
      '<cac:PartyIdentification><cbc:ID schemeID="SEPA">SK60ZZZ70000000001</cbc:ID></cac:PartyIdentification>',
    ),
  ];
  it.each<[string, Mutation[], Fired]>([
    ['BR-CO-25: no due date', due, until1_3_15('BR-CO-25')],
    ['BR-CO-25: zero amount due', [...due, text('cac:LegalMonetaryTotal/cbc:PayableAmount', '0.00')], same('BR-CO-16')],
    [
      'BR-CO-25: payment terms',
      [...due, add('', '<cac:PaymentTerms><cbc:Note>30</cbc:Note></cac:PaymentTerms>')],
      same(),
    ],
    ['BR-CO-26: only a bank creditor identifier', unidentified, only1_3_16('BR-CO-26')],
    [
      'UBL-SR-56',
      [
        add(
          '',
          '<cac:OriginatorDocumentReference><cbc:ID>1</cbc:ID><cbc:ID>2</cbc:ID></cac:OriginatorDocumentReference>',
        ),
      ],
      only1_3_16('UBL-SR-56'),
    ],
    ['UBL-SR-23', [repeat(`${AGENT}/cac:PartyTaxScheme`)], only1_3_16('UBL-SR-23')],
    ['UBL-SR-22', [repeat(`${AGENT}/cac:PartyName`)], same('UBL-SR-22')],
    [
      'UBL-CR-674',
      [attribute('cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID', 'schemeID', 'x')],
      only1_3_16('UBL-CR-674'),
    ],
    [
      'UBL-CR-631',
      [add('cac:InvoiceLine/cac:Price', '<cbc:OrderableUnitFactorRate>1</cbc:OrderableUnitFactorRate>')],
      [['UBL-CR-628', 'UBL-CR-631'], ['UBL-CR-628'], ['UBL-CR-628'], ['UBL-CR-628']],
    ],
    [
      'BR-66, now UBL-SR-54',
      [repeat('cac:PaymentMeans/cac:CardAccount')],
      [['BR-66'], ['UBL-SR-54'], ['UBL-SR-54'], ['UBL-SR-54']],
    ],
    [
      'BR-67, now UBL-SR-55',
      [add('cac:PaymentMeans', '<cac:PaymentMandate/>'.repeat(2))],
      [['BR-67'], ['UBL-SR-55'], ['UBL-SR-55'], ['UBL-SR-55']],
    ],
    ['UBL-SR-53', [remove(`${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`)], same('UBL-SR-53')],
  ])('%s', (_, changes, expected) => {
    expect(underEach(invoice(...changes))).toEqual(expected);
  });

  it('BR-CO-25 never applies to credit notes', () => {
    expect(underEach(makeCreditNote(known))).toEqual(same());
  });

  it('BR-B-02: a standard rate only in the VAT breakdown', () => {
    const split: Mutation = (document) => {
      const walk = (at: Part): void => {
        if (/TaxCategory$/.test(at.name)) at.children.find(({ name }) => name === 'cbc:ID')!.text = 'B';
        if (at.name !== 'cac:TaxTotal') at.children.forEach(walk);
      };
      walk(document);
    };
    expect(underEach(invoice(split), /^BR-B-02$/)).toEqual(only1_3_16('BR-B-02'));
    const onLine = text('cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'S');
    expect(underEach(invoice(split, onLine), /^BR-B-02$/)).toEqual(same('BR-B-02'));
  });
});

describe('code lists', () => {
  const fires = (rule: string, known: readonly boolean[]): string[][] => known.map((is) => (is ? [] : [rule]));

  it.each<[string, boolean[]]>([
    ['XCG', [false, false, false, true]],
    ['ANG', [true, true, true, false]],
    ['BGN', [true, true, true, false]],
    ['CNH', [false, true, true, true]],
    ['MRU', [false, true, true, true]],
    ['UYW', [false, true, true, true]],
    ['CUC', [true, false, false, false]],
    ['MRO', [true, false, false, false]],
  ])('BR-CL-04: currency %s', (currency, known) => {
    expect(underEach(invoice(text('cbc:DocumentCurrencyCode', currency)), /BR-CL-04/)).toEqual(
      fires('BR-CL-04', known),
    );
  });

  it.each<[string, boolean[]]>([
    ['0240', [true, true, true, true]],
    ...['0241', '0242', '0243', '0244'].map((scheme): [string, boolean[]] => [scheme, [false, true, true, true]]),
    ['0245', [false, false, true, true]],
    ...['0246', '0247', '0248'].map((scheme): [string, boolean[]] => [scheme, [false, false, false, true]]),
  ])('BR-CL-10, -11, -21, -26: ISO 6523 %s', (scheme, known) => {
    const found = underEach(
      invoice(
        attribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeID', scheme),
        attribute(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID', scheme),
        attribute('cac:InvoiceLine/cac:Item/cac:StandardItemIdentification/cbc:ID', 'schemeID', scheme),
        attribute('cac:Delivery/cac:DeliveryLocation/cbc:ID', 'schemeID', scheme),
      ),
    );
    expect(found).toEqual(known.map((is) => (is ? [] : ['BR-CL-10', 'BR-CL-11', 'BR-CL-21', 'BR-CL-26'])));
  });

  it.each<[string, boolean[]]>([
    ['0244', [false, true, true, true]],
    ['0245', [false, false, true, true]],
    ['0242', [false, false, false, true]],
    ['0246', [false, false, false, true]],
    ['0248', [false, false, false, true]],
    ['0240', [true, true, true, true]],
    ['9901', [false, false, false, false]],
  ])('BR-CL-25: electronic address scheme %s', (scheme, known) => {
    const found = underEach(invoice(attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', scheme)));
    expect(found).toEqual(fires('BR-CL-25', known));
  });

  it('BR-CL-22: VATEX-EU-135-1 was added in 1.3.15', () => {
    const reason = add(
      'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory',
      '<cbc:TaxExemptionReasonCode>VATEX-EU-135-1</cbc:TaxExemptionReasonCode>',
    );
    expect(underEach(invoice(reason), /BR-CL-22/)).toEqual([['BR-CL-22'], [], [], []]);
  });

  it.each(['502', '503'])('BR-CL-01: type %s moved from invoices to credit notes', (code) => {
    expect(underEach(invoice(text('cbc:InvoiceTypeCode', code)), /BR-CL-01/)).toEqual([[], [], [], ['BR-CL-01']]);
    const credit = makeCreditNote(known, text('cbc:CreditNoteTypeCode', code));
    expect(underEach(credit, /BR-CL-01/)).toEqual([['BR-CL-01'], ['BR-CL-01'], ['BR-CL-01'], []]);
  });
});
