import type { Decimal } from '@e-invoice/schematron/decimal';
import type { Books, Rate } from './books.ts';

/** One number of the books, or the lines of one rate. */
export type Fact = {
  /** Index of the rate; null for numbers of the document. */
  readonly rate: number | null;
  readonly name: 'lines' | 'taxable' | 'vat' | 'gross' | 'due' | 'prepaid' | 'rounding';
  readonly cents: number;
};

/** BR-CO-17 accepts a tax that differs by less than one from taxable amount times rate. */
const TAX_TOLERANCE = 99;
/** Half a cent of the rounded product, and a margin for the division in floating point. */
const BEYOND = TAX_TOLERANCE + 0.500_1;
/**
 * Largest rounding of the amount due that is derived: Slovak law rounds cash to five cents (Prices Act 18/1996,
 * § 3 (4)), so by up to two cents. Totals of one and two cents become five, which adds four and three.
 */
const MAX_ROUNDING = 2;
const SMALLEST_CASH = 5;

/** Ranges of all numbers, in cents: three per rate (taxable, VAT, gross), then those of the document. */
export type Ranges = { readonly low: Float64Array; readonly high: Float64Array };

const OF_RATE = ['taxable', 'vat', 'gross'] as const;
const OF_DOCUMENT = ['taxable', 'vat', 'gross', 'due', 'prepaid', 'rounding'] as const;

/** Position of a number in the ranges. */
export function positionOf(rates: number, rate: number | null, name: Fact['name']): number {
  if (rate === null) return rates * 3 + OF_DOCUMENT.indexOf(name as (typeof OF_DOCUMENT)[number]);
  return rate * 3 + (name === 'lines' ? 0 : OF_RATE.indexOf(name as (typeof OF_RATE)[number]));
}

/** The numbers that the books state. */
export function factsOf(books: Books): Fact[] {
  const facts: Fact[] = [];
  const put = (rate: number | null, name: Fact['name'], cents: number | null): void => {
    if (cents !== null) facts.push({ rate, name, cents });
  };
  for (const [index, rate] of books.rates.entries()) {
    for (const name of OF_RATE) put(index, name, rate[name]);
    put(index, 'lines', rate.sum);
  }
  for (const name of OF_DOCUMENT) put(null, name, books[name]);
  return facts;
}

/** Most rounds of narrowing; each round narrows all equations in both directions. */
const MAX_ROUNDS = 20;

/**
 * The ranges that facts leave for all numbers of an invoice without a broken rule.
 *
 * @returns null if the facts contradict each other
 */
export function rangesOf(rates: readonly Rate[], facts: Iterable<Fact>): Ranges | null {
  const count = rates.length;
  const size = count * 3 + OF_DOCUMENT.length;
  const low = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const high = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const at = (name: Fact['name']): number => positionOf(count, null, name);
  const [prepaid, rounding] = [at('prepaid'), at('rounding')];
  let [hasPrepaid, hasRounding, isSmallest] = [false, false, false];
  for (const { rate, name, cents } of facts) {
    const position = positionOf(count, rate, name);
    // Largest remainder moves at most one cent per line.
    const margin = name === 'lines' ? rates[rate!]!.lines.length : 0;
    low[position] = Math.max(low[position]!, cents - margin);
    high[position] = Math.min(high[position]!, cents + margin);
    hasPrepaid ||= name === 'prepaid';
    hasRounding ||= name === 'rounding';
    isSmallest ||= name === 'due' && cents === SMALLEST_CASH;
  }
  if (!hasPrepaid) low[prepaid] = high[prepaid] = 0;
  if (!hasRounding) [low[rounding], high[rounding]] = [-MAX_ROUNDING, isSmallest ? SMALLEST_CASH - 1 : MAX_ROUNDING];
  const ranges = { low, high };
  return narrow(rates, ranges) ? ranges : null;
}

/** Narrows ranges by the rules of the totals. @returns false if a range becomes empty */
export function narrow(rates: readonly Rate[], { low, high }: Ranges): boolean {
  const count = rates.length;
  const [taxable, vat, gross, due, prepaid, rounding] = OF_DOCUMENT.map((name) => positionOf(count, null, name)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  let changed = false;
  const limit = (at: number, from: number, to: number): void => {
    if (from > low[at]!) {
      low[at] = from;
      changed = true;
    }
    if (to < high[at]!) {
      high[at] = to;
      changed = true;
    }
  };
  /** result = sum of the parts */
  const sum = (result: number, parts: readonly number[]): void => {
    // Infinities are counted: infinity less infinity is not a number.
    let [from, to, openLow, openHigh] = [0, 0, 0, 0];
    for (const part of parts) {
      if (Number.isFinite(low[part]!)) from += low[part]!;
      else openLow += 1;
      if (Number.isFinite(high[part]!)) to += high[part]!;
      else openHigh += 1;
    }
    limit(result, openLow > 0 ? Number.NEGATIVE_INFINITY : from, openHigh > 0 ? Number.POSITIVE_INFINITY : to);
    for (const part of parts) {
      const [isLow, isHigh] = [Number.isFinite(low[part]!), Number.isFinite(high[part]!)];
      const fromOthers = openLow > Number(!isLow) ? Number.NEGATIVE_INFINITY : from - (isLow ? low[part]! : 0);
      const toOthers = openHigh > Number(!isHigh) ? Number.POSITIVE_INFINITY : to - (isHigh ? high[part]! : 0);
      limit(part, low[result]! - toOthers, high[result]! - fromOthers);
    }
  };
  const column = (offset: number): number[] => rates.map((_, index) => index * 3 + offset);
  const [bases, taxes, whole] = [column(0), column(1), column(2)];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    changed = false;
    for (const [index, { rate }] of rates.entries()) {
      const base = index * 3;
      limitTax(rate, base, low, high, limit);
      sum(base + 2, [base, base + 1]);
    }
    sum(taxable, bases);
    sum(vat, taxes);
    sum(gross, whole);
    sum(gross, [taxable, vat]);
    // gross + rounding = due + prepaid
    limit(due, low[gross]! - high[prepaid]! + low[rounding]!, high[gross]! - low[prepaid]! + high[rounding]!);
    limit(gross, low[due]! + low[prepaid]! - high[rounding]!, high[due]! + high[prepaid]! - low[rounding]!);
    limit(prepaid, low[gross]! - high[due]! + low[rounding]!, high[gross]! - low[due]! + high[rounding]!);
    limit(rounding, low[due]! + low[prepaid]! - high[gross]!, high[due]! + high[prepaid]! - low[gross]!);
    for (let position = 0; position < low.length; position += 1) if (low[position]! > high[position]!) return false;
    if (!changed) break;
  }
  return true;
}

/** Limits taxable amount, VAT and gross of one rate by the tolerance of BR-CO-17. */
function limitTax(
  rate: Decimal,
  base: number,
  low: Float64Array,
  high: Float64Array,
  limit: (at: number, from: number, to: number) => void,
): void {
  if (rate.isZero()) {
    limit(base + 1, 0, 0);
    return;
  }
  const share = rate.toNumber() / 100;
  // |tax − base × share| ≤ BEYOND, and the same with base = gross − tax.
  limit(base + 1, Math.ceil(low[base]! * share - BEYOND), Math.floor(high[base]! * share + BEYOND));
  limit(base, Math.ceil((low[base + 1]! - BEYOND) / share), Math.floor((high[base + 1]! + BEYOND) / share));
  const [from, to] = [low[base + 2]!, high[base + 2]!];
  limit(base + 1, Math.ceil((from * share - BEYOND) / (1 + share)), Math.floor((to * share + BEYOND) / (1 + share)));
  limit(base, Math.ceil((from - BEYOND) / (1 + share)), Math.floor((to + BEYOND) / (1 + share)));
}
