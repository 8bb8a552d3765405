import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { ReadInvoice } from '@e-invoice/validator/invoice';
import { amountCurrencies } from '../amount-currencies.ts';

type CheckedDue = {
  /**
   * The currency of the amount due differs from that of the invoice (PEPPOL-EN16931-R051; EN 16931 has no such rule).
   */
  readonly isInOtherCurrency: boolean;
  /** The amount due is not the total with VAT minus the prepaid amount plus the rounding (BR-CO-16). */
  readonly disagrees: boolean;
};

/** Profiles without a prepaid amount (BT-113). */
const WITHOUT_PREPAID = /:minimum$/i;

/** Checks the amount due, so that no QR code contains a wrong amount. Missing totals are not errors. */
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

/** Amounts collected for third parties, which the XRechnung extension adds to the amount due (BR-DEX-09). */
const paidByOthers = (leftovers: ReadInvoice['leftovers']): Decimal =>
  leftovers
    .filter(({ name }) => name === 'PaidAmount')
    .reduce((sum, { value }) => sum.add(parseDecimal(value.trim()) ?? ZERO), ZERO);
