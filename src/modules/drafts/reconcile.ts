import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import {
  type RoundingOffer,
  type RoundingRequest,
  type RoundingResult,
  solveRounding,
} from '@e-invoice/validator/rounding';
import { sum, toCents, toNumber } from './amounts.ts';
import { type DraftInvoice, includesVat } from './draft.ts';
import type { PricedLine, Totals } from './totals.ts';

/** The lines and totals of the books, and how they were reconciled. */
export type Reconciled = {
  readonly lines: readonly PricedLine[];
  readonly totals: Totals;
  /** Null for amounts of ten billion and above. */
  readonly result: RoundingResult | null;
};

const read = (text: string): Decimal => parseDecimal(text) ?? ZERO;

/**
 * Reconciles lines and totals of a draft that states totals, a price mode or cash rounding. Where that is impossible,
 * the computed totals remain, with the cash rounding.
 *
 * @param computed the totals computed from the lines
 * @returns null for other drafts
 */
export function reconcile(lines: readonly PricedLine[], computed: Totals, draft: DraftInvoice): Reconciled | null {
  if (draft.priceMode === undefined && draft.totals === undefined && draft.cashRounding === undefined) return null;
  let result: RoundingResult | null = null;
  try {
    const request = toRequest(lines, draft);
    result = solveRounding(request);
    const { totals: _, ...fromLines } = request;
    const used = result.contradiction === null ? result : solveRounding(fromLines);
    const offer = used.offers.find(({ kind }) => kind === 'lines' || kind === 'adjustment');
    if (offer !== undefined) return { ...apply(lines, computed, draft, offer), result };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const cash = draft.cashRounding === undefined ? ZERO : toNumber(draft.cashRounding);
  const { rounding, due } = computed;
  return { lines, totals: { ...computed, rounding: rounding.add(cash), due: due.add(cash) }, result };
}

function toRequest(lines: readonly PricedLine[], draft: DraftInvoice): RoundingRequest {
  return {
    priceMode: includesVat(draft) ? 'gross' : 'net',
    lines: lines.map(({ draft: line, amounts, vat }) => ({
      category: vat.category,
      rate: vat.rate,
      quantity: amounts.quantity.toString(),
      // A negative price was turned into a negative quantity.
      price: toNumber(line.unitPrice).abs().toString(),
      discount: amounts.reduction.toString(),
    })),
    ...(draft.totals !== undefined && {
      totals: {
        rates: draft.totals.map(({ vatRate, vatCategory, taxable, vat, gross }) => ({
          category: vatCategory ?? categoryOf(lines, vatRate),
          rate: vatRate,
          ...(taxable !== undefined && { taxable }),
          ...(vat !== undefined && { vat }),
          ...(gross !== undefined && { gross }),
        })),
      },
    }),
    ...(draft.paidAmount !== undefined && { prepaid: draft.paidAmount }),
    rounding: draft.cashRounding ?? '0',
  };
}

/** The category of the lines with a rate; a taxed supply without such lines. */
function categoryOf(lines: readonly PricedLine[], vatRate: string): string {
  const rate = toNumber(vatRate);
  return lines.find(({ draft }) => toNumber(draft.vatRate).compare(rate) === 0)?.vat.category ?? 'S';
}

function apply(
  lines: readonly PricedLine[],
  computed: Totals,
  draft: DraftInvoice,
  { invoice }: RoundingOffer,
): Pick<Reconciled, 'lines' | 'totals'> {
  const key = (category: string, rate: string | null): string => `${category} ${rate === null ? '' : toNumber(rate)}`;
  const rates = new Map(invoice.rates.map((rate) => [key(rate.category, rate.rate), rate]));
  const vat = read(invoice.vat);
  const exchange = draft.exchangeRate === undefined ? ZERO : toNumber(draft.exchangeRate);
  return {
    lines: lines.map((line, index) => {
      const { amount, price } = invoice.lines[index]!;
      return { ...line, amounts: { ...line.amounts, net: read(amount), price: read(price) } };
    }),
    totals: {
      ...computed,
      lines: sum(invoice.lines.map(({ amount }) => read(amount))),
      rates: computed.rates.map((row) => {
        const found = rates.get(key(row.decision.category, row.decision.rate));
        return found === undefined
          ? row
          : { ...row, taxableAmount: read(found.taxable), vatAmount: read(found.vat), bridge: read(found.adjustment) };
      }),
      withoutVat: read(invoice.taxable),
      vat,
      withVat: read(invoice.gross),
      rounding: read(invoice.rounding),
      due: read(invoice.due),
      vatInEuro: draft.currency === 'EUR' || exchange.isZero() ? null : toCents(vat.divide(exchange)),
    },
  };
}
