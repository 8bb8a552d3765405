import { parseDecimal } from '@e-invoice/schematron/decimal';
import type { Issue } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { attribute, makeInvoice, text } from '../../support/invoice-builder.ts';
import { makeFileValidator, type ValidateFile } from '../root-causes/file-validator.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

const issueOf = (xml: string, ruleId: string): Issue => validate(xml).issues.find(({ rule_id }) => rule_id === ruleId)!;

/** Evaluates the terms as the contract defines: left to right, ignoring the operation of the first. */
function readAloud({ calculation }: Issue): string {
  let total = parseDecimal('0')!;
  for (const [index, { amount, operation }] of calculation!.terms.entries()) {
    const value = parseDecimal(amount)!;
    if (index === 0) total = value;
    else if (operation === 'add') total = total.add(value);
    else if (operation === 'subtract') total = total.subtract(value);
    else if (operation === 'multiply') total = total.multiply(value);
    else total = total.divide(value);
  }
  return total.toString();
}

const TOTALS = 'cac:LegalMonetaryTotal';
const GROUP = 'cac:TaxTotal/cac:TaxSubtotal';

describe('calculation of an arithmetic issue', () => {
  it.each([
    ['BR-CO-10', `${TOTALS}/cbc:LineExtensionAmount`, '568.00', '567', '1', 'BT-131 BT-131'],
    ['BR-CO-11', `${TOTALS}/cbc:AllowanceTotalAmount`, '51.00', '50', '1', 'BT-92'],
    ['BR-CO-12', `${TOTALS}/cbc:ChargeTotalAmount`, '19.50', '20', '-0.5', 'BT-99'],
    ['BR-CO-13', `${TOTALS}/cbc:TaxExclusiveAmount`, '537.01', '537', '0.01', 'BT-106 BT-107 BT-108'],
    ['BR-CO-14', 'cac:TaxTotal/cbc:TaxAmount', '118.04', '118.03', '0.01', 'BT-117 BT-117'],
    ['BR-CO-15', `${TOTALS}/cbc:TaxInclusiveAmount`, '656.03', '655.03', '1', 'BT-109 BT-110'],
    ['BR-CO-16', `${TOTALS}/cbc:PayableAmount`, '555.06', '555.05', '0.01', 'BT-112 BT-113 BT-114'],
    ['BR-CO-17', `${GROUP}/cbc:TaxAmount`, '95.00', '92', '3', 'BT-116 BT-119 '],
    ['BR-S-08', `${GROUP}/cbc:TaxableAmount`, '402.00', '400', '2', 'BT-131 BT-92'],
    [
      'PEPPOL-EN16931-R120',
      'cac:InvoiceLine[2]/cbc:LineExtensionAmount',
      '118.00',
      '117',
      '1',
      'BT-129 BT-146 BT-136 BT-141',
    ],
    ['PEPPOL-EN16931-R040', 'cac:AllowanceCharge/cbc:Amount', '51.00', '50', '1', 'BT-93 BT-94 '],
  ])('%s: lists the terms, the result and the difference', (ruleId, path, stated, result, difference, terms) => {
    const issue = issueOf(peppolInvoice(text(path, stated)), ruleId);
    expect(issue.calculation).toMatchObject({ result, stated, difference });
    expect(issue.calculation?.terms.map(({ business_term }) => business_term).join(' ')).toBe(terms);
    expect(readAloud(issue)).toBe(result);
    // `expected` has two decimals, so compare as numbers.
    expect(Number(issue.expected)).toBe(Number(result));
  });

  it('names each term in both languages, with its location', () => {
    const [first] = issueOf(peppolInvoice(text(`${TOTALS}/cbc:LineExtensionAmount`, '568.00')), 'BR-CO-10').calculation!
      .terms;
    expect(first).toEqual({
      business_term: 'BT-131',
      label: { sk: 'netto suma riadka', en: 'line net amount' },
      amount: '450.00',
      operation: 'add',
      location: '/Invoice/cac:InvoiceLine[1]/cbc:LineExtensionAmount',
    });
  });

  it('is exact beyond the precision of a float', () => {
    const issue = issueOf(
      makeInvoice(text('cac:InvoiceLine/cbc:LineExtensionAmount', '90071992547409.93')),
      'BR-CO-10',
    );
    expect(issue.calculation?.result).toBe('90071992547526.93');
    expect(readAloud(issue)).toBe('90071992547526.93');
  });

  it('is omitted when a number cannot be read', () => {
    const issue = issueOf(makeInvoice(text('cac:InvoiceLine/cbc:LineExtensionAmount', 'sto')), 'BR-CO-10');
    expect(issue).not.toHaveProperty('calculation');
  });

  it('lists the first twenty terms of a long sum and counts the others', () => {
    const line = /<cac:InvoiceLine>.*?<\/cac:InvoiceLine>/s.exec(makeInvoice())![0];
    const xml = makeInvoice().replace(line, line.repeat(40));
    const { calculation } = issueOf(xml, 'BR-CO-10');
    expect(calculation).toMatchObject({ terms_left_out: 21, result: '18117' });
    expect(calculation?.terms).toHaveLength(20);
  });
});

describe('expected value and suggestions of an issue', () => {
  it('BR-CL-23: reports the code, the intended code and similar codes', () => {
    const issue = issueOf(makeInvoice(attribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'ks')), 'BR-CL-23');
    expect(issue).toMatchObject({ value: 'ks', expected: 'H87' });
    expect(issue.suggestions?.[0]).toBe('H87');
  });

  it('SK-R-007: suggests no number with other digits', () => {
    const path = 'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID';
    expect(issueOf(peppolInvoice(text(path, '31333533')), 'SK-R-007')).toMatchObject({
      value: '31333533',
      expected: null,
    });
  });
});
