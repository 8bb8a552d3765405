import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { type Mutation, makeCreditNote, makeInvoice, remove, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const ALLOWANCE = 'cac:AllowanceCharge[1]';
const CHARGE = 'cac:AllowanceCharge[2]';
const LINE_ALLOWANCE = 'cac:InvoiceLine[2]/cac:AllowanceCharge[1]';
const LINE_CHARGE = 'cac:InvoiceLine[2]/cac:AllowanceCharge[2]';

const withoutReason = (path: string, ...parts: string[]): Mutation[] => parts.map((part) => remove(`${path}/${part}`));

describe('allowances and charges', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-31', 'BR-CO-11', 'BR-S-08'], [remove(`${ALLOWANCE}/cbc:Amount`)]],
    [['BR-32'], [text(`${ALLOWANCE}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, 'TAX')]],
    [['BR-33', 'BR-CO-21'], withoutReason(ALLOWANCE, 'cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode')],
    [['BR-36', 'BR-CO-12', 'BR-S-08'], [remove(`${CHARGE}/cbc:Amount`)]],
    [['BR-37'], [text(`${CHARGE}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, 'TAX')]],
    [['BR-38', 'BR-CO-22'], withoutReason(CHARGE, 'cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode')],
    [['BR-41'], [remove(`${LINE_ALLOWANCE}/cbc:Amount`)]],
    [['BR-42', 'BR-CO-23'], withoutReason(LINE_ALLOWANCE, 'cbc:AllowanceChargeReasonCode')],
    [['BR-43'], [remove(`${LINE_CHARGE}/cbc:Amount`)]],
    [['BR-44', 'BR-CO-24'], withoutReason(LINE_CHARGE, 'cbc:AllowanceChargeReason')],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
    const asCreditNote = mutations.map(
      (mutate): Mutation =>
        (document) => {
          const lines = document.children.filter(({ name }) => name === 'cac:CreditNoteLine');
          for (const line of lines) line.name = 'cac:InvoiceLine';
          mutate(document);
          for (const line of lines) line.name = 'cac:CreditNoteLine';
        },
    );
    expect(validate(makeCreditNote(...asCreditNote))).toEqual(expected);
  });

  it('accept any boolean form of the indicator', () => {
    const remade = [text(`${ALLOWANCE}/cbc:ChargeIndicator`, ' 0 '), text(`${CHARGE}/cbc:ChargeIndicator`, '1')];
    expect(validate(makeInvoice(...remade))).toEqual([]);
  });

  it('need only one of reason and reason code', () => {
    expect(validate(makeInvoice(remove(`${ALLOWANCE}/cbc:AllowanceChargeReason`)))).toEqual([]);
    expect(validate(makeInvoice(remove(`${CHARGE}/cbc:AllowanceChargeReasonCode`)))).toEqual([]);
  });
});
