import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { ReadInvoice } from '@e-invoice/validator/invoice';
import { amountCurrencies } from '../amount-currencies.ts';

type CheckedDue = {
  /** The amount due is in another currency than the invoice (PEPPOL-EN16931-R051; EN 16931 has no rule of its own). */
  readonly isInOtherCurrency: boolean;
  /** It is not the total with VAT less what was paid, plus the rounding (BR-CO-16). */
  readonly disagrees: boolean;
};

/** Profiles without a field for what was paid before (BT-113). */
const WITHOUT_PREPAID = /:minimum$/i;

/**
 * Checks the amount due. A sum that is not stated contradicts nothing; nobody gets a code that pays a wrong amount.
 */
export function checkDue({ invoice, leftovers }: ReadInvoice): CheckedDue {
  const isInOtherCurrency = amountCurrencies(leftovers, invoice.currency).has('BT-115');
  const { totals } = invoice;
  const [withVat, due] = [parseDecimal(totals?.withVat ?? ''), parseDecimal(totals?.due ?? '')];
  if (isInOtherCurrency || withVat === null || due === null) return { isInOtherCurrency, disagrees: false };
  const paid = parseDecimal(totals?.prepaid ?? '') ?? ZERO;
  const rounding = parseDecimal(totals?.rounding ?? '') ?? ZERO;
  const expected = withVat.subtract(paid).add(rounding);
  const agrees = expected.compare(due) === 0 || expected.add(paidByOthers(leftovers)).compare(due) === 0;
  const isUnknown = WITHOUT_PREPAID.test((invoice.customization ?? '').trim());
  return { isInOtherCurrency, disagrees: !agrees && !isUnknown };
}

/** Amounts that are collected for third parties, which the extension of XRechnung adds to the amount due (BR-DEX-09). */
const paidByOthers = (leftovers: ReadInvoice['leftovers']): Decimal =>
  leftovers
    .filter(({ name }) => name === 'PaidAmount')
    .reduce((sum, { value }) => sum.add(parseDecimal(value.trim()) ?? ZERO), ZERO);
