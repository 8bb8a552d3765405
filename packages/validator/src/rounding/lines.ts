import { Decimal } from '@e-invoice/schematron/decimal';
import { netOf, ofCents, readCents, readDecimal, toCents, withoutVat, withVat } from './cents.ts';
import type { PriceMode, RoundingLine } from './request.ts';

/** A line of the request as numbers, without VAT; amounts in cents. */
export type Line = {
  readonly index: number;
  readonly quantity: Decimal;
  readonly base: Decimal;
  /** As stated, and its mode. */
  readonly price: Decimal;
  readonly mode: PriceMode;
  readonly rate: Decimal;
  readonly discount: number;
  /** The amount in the books, or the computed one. */
  readonly amount: number;
  /** The amount with VAT; null for lines without. */
  readonly gross: number | null;
  /** Exact amount less `amount`, in cents: between −0.5 and 0.5, zero if unknown. */
  readonly remainder: number;
  /** Whether quantity × price explains the stated amount, within the rounding of the price and R120. */
  readonly isExplained: boolean;
  /** The price without VAT that explains `amount`; null without such a price. */
  readonly net: Decimal | null;
};

type Unpriced = Omit<Line, 'net'> & { net: Decimal | null };

const ONE = new Decimal(1, 0);

/** @throws RangeError for a negative price, a base quantity of zero or less, and text that is not a number */
export function readLine(line: RoundingLine, index: number, mode: PriceMode, rate: Decimal): Line {
  const quantity = readDecimal(line.quantity, 'quantity');
  const price = readDecimal(line.price, 'price');
  const base = line.baseQuantity === undefined ? ONE : readDecimal(line.baseQuantity, 'baseQuantity');
  if (price.units < 0) throw new RangeError('price is negative. State a negative quantity instead (BR-27).');
  if (base.units <= 0) throw new RangeError('baseQuantity must be above zero');
  const reduction = line.discount === undefined ? 0 : readCents(line.discount, 'discount');
  const product = quantity.multiply(price);
  const exact = base === ONE ? product : product.divide(base);
  const booked = line.amount === undefined ? null : readCents(line.amount, 'amount');
  const own = booked ?? toCents(exact) - reduction;
  const isNet = mode === 'net';
  const net = isNet ? null : netOf(own, rate);
  const read: Unpriced = {
    index,
    quantity,
    base,
    price,
    mode,
    rate,
    discount: isNet || reduction === 0 ? reduction : netOf(reduction, rate).cents,
    amount: net === null ? own : net.cents,
    gross: isNet ? null : own,
    remainder: net === null ? beyond(exact, own + reduction) : net.remainder,
    isExplained: booked === null || isWithin(exact.subtract(ofCents(own + reduction)), quantity, price, base),
    net: null,
  };
  read.net = fitPrice(read, read.amount);
  return read;
}

/** PEPPOL-EN16931-R120 accepts two cents. */
const TWO_CENTS = new Decimal(2, 2);

/** Whether an amount differs by at most half a unit of the last decimal of its price, which has at least two. */
function isWithin(off: Decimal, quantity: Decimal, price: Decimal, base: Decimal): boolean {
  const half = new Decimal(5, Math.max(price.scale, 2) + 1);
  return off.abs().subtract(TWO_CENTS).multiply(base).compare(half.multiply(quantity.abs())) <= 0;
}

/** Half a cent and a margin for the digits that a quotient lacks. */
const HALF_CENT = 0.500_001;

function beyond(exact: Decimal, cents: number): number {
  const remainder = exact.subtract(ofCents(cents)).toNumber() * 100;
  return Math.abs(remainder) > HALF_CENT ? 0 : remainder;
}

/** Whether the amount of a line may change by one cent: it keeps its sign, and a price above zero explains it. */
export function canTake(line: Line, cent: 1 | -1): boolean {
  const { quantity, amount, discount } = line;
  if (quantity.isZero() || amount === 0) return false;
  const after = amount + cent;
  const before = after + discount;
  if (after === 0 || after > 0 !== amount > 0 || before === 0 || before > 0 !== quantity.units > 0) return false;
  return fitPrice(line, after) !== null;
}

/** Quotients have 18 decimals. */
const MAX_DECIMALS = 18;

/** Fewest decimals of a new price: those of the stated price, up to those of a quotient. */
const fewestDecimals = (price: Decimal): number => Math.min(Math.max(price.scale, 2), MAX_DECIMALS);

/**
 * The unit price without VAT with the fewest decimals, but at least those of the stated price (up to 18), for which
 * quantity × price ÷ base quantity is the amount of the line before its discount.
 *
 * @param amount the amount of the line, in cents
 * @returns the stated price if it is that price, and null without such a price
 */
export function fitPrice(line: Line, amount: number): Decimal | null {
  const { quantity, base, price, mode, rate, discount } = line;
  const before = amount + discount;
  const fits = (value: Decimal): boolean => {
    const product = quantity.multiply(value);
    const exact = base === ONE ? product : product.divide(base);
    // The discount may turn the sign, and with it the direction in which half a cent is rounded (SK-R-052).
    return toCents(exact) === before && (discount === 0 || toCents(exact.subtract(ofCents(discount))) === amount);
  };
  if (mode === 'net' && fits(price)) return price;
  if (quantity.isZero()) return before === 0 ? price : null;
  const perUnit = base.toNumber() / quantity.toNumber() / 100;
  const quotient = before * perUnit;
  if (quotient < 0) return null;
  const stated = price.toNumber() / (1 + rate.toNumber() / 100);
  const estimates = mode === 'net' ? [quotient] : [stated, quotient];
  // Floating point selects candidates; `fits` is exact.
  for (let decimals = fewestDecimals(price); decimals <= MAX_DECIMALS; decimals += 1) {
    for (const estimate of estimates) {
      const units = Math.round(estimate * 10 ** decimals);
      if (!Number.isSafeInteger(units)) return fitExactly(line, before, fits);
      const isNear = Math.abs(units / 10 ** decimals - quotient) <= Math.abs(perUnit) * NEARLY_HALF;
      if (!isNear) continue;
      const value = new Decimal(units, decimals);
      if (fits(value)) return value;
    }
  }
  return null;
}

/** Half a cent, and the error of the estimate. */
const NEARLY_HALF = 0.500_01;

/** For prices with more digits than floating point has. */
function fitExactly({ quantity, base, price }: Line, before: number, fits: (value: Decimal) => boolean) {
  const quotient = ofCents(before).multiply(base).divide(quantity);
  for (let decimals = fewestDecimals(price); decimals <= MAX_DECIMALS; decimals += 1) {
    const rounded = quotient.round(decimals);
    if (fits(rounded)) return rounded;
  }
  return null;
}

/**
 * Whether a new net price is another price than the stated one: rounded to the decimals of the stated price, or, with
 * VAT, to the decimals of the price that it was computed from, it differs.
 */
export function isOtherPrice({ price, mode, rate }: Line, net: Decimal): boolean {
  if (mode === 'gross') return withVat(net, rate).round(price.scale).compare(price) !== 0;
  if (net.round(price.scale).compare(price) === 0) return false;
  // A price with more than two decimals may come from a price with VAT in cents.
  const gross = withVat(price, rate).round(2);
  const isFromGross =
    !rate.isZero() && price.scale > 2 && withoutVat(gross, rate).round(price.scale).compare(price) === 0;
  return !isFromGross || withVat(net, rate).round(2).compare(gross) !== 0;
}
