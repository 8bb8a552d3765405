import { type Decimal, parseDecimal } from '@e-invoice/schematron/decimal';

/** Longer than any real number. The cost of arithmetic grows with the square of the length. */
const MAX_LENGTH = 100;

/** The number in a value of an invoice; null for a value that is missing, not a number, or longer than any real one. */
export function parseNumber(value: string | null): Decimal | null {
  const text = (value ?? '').trim();
  return text.length > MAX_LENGTH ? null : parseDecimal(text);
}
