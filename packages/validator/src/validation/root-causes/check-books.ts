import { Decimal, ZERO } from '@e-invoice/schematron/decimal';
import {
  type BookedAllowance,
  type BookedLine,
  type Books,
  byKey,
  CENT,
  decimalsOf,
  differencesOf,
  dueOf,
  grossOf,
  HUNDRED,
  isEqual,
  isNear,
  ONE,
  sumOf,
} from './books.ts';

/** What a correction does to the numbers that accounting holds. */
export type BooksCheck = {
  /** The correction falsifies the invoice: it must never be offered. */
  readonly isFalse: boolean;
  /** The copy has taxable amounts that do not add up to BT-109, or a rate in two rows: it must not count as valid. */
  readonly isUnbalanced: boolean;
  /** How much changes, the most important number first; 0 when only values change that are not booked. */
  readonly weight: number;
  /** The change of the amount due (BT-115) and of the VAT (BT-110); zero when unchanged. */
  readonly due: Decimal;
  readonly vat: Decimal;
  /** The currency of both. */
  readonly currency: string;
};

/** A taxable amount may differ by two cents from its lines, because each is rounded. */
const ROUNDING = new Decimal(2, 2);

/**
 * Checks a correction by more than the rules: sums that no rule checks must not get worse, and no number that is
 * right or exact may be replaced by an invented one.
 */
export function checkBooks(before: Books, after: Books): BooksCheck {
  const lines = pairLines(before, after);
  const [was, is] = [offOfBases(before), offOfBases(after)];
  const [repeated, repeats] = [repeatedKeys(before), repeatedKeys(after)];
  const allowances = pairAllowances(before, after);
  const isFalse =
    is.compare(max(was, toleranceOf(after))) > 0 ||
    repeats > repeated ||
    isWorseByKey(before, after) ||
    isTurned(before.due, after.due) ||
    lines.some(([from, to]) => isInvented(from, to)) ||
    allowances.some(([from, to]) => isBent(from, to, isConfirmedBase(before, from), isConfirmedBase(after, to)));
  return {
    isFalse,
    isUnbalanced: repeats > 0 || is.compare(toleranceOf(after)) > 0,
    weight: weightOf(before, after, lines),
    due: differenceOf(before.due, after.due),
    vat: differenceOf(before.vat, after.vat),
    currency: before.currency,
  };
}

const max = (one: Decimal, other: Decimal): Decimal => (one.compare(other) > 0 ? one : other);

const toleranceOf = ({ rows }: Books): Decimal => max(ROUNDING, new Decimal(rows.length, 2));

const differenceOf = (from: Decimal | null, to: Decimal | null): Decimal =>
  from === null || to === null ? ZERO : to.subtract(from);

/** The sum of BT-116 less BT-109. */
function offOfBases({ rows, exclusive }: Books): Decimal {
  if (exclusive === null || rows.length === 0 || rows.some(({ taxable }) => taxable === null)) return ZERO;
  return sumOf(rows.map(({ taxable }) => taxable))
    .subtract(exclusive)
    .abs();
}

/** The number of rows beyond the first of each category and rate. */
const repeatedKeys = ({ rows }: Books): number => rows.length - new Set(rows.map(({ key }) => key)).size;

/** Whether the taxable amount of a rate is farther from its lines, allowances and charges than before. */
function isWorseByKey(before: Books, after: Books): boolean {
  if (before.lines.some(({ amount }) => amount === null) || before.rows.some(({ taxable }) => taxable === null))
    return false;
  const [was, is] = [differencesOf(before), differencesOf(after)];
  return [...is].some(([key, off]) => off.abs().compare(max((was.get(key) ?? ZERO).abs(), ROUNDING)) > 0);
}

/** Whether a positive number becomes negative, other than by its sign. */
const isTurned = (from: Decimal | null, to: Decimal | null): boolean =>
  from !== null && to !== null && from.units > 0 && to.units < 0 && !isEqual(to, from.negate());

type Pair<T> = readonly [from: T, to: T];

/** Lines that both copies have, by number and order. */
function pairLines(before: Books, after: Books): Pair<BookedLine>[] {
  if (before.lines.length === after.lines.length) return before.lines.map((line, at) => [line, after.lines[at]!]);
  const rest = new Map<string, BookedLine[]>();
  for (const line of after.lines) rest.set(line.id, [...(rest.get(line.id) ?? []), line]);
  return before.lines.flatMap((line): Pair<BookedLine>[] => {
    const other = rest.get(line.id)?.shift();
    return other === undefined ? [] : [[line, other]];
  });
}

function pairAllowances(before: Books, after: Books): Pair<BookedAllowance>[] {
  const all = ({ lines, allowances }: Books) => [...allowances, ...lines.flatMap((line) => line.allowances)];
  const [from, to] = [all(before), all(after)];
  return from.length === to.length ? from.map((it, at) => [it, to[at]!]) : [];
}

/** Whether a line gets a quantity or price that nobody stated. */
function isInvented(from: BookedLine, to: BookedLine): boolean {
  const isPrice = !isEqual(from.price, to.price);
  const isQuantity = !isEqual(from.quantity, to.quantity);
  if (!isPrice && !isQuantity) return false;
  return (
    (isPrice && from.price !== null && isImplausiblePrice(from.price, to.price)) ||
    (isQuantity && from.quantity !== null && isImplausibleQuantity(from, to.quantity)) ||
    isExactLineChanged(from, to)
  );
}

const isImplausiblePrice = (from: Decimal, to: Decimal | null): boolean =>
  to !== null && ((to.isZero() && !from.isZero()) || (to.units < 0 && from.units >= 0));

function isImplausibleQuantity(line: BookedLine, to: Decimal | null): boolean {
  const { quantity: from } = line;
  if (from === null || from.isZero() || to === null || isEqual(to, from.negate())) return false;
  if (to.isZero() || (to.units < 0 && from.units > 0)) return true;
  // Pieces do not become parts of pieces, unless only the point moves.
  if (decimalsOf(from) === 0 && decimalsOf(to) > 0 && digitsOf(from) !== digitsOf(to)) return true;
  return isRoundedPrice(line);
}

const digitsOf = (value: Decimal): string =>
  value.abs().toString().replace('.', '').replace(/^0+/, '').replace(/0+$/, '');

/** The price that gives the amount of the line; null when it cannot be computed. */
export function exactPrice({ amount, quantity, per, extras }: BookedLine): Decimal | null {
  if (amount === null || quantity === null || quantity.isZero()) return null;
  return amount
    .subtract(extras)
    .multiply(per ?? ONE)
    .divide(quantity);
}

/** Whether the stated price is the price of the amount, rounded. */
export function isRoundedPrice(line: BookedLine): boolean {
  const exact = exactPrice(line);
  const { price } = line;
  if (exact === null || price === null || price.isZero()) return false;
  const decimals = price.scale;
  return decimals > 0 && isEqual(exact.round(decimals), price) && !isEqual(exact, price);
}

/** Whether the numbers of a line that agrees are replaced by others, and not all scaled alike. */
function isExactLineChanged(from: BookedLine, to: BookedLine): boolean {
  const due = dueOf(from);
  if (from.amount === null || to.amount === null || due === null || !isEqual(due, from.amount)) return false;
  if (isNear(from.amount, to.amount, 1)) return false;
  if (isEqual(to.amount, from.amount.negate()) || isNear(to.amount.multiply(HUNDRED), from.amount)) return false;
  const rate = from.rate === null ? null : ONE.add(from.rate.divide(HUNDRED));
  return rate === null || to.amount.multiply(rate).subtract(from.amount).abs().compare(CENT) > 0;
}

/** Whether a base is the sum of the lines, or the amount of its line before allowances. */
function isConfirmedBase(books: Books, { element, base }: BookedAllowance): boolean {
  if (base === null) return false;
  if (books.allowances.some((it) => it.element === element)) return isEqual(base, books.net);
  const line = books.lines.find(({ allowances }) => allowances.some((it) => it.element === element));
  const gross = line === undefined ? null : grossOf(line);
  return gross !== null && isNear(gross, base);
}

/** Whether a base that is right is changed, or a percentage is replaced by one that nobody would agree on. */
function isBent(from: BookedAllowance, to: BookedAllowance, was: boolean, is: boolean): boolean {
  if (was && !is && to.base !== null) return true;
  if (from.percent === null || to.percent === null || isEqual(from.percent, to.percent)) return false;
  const decimals = decimalsOf(from.percent);
  return decimalsOf(to.percent) > decimals && !isEqual(to.percent.round(decimals), from.percent);
}

const isChanged = (from: Decimal | null, to: Decimal | null): boolean => from !== null && !isEqual(from, to);

const isChangedByKey = (from: ReadonlyMap<string, Decimal>, to: ReadonlyMap<string, Decimal>): boolean =>
  [...new Set([...from.keys(), ...to.keys()])].some((key) => !isEqual(from.get(key) ?? ZERO, to.get(key) ?? ZERO));

/** Amount due > VAT per rate > taxable amount per rate > line amounts > prices and quantities. */
function weightOf(before: Books, after: Books, lines: readonly Pair<BookedLine>[]): number {
  const changes = [
    // A paid amount is booked with the payment, like the amount due.
    isChanged(before.due, after.due) || isChanged(before.paid, after.paid),
    isChangedByKey(byKey(before.rows, 'tax'), byKey(after.rows, 'tax')) || isChanged(before.vat, after.vat),
    isChangedByKey(byKey(before.rows, 'taxable'), byKey(after.rows, 'taxable')),
    before.lines.length !== after.lines.length || lines.some(([from, to]) => isChanged(from.amount, to.amount)),
    lines.some(([from, to]) => isChanged(from.price, to.price) || isChanged(from.quantity, to.quantity)),
  ];
  return changes.reduce((weight, isOne, at) => weight + (isOne ? 16 >> at : 0), 0);
}
