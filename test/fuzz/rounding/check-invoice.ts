import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { RoundedInvoice, RoundingRequest } from '@e-invoice/validator/rounding';

const read = (text: string): Decimal => parseDecimal(text)!;
const HUNDRED = read('100');
const ONE = read('1');
const cents = (value: Decimal): Decimal => (value.units < 0 ? value.negate().round(2).negate() : value.round(2));
const isSame = (a: Decimal, b: Decimal): boolean => a.compare(b) === 0;
const sumOf = (texts: readonly string[]): Decimal => texts.reduce((sum, text) => sum.add(read(text)), ZERO);

/**
 * The arithmetic rules of EN 16931 and Peppol BIS that the numbers of an invoice break, and the totals of the books
 * that it does not have. Written from the rules, independently of the solver.
 */
export function faultsOf(request: RoundingRequest, invoice: RoundedInvoice): string[] {
  const faults: string[] = [];
  const must = (name: string, isRight: boolean): void => {
    if (!isRight) faults.push(name);
  };
  const keyOf = ({ category = 'S', rate }: { category?: string; rate?: string | null }): string =>
    `${category} ${read(rate ?? '0').stripped()}`;
  const sums = new Map<string, Decimal>();
  const add = (key: string, value: Decimal): void => void sums.set(key, (sums.get(key) ?? ZERO).add(value));
  for (const [index, line] of request.lines.entries()) {
    const { amount, price, discount } = invoice.lines[index]!;
    const product = read(line.quantity)
      .multiply(read(price))
      .divide(read(line.baseQuantity ?? '1'));
    must(`BT-131 of line ${index}`, isSame(cents(product).subtract(read(discount)), read(amount)));
    must(`BR-27 of line ${index}`, read(price).units >= 0);
    add(keyOf(line), read(amount));
  }
  for (const { amount, isCharge, ...vat } of request.allowances ?? [])
    add(keyOf(vat), isCharge === true ? read(amount) : read(amount).negate());
  for (const rate of invoice.rates) {
    const key = keyOf(rate);
    const [taxable, vat, percent] = [read(rate.taxable), read(rate.vat), read(rate.rate ?? '0')];
    must(`BT-116 of ${key}`, isSame((sums.get(key) ?? ZERO).add(read(rate.adjustment)), taxable));
    sums.delete(key);
    const due = cents(taxable.multiply(percent).divide(HUNDRED));
    must(`BR-CO-17 of ${key}`, due.subtract(vat).abs().compare(ONE) < 0);
    must(`tax of ${key}`, !percent.isZero() || vat.isZero());
  }
  must('rates', sums.size === 0);
  const number = (name: Exclude<keyof RoundedInvoice, 'lines' | 'rates'>): Decimal => read(invoice[name]);
  must('BR-CO-10', isSame(sumOf(invoice.lines.map(({ amount }) => amount)), number('lineTotal')));
  must(
    'BR-CO-13',
    isSame(number('lineTotal').subtract(number('allowances')).add(number('charges')), number('taxable')),
  );
  must('BR-CO-14', isSame(sumOf(invoice.rates.map(({ vat }) => vat)), number('vat')));
  must('BT-116', isSame(sumOf(invoice.rates.map(({ taxable }) => taxable)), number('taxable')));
  must('BR-CO-15', isSame(number('taxable').add(number('vat')), number('gross')));
  must('BR-CO-16', isSame(number('gross').subtract(number('prepaid')).add(number('rounding')), number('due')));
  const { rates = [], ...document } = request.totals ?? {};
  for (const [name, value] of Object.entries(document))
    must(`books: ${name}`, isSame(read(value), number(name as keyof typeof document)));
  for (const booked of rates) {
    const row = invoice.rates.find((rate) => keyOf(rate) === keyOf(booked));
    const has = (value: string | undefined, written: Decimal): boolean =>
      value === undefined || isSame(read(value), written);
    must(
      `books: ${keyOf(booked)}`,
      row !== undefined &&
        has(booked.taxable, read(row.taxable)) &&
        has(booked.vat, read(row.vat)) &&
        has(booked.gross, read(row.taxable).add(read(row.vat))),
    );
  }
  return faults;
}
