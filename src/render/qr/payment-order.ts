import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { isIban } from '@e-invoice/validator/check-digits';
import type { Invoice } from '@e-invoice/validator/invoice';

/** What a banking app needs to pay the invoice. */
export type PaymentOrder = {
  readonly iban: string;
  readonly bic: string | null;
  /** A positive decimal with at most two decimals. */
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
  /** Digits, at most ten; null where the reference is none. */
  readonly variableSymbol: string | null;
  readonly reference: string | null;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string | null;
  readonly number: string | null;
};

/** Credit transfers of UNTDID 4461; other means are not paid by the payer's own order. */
const TRANSFERS = new Set(['1', '30', '31', '42', '58', 'ZZZ']);

/** No code has room for more. */
const LONGEST_AMOUNT = 40;

/** The order that pays an invoice; null when there is nothing to pay or no valid account to pay to. */
export function toPaymentOrder(invoice: Invoice): PaymentOrder | null {
  const { kind, currency, totals } = invoice;
  const amount = totals?.due ?? '';
  if (kind === 'creditnote' || !/^[A-Z]{3}$/.test(currency ?? '') || amount.length > LONGEST_AMOUNT) return null;
  const due = parseDecimal(amount);
  if (due === null || due.compare(ZERO) <= 0 || due.round(2).compare(due) !== 0) return null;
  for (const { code, account, remittance } of invoice.payments) {
    const iban = account?.id?.replace(/\s/g, '') ?? '';
    if (!TRANSFERS.has(code ?? '') || !isIban(iban)) continue;
    return {
      iban,
      bic: account?.bic ?? null,
      amount: due.toString(),
      currency: currency!,
      payee: invoice.payee?.name ?? account?.name ?? invoice.seller?.name ?? '',
      variableSymbol: remittance !== null && /^\d{1,10}$/.test(remittance) ? remittance : null,
      reference: remittance,
      dueDate: /^\d{4}-\d{2}-\d{2}$/.test(invoice.dueDate ?? '') ? invoice.dueDate : null,
      number: invoice.number,
    };
  }
  return null;
}
