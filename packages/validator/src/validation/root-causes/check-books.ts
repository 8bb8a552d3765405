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
  /** How much changes, by rank; 0 when no booked value changes. */
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
 *
 * @param isRounding the correction distributes cents over lines, so an exact price may change with its amount
 */
export function checkBooks(before: Books, after: Books, isRounding = false): BooksCheck {
  const lines = pairLines(before, after);
  const [was, is] = [offOfBases(before), offOfBases(after)];
  const [repeated, repeats] = [repeatedKeys(before), repeatedKeys(after)];
  const allowances = pairAllowances(before, after);
  const isFalse =
    is.compare(max(was, toleranceOf(after))) > 0 ||
    repeats > repeated ||
    isWorseByKey(before, after) ||
    isTurned(before.due, after.due) ||
    isBeyondCash(before, after) ||
    (!isRounding && isCentOfLines(before, after)) ||
    lines.some(([from, to]) => !(isRounding && isRoundedCent(from, to)) && isInvented(from, to)) ||
    allowances.some(([from, to]) => isInventedAmount(from, to)) ||
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

/** Cash amounts in euro are rounded to 5 cents, so by at most 2. */
const MAX_CASH_CENTS = 2;

/** Whether a stated rounding of the amount due (BT-114) becomes larger than rounding of cash can be. */
const isBeyondCash = (before: Books, after: Books): boolean =>
  after.currency === 'EUR' &&
  before.rounding !== null &&
  after.rounding !== null &&
  !isNear(after.rounding, ZERO, MAX_CASH_CENTS) &&
  !isEqual(after.rounding, before.rounding);

/** Whether the amount due changes by cents of rounding between lines and books; the books are right. */
function isCentOfLines(before: Books, after: Books): boolean {
  const off = differenceOf(before.due, after.due);
  const isOfBases = !isEqual(before.net, after.net) || !isEqual(before.exclusive, after.exclusive);
  return isOfBases && !off.isZero() && isNear(off, ZERO, Math.min(MAX_CENTS, before.lines.length + 1));
}

/** Larger differences of the amount due are no rounding. */
const MAX_CENTS = 5;

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

/** Whether the amount of a line changes by up to a cent, and its quantity is unchanged. */
const isRoundedCent = (from: BookedLine, to: BookedLine): boolean =>
  from.amount !== null &&
  to.amount !== null &&
  isNear(from.amount, to.amount, 1) &&
  isEqual(from.quantity, to.quantity) &&
  !isImplausiblePrice(from.price ?? ONE, to.price);

/** Whether a line gets an invented quantity or price. */
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

/** The significant digits, whatever the position of the point. */
function digitsOf(value: Decimal): bigint {
  let units = BigInt(value.abs().units);
  while (units !== 0n && units % 10n === 0n) units /= 10n;
  return units;
}

/** The price that gives the amount of the line; null when it cannot be computed. */
export function exactPrice({ amount, quantity, per, extras }: BookedLine): Decimal | null {
  if (amount === null || quantity === null || quantity.isZero()) return null;
  return amount
    .subtract(extras)
    .multiply(per ?? ONE)
    .divide(quantity);
}

/** Decimals of a price as programs write it: two at least. */
export const priceDecimals = (price: Decimal): number => Math.max(2, decimalsOf(price));

/** Whether the stated price is the price of the amount, rounded or cut. */
export function isRoundedPrice(line: BookedLine): boolean {
  const exact = exactPrice(line);
  const { price, quantity, per } = line;
  if (exact === null || price === null || price.isZero() || isEqual(exact, price)) return false;
  const decimals = priceDecimals(price);
  const off = exact.subtract(price);
  // The amount is rounded to the cent, so the exact price is known to half a cent for each piece.
  const half = new Decimal(5, 3).multiply(per ?? ONE).divide(quantity!.abs());
  if (off.abs().compare(new Decimal(5, decimals + 1).add(half)) <= 0) return true;
  return off.units > 0 && off.compare(new Decimal(1, decimals)) < 0;
}

/** Whether the numbers of a line that agrees are replaced by others, and not all scaled by one factor. */
function isExactLineChanged(from: BookedLine, to: BookedLine): boolean {
  const due = dueOf(from);
  if (from.amount === null || to.amount === null || due === null || !isEqual(due, from.amount)) return false;
  if (isEqual(to.amount, from.amount) || isEqual(to.amount, from.amount.negate())) return false;
  if (isNear(to.amount.multiply(HUNDRED), from.amount)) return false;
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

/** A corrected allowance may be this many times the stated one; a larger one only balances another wrong number. */
const MAX_TIMES = new Decimal(10, 0);

/**
 * Whether an allowance or charge gets an amount that is no correction of the stated one, other than by its sign or
 * point, or by the quantity of its line.
 */
function isInventedAmount({ amount: from, quantity }: BookedAllowance, { amount: to }: BookedAllowance): boolean {
  if (from === null || to === null || from.isZero() || to.isZero() || isEqual(to, from.negate())) return false;
  if (digitsOf(from) === digitsOf(to)) return false;
  const half = quantity === null ? ZERO : new Decimal(5, 3).multiply(quantity.abs());
  if (quantity !== null && from.multiply(quantity).subtract(to).abs().compare(half) <= 0) return false;
  return from.units < 0 !== to.units < 0 || to.abs().compare(from.abs().multiply(MAX_TIMES)) > 0;
}

/** Whether a base that is right is changed, or a percentage is replaced by an implausible one. */
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
