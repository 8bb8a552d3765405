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
  const rate = rateOf(lineOf(parent) ?? parent);
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
  const line = lineOf(parent);
  if (line === null) {
    const group = enclosing(parent, 'cac:AllowanceCharge') ?? enclosing(parent, 'ram:SpecifiedTradeAllowanceCharge');
    const root = group?.parent ?? null;
    const sum = root?.kind === NodeKind.ELEMENT ? numberAt(root, SUM_OF_LINES) : null;
    return sum?.compare(stated) === 0;
  }
  const [quantity, price] = [numberAt(line, QUANTITY), numberAt(line, PRICE)];
  if (quantity === null || price === null) return false;
  const per = numberAt(line, PRICE_BASE) ?? ONE;
  return !per.isZero() && quantity.multiply(price).divide(per).round(2).compare(stated) === 0;
}

/**
 * Whether a missing prepaid amount (BT-113) would be the VAT of the invoice: the amount due was calculated without
 * VAT.
 */
export function isVatLeftOut({ parent }: Cell, paid: Decimal): boolean {
  const [without, due] = [numberAt(parent, TOTAL_WITHOUT_VAT), numberAt(parent, AMOUNT_DUE)];
  return without !== null && !paid.isZero() && due?.compare(without) === 0;
}

/** One plus the rate of a line, e.g. 1.23; null when the rate is absent or not positive. */
export function rateOf(line: Cell['parent']): Decimal | null {
  const rate = numberAt(line, LINE_RATE);
  return rate === null || rate.units <= 0 ? null : ONE.add(rate.divide(HUNDRED));
}

/** A path in UBL and the same in CII. */
type Paths = readonly [ubl: string, cii: string];

const SUM_OF_LINES: Paths = [
  'cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount',
];
const QUANTITY: Paths = ['quantity', 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'];
const NET_PRICE = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice';
const PRICE: Paths = ['cac:Price/cbc:PriceAmount', `${NET_PRICE}/ram:ChargeAmount`];
const PRICE_BASE: Paths = ['cac:Price/cbc:BaseQuantity', `${NET_PRICE}/ram:BasisQuantity`];
const TOTAL_WITHOUT_VAT: Paths = ['cbc:TaxExclusiveAmount', 'ram:TaxBasisTotalAmount'];
const AMOUNT_DUE: Paths = ['cbc:PayableAmount', 'ram:DuePayableAmount'];
const LINE_RATE: Paths = [
  'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
  'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:RateApplicablePercent',
];

const numberAt = (group: XmlElement, [ubl, cii]: Paths): Decimal | null =>
  parseDecimal(textAt(group, ubl) ?? textAt(group, cii) ?? '');

const lineOf = (element: XmlElement): XmlElement | null =>
  enclosing(element, 'line') ?? enclosing(element, 'ram:IncludedSupplyChainTradeLineItem');

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
