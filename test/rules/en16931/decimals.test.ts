import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { add, find, type Mutation, makeInvoice, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

/** Writes the same amount with a third decimal. */
const longer =
  (path: string): Mutation =>
  (document) => {
    find(document, path).text += '0';
  };

describe('decimals', () => {
  it.each([
    ['BR-DEC-01', 'cac:AllowanceCharge[1]/cbc:Amount'],
    ['BR-DEC-02', 'cac:AllowanceCharge[1]/cbc:BaseAmount'],
    ['BR-DEC-05', 'cac:AllowanceCharge[2]/cbc:Amount'],
    ['BR-DEC-09', 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount'],
    ['BR-DEC-10', 'cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount'],
    ['BR-DEC-11', 'cac:LegalMonetaryTotal/cbc:ChargeTotalAmount'],
    ['BR-DEC-12', 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount'],
    ['BR-DEC-14', 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount'],
    ['BR-DEC-16', 'cac:LegalMonetaryTotal/cbc:PrepaidAmount'],
    ['BR-DEC-17', 'cac:LegalMonetaryTotal/cbc:PayableRoundingAmount'],
    ['BR-DEC-18', 'cac:LegalMonetaryTotal/cbc:PayableAmount'],
    ['BR-DEC-19', 'cac:TaxTotal/cac:TaxSubtotal[1]/cbc:TaxableAmount'],
    ['BR-DEC-20', 'cac:TaxTotal/cac:TaxSubtotal[1]/cbc:TaxAmount'],
    ['BR-DEC-23', 'cac:InvoiceLine[1]/cbc:LineExtensionAmount'],
    ['BR-DEC-24', 'cac:InvoiceLine[2]/cac:AllowanceCharge[1]/cbc:Amount'],
    ['BR-DEC-25', 'cac:InvoiceLine[2]/cac:AllowanceCharge[1]/cbc:BaseAmount'],
    ['BR-DEC-27', 'cac:InvoiceLine[2]/cac:AllowanceCharge[2]/cbc:Amount'],
    ['BR-DEC-28', 'cac:InvoiceLine[2]/cac:AllowanceCharge[2]/cbc:BaseAmount'],
  ])('%s: %s has at most two', (rule, path) => {
    expect(validate(makeInvoice(longer(path)))).toEqual([rule, 'UBL-DT-01']);
  });

  it('BR-DEC-06: the base amount of a charge', () => {
    const base = '<cbc:BaseAmount currencyID="EUR">200.000</cbc:BaseAmount>';
    expect(validate(makeInvoice(add('cac:AllowanceCharge[2]', base)))).toEqual(['BR-DEC-06', 'UBL-DT-01']);
  });

  it('the VAT total is limited only by UBL-DT-01', () => {
    expect(validate(makeInvoice(longer('cac:TaxTotal/cbc:TaxAmount')))).toEqual(['UBL-DT-01']);
  });

  it('prices may have more than two decimals', () => {
    expect(validate(makeInvoice(text('cac:InvoiceLine/cac:Price/cbc:PriceAmount', '45.00001')))).toEqual([]);
    expect(validate(makeInvoice(longer('cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:Amount')))).toEqual([]);
  });
});
