import { type Decimal, parseDecimal, toDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { DraftLine } from './draft.ts';

const HUNDRED = toDecimal(100);
/** More digits than any price needs, so that quantity times price reproduces the line's amount to the cent. */
const PRICE_DIGITS = 10;

/** Decimal of a draft, already validated by its schema. */
export const toNumber = (text: string): Decimal => parseDecimal(text) ?? ZERO;

/** Rounds to cents, half away from zero (commercial rounding). */
export function toCents(amount: Decimal): Decimal {
  return amount.compare(ZERO) < 0 ? amount.negate().round(2).negate() : amount.round(2);
}

/** Formats an amount with two decimals. */
export function toAmount(amount: Decimal): string {
  const [whole, cents = ''] = toCents(amount).toString().split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
}

/** Net amounts of a line: BT-131 = BT-129 × BT-146 − BT-136. */
export type LineAmounts = {
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly discount: { readonly amount: Decimal; readonly base: Decimal; readonly percent: Decimal | null } | null;
  readonly net: Decimal;
  /** Including VAT, when the draft's prices include it. */
  readonly gross: Decimal | null;
  /** The discount as the draft states it: with VAT, when the prices include it. */
  readonly reduction: Decimal;
};

/**
 * Computes the amounts of a line. A negative price becomes a negative quantity, since BR-27 forbids negative prices.
 */
export function toLineAmounts(line: DraftLine, pricesIncludeVat: boolean): LineAmounts {
  const stated = toNumber(line.unitPrice);
  const turned = stated.compare(ZERO) < 0;
  const quantity = turned ? toNumber(line.quantity).negate() : toNumber(line.quantity);
  const unitPrice = turned ? stated.negate() : stated;
  const base = toCents(quantity.multiply(unitPrice));
  const off = discountOf(line, base);
  const reduction = off?.amount ?? ZERO;
  if (!pricesIncludeVat) {
    const discount = off && { ...off, base };
    return { quantity, price: unitPrice, discount, net: base.subtract(reduction), gross: null, reduction };
  }
  const withoutVat = (amount: Decimal): Decimal => amount.multiply(HUNDRED).divide(HUNDRED.add(toNumber(line.vatRate)));
  const netBase = toCents(withoutVat(base));
  const discount = off && { amount: toCents(withoutVat(off.amount)), base: netBase, percent: off.percent };
  return {
    quantity,
    price: withoutVat(unitPrice).round(PRICE_DIGITS),
    discount,
    net: netBase.subtract(discount?.amount ?? ZERO),
    gross: base.subtract(reduction),
    reduction,
  };
}

function discountOf({ discount }: DraftLine, base: Decimal): { amount: Decimal; percent: Decimal | null } | null {
  if (discount === undefined) return null;
  if (!discount.endsWith('%')) return { amount: toCents(toNumber(discount)), percent: null };
  const percent = toNumber(discount.slice(0, -1));
  return { amount: toCents(base.multiply(percent).divide(HUNDRED)), percent };
}

/** VAT of a taxable amount (BR-CO-17), in cents. */
export const vatOf = (base: Decimal, rate: Decimal): Decimal => toCents(base.multiply(rate).divide(HUNDRED));

/** VAT included in a gross amount: gross × rate / (100 + rate), in cents. */
export const vatWithin = (gross: Decimal, rate: Decimal): Decimal =>
  toCents(gross.multiply(rate).divide(HUNDRED.add(rate)));

export const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((total, amount) => total.add(amount), ZERO);
