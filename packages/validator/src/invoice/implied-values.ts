import { ZERO } from '@e-invoice/schematron/decimal';
import type { InvoiceLine, InvoiceTerms } from './model/invoice.ts';
import { parseNumber } from './parse-number.ts';

/** Written by converters where UBL requires an order reference (BT-13) and the invoice has only a sales order (BT-14). */
export const NO_ORDER = 'NA';

type Price = NonNullable<InvoiceLine['price']>;

/**
 * Adds the third of net price, discount and gross price (BT-146 = BT-148 - BT-147) if two are stated. Numbers that
 * cannot be read add nothing.
 */
export function completePrice(price: Price): Price {
  const { net, discount, gross } = price;
  if (net === null || (discount === null) === (gross === null)) return price;
  const [from, other] = [parseNumber(net), parseNumber(discount ?? gross)];
  if (from === null || other === null) return price;
  return gross === null
    ? { ...price, gross: from.add(other).toString() }
    : { ...price, discount: other.subtract(from).toString() };
}

/**
 * The total VAT (BT-110): as stated, or the sum of the VAT breakdown (BR-CO-14), which UBL cannot state without a total.
 *
 * @returns null without a total and a breakdown, or when an amount cannot be read
 */
export function totalVat({ vatTotal, vatBreakdown }: Pick<InvoiceTerms, 'vatTotal' | 'vatBreakdown'>): string | null {
  if (vatTotal !== null || vatBreakdown.length === 0) return vatTotal;
  let sum = ZERO;
  for (const { taxAmount } of vatBreakdown) {
    const amount = parseNumber(taxAmount);
    if (amount === null) return null;
    sum = sum.add(amount);
  }
  return sum.toString();
}
