import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { isIban } from '@e-invoice/validator/check-digits';
import type { Invoice, ReadInvoice } from '@e-invoice/validator/invoice';
import { toField } from '../../../lib/sanitize-inline.ts';
import type { Label } from '../labels.data.ts';
import { checkDue } from './check-due.ts';

/** What a banking app needs to pay the invoice: every text is one line, no longer than its field in both codes. */
export type PaymentOrder = {
  /** In upper case and without blanks, check digits right. */
  readonly iban: string;
  /** Null when the invoice has none of the right form (ISO 9362). */
  readonly bic: string | null;
  /** A positive decimal with at most two decimals. */
  readonly amount: string;
  readonly currency: string;
  /** Never empty. */
  readonly payee: string;
  /** Digits, at most ten; null where the reference is none. */
  readonly variableSymbol: string | null;
  readonly specificSymbol: string | null;
  /** Digits, at most four. */
  readonly constantSymbol: string | null;
  readonly reference: string | null;
  /** `YYYY-MM-DD`; null when there is none, or several terms. */
  readonly dueDate: string | null;
  readonly number: string | null;
};

/** The text of a code, and the amount that it makes a banking app pay, as it says it. */
export type PaymentCode = { readonly text: string; readonly amount: string };

/** Why an invoice that is to be paid by a transfer has no payment code, as a sentence of the page. */
type WhyNoCode = Extract<
  Label,
  'dueDisagrees' | 'dueInOtherCurrency' | 'dueDecimals' | 'noPayee' | 'accountInvalid' | 'codeImpossible'
>;

/** Credit transfers of UNTDID 4461; other means are not paid by the payer's own order. */
const TRANSFERS = new Set(['1', '30', '31', '42', '58', 'ZZZ']);

/** No code has room for more. */
const LONGEST_AMOUNT = 40;
const MAX_NAME = 70;
const MAX_TEXT = 140;

/** ISO 9362: bank, country, location, and a branch or none. */
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
/** Accounts that are meant to be an IBAN. */
const LIKE_IBAN = /^[A-Z]{2}\d{2}/;

/** What a payment reference (BT-83) says in Slovakia. */
type Symbols = Pick<PaymentOrder, 'variableSymbol' | 'specificSymbol' | 'constantSymbol'>;

const NO_SYMBOLS: Symbols = { variableSymbol: null, specificSymbol: null, constantSymbol: null };

/** The symbols of a domestic transfer: a number of its own is the variable one, or the text of SEPA, `/VS2027/SS77/KS0308`. */
export function readSymbols(reference: string | null): Symbols {
  const plain = (reference ?? '').replaceAll(/\s/g, '').toUpperCase();
  if (/^\d{1,10}$/.test(plain)) return { ...NO_SYMBOLS, variableSymbol: plain };
  if (!/^(?:\/VS\d{0,10}|\/SS\d{0,10}|\/KS\d{0,4}){1,3}$/.test(plain)) return NO_SYMBOLS;
  // Of a symbol that is stated twice it is not known which one is right.
  if (['/VS', '/SS', '/KS'].some((name) => plain.split(name).length > 2)) return NO_SYMBOLS;
  const read = (name: string): string | null => new RegExp(`/${name}(\\d+)`).exec(plain)?.[1] ?? null;
  return { variableSymbol: read('VS'), specificSymbol: read('SS'), constantSymbol: read('KS') };
}

/**
 * The order that pays an invoice; the reason when it is not sure what is to be paid to whom; null when there is nothing to
 * pay by a transfer.
 */
export function toPaymentOrder(read: ReadInvoice): PaymentOrder | WhyNoCode | null {
  const { kind, currency, totals, payments } = read.invoice;
  const amount = totals?.due ?? '';
  if (kind === 'creditnote' || !/^[A-Z]{3}$/.test(currency ?? '') || amount.length > LONGEST_AMOUNT) return null;
  const due = parseDecimal(amount);
  if (due === null || due.compare(ZERO) <= 0) return null;
  const transfers = payments.filter(({ code, account }) => TRANSFERS.has(code ?? '') && account?.id != null);
  if (transfers.length === 0) return null;
  const payable = transfers.find(({ account }) => isIban(toIban(account!.id!)));
  if (payable === undefined) {
    return transfers.some(({ account }) => LIKE_IBAN.test(toIban(account!.id!))) ? 'accountInvalid' : null;
  }
  const { isInOtherCurrency, disagrees } = checkDue(read);
  if (isInOtherCurrency) return 'dueInOtherCurrency';
  if (disagrees) return 'dueDisagrees';
  if (due.round(2).compare(due) !== 0) return 'dueDecimals';
  const payee = payeeOf(read.invoice, payable);
  if (payee === '') return 'noPayee';
  const bic = payable.account?.bic?.trim() ?? '';
  const { remittance } = payable;
  return {
    iban: toIban(payable.account!.id!),
    bic: BIC.test(bic) ? bic : null,
    amount: due.toString(),
    currency: currency!,
    payee,
    ...readSymbols(remittance),
    reference: fieldOrNull(remittance),
    dueDate: dueDateOf(read),
    number: fieldOrNull(read.invoice.number),
  };
}

const toIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** The first name that says something. */
const payeeOf = ({ payee, seller }: Invoice, { account }: Invoice['payments'][number]): string =>
  [payee?.name, account?.name, seller?.name].map((name) => toField(name ?? '', MAX_NAME)).find((name) => name !== '') ??
  '';

function fieldOrNull(text: string | null): string | null {
  const field = toField(text ?? '', MAX_TEXT);
  return field === '' ? null : field;
}

/**
 * A date may have a time zone, which means nothing for a transfer. Of several terms a code could state only one. A day that does
 * not exist is left out, so that it costs nobody the code.
 */
function dueDateOf({ invoice, paymentTerms }: ReadInvoice): string | null {
  if (new Set(paymentTerms.flatMap(({ dueDate }) => dueDate ?? [])).size > 1) return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(invoice.dueDate ?? '')?.[1];
  return day !== undefined && isDay(day) ? day : null;
}

/** JavaScript reads the 31st of February as a day of March. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
