import { parseDecimal } from '@e-invoice/schematron/decimal';
import { Version } from 'bysquare';
import { type DataModel, PaymentOptions, removeDiacritics, serialize, validateDataModel } from 'bysquare/pay';
import { crc32 } from './crc32.ts';
import type { PaymentCode, PaymentOrder } from './payment-order.ts';
import { toBase32Hex } from './to-base32-hex.ts';

/** Returns a PAY by square code (Slovak Banking Association); null if the order exceeds the limits of the code. */
export function toPayBySquare(order: PaymentOrder): PaymentCode | null {
  const { iban, bic, amount, currency, payee, variableSymbol, specificSymbol, constantSymbol, reference, dueDate } =
    order;
  const { number } = order;
  const model: DataModel = {
    payments: [
      {
        type: PaymentOptions.PaymentOrder,
        // The library takes a number, which is exact only up to 15 digits; the serialized amount is verified below.
        amount: Number(amount),
        currencyCode: currency as 'EUR',
        bankAccounts: [{ iban, ...(bic !== null && { bic }) }],
        beneficiary: { name: payee },
        ...(dueDate !== null && { paymentDueDate: dueDate.replaceAll('-', '') }),
        ...(variableSymbol !== null ? { variableSymbol } : reference !== null && { paymentNote: reference }),
        ...(specificSymbol !== null && { specificSymbol }),
        ...(constantSymbol !== null && { constantSymbol }),
        ...(variableSymbol !== null && number !== null && { paymentNote: number }),
      },
    ],
  };
  try {
    removeDiacritics(model);
    validateDataModel(model, VERSION);
    const fields = serialize(model);
    const encodedAmount = fields.split('\t')[AMOUNT] ?? '';
    return parseDecimal(encodedAmount)?.compare(parseDecimal(amount)!) === 0
      ? { text: pack(fields), amount: encodedAmount }
      : null;
  } catch {
    return null;
  }
}

/**
 * Index of the amount in the serialized fields, after the invoice id, the number of payments and the payment type.
 */
const AMOUNT = 3;

/** Includes the name of the payee and is supported by older apps. */
const VERSION = Version['1.1.0'];

/**
 * The types of the library are its sources, which do not pass the stricter compiler options of this project.
 * TypeScript does not resolve a template literal.
 */
const { compress } = (await import(`${'lzma1'}`)) as {
  readonly compress: (bytes: Uint8Array, mode: number) => Uint8Array;
};

/**
 * Smallest LZMA dictionary: a payment has 150 bytes, and allocating larger tables would take longer than the rest of
 * the page.
 */
const SMALLEST = 1;
/** Size of the LZMA file header, which the code omits. */
const FILE_HEADER = 13;

/** Encodes the fields: header, length, and the LZMA-compressed checksum and fields (3.5 to 3.16). */
function pack(fields: string): string {
  const encoded = new TextEncoder().encode(fields);
  const checked = new Uint8Array(4 + encoded.length);
  new DataView(checked.buffer).setUint32(0, crc32(encoded), true);
  checked.set(encoded, 4);
  const packed = compress(checked, SMALLEST).subarray(FILE_HEADER);
  const code = new Uint8Array(4 + packed.length);
  code[0] = VERSION;
  new DataView(code.buffer).setUint16(2, checked.length, true);
  code.set(packed, 4);
  return toBase32Hex(code);
}
