import { compareFiles, convertFile } from '@e-invoice/validator/conversion';
import { describe, expect, it } from 'vitest';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.ts';

const invoiceWith = (content: string): Uint8Array =>
  Buffer.from(
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
      'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
      'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
      `<cbc:ID>1</cbc:ID><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>${content}</Invoice>`,
  );

const repeat = (count: number, make: (index: number) => string): Uint8Array =>
  invoiceWith(Array.from({ length: count }, (_, index) => make(index)).join(''));

const note = (index: number): string => `<cbc:Note>${index}</cbc:Note>`;
const payment = (index: number): string =>
  `<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cbc:PaymentID>${index}</cbc:PaymentID></cac:PaymentMeans>`;

describe('conversion and comparison take linear time', () => {
  it.each([
    ['notes', note],
    ['payments with different references', payment],
    ['unknown elements', (index: number) => `<cbc:Unknown>${index}</cbc:Unknown>`],
  ])('converts many %s', (_, make) => {
    const growth = growthOf(
      (count) => repeat(count, make),
      (file) => convertFile(file, 'cii'),
      16_000,
    );
    expect(growth).toBeLessThan(MAX_LINEAR_GROWTH);
  });

  it.each([
    ['notes', note],
    ['payments', payment],
  ])('compares many different %s', (_, make) => {
    const growth = growthOf(
      (count) => [repeat(count, make), repeat(count, (index) => make(-1 - index))] as const,
      ([left, right]) => compareFiles(left, right),
      16_000,
    );
    expect(growth).toBeLessThan(MAX_LINEAR_GROWTH);
  });

  it('does not compute with numbers longer than real ones, but compares them', () => {
    const due = (digits: string): Uint8Array =>
      invoiceWith(
        `<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">${digits}</cbc:PayableAmount></cac:LegalMonetaryTotal>`,
      );
    const compared = compareFiles(due('9'.repeat(60_000)), due('9'.repeat(60_001)));
    expect(compared).toMatchObject({ equal: false, totals: { amount_due: { difference: null } } });
  });
});
