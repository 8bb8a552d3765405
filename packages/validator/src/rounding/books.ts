import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { readCents, readDecimal } from './cents.ts';
import { type Line, readLine } from './lines.ts';
import type { RateTotals, RoundingRequest } from './request.ts';

/** One category and rate of the books; amounts in cents, null where unknown. */
export type Rate = {
  readonly category: string;
  /** As stated; null for category O. */
  readonly label: string | null;
  readonly rate: Decimal;
  readonly lines: readonly Line[];
  /** Sum of its lines, plus charges, less allowances. */
  readonly sum: number;
  readonly taxable: number | null;
  readonly vat: number | null;
  readonly gross: number | null;
};

/** The request as numbers. */
export type Books = {
  readonly rates: readonly Rate[];
  readonly lines: readonly Line[];
  readonly allowances: number;
  readonly charges: number;
  readonly taxable: number | null;
  readonly vat: number | null;
  readonly gross: number | null;
  readonly due: number | null;
  readonly prepaid: number | null;
  readonly rounding: number | null;
};

type Vat = Pick<RateTotals, 'category' | 'rate'>;
type Building = {
  category: string;
  label: string | null;
  rate: Decimal;
  lines: Line[];
  sum: number;
  stated: RateTotals | null;
};

/** Categories with one row of the VAT breakdown per rate. */
const BY_RATE = ['S', 'L', 'M'];

/**
 * Reads a request.
 *
 * @throws RangeError for numbers that are not valid, and for two totals of one category and rate
 */
export function readBooks(request: RoundingRequest): Books {
  const { priceMode = 'net', totals = {} } = request;
  const rates = new Map<string, Building>();
  const known = new Map<string, Building>();
  const find = ({ category = 'S', rate = null }: Vat): Building => {
    const text = `${category} ${rate ?? ''}`;
    let found = known.get(text);
    if (found !== undefined) return found;
    const value = category === 'O' || rate === null ? ZERO : readDecimal(rate, 'rate');
    if (value.units < 0) throw new RangeError('rate is negative');
    const key = BY_RATE.includes(category) ? `${category} ${value}` : category;
    found = rates.get(key);
    if (found === undefined) {
      const label = category === 'O' ? null : (rate ?? '0');
      found = { category, label, rate: value, lines: [], sum: 0, stated: null };
      rates.set(key, found);
    }
    known.set(text, found);
    return found;
  };
  // Rates in the order of the books, then those of the lines.
  for (const row of totals.rates ?? []) {
    const found = find(row);
    if (found.stated !== null)
      throw new RangeError(`totals of ${found.category} ${found.label ?? ''} are stated twice`);
    found.stated = row;
  }
  const lines = request.lines.map((line, index) => {
    const rate = find(line);
    const read = readLine(line, index, line.priceMode ?? priceMode, rate.rate);
    rate.lines.push(read);
    rate.sum += read.amount;
    return read;
  });
  let [allowances, charges] = [0, 0];
  for (const allowance of request.allowances ?? []) {
    const amount = readCents(allowance.amount, 'amount');
    const rate = find(allowance);
    if (allowance.isCharge === true) {
      charges += amount;
      rate.sum += amount;
    } else {
      allowances += amount;
      rate.sum -= amount;
    }
  }
  const read = (text: string | undefined, name: string): number | null =>
    text === undefined ? null : readCents(text, name);
  return {
    rates: [...rates.values()].map(({ stated, ...rate }) => ({
      ...rate,
      taxable: read(stated?.taxable, 'taxable'),
      vat: read(stated?.vat, 'vat'),
      gross: read(stated?.gross, 'gross'),
    })),
    lines,
    allowances,
    charges,
    taxable: read(totals.taxable, 'taxable'),
    vat: read(totals.vat, 'vat'),
    gross: read(totals.gross, 'gross'),
    due: read(totals.due, 'due'),
    prepaid: read(request.prepaid, 'prepaid'),
    rounding: read(request.rounding, 'rounding'),
  };
}
