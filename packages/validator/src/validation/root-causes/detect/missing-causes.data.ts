import type { CauseId } from '../cause-texts.ts';

/** Missing items with a specific cause. */
export const missingCauses: ReadonlyMap<string, CauseId> = new Map(
  Object.entries({
    'cac:TaxTotal': 'vat-breakdown-missing',
    'cac:TaxTotal/cac:TaxSubtotal': 'vat-breakdown-missing',
    'cac:LegalMonetaryTotal': 'totals-missing',
    'cbc:BuyerReference': 'buyer-reference-missing',
    'cac:BillingReference': 'preceding-invoice-missing',
    'cac:AccountingSupplierParty/cac:Party/cbc:EndpointID': 'electronic-address-missing',
    'cac:AccountingCustomerParty/cac:Party/cbc:EndpointID': 'electronic-address-missing',
    'cac:AllowanceCharge/cbc:AllowanceChargeReason': 'allowance-reason-missing',
    'line/cac:AllowanceCharge/cbc:AllowanceChargeReason': 'allowance-reason-missing',
    'cac:PaymentMeans/cac:PayeeFinancialAccount': 'account-missing',
    'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID': 'account-missing',
    line: 'lines-missing',
    'line/cac:Item/cac:ClassifiedTaxCategory': 'line-vat-missing',
    'line/cac:Item/cac:ClassifiedTaxCategory/cbc:ID': 'line-vat-missing',
    'cac:Delivery/cbc:ActualDeliveryDate': 'delivery-missing',
    'cac:Delivery': 'delivery-missing',
    'cac:Delivery/cac:DeliveryLocation': 'delivery-missing',
    'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode': 'delivery-missing',
    'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country': 'delivery-missing',
  }),
);
