import { expect, it } from 'vitest';
import { toCode } from '../../src/lib/plain-text.ts';
import { formatIban, formatNumber, sizeOfBase64 } from '../../src/modules/rendering/format.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { carriedTotals } from '../../src/modules/rendering/pdf/carried-totals.ts';
import { makeInvoice } from '../../tools/bench/invoices.ts';
import { ISSUE } from '../http/fake-validate.ts';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.ts';

const MANY = 500_000;

/** Returns the result for the largest input, and fails if the time grows faster than linearly. */
function linear<T, R>(make: (count: number) => T, work: (input: T) => R, count = MANY): R {
  expect(growthOf(make, work, count)).toBeLessThan(MAX_LINEAR_GROWTH);
  return work(make(count));
}

it.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '123'],
  ['1234', '1,234'],
  ['-123456.5', '−123,456.5'],
  ['1234567', '1,234,567'],
])('groups the digits of %s by three from the right', (number, shown) => {
  expect(formatNumber(number, 'en')).toBe(shown);
});

it('groups half a million digits in linear time', () => {
  const shown = linear(
    (count) => '1'.repeat(count),
    (digits) => formatNumber(digits, 'en'),
  );
  expect(shown).toHaveLength(MANY + Math.floor((MANY - 1) / 3));
  for (const character of ['1', ' ']) {
    const make = (count: number): string => `${character.repeat(count)}x`;
    expect(linear(make, (text) => formatNumber(text, 'sk'))).toHaveLength(MANY + 1);
  }
});

it('formats long IBANs and measures long attachments in linear time', () => {
  expect(linear((count) => `SK00${'A '.repeat(count)}`, formatIban).length).toBeGreaterThan(MANY);
  expect(linear((count) => ' A='.repeat(count), sizeOfBase64)).toBeGreaterThan(0);
});

it('renders amounts with 100,000 digits in linear time', () => {
  const xml = Buffer.from(makeInvoice(1)).toString();
  const make = (count: number): Buffer =>
    Buffer.from(xml.replaceAll(/(currencyID="EUR">)[^<]*/g, `$1${'1'.repeat(count)}`));
  const page = linear(make, (bytes) => renderInvoice(bytes, { language: 'sk', issues: null }), 100_000);
  expect(page.html).toContain(`${'\u00a0111'.repeat(33_333)},00\u00a0€`);
});

it('assigns many findings to a line with many values in linear time', () => {
  const count = 20_000;
  const line =
    '<cac:CommodityClassification><cbc:ItemClassificationCode>1</cbc:ItemClassificationCode></cac:CommodityClassification>';
  const xml = Buffer.from(makeInvoice(1))
    .toString()
    .replace('<cac:ClassifiedTaxCategory>', `${line.repeat(count)}<cac:ClassifiedTaxCategory>`);
  const location = '/Invoice/cac:InvoiceLine[1]/cac:Item';
  const seen = { count: 0 };
  const issues = Array.from({ length: count }, () => ({
    ...ISSUE,
    business_terms: ['BT-158'],
    get location() {
      seen.count += 1;
      return location;
    },
  }));
  const { html } = renderInvoice(Buffer.from(xml), { language: 'sk', issues });
  // All violations of one rule at one value share a note.
  expect(html.split(ISSUE.rule_id)).toHaveLength(2);
  expect(html.split('<a class="mark')).toHaveLength(2);
  expect(seen.count).toBeLessThanOrEqual(2 * count);
});

it('sums carried totals in linear time for any number of pages', () => {
  const make = (length: number) => Array.from({ length }, () => '1.00');
  const carry = (amounts: readonly string[]) => {
    const breaks = amounts.map((_, place) => place).slice(1);
    return carriedTotals({ amounts, currency: 'EUR', language: 'en' }, breaks);
  };
  const rows = linear(make, carry, 50_000)!;
  expect(rows).toHaveLength(49_999);
  expect(rows.at(-1)!.ends).toContain('49,999.00');
});

it('omits carried totals if an amount is too long, because every following sum would be as long', () => {
  const make = (length: number) => ['9'.repeat(100_000), ...Array.from({ length }, () => '1')];
  const carry = (amounts: readonly string[]) => carriedTotals({ amounts, currency: 'EUR', language: 'sk' }, [1]);
  expect(linear(make, carry, 20_000)).toBeNull();
});

it('encloses many backticks in a code span in linear time', () => {
  const make = (count: number): string => '` '.repeat(count);
  expect(linear(make, toCode)).toBe(`\`\` ${make(MANY).trim()} \`\``);
});
