import { type Decimal, parseDecimal } from '@e-invoice/schematron/decimal';
import type { XmlElement } from '@e-invoice/schematron/xml';
import { toKey } from '../amounts/index.ts';
import { attributeOf, childrenOf, elementAt, textAt, textOf } from '../ubl-elements.ts';
import { type BookedAllowance, type BookedLine, type BookedRow, type Books, signedOf, sumOf } from './books.ts';

const TRADE = 'rsm:SupplyChainTradeTransaction';
const SETTLEMENT = 'ram:SpecifiedLineTradeSettlement';
const TAX = `${SETTLEMENT}/ram:ApplicableTradeTax`;
const PRICE = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice';

/** Reads the numbers of a Cross Industry Invoice; the cost is linear in its size. */
export function readCiiBooks(root: XmlElement): Books {
  const trade = elementAt(root, TRADE);
  const settlement = elementAt(root, `${TRADE}/ram:ApplicableHeaderTradeSettlement`);
  const currency = textAt(root, `${TRADE}/ram:ApplicableHeaderTradeSettlement/ram:InvoiceCurrencyCode`) ?? '';
  const totals = settlement && elementAt(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation');
  const total = (name: string): Decimal | null => (totals === null ? null : numberAt(totals, `ram:${name}`));
  return {
    root,
    currency,
    lines: trade === null ? [] : childrenOf(trade, 'ram:IncludedSupplyChainTradeLineItem').map(readLine),
    allowances: settlement === null ? [] : allowancesOf(settlement),
    taxTotal: settlement,
    rows: settlement === null ? [] : childrenOf(settlement, 'ram:ApplicableTradeTax').map(readRow),
    totals,
    net: total('LineTotalAmount'),
    lowered: total('AllowanceTotalAmount'),
    raised: total('ChargeTotalAmount'),
    exclusive: total('TaxBasisTotalAmount'),
    vat: totals === null ? null : vatOf(totals, currency),
    inclusive: total('GrandTotalAmount'),
    paid: total('TotalPrepaidAmount'),
    rounding: total('RoundingAmount'),
    due: total('DuePayableAmount'),
  };
}

function vatOf(totals: XmlElement, currency: string): Decimal | null {
  const all = childrenOf(totals, 'ram:TaxTotalAmount');
  const own = all.find((one) => attributeOf(one, 'currencyID') === currency) ?? all[0];
  return own === undefined ? null : parseDecimal(textOf(own));
}

const numberAt = (parent: XmlElement, path: string): Decimal | null => parseDecimal(textAt(parent, path) ?? '');

const keyOf = (parent: XmlElement, path: string): string =>
  toKey(textAt(parent, `${path}ram:CategoryCode`), textAt(parent, `${path}ram:RateApplicablePercent`));

const allowancesOf = (parent: XmlElement, quantity: Decimal | null = null): BookedAllowance[] =>
  childrenOf(parent, 'ram:SpecifiedTradeAllowanceCharge').map((element) => ({
    element,
    isCharge: ['true', '1'].includes(textAt(element, 'ram:ChargeIndicator/udt:Indicator') ?? ''),
    key: keyOf(element, 'ram:CategoryTradeTax/'),
    amount: numberAt(element, 'ram:ActualAmount'),
    base: numberAt(element, 'ram:BasisAmount'),
    percent: numberAt(element, 'ram:CalculationPercent'),
    quantity,
  }));

function readLine(element: XmlElement): BookedLine {
  const quantity = numberAt(element, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity');
  const settlement = elementAt(element, SETTLEMENT);
  const allowances = settlement === null ? [] : allowancesOf(settlement, quantity);
  return {
    element,
    id: textAt(element, 'ram:AssociatedDocumentLineDocument/ram:LineID') ?? '',
    key: keyOf(element, `${TAX}/`),
    rate: numberAt(element, `${TAX}/ram:RateApplicablePercent`),
    amount: numberAt(element, `${SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`),
    quantity,
    price: numberAt(element, `${PRICE}/ram:ChargeAmount`),
    per: numberAt(element, `${PRICE}/ram:BasisQuantity`),
    allowances,
    extras: sumOf(allowances.map(signedOf)),
  };
}

const readRow = (element: XmlElement): BookedRow => ({
  element,
  key: keyOf(element, ''),
  rate: numberAt(element, 'ram:RateApplicablePercent'),
  taxable: numberAt(element, 'ram:BasisAmount'),
  tax: numberAt(element, 'ram:CalculatedAmount'),
});
