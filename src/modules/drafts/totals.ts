import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { type LineAmounts, sum, toCents, toNumber, vatOf, vatWithin } from './amounts.ts';
import { type DraftInvoice, type DraftLine, includesVat } from './draft.ts';
import type { VatDecision } from './vat-category.ts';

/** A draft line with its amounts and VAT category. */
export type PricedLine = { readonly draft: DraftLine; readonly amounts: LineAmounts; readonly vat: VatDecision };

/** A category and rate of the VAT breakdown (BG-23), with its derivation. */
export type RateTotals = {
  readonly decision: VatDecision;
  readonly taxableAmount: Decimal;
  readonly vatAmount: Decimal;
  /** Allowance (negative) or charge that preserves the gross prices; otherwise zero. */
  readonly bridge: Decimal;
};

export type Totals = {
  readonly lines: Decimal;
  readonly rates: readonly RateTotals[];
  readonly withoutVat: Decimal;
  readonly vat: Decimal;
  readonly withVat: Decimal;
  /** BT-114: the cent that no taxable amount can represent. */
  readonly rounding: Decimal;
  /** BT-113. */
  readonly paid: Decimal;
  readonly due: Decimal;
  /** BT-111, when the currency is not the euro and the draft has an exchange rate. */
  readonly vatInEuro: Decimal | null;
};

/** Totals of EN 16931 (BR-CO-10 to BR-CO-17), computed from the lines. */
export function toTotals(lines: readonly PricedLine[], draft: DraftInvoice): Totals {
  const groups = new Map<string, PricedLine[]>();
  for (const line of lines) {
    const key = `${line.vat.category} ${line.vat.rate === null ? '' : toNumber(line.vat.rate)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  const rates = [...groups.values()].map(toRateTotals);
  const withoutVat = sum(rates.map(({ taxableAmount }) => taxableAmount));
  const vat = sum(rates.map(({ vatAmount }) => vatAmount));
  const withVat = withoutVat.add(vat);
  const gross = includesVat(draft) ? sum(lines.map(({ amounts }) => amounts.gross ?? ZERO)) : withVat;
  const paid = draft.paidAmount === undefined ? ZERO : toNumber(draft.paidAmount);
  const rate = draft.exchangeRate === undefined ? ZERO : toNumber(draft.exchangeRate);
  return {
    lines: sum(lines.map(({ amounts }) => amounts.net)),
    rates,
    withoutVat,
    vat,
    withVat,
    rounding: gross.subtract(withVat),
    paid,
    due: gross.subtract(paid),
    vatInEuro: draft.currency === 'EUR' || rate.isZero() ? null : toCents(vat.divide(rate)),
  };
}

function toRateTotals(lines: readonly PricedLine[]): RateTotals {
  const decision = lines[0]!.vat;
  const net = sum(lines.map(({ amounts }) => amounts.net));
  const rate = decision.rate === null ? ZERO : toNumber(decision.rate);
  if (lines[0]!.amounts.gross === null) {
    return { decision, taxableAmount: net, vatAmount: vatOf(net, rate), bridge: ZERO };
  }
  const gross = sum(lines.map(({ amounts }) => amounts.gross!));
  const taxableAmount = gross.subtract(vatWithin(gross, rate));
  return { decision, taxableAmount, vatAmount: vatOf(taxableAmount, rate), bridge: taxableAmount.subtract(net) };
}
