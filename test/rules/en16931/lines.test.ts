import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  remove,
  text,
} from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const LINE = 'cac:InvoiceLine[1]';
const ITEM = `${LINE}/cac:Item`;

describe('lines', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-21'], [remove(`${LINE}/cbc:ID`)]],
    [['BR-22', 'BR-23'], [remove(`${LINE}/cbc:InvoicedQuantity`)]],
    [['BR-23'], [attribute(`${LINE}/cbc:InvoicedQuantity`, 'unitCode', null)]],
    [['BR-24', 'BR-CO-10', 'BR-S-08'], [remove(`${LINE}/cbc:LineExtensionAmount`)]],
    [['BR-25'], [text(`${ITEM}/cbc:Name`, ' ')]],
    [['BR-26', 'BR-27'], [remove(`${LINE}/cac:Price/cbc:PriceAmount`)]],
    [['BR-27'], [text(`${LINE}/cac:Price/cbc:PriceAmount`, '-0.01')]],
    [['BR-28'], [text(`${LINE}/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`, '-50')]],
    [['BR-54'], [remove(`${ITEM}/cac:AdditionalItemProperty/cbc:Value`)]],
    [['BR-64'], [attribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID', null)]],
    [['BR-65'], [attribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID', null)]],
    [['BR-CO-04', 'BR-S-08', 'UBL-SR-48'], [remove(`${ITEM}/cac:ClassifiedTaxCategory`)]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it('accept a price of zero', () => {
    expect(validate(makeInvoice(text(`${LINE}/cac:Price/cbc:PriceAmount`, '0')))).toEqual([]);
  });

  it('a credit note has its own quantity', () => {
    expect(validate(makeCreditNote(remove('cac:CreditNoteLine/cbc:CreditedQuantity')))).toEqual(['BR-22', 'BR-23']);
  });
});

/**
 * The published rules for lines do not apply to lines inside lines; those for their parts do (1.3.16, 490 documents
 * compared).
 */
describe('lines inside lines', () => {
  const period =
    '<cac:InvoicePeriod><cbc:StartDate>2027-02-01</cbc:StartDate><cbc:EndDate>2027-01-31</cbc:EndDate></cac:InvoicePeriod>';
  const ofCategory = (id: string, rate: string) =>
    `<cac:Item><cac:ClassifiedTaxCategory><cbc:ID>${id}</cbc:ID><cbc:Percent>${rate}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item>`;

  it.each([
    ['without any content', '', []],
    [
      'with an amount that is in no total',
      '<cbc:LineExtensionAmount currencyID="EUR">999999</cbc:LineExtensionAmount>',
      [],
    ],
    ['with a negative price', '<cac:Price><cbc:PriceAmount currencyID="EUR">-1</cbc:PriceAmount></cac:Price>', []],
    ['with an unknown unit', '<cbc:InvoicedQuantity unitCode="?">1</cbc:InvoicedQuantity>', ['BR-CL-23']],
    ['with a period that ends before it starts', period, ['BR-29']],
    ['with a VAT category that is missing in the breakdown', ofCategory('E', '0'), ['BR-E-01']],
    [
      'with a property without a value',
      '<cac:Item><cac:AdditionalItemProperty><cbc:Name>x</cbc:Name></cac:AdditionalItemProperty></cac:Item>',
      ['BR-54'],
    ],
  ])('%s', (_, content, expected) => {
    const invoice = makeInvoice(add(LINE, `<cac:SubInvoiceLine>${content}</cac:SubInvoiceLine>`));
    expect(validate(invoice)).toEqual([...expected, 'UBL-CR-646']);
    const inCreditNote = content.replaceAll('InvoicedQuantity', 'CreditedQuantity');
    const creditNote = makeCreditNote(
      add('cac:CreditNoteLine', `<cac:SubCreditNoteLine>${inCreditNote}</cac:SubCreditNoteLine>`),
    );
    expect(validate(creditNote)).toEqual([...expected]);
  });
});
