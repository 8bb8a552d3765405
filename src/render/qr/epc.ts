import type { PaymentCode, PaymentOrder } from './payment-order.ts';

const MOST_NAME = 70;
const MOST_TEXT = 140;
/** Of the whole code (EPC069-12). */
const MOST_BYTES = 331;

/** An EPC QR code (EPC069-12, version 002) for a SEPA credit transfer; null for other currencies. */
export function toEpc({ iban, bic, amount, currency, payee, reference, number }: PaymentOrder): PaymentCode | null {
  if (currency !== 'EUR' || payee === '') return null;
  const text = reference ?? number ?? '';
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    payee.slice(0, MOST_NAME),
    iban,
    `EUR${amount}`,
    '',
    '',
    text.slice(0, MOST_TEXT),
  ];
  const code = lines.join('\n');
  return new TextEncoder().encode(code).length > MOST_BYTES ? null : { text: code, amount };
}
