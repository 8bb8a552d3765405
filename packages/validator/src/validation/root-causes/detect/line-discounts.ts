import { Decimal } from '@e-invoice/schematron/decimal';
import type { Text } from '../../../issues/index.ts';
import { toCents } from '../../amounts/index.ts';
import { elementAt } from '../../ubl-elements.ts';
import { type BookedLine, grossOf, HUNDRED, isEqual, isNear, ONE } from '../books.ts';
import type { CauseId } from '../cause-texts.ts';
import { inSlovak } from '../describe-value.ts';
import { type Find, ofLines, toPrices } from './line-setting.ts';
import { written } from './write-trial.ts';

const NINETY = new Decimal(90, 0);

/**
 * The one percentage that explains the amounts of all lines as a discount (positive) or surcharge (negative), with up to
 * two decimals; for a single line a whole one. Null when no percentage fits.
 */
export function discountOf(lines: readonly BookedLine[]): Decimal | null {
  const largest = lines.reduce((best, line) => (grossOf(line)!.abs().compare(grossOf(best)!.abs()) > 0 ? line : best));
  const gross = grossOf(largest)!;
  // A base quantity with many digits gives a quotient of zero.
  if (gross.isZero()) return null;
  const off = gross.add(largest.extras).subtract(largest.amount!);
  const share = off.multiply(HUNDRED).divide(gross);
  for (const decimals of lines.length === 1 ? [0] : [0, 1, 2]) {
    const percent = share.round(decimals).stripped();
    const isPlausible = percent.units > 0 && (percent.compare(NINETY) <= 0 || isEqual(percent, HUNDRED));
    const isIt = (line: BookedLine): boolean =>
      isNear(reductionOf(line, percent), missingOf(line), lines.length === 1 ? 0 : 1);
    if (isPlausible && lines.every(isIt)) return percent;
  }
  return null;
}

/** The discount of a percentage, to the cent. */
const reductionOf = (line: BookedLine, percent: Decimal): Decimal =>
  toCents(toCents(grossOf(line)!).multiply(percent).divide(HUNDRED));

/** Quantity × price with allowances and charges, less the amount. */
const missingOf = (line: BookedLine): Decimal =>
  toCents(toCents(grossOf(line)!).add(line.extras).subtract(line.amount!));

/** The discount of the lines is lost (BG-27): their amounts are after the discount, their prices before it. */
export const discounted: Find = (found, lacking) => {
  // A discount stated in the price is not lost.
  const all = lacking.filter(({ element }) => elementAt(element, 'cac:Price/cac:AllowanceCharge') === null);
  if (all.length === 0) return null;
  const free = all.filter(({ amount }) => amount!.isZero());
  const candidates = free.length > 0 ? [free] : [all, ...byPercent(all)];
  for (const lines of candidates) {
    const percent = lines.length === 0 ? null : discountOf(lines);
    if (percent === null) continue;
    const isFree = isEqual(percent, HUNDRED);
    const insert = ofLines(lines, 'state', (line) => [
      found.editor().insert(line.element, {
        name: 'cac:AllowanceCharge',
        content: [
          { name: 'cbc:ChargeIndicator', content: 'false' },
          { name: 'cbc:AllowanceChargeReasonCode', content: '95' },
          { name: 'cbc:AllowanceChargeReason', content: 'Zľava' },
          { name: 'cbc:MultiplierFactorNumeric', content: percent.toString() },
          ...[['cbc:Amount', missingOf(line)] as const, ['cbc:BaseAmount', toCents(grossOf(line)!)] as const].map(
            ([name, value]) => ({
              name,
              attributes: { currencyID: found.books().currency },
              content: written(value, { term: 'BT-131' }),
            }),
          ),
        ],
      }),
    ]);
    return {
      id: isFree ? 'free-line-without-discount' : 'line-discount-lost',
      lines,
      values: { percent: { sk: inSlovak(percent.toString()), en: percent.toString() } satisfies Text },
      corrections: isFree ? [insert] : [insert, toPrices(found, lines)],
    };
  }
  return null;
};

/** The whole discount that quantity, price and amount of a line give, if the line states one discount; null otherwise. */
function dueDiscount(line: BookedLine): Decimal | null {
  const [only, ...others] = line.allowances;
  if (only?.amount == null || others.length > 0 || only.isCharge) return null;
  const total = toCents(grossOf(line)!.subtract(line.amount!));
  return total.units > 0 ? total : null;
}

/** Lines whose only discount is stated as another amount than their numbers give (BT-136, BT-137). */
const withOtherDiscount =
  (id: CauseId, isIt: (line: BookedLine, stated: Decimal, due: Decimal) => boolean): Find =>
  (found, all) => {
    const lines = all.filter((line) => {
      const due = dueDiscount(line);
      return due !== null && isIt(line, line.allowances[0]!.amount!, due);
    });
    if (lines.length === 0) return null;
    const values = {
      found: written(lines[0]!.allowances[0]!.amount!, MONEY),
      expected: written(dueDiscount(lines[0]!)!, MONEY),
    };
    const correct = ofLines(lines, 'compute', (line) => {
      const { element } = line.allowances[0]!;
      const [amount, base] = ['cbc:Amount', 'cbc:BaseAmount'].map((name) => elementAt(element, name));
      return [
        amount == null ? null : found.editor().replaceText(amount, written(dueDiscount(line)!, MONEY)),
        ...(base == null ? [] : [found.editor().replaceText(base, written(toCents(grossOf(line)!), MONEY))]),
      ];
    });
    return { id, lines, values, corrections: [correct] };
  };

/** The discount is stated for one piece, the amount of the line subtracts that of all pieces. */
export const discountOfPiece = withOtherDiscount('line-discount-of-piece', ({ quantity }, stated, due) => {
  // The discount of a piece is rounded to the cent.
  const half = new Decimal(5, 3).multiply(quantity!);
  return quantity!.compare(ONE) > 0 && stated.multiply(quantity!).subtract(due).abs().compare(half) <= 0;
});

/** The discount is stated with VAT. */
export const discountWithVat = withOtherDiscount('line-discount-with-vat', ({ rate }, stated, due) => {
  if (rate === null || rate.units <= 0 || isNear(stated, due, 1)) return false;
  return isNear(due.multiply(ONE.add(rate.divide(HUNDRED))), stated, 1);
});

const MONEY = { term: 'BT-136' };

/** Lines grouped by their discount in whole per cent, the largest group first. */
function byPercent(lines: readonly BookedLine[]): BookedLine[][] {
  const groups = new Map<string, BookedLine[]>();
  for (const line of lines) {
    const key = discountOf([line])?.toString();
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
