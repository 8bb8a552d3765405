const AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement';
const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';
const LINE = 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem';

/** Where an invoice has the elements that restrictions of CII name without a place; used in examples. */
export const ciiSamplePlaces: ReadonlyMap<string, string> = new Map(Object.entries({
  '*:*DocumentContextParameter': 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter',
  'ram:*Amount': `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:DuePayableAmount`,
  'ram:*ID': `${AGREEMENT}/ram:SellerTradeParty/ram:SpecifiedLegalOrganization/ram:ID`,
  'ram:*Quantity': `${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`,
  'ram:*ReferencedDocument': `${AGREEMENT}/ram:ContractReferencedDocument`,
  'ram:*TradeTax': `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:CategoryTradeTax`,
  'ram:ApplicableHeaderTradeSettlement': SETTLEMENT,
  'ram:BillingSpecifiedPeriod': `${SETTLEMENT}/ram:BillingSpecifiedPeriod`,
  'ram:GrossPriceProductTradePrice': `${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice`,
  'ram:PostalTradeAddress': `${AGREEMENT}/ram:SellerTradeParty/ram:PostalTradeAddress`,
  'ram:SpecifiedTradeAllowanceCharge': `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`,
  'ram:SpecifiedTradeSettlementPaymentMeans': `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`,
  'ram:TypeCode': `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode`,
}));
