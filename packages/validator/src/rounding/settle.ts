import type { Books, Rate } from './books.ts';
import { vatOf, vatWithin } from './cents.ts';
import { type Fact, narrow, positionOf, type Ranges, rangesOf } from './intervals.ts';

/** All totals of an invoice, in cents. */
export type Settled = {
  readonly rates: readonly { readonly taxable: number; readonly vat: number }[];
  readonly prepaid: number;
  readonly rounding: number;
  readonly due: number;
};

/**
 * Chooses the numbers that facts leave open: computed from the lines, with VAT from the amount with VAT where all
 * lines of a rate have such prices.
 *
 * @returns null if the facts contradict each other
 */
export function settle(books: Books, facts: readonly Fact[]): Settled | null {
  const { rates } = books;
  const ranges = rangesOf(rates, facts);
  if (ranges === null) return null;
  const at = (rate: number | null, name: Fact['name']): number => positionOf(rates.length, rate, name);
  const read = (position: number): number => ranges.low[position]!;
  for (const [index, rate] of rates.entries()) {
    const gross = grossOf(rate);
    if (gross !== null && !fix(rates, ranges, at(index, 'gross'), gross)) return null;
    if (gross === null && !fix(rates, ranges, at(index, 'taxable'), rate.sum)) return null;
    const tax =
      gross === null ? vatOf(read(at(index, 'taxable')), rate.rate) : vatWithin(read(at(index, 'gross')), rate.rate);
    if (!fix(rates, ranges, at(index, 'vat'), tax)) return null;
  }
  if (!fix(rates, ranges, at(null, 'rounding'), 0)) return null;
  return {
    rates: rates.map((_, index) => ({ taxable: read(at(index, 'taxable')), vat: read(at(index, 'vat')) })),
    prepaid: read(at(null, 'prepaid')),
    rounding: read(at(null, 'rounding')),
    due: read(at(null, 'due')),
  };
}

/** Sum of the lines with VAT, if all lines have one; allowances and charges are without VAT. */
function grossOf({ lines, sum, rate }: Rate): number | null {
  if (lines.length === 0 || lines.some(({ gross }) => gross === null)) return null;
  let [gross, net] = [0, 0];
  for (const line of lines) {
    gross += line.gross!;
    net += line.amount;
  }
  return gross + (sum - net) + vatOf(sum - net, rate);
}

/** Sets a number to the nearest value in its range. @returns false if no invoice has that value */
function fix(rates: readonly Rate[], ranges: Ranges, position: number, value: number): boolean {
  const [low, high] = [ranges.low[position]!, ranges.high[position]!];
  if (low === high) return true;
  const nearest = Math.min(Math.max(value, low), high);
  ranges.low[position] = nearest;
  ranges.high[position] = nearest;
  return narrow(rates, ranges);
}
