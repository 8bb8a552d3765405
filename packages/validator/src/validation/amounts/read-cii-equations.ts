import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { XmlElement } from '@e-invoice/schematron/xml';
import { attributeOf, childrenOf, elementAt, textAt, textOf } from '../ubl-elements.ts';
import { add, BELOW_ONE, divide, hundred, makeCell, multiply, subtract, TWO_CENTS, toKey } from './equation-parts.ts';
import type { Cell, Equation, Part } from './network.ts';

const LINE = {
  agreement: 'ram:SpecifiedLineTradeAgreement',
  settlement: 'ram:SpecifiedLineTradeSettlement',
  net: 'ram:SpecifiedTradeSettlementLineMonetarySummation',
  quantity: 'ram:SpecifiedLineTradeDelivery',
} as const;

/** The equations of a Cross Industry Invoice, with the same terms as those of UBL. */
export function readCiiEquations(root: XmlElement, equations: Equation[]): void {
  const trade = elementAt(root, 'rsm:SupplyChainTradeTransaction');
  const settlement = trade === null ? null : elementAt(trade, 'ram:ApplicableHeaderTradeSettlement');
  if (trade === null || settlement === null) return;
  const lines = childrenOf(trade, 'ram:IncludedSupplyChainTradeLineItem').map((line) => readLine(line, equations));
  const allowances = childrenOf(settlement, 'ram:SpecifiedTradeAllowanceCharge').map((group) =>
    readAllowance(group, false, equations),
  );
  const groups = readGroups(settlement, [...lines.flatMap((line) => line ?? []), ...allowances], equations);
  const totals = elementAt(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation');
  if (totals === null) return;
  const sum = (term: string, name: string, parts: readonly Part[]): Cell => {
    const result = makeCell(term, totals, name);
    equations.push({ term, group: totals, result, parts, tolerance: ZERO });
    return result;
  };
  const ofKind = (charge: boolean): Part[] =>
    allowances.filter((it) => it.isCharge === charge).map(({ cell }) => add(cell));
  const net = sum(
    'BT-106',
    'ram:LineTotalAmount',
    lines.flatMap((line) => (line === null ? [] : [add(line.cell)])),
  );
  const lowered = sum('BT-107', 'ram:AllowanceTotalAmount', ofKind(false));
  const raised = sum('BT-108', 'ram:ChargeTotalAmount', ofKind(true));
  const exclusive = sum('BT-109', 'ram:TaxBasisTotalAmount', [add(net), subtract(lowered), add(raised)]);
  const vat = readVat(totals, textAt(settlement, 'ram:InvoiceCurrencyCode'));
  if (groups.length > 0) {
    equations.push({ term: 'BT-110', group: totals, result: vat, parts: groups.map(add), tolerance: ZERO });
  }
  // Without the VAT total nothing proves that the total with VAT is wrong: the VAT itself may be missing.
  if (vat.node === null) return;
  const inclusive = sum('BT-112', 'ram:GrandTotalAmount', [add(exclusive), add(vat)]);
  const paid = makeCell('BT-113', totals, 'ram:TotalPrepaidAmount');
  const rounding = makeCell('BT-114', totals, 'ram:RoundingAmount');
  sum('BT-115', 'ram:DuePayableAmount', [add(inclusive), subtract(paid), add(rounding)]);
}

/** BT-110: of several VAT totals, the one in the currency of the invoice. */
function readVat(totals: XmlElement, currency: string | null): Cell {
  const all = childrenOf(totals, 'ram:TaxTotalAmount');
  const node = all.find((one) => attributeOf(one, 'currencyID') === currency) ?? all[0] ?? null;
  const stated = node === null ? null : parseDecimal(textOf(node));
  return { term: 'BT-110', name: 'ram:TaxTotalAmount', parent: totals, node, stated };
}

type Amount = { readonly cell: Cell; readonly isCharge: boolean; readonly key: string };

const isCharge = (group: XmlElement): boolean =>
  ['true', '1'].includes(textAt(group, 'ram:ChargeIndicator/udt:Indicator') ?? '');

/** BT-92 = BT-93 × BT-94, and the corresponding terms of charges and lines. */
function readAllowance(group: XmlElement, ofLine: boolean, equations: Equation[]): Amount {
  const charge = isCharge(group);
  const [amount, base, percent] = ofLine
    ? charge
      ? (['BT-141', 'BT-142', 'BT-143'] as const)
      : (['BT-136', 'BT-137', 'BT-138'] as const)
    : charge
      ? (['BT-99', 'BT-100', 'BT-101'] as const)
      : (['BT-92', 'BT-93', 'BT-94'] as const);
  const cell = makeCell(amount, group, 'ram:ActualAmount');
  const bases = makeCell(base, group, 'ram:BasisAmount');
  const percents = makeCell(percent, group, 'ram:CalculationPercent');
  if (bases.node !== null && percents.node !== null) {
    const parts = [add(bases), multiply(percents), divide(hundred(group))];
    equations.push({ term: 'allowance', group, result: cell, parts, tolerance: TWO_CENTS });
  }
  return { cell, isCharge: charge, key: keyOf(group, 'ram:CategoryTradeTax') };
}

const keyOf = (group: XmlElement, path: string): string =>
  toKey(textAt(group, `${path}/ram:CategoryCode`), textAt(group, `${path}/ram:RateApplicablePercent`));

/** BT-146 = BT-148 − BT-147, and BT-131 = BT-129 × BT-146 ÷ BT-149 + charges − allowances; null without an amount. */
function readLine(line: XmlElement, equations: Equation[]): Amount | null {
  const settlement = elementAt(line, LINE.settlement);
  const summation = settlement === null ? null : elementAt(settlement, LINE.net);
  if (settlement === null || summation === null) return null;
  const net = makeCell('BT-131', summation, 'ram:LineTotalAmount');
  const own = childrenOf(settlement, 'ram:SpecifiedTradeAllowanceCharge').map((group) =>
    readAllowance(group, true, equations),
  );
  const read: Amount = { cell: net, isCharge: true, key: keyOf(settlement, 'ram:ApplicableTradeTax') };
  const agreement = elementAt(line, LINE.agreement);
  const price = agreement === null ? null : elementAt(agreement, 'ram:NetPriceProductTradePrice');
  if (agreement === null || price === null) return read;
  const amount = makeCell('BT-146', price, 'ram:ChargeAmount');
  const gross = elementAt(agreement, 'ram:GrossPriceProductTradePrice');
  const discount = gross === null ? null : elementAt(gross, 'ram:AppliedTradeAllowanceCharge');
  if (gross !== null && discount !== null && !isCharge(discount)) {
    const parts = [
      add(makeCell('BT-148', gross, 'ram:ChargeAmount')),
      subtract(makeCell('BT-147', discount, 'ram:ActualAmount')),
    ];
    equations.push({ term: 'BT-146', group: price, result: amount, parts, tolerance: ZERO });
  }
  const delivery = elementAt(line, LINE.quantity);
  const quantity = delivery === null ? null : makeCell('BT-129', delivery, 'ram:BilledQuantity');
  if (quantity === null || quantity.node === null || amount.node === null) return read;
  const parts = [
    add(quantity),
    multiply(amount),
    divide(makeCell('BT-149', price, 'ram:BasisQuantity')),
    ...own.map(({ cell, isCharge: charge }) => (charge ? add(cell) : subtract(cell))),
  ];
  equations.push({ term: 'BT-131', group: line, result: net, parts, tolerance: TWO_CENTS });
  return read;
}

/** BT-116 and BT-117 of every VAT group. @returns the cells of BT-117 */
function readGroups(settlement: XmlElement, amounts: readonly Amount[], equations: Equation[]): Cell[] {
  const members = new Map<string, Part[]>();
  for (const { cell, key, isCharge: charge } of amounts) {
    const part = charge ? add(cell) : subtract(cell);
    const known = members.get(key);
    if (known === undefined) members.set(key, [part]);
    else known.push(part);
  }
  return childrenOf(settlement, 'ram:ApplicableTradeTax').map((group) => {
    const taxable = makeCell('BT-116', group, 'ram:BasisAmount');
    const tax = makeCell('BT-117', group, 'ram:CalculatedAmount');
    const key = toKey(textAt(group, 'ram:CategoryCode'), textAt(group, 'ram:RateApplicablePercent'));
    const parts = members.get(key) ?? [];
    equations.push({ term: 'BT-116', group, result: taxable, parts, tolerance: BELOW_ONE });
    const rate = makeCell('BT-119', group, 'ram:RateApplicablePercent');
    if (rate.stated !== null) {
      const product = [add(taxable), multiply(rate), divide(hundred(group))];
      equations.push({ term: 'BT-117', group, result: tax, parts: product, tolerance: BELOW_ONE });
    }
    return tax;
  });
}
