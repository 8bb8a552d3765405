import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import {
  add,
  attribute,
  find,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  text,
} from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const ITEM = 'cac:InvoiceLine/cac:Item';
const COUNTRY = 'cac:Country/cbc:IdentificationCode';

describe('code lists', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-CL-01'], [text('cbc:InvoiceTypeCode', '381')]],
    [['BR-CL-03'], [attribute('cac:InvoiceLine/cac:Price/cbc:PriceAmount', 'currencyID', 'eur')]],
    [['BR-CL-03'], [attribute('cac:InvoiceLine/cbc:LineExtensionAmount', 'currencyID', null)]],
    [['BR-CL-04', 'BR-CO-15'], [text('cbc:DocumentCurrencyCode', 'XYZ')]],
    [['BR-53', 'BR-CL-05'], [add('', '<cbc:TaxCurrencyCode>SKK</cbc:TaxCurrencyCode>')]],
    [['BR-CL-06'], [add('cac:InvoicePeriod', '<cbc:DescriptionCode>5</cbc:DescriptionCode>')]],
    [['BR-CL-07'], [attribute('cac:InvoiceLine[2]/cac:DocumentReference/cbc:ID', 'schemeID', '0088')]],
    [['BR-CL-08'], [text('cbc:Note', '#XXX#Ďakujeme')]],
    [['BR-CL-10'], [attribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeID', 'GLN')]],
    [['BR-CL-10'], [attribute(`${BUYER}/cac:PartyIdentification/cbc:ID`, 'schemeID', 'SEPA')]],
    [['BR-CL-11'], [attribute(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID', 'ICO')]],
    [['BR-CL-13'], [attribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID', 'CPV')]],
    [['BR-CL-14'], [text(`${BUYER}/cac:PostalAddress/${COUNTRY}`, 'Slovensko')]],
    [['BR-CL-15'], [text(`${ITEM}/cac:OriginCountry/cbc:IdentificationCode`, 'EL')]],
    [['BR-CL-16'], [text('cac:PaymentMeans/cbc:PaymentMeansCode', '99')]],
    [['BR-CL-19'], [text('cac:AllowanceCharge[1]/cbc:AllowanceChargeReasonCode', 'FC')]],
    [['BR-CL-20'], [text('cac:AllowanceCharge[2]/cbc:AllowanceChargeReasonCode', '95')]],
    [['BR-CL-21'], [attribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID', 'EAN')]],
    [
      ['BR-CL-22', 'BR-S-10'],
      [
        add(
          'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory',
          '<cbc:TaxExemptionReasonCode>§ 43</cbc:TaxExemptionReasonCode>',
        ),
      ],
    ],
    [['BR-CL-23'], [attribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'ks')]],
    [['BR-CL-23'], [attribute('cac:InvoiceLine/cac:Price/cbc:BaseQuantity', 'unitCode', 'ks')]],
    [
      ['BR-CL-24'],
      [
        attribute(
          'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
          'mimeCode',
          'text/plain',
        ),
      ],
    ],
    [['BR-CL-25'], [attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', 'DIC')]],
    [['BR-CL-26'], [attribute('cac:Delivery/cac:DeliveryLocation/cbc:ID', 'schemeID', 'GLN')]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it('BR-CL-17 and BR-CL-18 check the VAT categories', () => {
    expect(validate(makeInvoice(text('cac:AllowanceCharge/cac:TaxCategory/cbc:ID', 'A')))).toContain('BR-CL-17');
    expect(validate(makeInvoice(text(`${ITEM}/cac:ClassifiedTaxCategory/cbc:ID`, 's')))).toContain('BR-CL-18');
  });

  it('BR-CL-01 and BR-CL-23 apply to credit notes', () => {
    expect(validate(makeCreditNote(text('cbc:CreditNoteTypeCode', '380')))).toEqual(['BR-CL-01']);
    expect(validate(makeCreditNote(attribute('cac:CreditNoteLine/cbc:CreditedQuantity', 'unitCode', 'ks')))).toEqual([
      'BR-CL-23',
    ]);
  });

  it('ignore white space around a code', () => {
    const padded = [
      'cbc:InvoiceTypeCode',
      `${SELLER}/cac:PostalAddress/${COUNTRY}`,
      'cac:AllowanceCharge/cac:TaxCategory/cbc:ID',
    ];
    const mutations = padded.map(
      (path): Mutation =>
        (document) => {
          const part = find(document, path);
          part.text = `\n ${part.text} `;
        },
    );
    expect(validate(makeInvoice(...mutations))).toEqual([]);
  });

  it('BR-CL-08 requires a code only between two # signs three characters apart', () => {
    for (const note of ['#', 'č. #12', '#ABCD#x', 'bez kódu'])
      expect(validate(makeInvoice(text('cbc:Note', note)))).toEqual([]);
  });

  it('BR-CL-10 accepts SEPA for a seller', () => {
    const id = '<cac:PartyIdentification><cbc:ID schemeID="SEPA">SK60ZZZ70000000001</cbc:ID></cac:PartyIdentification>';
    expect(validate(makeInvoice(add(SELLER, id)))).toEqual([]);
  });
});
