import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';

/** Sums of larger amounts could exceed exact integers. */
const MAX_CENTS = 1e12;

const HUNDRED = new Decimal(100, 0);

/** @throws RangeError if the text is not a decimal number */
export function readDecimal(text: string, name: string): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw new RangeError(`${name} is not a decimal number: ${text}`);
  return value;
}

/** Reads an amount as whole cents. @throws RangeError for more than two decimals or ten billion and above */
export function readCents(text: string, name: string): number {
  const { units, scale } = readDecimal(text, name).multiply(HUNDRED).stripped();
  if (scale > 0) throw new RangeError(`${name} has more than two decimals: ${text}`);
  return checkCents(Number(units), name);
}

function checkCents(cents: number, name: string): number {
  if (Math.abs(cents) >= MAX_CENTS) throw new RangeError(`${name} must be below 10,000,000,000.00`);
  return cents;
}

/** Rounds to whole cents, half a cent away from zero. @throws RangeError for ten billion and above */
export function toCents(value: Decimal): number {
  const { units, scale } = value;
  if (typeof units === 'number' && scale >= 2 && scale < 16) {
    const divisor = 10 ** (scale - 2);
    const size = Math.abs(units);
    const rest = size % divisor;
    const whole = (size - rest) / divisor + (rest * 2 >= divisor ? 1 : 0);
    return checkCents(units < 0 ? 0 - whole : whole, 'An amount');
  }
  const size = value.abs().multiply(HUNDRED).round(0);
  const cents = checkCents(Number(size.units), 'An amount');
  return value.units < 0 ? 0 - cents : cents;
}

export const ofCents = (cents: number): Decimal => new Decimal(cents, 2);

/** Formats cents as an amount with two decimals. */
export function formatCents(cents: number): string {
  const digits = Math.abs(cents).toString().padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** VAT of a taxable amount, in cents. */
export const vatOf = (taxable: number, rate: Decimal): number =>
  toCents(ofCents(taxable).multiply(rate).divide(HUNDRED));

/** VAT included in an amount, in cents: gross × rate ÷ (100 + rate). */
export const vatWithin = (gross: number, rate: Decimal): number =>
  toCents(ofCents(gross).multiply(rate).divide(HUNDRED.add(rate)));

/** Removes VAT from an amount. @returns whole cents, and the exact result less these */
export function netOf(gross: number, rate: Decimal): { readonly cents: number; readonly remainder: number } {
  const scale = 10 ** rate.scale;
  const [top, bottom] = [gross * 100 * scale, 100 * scale + Number(rate.units)];
  if (!Number.isSafeInteger(2 * top + bottom)) {
    const exact = withoutVat(ofCents(gross), rate);
    const cents = toCents(exact);
    return { cents, remainder: exact.subtract(ofCents(cents)).toNumber() * 100 };
  }
  const size = Math.floor((2 * Math.abs(top) + bottom) / (2 * bottom));
  const cents = top < 0 ? 0 - size : size;
  return { cents, remainder: (top - cents * bottom) / bottom };
}

/** Removes VAT from an amount or price, not rounded to cents. */
export const withoutVat = (value: Decimal, rate: Decimal): Decimal =>
  rate.isZero() ? value : value.multiply(HUNDRED).divide(HUNDRED.add(rate));

/** Adds VAT to a price, not rounded. */
export const withVat = (value: Decimal, rate: Decimal): Decimal => value.multiply(HUNDRED.add(rate)).divide(HUNDRED);
