/**
 * Mistakes whose obvious correction would falsify the invoice: which alternatives must be offered, and which never.
 */

import { readFileSync } from 'node:fs';
import type { Correction, RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { attribute, type Mutation, remove, text } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { GROUP, single, TOTALS } from './invoices.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

const causesOf = (...mutations: Mutation[]): readonly RootCause[] => {
  const result = validate(peppolInvoice(...mutations));
  expect(result.root_causes).not.toEqual([]);
  expect(faultsOfCauses(result)).toEqual([]);
  return result.root_causes;
};

const edits = (correction: Correction | undefined): string[] =>
  (correction?.patch ?? []).map(({ xpath, before, after }) => `${xpath.split('/').slice(-1)}: ${before} → ${after}`);

const titles = ({ corrections }: RootCause): string[] => corrections.map(({ title }) => title.en);

describe('VAT breakdown without a rate of the lines', () => {
  const lacking: readonly (readonly [string, Mutation[]])[] = [
    ['the total counts it', [remove(`${GROUP}[2]`)]],
    ['the VAT total lacks it too (BR-CO-15)', [remove(`${GROUP}[2]`), text('cac:TaxTotal/cbc:TaxAmount', '92.00')]],
  ];

  it.each(lacking)('adds the row and leaves the amount due unchanged: %s', (_, mutations) => {
    const [cause] = causesOf(...mutations);
    expect(cause?.id).toBe('vat-row-missing');
    const [first] = cause!.corrections;
    expect(first).toMatchObject({ makes_valid: true, changes: ['tax'] });
    expect(first?.patch.some(({ after }) => after?.includes('>137.00<'))).toBe(true);
    const offered = cause!.corrections.flatMap(({ patch }) => patch.map(({ xpath }) => xpath));
    expect(offered.filter((xpath) => xpath.includes('PayableAmount'))).toEqual([]);
  });
});

describe('discount of 10 per cent written as 0.10', () => {
  it('multiplies the percentage first and never offers a base of thousands', () => {
    const [cause] = causesOf(text('cac:AllowanceCharge/cbc:MultiplierFactorNumeric', '0.10'));
    expect(edits(cause?.corrections[0])).toEqual(['cbc:MultiplierFactorNumeric: 0.10 → 10']);
    expect(cause?.proven).toBe(false);
    expect(titles(cause!).join()).not.toContain('50000');
  });
});

describe('deducted advance that is not stated (BT-113)', () => {
  it('offers both corrections: the paid amount and the amount due', () => {
    const [cause] = causesOf(remove(`${TOTALS}/cbc:PrepaidAmount`));
    expect(cause?.corrections.map(edits)).toEqual([
      ['cbc:PrepaidAmount: null → <cbc:PrepaidAmount currencyID="EUR">100.00</cbc:PrepaidAmount>'],
      ['cbc:PayableAmount: 555.05 → 655.05'],
    ]);
    expect(cause?.proven).toBe(false);
    for (const { changes, note } of cause!.corrections) {
      expect(changes).toEqual(['amount_due']);
      expect(note?.sk).toContain('zaplatiť');
    }
  });
});

describe('two swapped totals', () => {
  it.each([
    ['TaxExclusiveAmount', 'TaxInclusiveAmount', '537.00', '655.03'],
    ['TaxInclusiveAmount', 'PayableAmount', '655.03', '555.05'],
    ['LineExtensionAmount', 'TaxExclusiveAmount', '567.00', '537.00'],
  ])('are one cause, and are swapped back first: %s and %s', (one, other, first, second) => {
    const [cause, ...others] = causesOf(text(`${TOTALS}/cbc:${one}`, second), text(`${TOTALS}/cbc:${other}`, first));
    expect(others).toEqual([]);
    expect(edits(cause?.corrections[0]).sort()).toEqual(
      [`cbc:${one}: ${second} → ${first}`, `cbc:${other}: ${first} → ${second}`].sort(),
    );
  });

  it('are recognised as base and tax of a rate', () => {
    const [cause, ...others] = causesOf(
      text(`${GROUP}/cbc:TaxableAmount`, '92.00'),
      text(`${GROUP}/cbc:TaxAmount`, '400.00'),
    );
    expect(others).toEqual([]);
    expect(edits(cause?.corrections[0]).sort()).toEqual([
      'cbc:TaxAmount: 400.00 → 92.00',
      'cbc:TaxableAmount: 92.00 → 400.00',
    ]);
  });
});

describe('line amount with VAT', () => {
  it('removes the VAT first (BT-131)', () => {
    const [cause] = causesOf(text('cac:InvoiceLine/cbc:LineExtensionAmount', '553.50'));
    expect(edits(cause?.corrections[0])).toEqual(['cbc:LineExtensionAmount: 553.50 → 450.00']);
    expect(cause?.explanation.en).toContain('with VAT');
  });
});

describe('one amount in another currency than all others', () => {
  it('corrects the amount, not the currency of the invoice', () => {
    const [cause] = causesOf(attribute(`${TOTALS}/cbc:PayableAmount`, 'currencyID', 'CZK'));
    expect(edits(cause?.corrections[0])).toEqual(['@currencyID: CZK → EUR']);
    expect(cause?.id).toBe('currency-of-amounts');
  });
});

describe('identifier with a typo', () => {
  it.each([
    ['IBAN', 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'SK3112000000198742637514', 'SK8112'],
    ['DIČ', 'cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', '2020273894', '2020273893'],
    ['IČ DPH', 'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID', 'SK2020273894', '2020273893'],
  ])('%s: suggests no other valid number', (_, path, wrong, completed) => {
    const result = validate(peppolInvoice(...single, text(path, wrong)));
    const texts = JSON.stringify(result.root_causes.map(({ title, explanation, fix }) => [title, explanation, fix]));
    expect(texts).not.toContain(completed);
    expect(result.root_causes.flatMap(({ corrections }) => corrections)).toEqual([]);
    expect(result.issues.map(({ expected }) => expected ?? '').join()).not.toContain(completed);
  });
});

describe('a quantity a thousand times too large', () => {
  it('is not balanced by a line allowance or charge', () => {
    const right = readFileSync(new URL('../../../schematron/canaries/sk.good.xml', import.meta.url), 'utf8');
    const { root_causes } = validate(right.replace('>4</cbc:InvoicedQuantity>', '>4000</cbc:InvoicedQuantity>'));
    const [{ id, corrections }] = root_causes as [RootCause];
    expect(id).toBe('price-base-lost');
    expect(corrections.flatMap(edits).filter((edit) => edit.startsWith('cbc:Amount:'))).toEqual([]);
  });
});
