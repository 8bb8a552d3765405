import { Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import { NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import { editDistance } from '../../edit-distance.ts';
import { enclosing, textAt, textOf } from '../ubl-elements.ts';
import type { Cell } from './network.ts';

/** How the right number became the wrong one; classifies a change. */
export type OperatorId =
  | 'swap'
  | 'turn-digits'
  | 'percent'
  | 'cents'
  | 'without-vat'
  | 'sign'
  | 'decimal-point'
  | 'digit'
  | 'state-paid'
  | 'state-rounding'
  | 'state'
  | 'compute'
  | 'solve';

/** How unlikely a change is when it alone makes the sums agree. Sets are ordered by their total. */
export const OPERATOR_COSTS: Readonly<Record<OperatorId, number>> = {
  swap: 0,
  'turn-digits': 1,
  percent: 0,
  cents: 0,
  'without-vat': 1,
  sign: 1,
  'decimal-point': 1,
  'state-rounding': 2,
  'state-paid': 2,
  digit: 3,
  state: 4,
  compute: 4,
  solve: 7,
};

/**
 * Classifies the change of a cell to another value.
 *
 * @param isComputed whether the value is the result of the cell's own parts
 */
export function operatorOf(cell: Cell, after: Decimal, isComputed: boolean): OperatorId {
  const { stated, term } = cell;
  if (stated === null) {
    if (term === 'BT-113') return 'state-paid';
    return term === 'BT-114' ? 'state-rounding' : 'state';
  }
  if (isPercentage(cell) && stated.multiply(HUNDRED).compare(after) === 0) return 'percent';
  if (after.compare(stated.negate()) === 0) return 'sign';
  if (term === 'BT-131' && isWithVat(cell, after)) return 'without-vat';
  const [before, right] = [digitsOf(stated), digitsOf(after)];
  if (before.length === right.length && isTurned(before, right)) return 'turn-digits';
  if (significant(before) === significant(right)) return 'decimal-point';
  if (before.length > 5 && editDistance(before, right, 1) === 1) return 'digit';
  return isComputed ? 'compute' : 'solve';
}

/**
 * Whether the point is a thousands separator, as Slovak and German programs write it: `1.240` for 1240. A quantity of
 * `1.000` is excluded, because it is as often one piece with three decimals.
 */
export function isThousandsPoint({ node, stated, term }: Cell, after: Decimal): boolean {
  const grouped = term === 'BT-129' ? /^-?[1-9]\d{0,2}\.(?!000$)\d{3}$/ : /^-?[1-9]\d{0,2}\.\d{3}$/;
  return node !== null && grouped.test(textOf(node)) && stated?.multiply(THOUSAND).compare(after) === 0;
}

const ONE = new Decimal(1, 0);
const THOUSAND = new Decimal(1000, 0);
const HUNDRED = new Decimal(100, 0);
const CENT = new Decimal(1, 2);

const isPercentage = ({ term }: Cell): boolean => /^BT-(94|101|119|138|143)$/.test(term);

/** Whether a line states its amount with VAT, at its own rate, instead of without. */
function isWithVat({ parent, stated }: Cell, after: Decimal): boolean {
  const rate = rateOf(parent);
  return rate !== null && stated !== null && after.multiply(rate).subtract(stated).abs().compare(CENT) <= 0;
}

/** Cost of changing a number that other numbers of the invoice confirm. */
export const CONFIRMED = 4;

/**
 * Whether the base of an allowance or charge (BT-93, BT-100, BT-137, BT-142) equals the amount of its line or the sum
 * of all lines.
 */
export function isBaseConfirmed({ term, parent, stated }: Cell): boolean {
  if (stated === null || !/^BT-(93|100|137|142)$/.test(term)) return false;
  const numberAt = (group: XmlElement, path: string): Decimal | null => parseDecimal(textAt(group, path) ?? '');
  const line = enclosing(parent, 'line');
  if (line === null) {
    const root = enclosing(parent, 'cac:AllowanceCharge')?.parent ?? null;
    const sum =
      root?.kind === NodeKind.ELEMENT ? numberAt(root, 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount') : null;
    return sum?.compare(stated) === 0;
  }
  const [quantity, price] = [numberAt(line, 'quantity'), numberAt(line, 'cac:Price/cbc:PriceAmount')];
  if (quantity === null || price === null) return false;
  const per = numberAt(line, 'cac:Price/cbc:BaseQuantity') ?? ONE;
  return !per.isZero() && quantity.multiply(price).divide(per).round(2).compare(stated) === 0;
}

/**
 * Whether a missing prepaid amount (BT-113) would be the VAT of the invoice: the amount due was calculated without
 * VAT.
 */
export function isVatLeftOut({ parent }: Cell, paid: Decimal): boolean {
  const [without, due] = ['cbc:TaxExclusiveAmount', 'cbc:PayableAmount'].map((name) =>
    parseDecimal(textAt(parent, name) ?? ''),
  );
  return without != null && !paid.isZero() && due?.compare(without) === 0;
}

/** One plus the rate of a line, e.g. 1.23; null when the rate is absent or not positive. */
export function rateOf(line: Cell['parent']): Decimal | null {
  const rate = parseDecimal(textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent') ?? '');
  return rate === null || rate.units <= 0 ? null : ONE.add(rate.divide(HUNDRED));
}

/** Formats with at least two decimals, so that 50 and 50.00 compare equal. */
function digitsOf(value: Decimal): string {
  const text = value.abs().stripped().toString();
  const [whole = '', rest = ''] = text.split('.');
  return `${whole}.${rest.padEnd(2, '0')}`;
}

/** The significant digits, independent of the position of the point. */
const significant = (text: string): string =>
  text
    .replace('.', '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '');

/** Whether two adjacent digits are swapped. */
function isTurned(a: string, b: string): boolean {
  const at = [...a].findIndex((sign, index) => sign !== b[index]);
  if (at === -1) return false;
  const next = a[at + 1] === '.' ? at + 2 : at + 1;
  return a[at] === b[next] && a[next] === b[at] && a.slice(next + 1) === b.slice(next + 1);
}
