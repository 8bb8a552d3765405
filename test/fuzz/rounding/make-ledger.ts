import type { RateTotals, RoundingAllowance, RoundingLine, RoundingRequest } from '@e-invoice/validator/rounding';
import type { Random } from '../random.ts';

/** How the software of a ledger computes VAT. */
export const WAYS = ['per line', 'top-down', 'bottom-up'] as const;

/** Largest number of lines of a ledger. */
const MAX_LINES = 300;

type Booked = { readonly net: number; readonly vat: number; readonly gross: number };

const money = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** `top / bottom` rounded half away from zero; both are integers and `bottom` is positive. */
function divide(top: number, bottom: number): number {
  const size = Number((2n * BigInt(Math.abs(top)) + BigInt(bottom)) / (2n * BigInt(bottom)));
  return top < 0 ? 0 - size : size;
}

const vatOf = (net: number, rate: number): number => divide(net * rate, 100);
const vatWithin = (gross: number, rate: number): number => divide(gross * rate, 100 + rate);

/**
 * A ledger as Slovak accounting software books it: prices with or without VAT, one of three ways of rounding, line
 * discounts, document allowances and charges, mixed rates, returns, free goods, prepayments and cash rounding. It
 * computes with integers, independently of the solver. Some totals are omitted.
 */
export function makeLedger({ below, pick, chance }: Random, maxLines = MAX_LINES): RoundingRequest {
  const way = pick(WAYS);
  const priceMode = chance(0.7) ? 'gross' : 'net';
  const rates = pick([[23], [23], [23, 19], [23, 19, 5], [23, 5, 0], [19, 0]]);
  const count = 1 + below(chance(0.1) ? maxLines : Math.min(maxLines, pick([3, 12, 40])));
  const booked = new Map<number, { net: number; vat: number; gross: number; exact: number }>();
  const book = (rate: number, { net, vat, gross }: Booked, exact: number): void => {
    const row = booked.get(rate) ?? { net: 0, vat: 0, gross: 0, exact: 0 };
    booked.set(rate, { net: row.net + net, vat: row.vat + vat, gross: row.gross + gross, exact: row.exact + exact });
  };
  const fromOwn = (own: number, rate: number): Booked => {
    if (priceMode === 'gross') {
      const vat = vatWithin(own, rate);
      return { net: own - vat, vat, gross: own };
    }
    const vat = vatOf(own, rate);
    return { net: own, vat, gross: own + vat };
  };
  const lines = Array.from({ length: count }, (): RoundingLine => {
    const rate = pick(rates);
    const decimals = priceMode === 'gross' ? 2 : pick([2, 2, 3, 4]);
    const base = chance(0.05) ? pick([100, 1000]) : 1;
    const price = chance(0.02) ? 0 : 1 + below(pick([50, 2_000, 100_000]) * 10 ** (decimals - 2));
    const thousandths = chance(0.7) ? 1_000 * (1 + below(pick([5, 40, 400]))) : 1 + below(50_000);
    const quantity = (chance(0.04) ? -1 : 1) * thousandths * base;
    const full = divide(quantity * price, base * 1_000 * 10 ** (decimals - 2));
    const percent = chance(0.12) ? pick([3, 5, 10, 15, 33, 100]) : 0;
    const discount = divide(full * percent, 100);
    const own = full - discount;
    book(rate, fromOwn(own, rate), own);
    return {
      quantity: String(quantity / 1_000),
      price: (price / 10 ** decimals).toFixed(decimals),
      ...(base !== 1 && { baseQuantity: String(base) }),
      ...(discount !== 0 && { discount: money(discount) }),
      ...vatFields(rate),
    };
  });
  const allowances: RoundingAllowance[] = [];
  if (chance(0.25)) {
    for (const [rate, { gross, net }] of [...booked]) {
      const isCharge = chance(0.2);
      const own = divide((priceMode === 'gross' ? gross : net) * pick([2, 5, 10]), 100);
      if (own <= 0) continue;
      const amounts = fromOwn(own, rate);
      const sign = isCharge ? 1 : -1;
      book(rate, { net: sign * amounts.net, vat: sign * amounts.vat, gross: sign * amounts.gross }, sign * own);
      allowances.push({ amount: money(amounts.net), isCharge, ...vatFields(rate) });
    }
  }
  const rows = [...booked].map(([rate, row]) => ({ rate, ...total(row, rate, way, priceMode) }));
  const gross = rows.reduce((sum, row) => sum + row.net + row.vat, 0);
  const prepaid = chance(0.1) && gross > 0 ? below(gross) : 0;
  const isCash = chance(0.25) && gross - prepaid > 5;
  const rounding = isCash ? divide(gross - prepaid, 5) * 5 - (gross - prepaid) : 0;
  const omits = (share: number): boolean => chance(share);
  const totals: RateTotals[] = rows.map(({ rate, net, vat }) => ({
    ...vatFields(rate),
    ...(!omits(0.1) && { taxable: money(net) }),
    ...(!omits(0.1) && { vat: money(vat) }),
    ...(omits(0.3) && { gross: money(net + vat) }),
  }));
  return {
    priceMode,
    lines,
    allowances,
    totals: {
      rates: totals,
      ...(!omits(0.3) && { taxable: money(rows.reduce((sum, { net }) => sum + net, 0)) }),
      ...(!omits(0.3) && { vat: money(rows.reduce((sum, { vat }) => sum + vat, 0)) }),
      ...(!omits(0.3) && { gross: money(gross) }),
      ...(!omits(0.1) && { due: money(gross - prepaid + rounding) }),
    },
    ...(prepaid !== 0 && { prepaid: money(prepaid) }),
    ...(rounding !== 0 && { rounding: money(rounding) }),
  };
}

const vatFields = (rate: number) => ({ category: rate === 0 ? 'E' : 'S', rate: String(rate) });

function total(
  row: Booked & { readonly exact: number },
  rate: number,
  way: (typeof WAYS)[number],
  priceMode: 'net' | 'gross',
): { readonly net: number; readonly vat: number } {
  if (way === 'per line') return row;
  if (way === 'top-down') {
    const vat = vatWithin(row.gross, rate);
    return { net: row.gross - vat, vat };
  }
  // Taxable amount of the exact sum, tax of the taxable amount.
  const net = priceMode === 'net' ? row.exact : divide(row.exact * 100, 100 + rate);
  return { net, vat: vatOf(net, rate) };
}
