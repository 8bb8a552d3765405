import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { add, attribute, type Mutation, makeInvoice, remove, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const AGENT = 'cac:TaxRepresentativeParty';
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';
/** A seller without an identifier: the other registration (BT-32) does not identify it here. */
const UNIDENTIFIED = [
  remove(`${SELLER}/cac:PartyIdentification`),
  remove(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`),
  remove(`${SELLER}/cac:PartyTaxScheme`),
];
const identifier = (scheme: string): Mutation =>
  add(
    SELLER,
    `<cac:PartyIdentification><cbc:ID schemeID="${scheme}">SK60ZZZ70000000001</cbc:ID></cac:PartyIdentification>`,
  );

describe('parties', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-09'], [remove(`${SELLER}/${COUNTRY}`)]],
    [['BR-11'], [remove(`${BUYER}/cac:PostalAddress/cac:Country`)]],
    [['BR-20'], [remove(`${AGENT}/cac:PostalAddress/cac:Country`)]],
    [['BR-57'], [remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country')]],
    [['BR-62'], [attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', null)]],
    [['BR-63'], [attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', null)]],
    [['BR-18'], [remove(`${AGENT}/cac:PartyName`)]],
    [['BR-19'], [remove(`${AGENT}/cac:PostalAddress`)]],
    [['BR-56'], [text(`${AGENT}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'TAX')]],
    [['BR-17', 'UBL-SR-19', 'UBL-SR-20', 'UBL-SR-21'], [remove('cac:PayeeParty/cac:PartyName')]],
    [['BR-17'], [text('cac:PayeeParty/cac:PartyName/cbc:Name', 'Tatranský obchod')]],
    [
      ['BR-17'],
      [add('cac:PayeeParty', '<cac:PartyIdentification><cbc:ID>8584000000014</cbc:ID></cac:PartyIdentification>')],
    ],
    [['BR-CO-26'], UNIDENTIFIED],
    [['BR-CO-26'], [...UNIDENTIFIED, identifier('SEPA')]],
    [[], [...UNIDENTIFIED, identifier('0088')]],
    [[], [...UNIDENTIFIED, identifier('SEPA'), identifier('0088')]],
    [['BR-CO-09'], [text(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, '2020317068')]],
    [['BR-CO-09'], [text(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'sk2020273893')]],
    [['BR-CO-09'], [text(`${AGENT}/cac:PartyTaxScheme/cbc:CompanyID`, 'XX2021853504')]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it.each(['EL094259216', 'XI110305878', 'SK2020317068', ''])('BR-CO-09 accepts %j', (id) => {
    expect(validate(makeInvoice(text(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, id)))).toEqual([]);
  });

  it('BR-CO-09 ignores identifiers of other schemes and accepts the scheme in lower case', () => {
    const id = text(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, '2020317068');
    const scheme = `${SELLER}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`;
    expect(validate(makeInvoice(id, text(scheme, 'vat')))).toEqual(['BR-CO-09']);
    expect(validate(makeInvoice(id, text(scheme, 'TAX')))).toEqual(['UBL-SR-13']);
  });
});
