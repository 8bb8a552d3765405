import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { toCents } from '../../amounts/index.ts';
import { type BookedLine, type Books, grossOf, HUNDRED, isEqual, isNear, ONE, signedOf, sumOf } from '../books.ts';
import { isRoundedPrice } from '../check-books.ts';

/** Whether the amount of a line is rounded: quantity × price ÷ base quantity is not whole cents, or the price is cut. */
export function isRoundedLine(line: BookedLine): boolean {
  const gross = grossOf(line);
  return gross !== null && (!isEqual(toCents(gross), gross) || isRoundedPrice(line));
}

/** Whether the taxable amount of a VAT group is that of prices with VAT in cents, to the cent. */
export function isOfPricesWithVat({ lines, allowances, rows }: Books, key: string): boolean {
  const own = lines.filter((line) => line.key === key);
  const [row] = rows.filter((it) => it.key === key);
  const rate = row?.rate ?? ZERO;
  if (row?.taxable == null || rate.units <= 0) return false;
  const share = ONE.add(rate.divide(HUNDRED));
  const gross = sumOf(
    own.map((line) => grossOf({ ...line, price: line.price === null ? null : toCents(line.price.multiply(share)) })),
  );
  const extras = sumOf([...own.map((line) => line.extras), ...allowances.filter((it) => it.key === key).map(signedOf)]);
  return isNear(toCents(gross.divide(share)).add(extras), row.taxable, 1);
}

/** Whether a difference of a VAT group is cents of its lines: one for each rounded line, or those of prices with VAT. */
export const isOfRounding = (books: Books, key: string, off: Decimal): boolean =>
  isNear(off, ZERO, books.lines.filter((line) => line.key === key && isRoundedLine(line)).length) ||
  (isNear(off, ZERO, books.lines.length) && isOfPricesWithVat(books, key));
