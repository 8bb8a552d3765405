import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  remove,
  repeat,
  text,
} from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const REFERENCE = 'cac:AdditionalDocumentReference';
const EMBEDDED = `${REFERENCE}/cac:Attachment/cbc:EmbeddedDocumentBinaryObject`;

describe('UBL restrictions on values', () => {
  it.each<[string[], Mutation[]]>([
    [['UBL-CR-002'], [add('', '<cbc:UBLVersionID>2.4</cbc:UBLVersionID>')]],
    [['UBL-CR-412'], [add('cac:PaymentMeans', '<cbc:PaymentDueDate>2026-05-18</cbc:PaymentDueDate>')]],
    [['UBL-CR-665', 'UBL-SR-43'], [attribute(`${REFERENCE}/cbc:ID`, 'schemeID', 'AAJ')]],
    [['UBL-CR-666'], [add(REFERENCE, '<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>')]],
    [
      ['UBL-CR-673'],
      [
        add(
          REFERENCE,
          '<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode><cbc:DocumentDescription>x</cbc:DocumentDescription>',
        ),
        remove(`${REFERENCE}/cac:Attachment`),
      ],
    ],
    [['UBL-DT-06'], [attribute(EMBEDDED, 'mimeCode', null)]],
    [['UBL-DT-07'], [attribute(EMBEDDED, 'filename', null)]],
    [['UBL-DT-18'], [attribute('cbc:InvoiceTypeCode', 'name', 'Faktúra')]],
    [
      ['UBL-SR-04'],
      [
        text(`${REFERENCE}/cbc:ID`, '1'),
        remove(`${REFERENCE}/cac:Attachment`),
        add(REFERENCE, '<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>'),
        repeat(REFERENCE),
      ],
    ],
    [['UBL-SR-12', 'UBL-SR-42'], [repeat(`${SELLER}/cac:PartyTaxScheme[1]`)]],
    [['UBL-SR-13', 'UBL-SR-42'], [repeat(`${SELLER}/cac:PartyTaxScheme[2]`)]],
    [['UBL-SR-18'], [repeat(`${BUYER}/cac:PartyTaxScheme`)]],
    [
      ['UBL-SR-19', 'UBL-SR-20', 'UBL-SR-21'],
      [text('cac:PayeeParty/cac:PartyName/cbc:Name', 'Tatranský obchod, s. r. o.')],
    ],
    [['UBL-SR-19'], [repeat('cac:PayeeParty/cac:PartyName')]],
    [
      ['UBL-SR-20'],
      [add('cac:PayeeParty', '<cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification>'.repeat(2))],
    ],
    [['UBL-SR-21'], [repeat('cac:PayeeParty/cac:PartyLegalEntity')]],
    [
      ['UBL-SR-29'],
      [
        add(
          SELLER,
          '<cac:PartyIdentification><cbc:ID schemeID="SEPA">SK60ZZZ70000000001</cbc:ID></cac:PartyIdentification>'.repeat(
            2,
          ),
        ),
      ],
    ],
    [['UBL-SR-30'], [repeat('cac:AllowanceCharge[1]/cbc:AllowanceChargeReason')]],
    [['UBL-SR-31'], [repeat('cac:AllowanceCharge[2]/cbc:AllowanceChargeReason')]],
    [['UBL-SR-43'], [add(REFERENCE, '<cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>')]],
    [
      ['UBL-SR-44', 'UBL-SR-46', 'UBL-SR-54'],
      [repeat('cac:PaymentMeans'), text('cac:PaymentMeans[2]/cbc:PaymentID', '2')],
    ],
    [['UBL-SR-47'], [add('', '<cac:PaymentMeans><cbc:PaymentMeansCode>10</cbc:PaymentMeansCode></cac:PaymentMeans>')]],
    [['UBL-SR-51'], [repeat(`${SELLER}/cac:PostalAddress/cac:AddressLine`)]],
    [['UBL-SR-53'], [remove(`${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`)]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it('a credit note may have a due date in its payment means, and a project reference', () => {
    const due = add('cac:PaymentMeans', '<cbc:PaymentDueDate>2026-05-18</cbc:PaymentDueDate>');
    const project = add(REFERENCE, '<cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>');
    expect(validate(makeCreditNote(due, project))).toEqual([]);
  });

  it('UBL-SR-43 recognises a credit note by its document element, whatever its prefix', () => {
    const project = add(REFERENCE, '<cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>');
    const prefixed = makeCreditNote(project)
      .replace(/<CreditNote xmlns=/, '<cn:CreditNote xmlns:cn=')
      .replace('</CreditNote>', '</cn:CreditNote>');
    expect(validate(prefixed)).toEqual([]);
    expect(validate(makeInvoice(project))).toEqual(['UBL-SR-43']);
  });
});

describe('UBL restrictions of the table', () => {
  it.each<[string[], Mutation[]]>([
    [['UBL-CR-001'], [add('', '<ext:UBLExtensions/>')]],
    [['UBL-CR-005'], [add('', '<cbc:UUID>1</cbc:UUID>')]],
    [['UBL-CR-550'], [add('cac:InvoiceLine', '<cac:Delivery/>')]],
    [['UBL-CR-656'], [attribute('cbc:InvoiceTypeCode', 'listID', 'UNCL1001')]],
    [
      ['UBL-CR-660', 'UBL-DT-28'],
      [
        attribute(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'listID', 'x'),
        attribute('cbc:InvoiceTypeCode', 'listAgencyID', '6'),
      ],
    ],
    [['UBL-SR-16'], [repeat(`${BUYER}/cac:PartyIdentification`)]],
    [['UBL-SR-34'], [add('cac:InvoiceLine[2]', '<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>')]],
    [['UBL-SR-48'], [repeat('cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory')]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });
});
