import { readFileSync } from 'node:fs';
import { toCiiNames } from '@e-invoice/validator/invoice';
import type { FileResult } from '@e-invoice/validator/issues';
import { whenReady } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { openValidator } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';

const root = findRoot();
const today = '2027-01-20';
const CII = readFileSync(`${root}/schematron/canaries/en16931-cii.good.xml`, 'utf8');

let validate: (xml: string) => Promise<FileResult>;
beforeAll(async () => {
  const { validator } = await openValidator({ root, dataDir: null, maxXmlBytes: 1_000_000, today });
  validate = (xml) =>
    whenReady(() =>
      validator.validate(Buffer.from(xml), { filename: 'a.xml', today, clock: () => 0, cii: 'validate' }),
    );
});

/** A mistake in the invoice; the pattern must occur. */
function wrong(pattern: RegExp, by: string): string {
  const changed = CII.replace(pattern, by);
  expect(changed).not.toBe(CII);
  return changed;
}

const REFERENCE = /(<ram:BuyerReference>[^<]*<\/ram:BuyerReference>)/;

describe('a mistake in a CII invoice', () => {
  it.each([
    ['a misspelt element', /(<\/?ram:)BuyerReference>/g, '$1BuyerReferense>', 'An element is misspelt'],
    ['a repeated element', REFERENCE, '$1$1', 'stated several times'],
    [
      'an unknown attribute',
      /<ram:BuyerReference>/,
      '<ram:BuyerReference foo="1">',
      'attributes that CII does not know',
    ],
    ['a decimal comma', /(<ram:LineTotalAmount>\d+)\./, '$1,', 'A decimal comma instead of a point'],
    [
      'an element in the wrong place',
      /(<ram:BuyerReference>[^<]*<\/ram:BuyerReference>)([\s\S]*?)(<\/ram:ApplicableHeaderTradeAgreement>)/,
      '$2$1$3',
      'Elements are not in the prescribed order',
    ],
  ])('%s has one cause with a proven correction', async (_, pattern, by, title) => {
    const { valid, root_causes } = await validate(wrong(pattern, by));
    expect(valid).toBe(false);
    expect(root_causes).toHaveLength(1);
    const [cause] = root_causes;
    expect(cause!.title.en).toContain(title);
    expect(cause).toMatchObject({ proven: true, corrections: [{ makes_valid: true, changes: ['none'] }] });
  });

  it.each([
    ['the amount due', /(<ram:DuePayableAmount>)[^<]*/, 'amount_due', 'DuePayableAmount', '199'],
    ['the VAT of a rate', /(<ram:CalculatedAmount>)[^<]*/, 'tax', 'CalculatedAmount', '0'],
  ])('in %s is computed, and the correction states what it changes', async (_, pattern, change, name, due) => {
    const { root_causes, issues } = await validate(wrong(pattern, '$11.00'));
    expect(root_causes).toHaveLength(1);
    const [{ proven, corrections, issue_indexes }] = root_causes as [FileResult['root_causes'][number]];
    // Terms are named, not elements.
    expect(corrections[0]!.title.sk).toMatch(/^[^:]+: 1,00 → /);
    expect(proven).toBe(false);
    expect(corrections[0]).toMatchObject({
      makes_valid: true,
      changes: [change],
      money: { amount_due: due },
      patch: [{ xpath: expect.stringContaining(`/ram:${name}`), before: '1.00' }],
    });
    expect(issue_indexes).toHaveLength(issues.length);
    expect(issues[0]!.calculation).toMatchObject({ stated: '1.00', difference: expect.any(String) });
  });

  it('in the currency never counts as a change without effect', async () => {
    const { root_causes } = await validate(wrong(/(<ram:InvoiceCurrencyCode>)[^<]*/, '$1EURO'));
    expect(root_causes.map(({ proven }) => proven)).not.toContain(true);
    expect(root_causes[0]!.corrections[0]).toMatchObject({ changes: ['amount_due'] });
  });

  it.each([
    ['a missing currency', /<ram:InvoiceCurrencyCode>[^<]*<\/ram:InvoiceCurrencyCode>/, ''],
    ['a missing seller name', /(<ram:SellerTradeParty>[\s\S]*?)<ram:Name>[^<]*<\/ram:Name>/, '$1'],
    ['a missing item name', /(<ram:SpecifiedTradeProduct>[\s\S]*?)<ram:Name>[^<]*<\/ram:Name>/, '$1'],
    ['a wrong amount due', /(<ram:DuePayableAmount>)[^<]*/, '$11.00'],
    ['a wrong total', /(<ram:GrandTotalAmount>)[^<]*/, '$11.00'],
    ['a missing country', /(<ram:SellerTradeParty>[\s\S]*?)<ram:CountryID>[^<]*<\/ram:CountryID>/, '$1'],
    [
      'an unknown element',
      /<ram:ApplicableHeaderTradeDelivery/,
      '<ram:Foo>1</ram:Foo><ram:ApplicableHeaderTradeDelivery',
    ],
    ['a wrong category', /(<ram:CategoryCode>)S/, '$1X'],
  ])('%s is explained with the names of CII only', async (_, pattern, by) => {
    const { root_causes, issues } = await validate(wrong(pattern, by));
    expect(root_causes).not.toEqual([]);
    const advice = [
      ...issues.map(({ fix }) => fix),
      ...root_causes.map(({ title, explanation, fix }) => [title, explanation, fix]),
    ];
    expect(JSON.stringify(advice)).not.toMatch(/\bc[ab]c:|\bUBL\b/);
  });
});

describe('names of UBL in a text', () => {
  it.each([
    ['Compute cbc:PayableAmount.', [], 'Compute ram:DuePayableAmount.'],
    [
      'Compute cac:TaxTotal/cbc:TaxAmount as the sum of cbc:TaxAmount of all cac:TaxSubtotal.',
      ['BT-110', 'BT-117'],
      'Compute ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount as the sum of ram:CalculatedAmount of all ram:ApplicableTradeTax.',
    ],
    ['Write the day in cbc:IssueDate.', [], 'Write the day in ram:IssueDateTime/udt:DateTimeString.'],
    // Without a term its meaning is not certain.
    ['Correct cbc:TaxAmount and ext:UBLExtensions.', ['BT-999'], 'Correct cbc:TaxAmount and ext:UBLExtensions.'],
    [
      'See cac:InvoiceLine/cbc:InvoicedQuantity/@unitCode.',
      ['BT-130'],
      'See ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode.',
    ],
    ['No name: 12:30.', [], 'No name: 12:30.'],
  ])('%s becomes the same place in CII', (text, terms, expected) => {
    expect(toCiiNames(text, terms)).toBe(expected);
  });
});
