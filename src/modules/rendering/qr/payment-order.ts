import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { isIban } from '@e-invoice/validator/check-digits';
import type { Invoice, ReadInvoice } from '@e-invoice/validator/invoice';
import { toField } from '../../../lib/sanitize-inline.ts';
import type { Label } from '../labels.data.ts';
import { checkDue } from './check-due.ts';

/** Data for a banking app to pay the invoice. Every text is a single line within the length limits of both codes. */
export type PaymentOrder = {
  /** Upper case, without spaces, with valid check digits. */
  readonly iban: string;
  /** Null if the invoice has no well-formed BIC (ISO 9362). */
  readonly bic: string | null;
  /** A positive decimal with at most two decimal places. */
  readonly amount: string;
  readonly currency: string;
  /** Never empty. */
  readonly payee: string;
  /** At most ten digits; null if the reference contains no variable symbol. */
  readonly variableSymbol: string | null;
  readonly specificSymbol: string | null;
  /** At most four digits. */
  readonly constantSymbol: string | null;
  readonly reference: string | null;
  /** `YYYY-MM-DD`; null if there is no due date or there are several. */
  readonly dueDate: string | null;
  readonly number: string | null;
};

/** Payload of a QR code, and the amount in it as the banking app will read it. */
export type PaymentCode = { readonly text: string; readonly amount: string };

/** Why an invoice payable by transfer has no payment code; a text of the page. */
type WhyNoCode = Extract<
  Label,
  | 'dueDisagrees'
  | 'dueInOtherCurrency'
  | 'dueDecimals'
  | 'dueNotANumber'
  | 'currencyInvalid'
  | 'noPayee'
  | 'accountInvalid'
  | 'codeImpossible'
>;

/** Credit transfers of UNTDID 4461; for other means the payer does not order the payment. */
const TRANSFERS = new Set(['1', '30', '31', '42', '58', 'ZZZ']);

/** No payment code supports longer amounts. */
const LONGEST_AMOUNT = 40;
const MAX_NAME = 70;
const MAX_TEXT = 140;

/** ISO 9362: bank, country, location, optional branch. */
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
/** Accounts that contain the beginning of an IBAN. */
const LIKE_IBAN = /[A-Z]{2}\d{2}/;
/** Label that many programs put before the account; no country code begins with it. */
const IBAN_LABEL = /^IBAN[:.]?/;

/** Slovak payment symbols in a payment reference (BT-83). */
type Symbols = Pick<PaymentOrder, 'variableSymbol' | 'specificSymbol' | 'constantSymbol'>;

const NO_SYMBOLS: Symbols = { variableSymbol: null, specificSymbol: null, constantSymbol: null };

/**
 * Reads the symbols of a domestic transfer: a plain number is the variable symbol; otherwise the SEPA notation
 * `/VS2027/SS77/KS0308`.
 */
export function readSymbols(reference: string | null): Symbols {
  const plain = (reference ?? '').replaceAll(/\s/g, '').toUpperCase();
  if (/^\d{1,10}$/.test(plain)) return { ...NO_SYMBOLS, variableSymbol: plain };
  if (!/^(?:\/VS\d{0,10}|\/SS\d{0,10}|\/KS\d{0,4}){1,3}$/.test(plain)) return NO_SYMBOLS;
  // If a symbol is stated twice, it is unknown which one is correct.
  if (['/VS', '/SS', '/KS'].some((name) => plain.split(name).length > 2)) return NO_SYMBOLS;
  const read = (name: string): string | null => new RegExp(`/${name}(\\d+)`).exec(plain)?.[1] ?? null;
  return { variableSymbol: read('VS'), specificSymbol: read('SS'), constantSymbol: read('KS') };
}

/**
 * Returns the payment order of the invoice, the reason if amount or payee are uncertain, or null if nothing is
 * payable by transfer.
 */
export function toPaymentOrder(read: ReadInvoice): PaymentOrder | WhyNoCode | null {
  const { kind, currency, totals, payments } = read.invoice;
  const amount = totals?.due ?? '';
  const transfers = payments.filter(({ code, account }) => TRANSFERS.has(code ?? '') && account?.id != null);
  if (kind === 'creditnote' || transfers.length === 0 || amount.trim() === '') return null;
  if (amount.length > LONGEST_AMOUNT) return 'codeImpossible';
  const due = parseDecimal(amount);
  if (due === null) return 'dueNotANumber';
  if (due.compare(ZERO) <= 0) return null;
  const payable = transfers.find(({ account }) => isIban(toIban(account!.id!)));
  if (payable === undefined) {
    return transfers.some(({ account }) => LIKE_IBAN.test(toIban(account!.id!))) ? 'accountInvalid' : null;
  }
  const { isInOtherCurrency, disagrees } = checkDue(read);
  if (isInOtherCurrency) return 'dueInOtherCurrency';
  if (disagrees) return 'dueDisagrees';
  if (!/^[A-Z]{3}$/.test(currency ?? '')) return 'currencyInvalid';
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

const toIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase().replace(IBAN_LABEL, '');

/** The first non-empty name of payee, account holder and seller. */
const payeeOf = ({ payee, seller }: Invoice, { account }: Invoice['payments'][number]): string =>
  [payee?.name, account?.name, seller?.name].map((name) => toField(name ?? '', MAX_NAME)).find((name) => name !== '') ??
  '';

function fieldOrNull(text: string | null): string | null {
  const field = toField(text ?? '', MAX_TEXT);
  return field === '' ? null : field;
}

/**
 * A time zone of the date is ignored: transfers have none. If there are several due dates, none is used, because a
 * code holds only one. An invalid date is omitted, so that the code can still be created.
 */
function dueDateOf({ invoice, paymentTerms }: ReadInvoice): string | null {
  if (new Set(paymentTerms.flatMap(({ dueDate }) => dueDate ?? [])).size > 1) return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(invoice.dueDate ?? '')?.[1];
  return day !== undefined && isDay(day) ? day : null;
}

/** JavaScript parses 31 February as a date in March. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
