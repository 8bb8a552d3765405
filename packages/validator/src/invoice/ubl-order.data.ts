/**
 * Order of child elements in UBL 2.1, for the elements that the model writes. Elements that are not listed have a
 * single child in the model.
 */
const PARTY = 'EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact';
const ADDRESS = 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country';
const REFERENCE = 'ID IssueDate DocumentTypeCode DocumentDescription Attachment';
const ACCOUNT = 'ID Name FinancialInstitutionBranch';
const TAX_CATEGORY = 'ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme';
const HEAD_END = 'Note DocumentCurrencyCode TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod OrderReference';
const PARTIES =
  'AccountingSupplierParty AccountingCustomerParty PayeeParty TaxRepresentativeParty Delivery PaymentMeans';
const SUMS = 'PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal';

const ORDER: Readonly<Record<string, string>> = {
  Invoice: `CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note TaxPointDate ${HEAD_END.slice(5)} BillingReference DespatchDocumentReference ReceiptDocumentReference OriginatorDocumentReference ContractDocumentReference AdditionalDocumentReference ProjectReference ${PARTIES} ${SUMS} InvoiceLine`,
  CreditNote: `CustomizationID ProfileID ID IssueDate TaxPointDate CreditNoteTypeCode ${HEAD_END} BillingReference DespatchDocumentReference ReceiptDocumentReference ContractDocumentReference AdditionalDocumentReference OriginatorDocumentReference ${PARTIES} ${SUMS} CreditNoteLine`,
  InvoicePeriod: 'StartDate EndDate DescriptionCode',
  OrderReference: 'ID SalesOrderID',
  InvoiceDocumentReference: REFERENCE,
  AdditionalDocumentReference: REFERENCE,
  DocumentReference: REFERENCE,
  Attachment: 'EmbeddedDocumentBinaryObject ExternalReference',
  Party: PARTY,
  PayeeParty: PARTY,
  TaxRepresentativeParty: PARTY,
  DeliveryParty: PARTY,
  PostalAddress: ADDRESS,
  Address: ADDRESS,
  PartyTaxScheme: 'CompanyID TaxScheme',
  PartyLegalEntity: 'RegistrationName CompanyID CompanyLegalForm',
  Contact: 'Name Telephone ElectronicMail',
  Delivery: 'ActualDeliveryDate DeliveryLocation DeliveryParty',
  DeliveryLocation: 'ID Address',
  PaymentMeans: 'PaymentMeansCode PaymentDueDate PaymentID CardAccount PayeeFinancialAccount PaymentMandate',
  CardAccount: 'PrimaryAccountNumberID NetworkID HolderName',
  PayerFinancialAccount: ACCOUNT,
  PayeeFinancialAccount: ACCOUNT,
  PaymentMandate: 'ID PayerFinancialAccount',
  AllowanceCharge:
    'ChargeIndicator AllowanceChargeReasonCode AllowanceChargeReason MultiplierFactorNumeric Amount BaseAmount TaxCategory',
  TaxCategory: TAX_CATEGORY,
  ClassifiedTaxCategory: TAX_CATEGORY,
  TaxTotal: 'TaxAmount TaxSubtotal',
  TaxSubtotal: 'TaxableAmount TaxAmount TaxCategory',
  LegalMonetaryTotal:
    'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount',
  InvoiceLine:
    'ID Note InvoicedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference DocumentReference AllowanceCharge Item Price',
  CreditNoteLine:
    'ID Note CreditedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference DocumentReference AllowanceCharge Item Price',
  Item: 'Description Name BuyersItemIdentification SellersItemIdentification StandardItemIdentification OriginCountry CommodityClassification ClassifiedTaxCategory AdditionalItemProperty',
  AdditionalItemProperty: 'Name Value',
  Price: 'PriceAmount BaseQuantity AllowanceCharge',
};

const positions = new Map<string, ReadonlyMap<string, number>>(
  Object.entries(ORDER).map(([parent, names]) => [
    parent,
    new Map(names.split(' ').map((name, index) => [name, index])),
  ]),
);

/**
 * Position of a child among its siblings, from 0.
 *
 * @param parent local name of the parent
 * @throws Error if the table lacks a pair that the model writes
 */
export function positionIn(parent: string, child: string, siblings: number): number {
  const at = positions.get(parent)?.get(child);
  if (at === undefined && siblings > 1) throw new Error(`The order of ${child} in ${parent} is not known`);
  return at ?? 0;
}
