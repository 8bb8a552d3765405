import { Decimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { recompute } from '../../amounts/index.ts';
import { attributeOf, elementAt, enclosing } from '../../ubl-elements.ts';
import { type BookedLine, decimalsOf, dueOf, HUNDRED, isEqual, isNear, isPointMoved, ONE, sumOf } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { exactPrice, isRoundedPrice, priceDecimals } from '../check-books.ts';
import { describeLines } from '../describe-lines.ts';
import type { Edit } from '../patch/edit.ts';
import { discounted, discountOf, discountOfPiece, discountWithVat } from './line-discounts.ts';
import { type Find, numberIn, ofLines, PRICE, priceFor, toPrices } from './line-setting.ts';
import { writeTrial, written } from './write-trial.ts';

/** Maximum number of lines examined and corrected together. */
const MAX_LINES = 2_000;

/**
 * Detects quantities, prices and base quantities that do not give the amount of their lines, because of one setting of
 * the export (PEPPOL-EN16931-R120). The amounts of the lines agree with the totals, so they are right. All lines with
 * the same setting are one mistake.
 */
export function detectLineSettings(found: Case): Mistake[] {
  if (found.root === null || found.openOf('PEPPOL-EN16931-R120').length === 0) return [];
  // SK-R-052 reports the lines that are off by less than the tolerance.
  const open = found.openOf('PEPPOL-EN16931-R120', 'SK-R-052').slice(0, MAX_LINES);
  const { lines, net } = found.books();
  const off = net === null ? null : net.subtract(sumOf(lines.map(({ amount }) => amount)));
  // When the amounts of the lines are not those of the totals, they may be the wrong ones.
  if (off === null || !isNear(off, net!.subtract(net!), lines.length)) return [];
  const byElement = new Map(lines.map((line) => [line.element, line]));
  const issuesOf = new Map<BookedLine, number[]>();
  for (const index of open) {
    const element = found.elementOf(index);
    const line = element === null ? null : enclosing(element, 'line');
    const booked = line === null ? undefined : byElement.get(line);
    const due = booked === undefined ? null : dueOf(booked);
    if (booked === undefined || due === null || booked.amount === null || isEqual(due, booked.amount)) continue;
    if (booked.price?.isZero() !== true && booked.quantity?.isZero() !== true)
      issuesOf.set(booked, [...(issuesOf.get(booked) ?? []), index]);
  }
  const mistakes: Mistake[] = [];
  for (const find of FINDERS) {
    const left = [...issuesOf.keys()];
    const setting = left.length === 0 ? null : find(found, left, left.length === lines.length && left.length > 1);
    if (setting === null || (setting.lines.length < left.length && setting.lines.length < 2)) continue;
    const issues = found.claim(setting.lines.flatMap((line) => issuesOf.get(line)!));
    for (const line of setting.lines) issuesOf.delete(line);
    if (issues.length === 0) continue;
    const count = setting.lines.length;
    mistakes.push({
      id: setting.id,
      issues,
      location: locationOf(
        elementAt(setting.lines[0]!.element, 'cac:Price/cbc:PriceAmount') ?? setting.lines[0]!.element,
      ),
      confidence: 0.9,
      values: {
        ...setting.values,
        ...describeLines(setting.lines.map(({ element }) => element)),
        ...(count > 1 && { places: String(count) }),
      },
      // The order follows from the signature of the setting.
      isOrdered: true,
      corrections: setting.corrections,
    });
  }
  return mistakes;
}

const first = (lines: readonly BookedLine[], values: (line: BookedLine) => Mistake['values']): Mistake['values'] =>
  values(lines[0]!);

const priceValues = (line: BookedLine): Record<string, string> => ({
  found: written(line.price!, { term: 'BT-146' }),
  expected: written(priceFor(line) ?? line.price!, { term: 'BT-146' }),
});

/** The price is the exact price with VAT at the rate of the line, rounded like the price. */
const withVat: Find = (found, all, isOfAll) => {
  const lines = all.filter((line) => {
    const exact = exactPrice(line);
    if (exact === null || line.price === null || line.rate === null || line.rate.units <= 0) return false;
    const gross = exact.multiply(ONE.add(line.rate.divide(HUNDRED)));
    // The amount was rounded to the cent, so the gross price is known to half a cent for each piece.
    const half = new Decimal(5, 3).multiply(line.per ?? ONE).divide(line.quantity!.abs());
    const tolerance = half.add(new Decimal(5, priceDecimals(line.price) + 1));
    return gross.subtract(line.price).abs().compare(tolerance) <= 0;
  });
  const isSure = lines.length > 1 || isOfAll || lines.every((line) => discountOf([line]) === null);
  if (lines.length === 0 || !isSure) return null;
  return {
    id: 'prices-with-vat',
    lines,
    values: first(lines, priceValues),
    corrections: [toPrices(found, lines)],
  };
};

/** The price is the exact price, rounded. */
const rounded: Find = (found, all) => {
  const lines = all.filter((line) => isRoundedPrice(line) && priceFor(line) !== null);
  if (lines.length === 0) return null;
  return { id: 'prices-rounded', lines, values: first(lines, priceValues), corrections: [toPrices(found, lines)] };
};

/** A base quantity is stated, but the amount is computed without it. */
const baseIgnored: Find = (found, all) => {
  const lines = all.filter(
    (line) => line.per !== null && !isEqual(line.per, ONE) && isEqual(dueOf({ ...line, per: null }), line.amount),
  );
  if (lines.length === 0) return null;
  return {
    id: 'price-base-ignored',
    lines,
    values: first(lines, ({ per }) => ({ per: per!.toString() })),
    corrections: [
      ofLines(lines, 'compute', (line) => [numberIn(found, line, 'cac:Price/cbc:BaseQuantity', ONE)]),
      () => toAmounts(found, lines),
    ],
  };
};

/** Computes the amounts of lines, and all sums that they enter. */
function toAmounts(found: Case, lines: readonly BookedLine[]): Correction | null {
  const own = new Set<XmlElement>(lines.map(({ element }) => element));
  const network = found.network();
  const equations = network.equations.filter(({ term, group }) => term === 'BT-131' && own.has(group));
  return writeTrial(found, recompute(network, equations));
}

/** Whether numbers look like amounts in cents, which are detected together with the totals. */
const isInCents = (factor: Decimal, numbers: readonly (Decimal | null)[]): boolean =>
  isEqual(factor, HUNDRED) && numbers.length > 2 && numbers.every((it) => it !== null && decimalsOf(it) === 0);

const isWholeNumber = (value: Decimal): boolean => decimalsOf(value) === 0;
const isInWholeCents = (value: Decimal): boolean => decimalsOf(value) <= 2;

const pricePair = (found: Decimal, expected: Decimal): Record<string, string> => ({
  found: found.toString(),
  expected: written(expected, { term: 'BT-146' }),
});
const quantityPair = (found: Decimal, expected: Decimal): Record<string, string> => ({
  found: found.toString(),
  expected: expected.stripped().toString(),
});

const FACTORS = [10, 100, 1000].map((factor) => new Decimal(factor, 0));

/** Quantity × price is 10, 100 or 1000 times the amount: a lost base quantity, or a quantity in smaller units. */
const scaled: Find = (found, all, isOfAll) => {
  for (const factor of [...FACTORS, MINUTES]) {
    const lines = all.filter(
      (line) =>
        line.per === null &&
        line.price!.units > 0 &&
        (factor !== MINUTES || unitOf(line) === 'MIN') &&
        isEqual(dueOf({ ...line, per: factor }), line.amount),
    );
    if (
      lines.length === 0 ||
      isInCents(
        factor,
        lines.map(({ price }) => price),
      )
    )
      continue;
    const isWhole = lines.every(({ quantity }) => quantity!.remainder(factor).isZero());
    const ofQuantity = ofLines(lines, 'decimal-point', (line) => [
      numberIn(found, line, 'quantity', line.quantity!.divide(factor)),
    ]);
    const ofPrice = ofLines(lines, 'decimal-point', (line) => [
      numberIn(found, line, PRICE, line.price!.divide(factor)),
    ]);
    const ofBase = ofLines(lines, 'state', (line) => [insertBase(found, line, factor)]);
    const isQuantity = isOfAll && lines.length === all.length && isWhole && factor !== MINUTES;
    // Prices without decimals on all lines are in cents; on some of them a price for several units is likelier.
    const isAll = lines.length === found.books().lines.length;
    const isPrice = isAll && lines.every(({ price }) => isWholeNumber(price!) && isInWholeCents(price!.divide(factor)));
    const others =
      factor === MINUTES ? [ofBase] : isQuantity ? [ofQuantity, ofBase] : [ofBase, ...(isWhole ? [ofQuantity] : [])];
    return {
      id: isPrice ? 'prices-scaled' : isQuantity ? 'quantities-scaled' : 'price-base-lost',
      lines,
      values: first(lines, ({ quantity, price }) => ({
        factor: factor.toString(),
        ...(isPrice ? pricePair(price!, price!.divide(factor)) : quantityPair(quantity!, quantity!.divide(factor))),
      })),
      corrections: isPrice ? [ofPrice, ...others] : factor === MINUTES ? others : [...others, ofPrice],
    };
  }
  return null;
};

function insertBase(found: Case, { element }: BookedLine, factor: Decimal): Edit | null {
  const price = elementAt(element, 'cac:Price');
  const quantity = elementAt(element, 'quantity');
  const unitCode = quantity === null ? null : attributeOf(quantity, 'unitCode');
  if (price === null) return null;
  return found.editor().insert(price, {
    name: 'cbc:BaseQuantity',
    attributes: unitCode === null ? {} : { unitCode },
    content: factor.toString(),
  });
}

/** Amounts of several lines are 10, 100 or 1000 times quantity × price. */
const scaledDown: Find = (found, all) => {
  for (const factor of FACTORS) {
    const lines = all.filter(
      (line) => line.per === null && isEqual(dueOf({ ...line, price: line.price!.multiply(factor) }), line.amount),
    );
    if (
      lines.length < 2 ||
      isInCents(
        factor,
        lines.map(({ amount }) => amount),
      )
    )
      continue;
    const ofQuantity = ofLines(lines, 'decimal-point', (line) => [
      numberIn(found, line, 'quantity', line.quantity!.multiply(factor)),
    ]);
    const ofPrice = ofLines(lines, 'decimal-point', (line) => [
      numberIn(found, line, PRICE, line.price!.multiply(factor)),
    ]);
    const isPrice = lines.every(
      ({ quantity, price }) => isWholeNumber(quantity!) && isInWholeCents(price!.multiply(factor)),
    );
    return {
      id: isPrice ? 'prices-too-low' : 'quantities-too-low',
      lines,
      values: first(lines, ({ quantity, price }) => ({
        factor: factor.toString(),
        ...(isPrice ? pricePair(price!, price!.multiply(factor)) : quantityPair(quantity!, quantity!.multiply(factor))),
      })),
      corrections: isPrice ? [ofPrice, ofQuantity] : [ofQuantity, ofPrice],
    };
  }
  return null;
};

/** The ratio of amount and quantity × price is the same on several lines: prices in another currency. */
const otherCurrency: Find = (found, all) => {
  if (all.length < 2) return null;
  const ratioOf = (line: BookedLine): Decimal => exactPrice(line)!.divide(line.price!);
  const largest = all.reduce((best, line) => (line.amount!.abs().compare(best.amount!.abs()) > 0 ? line : best));
  const ratio = ratioOf(largest);
  if (ratio.units <= 0 || isPointMoved(ratio)) return null;
  const lines = all.filter((line) => {
    const off = line.price!.multiply(ratio).subtract(exactPrice(line)!).abs();
    const half = new Decimal(1, 2).multiply(line.per ?? ONE).divide(line.quantity!.abs());
    return off.compare(half.add(new Decimal(1, priceDecimals(line.price!)))) <= 0;
  });
  if (lines.length < all.length) return null;
  return {
    id: 'prices-in-other-currency',
    lines,
    values: first(lines, priceValues),
    corrections: [toPrices(found, lines)],
  };
};

/** The quantity is rounded to two or more decimals, e.g. hours of minutes. */
const quantityRounded: Find = (found, all) => {
  const quantityFor = (line: BookedLine): Decimal | null => {
    const stated = decimalsOf(line.quantity!);
    if (stated < 2 || line.extras.units !== 0) return null;
    const exact = line.amount!.multiply(line.per ?? ONE).divide(line.price!);
    if (!isEqual(exact.round(stated), line.quantity)) return null;
    const withMore = (value: Decimal): Decimal | null => {
      for (let decimals = stated + 1; decimals <= 6; decimals += 1) {
        const quantity = value.round(decimals);
        if (isEqual(dueOf({ ...line, quantity }), line.amount)) return quantity;
      }
      return null;
    };
    // Hours are usually whole minutes; other quantities get the fewest decimals that give the amount.
    const minutes = isInHours(line) ? exact.multiply(MINUTES).round(0).divide(MINUTES) : null;
    const ofMinutes = minutes !== null && isEqual(minutes.round(stated), line.quantity) ? withMore(minutes) : null;
    return ofMinutes ?? withMore(exact);
  };
  const lines = all.filter((line) => quantityFor(line) !== null);
  if (lines.length === 0) return null;
  return {
    id: 'quantities-rounded',
    lines,
    values: first(lines, (line) => ({ found: line.quantity!.toString(), expected: quantityFor(line)!.toString() })),
    corrections: [
      ofLines(lines, 'compute', (line) => [numberIn(found, line, 'quantity', quantityFor(line))]),
      toPrices(found, lines),
    ],
  };
};

/** The price is that of the whole line, not of one unit. */
const priceOfLine: Find = (found, all) => {
  const lines = all.filter(
    (line) =>
      line.per === null &&
      line.quantity!.compare(ONE) > 0 &&
      isEqual(dueOf({ ...line, quantity: ONE }), line.amount) &&
      priceFor(line) !== null,
  );
  if (lines.length === 0) return null;
  return {
    id: 'price-of-line',
    lines,
    values: first(lines, priceValues),
    corrections: [toPrices(found, lines), ofLines(lines, 'state', (line) => [insertBase(found, line, line.quantity!)])],
  };
};

const MINUTES = new Decimal(60, 0);

/** Whether the quantity is in hours (UNECE code HUR). */
const isInHours = (line: BookedLine): boolean => unitOf(line) === 'HUR';

function unitOf({ element }: BookedLine): string | null {
  const quantity = elementAt(element, 'quantity');
  return quantity === null ? null : attributeOf(quantity, 'unitCode');
}

/** In the order of their evidence. */
const FINDERS: readonly Find[] = [
  baseIgnored,
  scaled,
  scaledDown,
  withVat,
  discountOfPiece,
  discountWithVat,
  priceOfLine,
  quantityRounded,
  rounded,
  discounted,
  otherCurrency,
];
