import { ZERO } from '@e-invoice/schematron/decimal';
import type { XmlElement } from '@e-invoice/schematron/xml';
import { attributeOf, childrenOf, elementAt, isCharge, textAt } from '../ubl-elements.ts';
import { add, BELOW_ONE, divide, hundred, makeCell, multiply, subtract, TWO_CENTS, toKey } from './equation-parts.ts';
import type { Cell, Equation, Network, Part } from './network.ts';
import { readCiiEquations } from './read-cii-equations.ts';

/**
 * Reads the numbers of an invoice or credit note, in UBL or CII, and the equations of EN 16931 between them (clause
 * 6.4, BT-106 to BT-117).
 */
export function readNetwork(root: XmlElement): Network {
  const equations: Equation[] = [];
  if (root.local === 'CrossIndustryInvoice') readCiiEquations(root, equations);
  else readUblEquations(root, equations);
  const uses = new Map<Cell, Equation[]>();
  for (const equation of equations) {
    for (const { cell } of [{ cell: equation.result }, ...equation.parts]) {
      const known = uses.get(cell);
      if (known === undefined) uses.set(cell, [equation]);
      else known.push(equation);
    }
  }
  return { equations, uses };
}

function readUblEquations(root: XmlElement, equations: Equation[]): void {
  const lines = childrenOf(root, 'line');
  const lineCells = lines.map((line) => readLine(line, equations));
  const allowances = childrenOf(root, 'cac:AllowanceCharge').map((group) => readAllowance(group, false, equations));
  readVatAndTotals(root, { lines, lineCells, allowances }, equations);
}

type Allowance = { readonly cell: Cell; readonly isCharge: boolean; readonly key: string };

/** BT-92 = BT-93 × BT-94, and the corresponding terms of charges and lines. */
function readAllowance(group: XmlElement, ofLine: boolean, equations: Equation[]): Allowance {
  const charge = isCharge(group);
  const [amount, base, percent] = ofLine
    ? charge
      ? ['BT-141', 'BT-142', 'BT-143']
      : ['BT-136', 'BT-137', 'BT-138']
    : charge
      ? ['BT-99', 'BT-100', 'BT-101']
      : ['BT-92', 'BT-93', 'BT-94'];
  const cell = makeCell(amount!, group, 'cbc:Amount');
  const bases = makeCell(base!, group, 'cbc:BaseAmount');
  const percents = makeCell(percent!, group, 'cbc:MultiplierFactorNumeric');
  if (bases.node !== null && percents.node !== null) {
    const parts = [add(bases), multiply(percents), divide(hundred(group))];
    equations.push({ term: 'allowance', group, result: cell, parts, tolerance: TWO_CENTS });
  }
  return { cell, isCharge: charge, key: keyOf(group, 'cac:TaxCategory') };
}

/** BT-146 = BT-148 − BT-147, and BT-131 = BT-129 × BT-146 ÷ BT-149 + charges − allowances. */
function readLine(line: XmlElement, equations: Equation[]): Cell {
  const net = makeCell('BT-131', line, 'cbc:LineExtensionAmount');
  const own = childrenOf(line, 'cac:AllowanceCharge').map((group) => readAllowance(group, true, equations));
  const price = elementAt(line, 'cac:Price');
  if (price === null) return net;
  const amount = makeCell('BT-146', price, 'cbc:PriceAmount');
  const discount = elementAt(price, 'cac:AllowanceCharge');
  if (discount !== null && elementAt(discount, 'cbc:BaseAmount') !== null) {
    const parts = [
      add(makeCell('BT-148', discount, 'cbc:BaseAmount')),
      subtract(makeCell('BT-147', discount, 'cbc:Amount')),
    ];
    equations.push({ term: 'BT-146', group: price, result: amount, parts, tolerance: ZERO });
  }
  const quantity = makeCell('BT-129', line, 'quantity');
  if (quantity.node === null || amount.node === null) return net;
  const parts = [
    add(quantity),
    multiply(amount),
    divide(makeCell('BT-149', price, 'cbc:BaseQuantity')),
    ...own.map(({ cell, isCharge: charge }) => (charge ? add(cell) : subtract(cell))),
  ];
  equations.push({ term: 'BT-131', group: line, result: net, parts, tolerance: TWO_CENTS });
  return net;
}

/** Identifies the VAT group that an amount belongs to. */
export const keyOf = (group: XmlElement, path: string): string =>
  toKey(textAt(group, `${path}/cbc:ID`), textAt(group, `${path}/cbc:Percent`));

type Read = {
  readonly lines: readonly XmlElement[];
  readonly lineCells: readonly Cell[];
  readonly allowances: readonly Allowance[];
};

function readVatAndTotals(root: XmlElement, read: Read, equations: Equation[]): void {
  const { lineCells, allowances } = read;
  const totals = elementAt(root, 'cac:LegalMonetaryTotal');
  const currency = textAt(root, 'cbc:DocumentCurrencyCode');
  const taxTotals = childrenOf(root, 'cac:TaxTotal');
  const isInCurrency = (total: XmlElement): boolean => {
    const amount = elementAt(total, 'cbc:TaxAmount');
    return amount !== null && attributeOf(amount, 'currencyID') === currency;
  };
  const main = taxTotals.find(isInCurrency) ?? taxTotals[0] ?? null;
  const sum = (term: string, name: string, group: XmlElement, parts: readonly Part[]): Cell => {
    const result = makeCell(term, group, name);
    equations.push({ term, group, result, parts, tolerance: ZERO });
    return result;
  };
  const charged = allowances.filter((it) => it.isCharge).map(({ cell }) => add(cell));
  const allowed = allowances.filter((it) => !it.isCharge).map(({ cell }) => add(cell));
  const [net, lowered, raised] =
    totals === null
      ? [null, null, null]
      : [
          sum('BT-106', 'cbc:LineExtensionAmount', totals, lineCells.map(add)),
          sum('BT-107', 'cbc:AllowanceTotalAmount', totals, allowed),
          sum('BT-108', 'cbc:ChargeTotalAmount', totals, charged),
        ];
  const taxes = main === null ? [] : readGroups(main, read, equations);
  const vat = main === null ? null : makeCell('BT-110', main, 'cbc:TaxAmount');
  if (main !== null && vat !== null && taxes.length > 0) {
    equations.push({ term: 'BT-110', group: main, result: vat, parts: taxes.map(add), tolerance: ZERO });
  }
  if (totals === null || net === null) return;
  const exclusive = sum('BT-109', 'cbc:TaxExclusiveAmount', totals, [add(net), subtract(lowered!), add(raised!)]);
  if (vat === null) return;
  const inclusive = sum('BT-112', 'cbc:TaxInclusiveAmount', totals, [add(exclusive), add(vat)]);
  const paid = makeCell('BT-113', totals, 'cbc:PrepaidAmount');
  const rounding = makeCell('BT-114', totals, 'cbc:PayableRoundingAmount');
  sum('BT-115', 'cbc:PayableAmount', totals, [add(inclusive), subtract(paid), add(rounding)]);
}

/** BT-116 and BT-117 of every VAT group. @returns the cells of BT-117 */
function readGroups(taxTotal: XmlElement, { lines, lineCells, allowances }: Read, equations: Equation[]): Cell[] {
  const members = new Map<string, Part[]>();
  const put = (key: string, part: Part): void => {
    const known = members.get(key);
    if (known === undefined) members.set(key, [part]);
    else known.push(part);
  };
  for (const [index, line] of lines.entries())
    put(keyOf(line, 'cac:Item/cac:ClassifiedTaxCategory'), add(lineCells[index]!));
  for (const { cell, isCharge: charge, key } of allowances) put(key, charge ? add(cell) : subtract(cell));
  return childrenOf(taxTotal, 'cac:TaxSubtotal').map((group) => {
    const taxable = makeCell('BT-116', group, 'cbc:TaxableAmount');
    const tax = makeCell('BT-117', group, 'cbc:TaxAmount');
    const parts = members.get(keyOf(group, 'cac:TaxCategory')) ?? [];
    equations.push({ term: 'BT-116', group, result: taxable, parts, tolerance: BELOW_ONE });
    const category = elementAt(group, 'cac:TaxCategory');
    if (category !== null) {
      const rate = makeCell('BT-119', category, 'cbc:Percent');
      if (rate.stated !== null) {
        const product = [add(taxable), multiply(rate), divide(hundred(group))];
        equations.push({ term: 'BT-117', group, result: tax, parts: product, tolerance: BELOW_ONE });
      }
    }
    return tax;
  });
}
