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
  readonly specificSymbol: string | null;
  /** Digits, at most four. */
  readonly constantSymbol: string | null;
  readonly reference: string | null;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string | null;
  readonly number: string | null;
};

/** The text of a code, and the amount that it makes a banking app pay, as it says it. */
export type PaymentCode = { readonly text: string; readonly amount: string };

/** Credit transfers of UNTDID 4461; other means are not paid by the payer's own order. */
const TRANSFERS = new Set(['1', '30', '31', '42', '58', 'ZZZ']);

/** No code has room for more. */
const LONGEST_AMOUNT = 40;

/** What a payment reference (BT-83) says in Slovakia. */
type Symbols = Pick<PaymentOrder, 'variableSymbol' | 'specificSymbol' | 'constantSymbol'>;

const NO_SYMBOLS: Symbols = { variableSymbol: null, specificSymbol: null, constantSymbol: null };

/** The symbols of a domestic transfer: a number of its own is the variable one, or the text of SEPA, `/VS2027/SS77/KS0308`. */
export function readSymbols(reference: string | null): Symbols {
  const plain = (reference ?? '').replaceAll(/\s/g, '').toUpperCase();
  if (/^\d{1,10}$/.test(plain)) return { ...NO_SYMBOLS, variableSymbol: plain };
  if (!/^(?:\/VS\d{0,10}|\/SS\d{0,10}|\/KS\d{0,4}){1,3}$/.test(plain)) return NO_SYMBOLS;
  const read = (name: string): string | null => new RegExp(`/${name}(\\d+)`).exec(plain)?.[1] ?? null;
  return { variableSymbol: read('VS'), specificSymbol: read('SS'), constantSymbol: read('KS') };
}

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
      ...readSymbols(remittance),
      reference: remittance,
      dueDate: /^\d{4}-\d{2}-\d{2}$/.test(invoice.dueDate ?? '') ? invoice.dueDate : null,
      number: invoice.number,
    };
  }
  return null;
}
