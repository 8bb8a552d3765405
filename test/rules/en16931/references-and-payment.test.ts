import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { type Mutation, makeInvoice, remove, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const ACCOUNT = 'cac:PaymentMeans/cac:PayeeFinancialAccount';
const CARD = 'cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID';
const CODE = 'cac:PaymentMeans/cbc:PaymentMeansCode';

describe('references, periods and payment', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-52'], [text('cac:AdditionalDocumentReference/cbc:ID', '')]],
    [['BR-55', 'UBL-SR-07'], [remove('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')]],
    [['BR-29'], [text('cac:InvoicePeriod/cbc:EndDate', '2026-03-31')]],
    [['BR-30'], [text('cac:InvoiceLine/cac:InvoicePeriod/cbc:EndDate', '2026-03-31')]],
    [['BR-CO-19'], [remove('cac:InvoicePeriod/cbc:StartDate'), remove('cac:InvoicePeriod/cbc:EndDate')]],
    [
      ['BR-CO-20'],
      [
        remove('cac:InvoiceLine/cac:InvoicePeriod/cbc:StartDate'),
        remove('cac:InvoiceLine/cac:InvoicePeriod/cbc:EndDate'),
      ],
    ],
    [['BR-49'], [remove(CODE)]],
    [['BR-50'], [text(`${ACCOUNT}/cbc:ID`, ' ')]],
    [['BR-50', 'BR-61'], [remove(`${ACCOUNT}/cbc:ID`)]],
    [['BR-61'], [remove(ACCOUNT)]],
    [['BR-61'], [remove(ACCOUNT), text(CODE, ' 58 ')]],
    [['BR-51'], [text(CARD, '45392345671')]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it('accept a period of one day, or with only a start or an end', () => {
    expect(validate(makeInvoice(text('cac:InvoicePeriod/cbc:EndDate', '2026-04-01')))).toEqual([]);
    expect(validate(makeInvoice(remove('cac:InvoicePeriod/cbc:EndDate')))).toEqual([]);
  });

  it('BR-29 is undetermined when a date is invalid', () => {
    expect(validate(makeInvoice(text('cac:InvoicePeriod/cbc:EndDate', '30.4.2026')))).toEqual(['BR-29?']);
  });

  it('payment in cash needs no account', () => {
    expect(validate(makeInvoice(remove(ACCOUNT), text(CODE, '10')))).toEqual([]);
  });

  it('BR-51 ignores surrounding white space', () => {
    expect(validate(makeInvoice(text(CARD, ' 4539234567 ')))).toEqual([]);
  });
});
