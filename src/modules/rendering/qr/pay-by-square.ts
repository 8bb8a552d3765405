import { parseDecimal } from '@e-invoice/schematron/decimal';
import { Version } from 'bysquare';
import { type DataModel, PaymentOptions, removeDiacritics, serialize, validateDataModel } from 'bysquare/pay';
import { crc32 } from './crc32.ts';
import type { PaymentCode, PaymentOrder } from './payment-order.ts';
import { toBase32Hex } from './to-base32-hex.ts';

/** A PAY by square code (Slovak Banking Association); null when the order does not fit one. */
export function toPayBySquare(order: PaymentOrder): PaymentCode | null {
  const { iban, bic, amount, currency, payee, variableSymbol, specificSymbol, constantSymbol, reference, dueDate } =
    order;
  const { number } = order;
  const model: DataModel = {
    payments: [
      {
        type: PaymentOptions.PaymentOrder,
        // The library wants a number, which has room for 15 digits; what it made of it is looked at below.
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
    const said = fields.split('\t')[AMOUNT] ?? '';
    return parseDecimal(said)?.compare(parseDecimal(amount)!) === 0 ? { text: pack(fields), amount: said } : null;
  } catch {
    return null;
  }
}

/** Where the amount stands in the sequence of fields: after the invoice, the number of payments and the kind of this one. */
const AMOUNT = 3;

/** It knows the payee's name, and older apps read it too. */
const VERSION = Version['1.1.0'];

/** The library's own types are its sources, which our stricter options would judge: a template is not looked up. */
const { compress } = (await import(`${'lzma1'}`)) as {
  readonly compress: (bytes: Uint8Array, mode: number) => Uint8Array;
};

/** The smallest tables: a payment has 150 bytes, and making larger ones would cost more than all else on the page. */
const SMALLEST = 1;
/** What a file of LZMA starts with, and a code leaves out. */
const FILE_HEADER = 13;

/** The sequence of fields as the code has it: header, length, and packed the check sum with the fields (3.5 to 3.16). */
function pack(fields: string): string {
  const said = new TextEncoder().encode(fields);
  const checked = new Uint8Array(4 + said.length);
  new DataView(checked.buffer).setUint32(0, crc32(said), true);
  checked.set(said, 4);
  const packed = compress(checked, SMALLEST).subarray(FILE_HEADER);
  const code = new Uint8Array(4 + packed.length);
  code[0] = VERSION;
  new DataView(code.buffer).setUint16(2, checked.length, true);
  code.set(packed, 4);
  return toBase32Hex(code);
}
