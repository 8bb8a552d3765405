import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { type Mutation, makeInvoice, remove, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const GROUP = 'cac:TaxTotal/cac:TaxSubtotal[1]';

describe('VAT breakdown', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-45', 'BR-CO-17', 'BR-S-08', 'BR-S-09'], [remove(`${GROUP}/cbc:TaxableAmount`)]],
    [['BR-46', 'BR-CO-14', 'BR-CO-17', 'BR-S-09'], [remove(`${GROUP}/cbc:TaxAmount`)]],
    [['BR-47'], [remove(`${GROUP}/cac:TaxCategory/cbc:ID`)]],
    [['BR-48', 'BR-CO-17', 'BR-S-09'], [remove(`${GROUP}/cac:TaxCategory/cbc:Percent`)]],
    [['BR-47', 'BR-48', 'BR-CO-17'], [text(`${GROUP}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, 'GST')]],
    [['BR-CO-14', 'BR-CO-17', 'BR-S-09'], [text(`${GROUP}/cbc:TaxAmount`, '93.00')]],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it('BR-CO-17 and BR-S-09 tolerate a difference of less than one', () => {
    const off = (amount: string, total: string, gross: string, due: string): Mutation[] => [
      text(`${GROUP}/cbc:TaxAmount`, amount),
      text('cac:TaxTotal/cbc:TaxAmount', total),
      text('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', gross),
      text('cac:LegalMonetaryTotal/cbc:PayableAmount', due),
    ];
    expect(validate(makeInvoice(...off('92.99', '119.02', '656.02', '556.04')))).toEqual([]);
    expect(validate(makeInvoice(...off('93.00', '119.03', '656.03', '556.05')))).toEqual(['BR-CO-17', 'BR-S-09']);
  });
});
