import { parseDecimal } from '@e-invoice/schematron/decimal';
import type { PaymentCode, PaymentOrder } from './payment-order.ts';

/** Maximum size of the payload (EPC069-12). */
const MAX_BYTES = 331;
const MAX_AMOUNT = parseDecimal('999999999.99')!;

/** SEPA countries and territories, by the country code of their IBANs (EPC409-09, 2025). */
const SEPA = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
    'SE SI SK SM VA'
  ).split(' '),
);

/**
 * Returns an EPC QR code (EPC069-12, version 002) for a SEPA credit transfer; null for other currencies, accounts
 * outside SEPA, and amounts or texts beyond the limits of the code.
 */
export function toEpc({ iban, bic, amount, currency, payee, reference, number }: PaymentOrder): PaymentCode | null {
  if (currency !== 'EUR' || !SEPA.has(iban.slice(0, 2))) return null;
  const value = parseDecimal(amount);
  if (value === null || value.compare(MAX_AMOUNT) > 0) return null;
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', payee, iban, `EUR${amount}`, '', '', reference ?? number ?? ''];
  const code = lines.join('\n');
  return new TextEncoder().encode(code).length > MAX_BYTES ? null : { text: code, amount };
}
