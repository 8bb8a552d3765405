/** Random invoices with correct sums, as data before they are written as XML. */

import { Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import fc from 'fast-check';

/** VAT category and rate; O has no rate. */
export type Vat = { readonly code: string; readonly rate: Decimal | null };

/** An allowance or a charge, with the percentage and base of its amount. */
export type Extra = {
  readonly isCharge: boolean;
  readonly amount: Decimal;
  readonly of: { readonly percent: Decimal; readonly base: Decimal } | null;
  readonly vat: Vat;
};

export type Line = {
  readonly quantity: Decimal;
  readonly unit: string;
  readonly price: Decimal;
  readonly baseQuantity: Decimal | null;
  readonly discount: Decimal | null;
  readonly extras: readonly Extra[];
  readonly vat: Vat;
  readonly name: string;
};

export type Party = {
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly number: string;
  readonly endpoint: { readonly scheme: string; readonly value: string };
};

export type Draft = {
  readonly kind: 'Invoice' | 'CreditNote';
  readonly currency: string;
  /** The second currency and its exchange rate to the first. */
  readonly accounting: { readonly currency: string; readonly rate: Decimal } | null;
  readonly seller: Party;
  readonly buyer: Party;
  readonly lines: readonly Line[];
  readonly extras: readonly Extra[];
  readonly prepaid: Decimal | null;
  readonly rounding: Decimal | null;
  readonly hasReasonCode: boolean;
  readonly note: string;
};

export const decimal = (text: string): Decimal => parseDecimal(text)!;
const HUNDRED = decimal('100');

/** A decimal between two integers with at most `digits` fraction digits. */
const between = (from: number, to: number, digits: number): fc.Arbitrary<Decimal> =>
  fc
    .record({ units: fc.integer({ min: from * 10 ** digits, max: to * 10 ** digits }), drop: fc.nat(digits) })
    .map(({ units, drop }) => new Decimal(units, digits).round(digits - drop));

export const percentOf = (base: Decimal, percent: Decimal): Decimal => base.multiply(percent).divide(HUNDRED).round(2);
export const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => sum.add(value), ZERO);

/** The amount that extras add to a sum. */
export const balanceOf = (extras: readonly Extra[]): Decimal =>
  sumOf(extras.map(({ isCharge, amount }) => (isCharge ? amount : amount.negate())));

export function netOf({ quantity, price, baseQuantity, extras }: Line): Decimal {
  const each = baseQuantity === null ? price : price.divide(baseQuantity);
  return quantity.multiply(each).round(2).add(balanceOf(extras));
}

const vat = (code: string, rate: string | null): Vat => ({ code, rate: rate === null ? null : decimal(rate) });

/** VAT categories that may occur together on one invoice. */
const REGIMES: readonly (readonly Vat[])[] = [
  [vat('S', '23'), vat('S', '19'), vat('S', '5'), vat('S', '7.7'), vat('Z', '0'), vat('E', '0')],
  [vat('AE', '0'), vat('S', '23')],
  [vat('K', '0')],
  [vat('G', '0'), vat('E', '0')],
  [vat('O', null)],
  [vat('L', '7'), vat('L', '0'), vat('L', '9.5'), vat('M', '4'), vat('M', '10')],
];

const words = fc
  .stringMatching(/^[A-Za-zÁČĎÉÍĽŇÓŠŤÚÝŽáčďéíľňóšťúýž0-9&<>"' .,-]{1,30}$/)
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '');

/** Countries whose national rules are in no pack. */
const COUNTRIES = ['SK', 'CZ', 'AT', 'PL', 'HU', 'FR', 'ES', 'BE'];

const digits = (count: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(9), { minLength: count, maxLength: count }).map((all) => all.join(''));

const endpoint = fc.oneof(
  digits(10).map((value) => ({ scheme: '0245', value })),
  digits(9).map((value) => ({ scheme: '9930', value: `DE${value}` })),
  digits(12).map((value) => ({ scheme: '0088', value: value + gs1CheckDigit(value) })),
);

/** Alternating weights 3 and 1 from the right; the sum with the check digit is a multiple of ten. */
function gs1CheckDigit(value: string): string {
  const sum = [...value]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

const party: fc.Arbitrary<Party> = fc.record({
  name: words,
  city: words,
  country: fc.constantFrom(...COUNTRIES),
  number: digits(10),
  endpoint,
});

const extra = (category: fc.Arbitrary<Vat>): fc.Arbitrary<Extra> =>
  fc.oneof(
    fc.record({ isCharge: fc.boolean(), amount: between(0, 200, 2), of: fc.constant(null), vat: category }),
    fc
      .record({ isCharge: fc.boolean(), percent: between(0, 50, 2), base: between(0, 1000, 2), vat: category })
      .map(({ isCharge, percent, base, vat }) => ({
        isCharge,
        amount: percentOf(base, percent),
        of: { percent, base },
        vat,
      })),
  );

const line = (category: fc.Arbitrary<Vat>): fc.Arbitrary<Line> =>
  fc.record({
    quantity: between(-10, 1000, 4),
    unit: fc.constantFrom('H87', 'KGM', 'HUR', 'C62', 'DAY', 'MTR', 'LTR'),
    price: between(0, 5000, 4),
    baseQuantity: fc.option(fc.constantFrom('1', '10', '100', '0.5').map(decimal)),
    discount: fc.option(between(0, 100, 4)),
    extras: fc.array(extra(category), { maxLength: 2 }),
    vat: category,
    name: words,
  });

const accounting = fc.option(fc.record({ currency: fc.constantFrom('SEK', 'RON'), rate: between(1, 30, 4) }));

/** Any invoice or credit note that EN 16931 and Peppol BIS Billing accept. */
export const draft: fc.Arbitrary<Draft> = fc.constantFrom(...REGIMES).chain((regime) => {
  const category = fc.constantFrom(...regime);
  return fc.record({
    kind: fc.constantFrom('Invoice' as const, 'CreditNote' as const),
    currency: fc.constantFrom('EUR', 'CZK', 'PLN', 'USD', 'HUF'),
    accounting,
    seller: party,
    buyer: party,
    lines: fc.array(line(category), { minLength: 1, maxLength: 6 }),
    extras: fc.array(extra(category), { maxLength: 3 }),
    prepaid: fc.option(between(0, 500, 2)),
    rounding: fc.option(between(-1, 1, 2)),
    hasReasonCode: fc.boolean(),
    note: words,
  });
});
