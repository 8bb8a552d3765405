import { expect, it } from 'vitest';
import { toCode } from '../../src/lib/plain-text.ts';
import { formatIban, formatNumber, sizeOfBase64 } from '../../src/modules/rendering/format.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { carriedTotals } from '../../src/modules/rendering/pdf/carried-totals.ts';
import { makeInvoice } from '../../tools/bench/invoices.ts';
import { ISSUE } from '../http/judge.ts';

/**
 * So many characters take what looks at them once some milliseconds, and what looks at them again from every one of
 * them minutes: whether it ends at all within the bound tells one from the other on any machine.
 */
const MANY = 500_000;
const BOUND = 20_000;

const timed = <T>(work: () => T): T => {
  const began = performance.now();
  const made = work();
  expect(performance.now() - began).toBeLessThan(BOUND);
  return made;
};

it.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '123'],
  ['1234', '1,234'],
  ['-123456.5', '−123,456.5'],
  ['1234567', '1,234,567'],
])('a number is grouped by three from the right: %s', (given, shown) => {
  expect(formatNumber(given, 'en')).toBe(shown);
});

it('half a million digits are grouped in one pass', () => {
  const shown = timed(() => formatNumber('1'.repeat(MANY), 'en'));
  expect(shown).toHaveLength(MANY + Math.floor((MANY - 1) / 3));
  expect(timed(() => formatNumber(`${'1'.repeat(MANY)}x`, 'sk'))).toHaveLength(MANY + 1);
  expect(timed(() => formatNumber(`${' '.repeat(MANY)}x`, 'sk'))).toHaveLength(MANY + 1);
});

it('an account or an attachment of any length is read in one pass', () => {
  expect(timed(() => formatIban(`SK00${'A '.repeat(MANY)}`)).length).toBeGreaterThan(MANY);
  expect(timed(() => sizeOfBase64(' A='.repeat(MANY)))).toBeGreaterThan(0);
});

it('a page with hundreds of thousands of digits in every amount is made', () => {
  const xml = Buffer.from(makeInvoice(1)).toString();
  const page = timed(() =>
    renderInvoice(Buffer.from(xml.replaceAll(/(currencyID="EUR">)[^<]*/g, `$1${'1'.repeat(100_000)}`)), {
      language: 'sk',
      issues: null,
    }),
  );
  expect(page.html).toContain(`${'\u00a0111'.repeat(33_333)},00\u00a0€`);
});

it('findings of one term at one line are looked at once, not once for every value of the line', () => {
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
  // One rule of one value is one note, however often it is broken.
  expect(html.split(ISSUE.rule_id)).toHaveLength(2);
  expect(html.split('<a class="mark')).toHaveLength(2);
  expect(seen.count).toBeLessThanOrEqual(2 * count);
});

it('carried totals are summed once for every line, whatever the number of pages', () => {
  const lines = { amounts: Array.from({ length: 50_000 }, () => '1.00'), currency: 'EUR', language: 'en' as const };
  const breaks = lines.amounts.map((_, place) => place).slice(1);
  const rows = timed(() => carriedTotals(lines, breaks))!;
  expect(rows).toHaveLength(49_999);
  expect(rows.at(-1)!.ends).toContain('49,999.00');
});

it('an amount that no invoice has carries no total: every sum after it would be as long', () => {
  const amounts = ['9'.repeat(100_000), ...Array.from({ length: 20_000 }, () => '1')];
  expect(timed(() => carriedTotals({ amounts, currency: 'EUR', language: 'sk' }, [1]))).toBeNull();
});

it('a code span goes round any number of backticks', () => {
  const ticks = '` '.repeat(MANY);
  expect(timed(() => toCode(ticks))).toBe(`\`\` ${ticks.trim()} \`\``);
});
