import type { Leftover } from '@e-invoice/validator/invoice';

/** Elements of printed amounts, by parent element, with their business terms in UBL and CII. */
const PLACES: readonly {
  readonly in: RegExp;
  readonly place: 'line' | 'rate' | null;
  readonly terms: ReadonlyMap<string, string>;
}[] = [
  {
    in: /\/(?:cac:LegalMonetaryTotal|ram:SpecifiedTradeSettlementHeaderMonetarySummation)(?:\[\d+\])?\//,
    place: null,
    terms: new Map(
      Object.entries({
        LineExtensionAmount: 'BT-106',
        LineTotalAmount: 'BT-106',
        AllowanceTotalAmount: 'BT-107',
        ChargeTotalAmount: 'BT-108',
        TaxExclusiveAmount: 'BT-109',
        TaxBasisTotalAmount: 'BT-109',
        TaxTotalAmount: 'BT-110',
        TaxInclusiveAmount: 'BT-112',
        GrandTotalAmount: 'BT-112',
        PrepaidAmount: 'BT-113',
        TotalPrepaidAmount: 'BT-113',
        PayableRoundingAmount: 'BT-114',
        RoundingAmount: 'BT-114',
        PayableAmount: 'BT-115',
        DuePayableAmount: 'BT-115',
      }),
    ),
  },
  {
    in: /\/(?:cac:(?:Invoice|CreditNote)Line|ram:IncludedSupplyChainTradeLineItem)(?:\[(\d+)\])?\//,
    place: 'line',
    terms: new Map(
      Object.entries({
        LineExtensionAmount: 'BT-131',
        LineTotalAmount: 'BT-131',
        PriceAmount: 'BT-146',
        ChargeAmount: 'BT-146',
      }),
    ),
  },
  {
    in: /\/(?:cac:TaxSubtotal|ram:ApplicableTradeTax)(?:\[(\d+)\])?\//,
    place: 'rate',
    terms: new Map(
      Object.entries({
        TaxableAmount: 'BT-116',
        BasisAmount: 'BT-116',
        TaxAmount: 'BT-117',
        CalculatedAmount: 'BT-117',
      }),
    ),
  },
];

/**
 * Returns the currencies of amounts that differ from the invoice currency (BT-5), keyed by business term and, for
 * repeated terms, row: `BT-115`, `BT-131 line 0`.
 */
export function amountCurrencies(leftovers: readonly Leftover[], currency: string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { location, name, value } of leftovers) {
    const element = /^(\w+)\/@currencyID$/.exec(name)?.[1];
    const code = value.trim();
    // Codes that differ only in case or surrounding white space are the same currency.
    if (element === undefined || code === '' || code.toUpperCase() === currency?.trim().toUpperCase()) continue;
    for (const { in: within, place, terms } of PLACES) {
      const term = terms.get(element);
      const at = within.exec(location);
      if (term === undefined || at === null) continue;
      const key = place === null ? term : `${term} ${place} ${Number(at[1] ?? 1) - 1}`;
      if (!found.has(key)) found.set(key, code);
      break;
    }
  }
  return found;
}
