import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { add, attribute, type Mutation, makeInvoice, remove, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const TOTALS = 'cac:LegalMonetaryTotal';
const NET = `${TOTALS}/cbc:LineExtensionAmount`;
const WITHOUT_VAT = `${TOTALS}/cbc:TaxExclusiveAmount`;
const WITH_VAT = `${TOTALS}/cbc:TaxInclusiveAmount`;
const DUE = `${TOTALS}/cbc:PayableAmount`;

describe('totals', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-12', 'BR-CO-10', 'BR-CO-13'], [remove(NET)]],
    [['BR-13', 'BR-CO-13', 'BR-CO-15'], [remove(WITHOUT_VAT)]],
    [['BR-14', 'BR-CO-15', 'BR-CO-16'], [remove(WITH_VAT)]],
    [['BR-15', 'BR-CO-16'], [remove(DUE)]],
    [['BR-CO-10', 'BR-CO-13'], [text(NET, '567.01')]],
    [
      ['BR-CO-11'],
      [
        text(`${TOTALS}/cbc:AllowanceTotalAmount`, '49.99'),
        text(WITHOUT_VAT, '537.01'),
        text(WITH_VAT, '655.04'),
        text(DUE, '555.06'),
      ],
    ],
    [['BR-CO-11', 'BR-CO-13'], [remove(`${TOTALS}/cbc:AllowanceTotalAmount`)]],
    [['BR-CO-12', 'BR-CO-13'], [text(`${TOTALS}/cbc:ChargeTotalAmount`, '20.01')]],
    [['BR-CO-12', 'BR-CO-13'], [remove(`${TOTALS}/cbc:ChargeTotalAmount`)]],
    [['BR-CO-13'], [text(WITHOUT_VAT, '536.99'), text(WITH_VAT, '655.02'), text(DUE, '555.04')]],
    [['BR-CO-14', 'BR-CO-15'], [text('cac:TaxTotal/cbc:TaxAmount', '118.04')]],
    [['BR-CO-15'], [text(WITH_VAT, '655.04'), text(DUE, '555.06')]],
    [['BR-CO-15'], [attribute('cac:TaxTotal/cbc:TaxAmount', 'currencyID', 'CZK')]],
    [['BR-CO-16'], [text(DUE, '555.03')]],
    [['BR-CO-16'], [remove(`${TOTALS}/cbc:PrepaidAmount`)]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it('BR-CO-15 is not evaluated without an invoice currency', () => {
    expect(validate(makeInvoice(remove('cbc:DocumentCurrencyCode')))).toEqual(['BR-05']);
  });

  it('BR-CO-15 requires exactly one VAT total in the invoice currency', () => {
    const second = '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">0.00</cbc:TaxAmount></cac:TaxTotal>';
    expect(validate(makeInvoice(add('', second)))).toEqual(['BR-CO-15']);
  });

  it('BR-CO-16 passes with and without payments and rounding', () => {
    const paid = `${TOTALS}/cbc:PrepaidAmount`;
    const rounding = `${TOTALS}/cbc:PayableRoundingAmount`;
    expect(validate(makeInvoice(remove(rounding), text(DUE, '555.03')))).toEqual([]);
    expect(validate(makeInvoice(remove(paid), text(DUE, '655.05')))).toEqual([]);
    expect(validate(makeInvoice(remove(paid), remove(rounding), text(DUE, '655.03')))).toEqual([]);
  });

  it('add amounts exactly', () => {
    // 0.1 + 0.2 in binary floating point is not 0.3.
    const lines = [
      text('cac:InvoiceLine[1]/cbc:LineExtensionAmount', '0.1'),
      text('cac:InvoiceLine[2]/cbc:LineExtensionAmount', '0.2'),
    ];
    expect(validate(makeInvoice(...lines, text(NET, '0.3')))).not.toContain('BR-CO-10');
  });
});
