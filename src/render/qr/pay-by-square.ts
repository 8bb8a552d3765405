import { Version } from 'bysquare';
import { type DataModel, encode, PaymentOptions } from 'bysquare/pay';
import type { PaymentOrder } from './payment-order.ts';

const MOST_NAME = 70;
const MOST_NOTE = 140;

/** The text of a PAY by square code (Slovak Banking Association); null when the order does not fit one. */
export function toPayBySquare(order: PaymentOrder): string | null {
  const { iban, bic, amount, currency, payee, variableSymbol, reference, dueDate, number } = order;
  if (payee === '') return null;
  const model: DataModel = {
    payments: [
      {
        type: PaymentOptions.PaymentOrder,
        // The library wants a number; with two decimals it prints the same digits again.
        amount: Number(amount),
        currencyCode: currency as 'EUR',
        bankAccounts: [{ iban, ...(bic !== null && /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(bic) && { bic }) }],
        beneficiary: { name: payee.slice(0, MOST_NAME) },
        ...(dueDate !== null && { paymentDueDate: dueDate.replaceAll('-', '') }),
        ...(variableSymbol !== null
          ? { variableSymbol }
          : reference !== null && { paymentNote: reference.slice(0, MOST_NOTE) }),
        ...(variableSymbol !== null && number !== null && { paymentNote: number.slice(0, MOST_NOTE) }),
      },
    ],
  };
  try {
    // 1.1.0 knows the payee's name, and older apps read it too.
    return encode(model, { deburr: true, validate: true, version: Version['1.1.0'] });
  } catch {
    return null;
  }
}
