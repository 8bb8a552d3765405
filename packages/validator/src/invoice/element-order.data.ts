/**
 * Order of child elements in UBL 2.1 and CII D16B, for the elements that the model writes. Elements that are not listed
 * have a single child in the model.
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

const UBL: Readonly<Record<string, string>> = {
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

const TRADE_PARTY =
  'ID GlobalID Name Description SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress URIUniversalCommunication SpecifiedTaxRegistration';
const REFERENCED_DOCUMENT =
  'IssuerAssignedID URIID LineID TypeCode Name AttachmentBinaryObject ReferenceTypeCode FormattedIssueDateTime';
const TRADE_TAX =
  'CalculatedAmount TypeCode ExemptionReason BasisAmount CategoryCode ExemptionReasonCode TaxPointDate DueDateTypeCode RateApplicablePercent';
const TRADE_PRICE = 'ChargeAmount BasisQuantity AppliedTradeAllowanceCharge';
const TRADE_ALLOWANCE =
  'ChargeIndicator CalculationPercent BasisAmount ActualAmount ReasonCode Reason CategoryTradeTax';
const FINANCIAL_ACCOUNT = 'IBANID AccountName ProprietaryID';
const PERIOD = 'StartDateTime EndDateTime';

const CII: Readonly<Record<string, string>> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter GuidelineSpecifiedDocumentContextParameter',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote',
  IncludedNote: 'Content SubjectCode',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement',
  AssociatedDocumentLineDocument: 'LineID IncludedNote',
  SpecifiedTradeProduct:
    'GlobalID SellerAssignedID BuyerAssignedID Name Description ApplicableProductCharacteristic DesignatedProductClassification OriginTradeCountry',
  ApplicableProductCharacteristic: 'Description Value',
  SpecifiedLineTradeAgreement: 'BuyerOrderReferencedDocument GrossPriceProductTradePrice NetPriceProductTradePrice',
  GrossPriceProductTradePrice: TRADE_PRICE,
  NetPriceProductTradePrice: TRADE_PRICE,
  AppliedTradeAllowanceCharge: TRADE_ALLOWANCE,
  SpecifiedTradeAllowanceCharge: TRADE_ALLOWANCE,
  ApplicableTradeTax: TRADE_TAX,
  CategoryTradeTax: TRADE_TAX,
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge SpecifiedTradeSettlementLineMonetarySummation AdditionalReferencedDocument ReceivableSpecifiedTradeAccountingAccount',
  BillingSpecifiedPeriod: PERIOD,
  BuyerOrderReferencedDocument: REFERENCED_DOCUMENT,
  SellerOrderReferencedDocument: REFERENCED_DOCUMENT,
  ContractReferencedDocument: REFERENCED_DOCUMENT,
  AdditionalReferencedDocument: REFERENCED_DOCUMENT,
  InvoiceReferencedDocument: REFERENCED_DOCUMENT,
  ApplicableHeaderTradeAgreement:
    'BuyerReference SellerTradeParty BuyerTradeParty SellerTaxRepresentativeTradeParty SellerOrderReferencedDocument BuyerOrderReferencedDocument ContractReferencedDocument AdditionalReferencedDocument SpecifiedProcuringProject',
  SellerTradeParty: TRADE_PARTY,
  BuyerTradeParty: TRADE_PARTY,
  SellerTaxRepresentativeTradeParty: TRADE_PARTY,
  ShipToTradeParty: TRADE_PARTY,
  PayeeTradeParty: TRADE_PARTY,
  SpecifiedLegalOrganization: 'ID TradingBusinessName',
  DefinedTradeContact: 'PersonName TelephoneUniversalCommunication EmailURIUniversalCommunication',
  PostalTradeAddress: 'PostcodeCode LineOne LineTwo LineThree CityName CountryID CountrySubDivisionName',
  SpecifiedProcuringProject: 'ID Name',
  ApplicableHeaderTradeDelivery:
    'ShipToTradeParty ActualDeliverySupplyChainEvent DespatchAdviceReferencedDocument ReceivingAdviceReferencedDocument',
  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID PaymentReference TaxCurrencyCode InvoiceCurrencyCode PayeeTradeParty SpecifiedTradeSettlementPaymentMeans ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge SpecifiedTradePaymentTerms SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument ReceivableSpecifiedTradeAccountingAccount',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode Information ApplicableTradeSettlementFinancialCard PayerPartyDebtorFinancialAccount PayeePartyCreditorFinancialAccount PayeeSpecifiedCreditorFinancialInstitution',
  ApplicableTradeSettlementFinancialCard: 'ID CardholderName',
  PayeePartyCreditorFinancialAccount: FINANCIAL_ACCOUNT,
  SpecifiedTradePaymentTerms: 'Description DueDateDateTime DirectDebitMandateID',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount TaxTotalAmount RoundingAmount GrandTotalAmount TotalPrepaidAmount DuePayableAmount',
};

type Positions = ReadonlyMap<string, ReadonlyMap<string, number>>;

const toPositions = (order: Readonly<Record<string, string>>): Positions =>
  new Map(
    Object.entries(order).map(([parent, names]) => [
      parent,
      new Map(names.split(' ').map((name, index) => [name, index])),
    ]),
  );

const POSITIONS: Readonly<Record<'ubl' | 'cii', Positions>> = { ubl: toPositions(UBL), cii: toPositions(CII) };

/**
 * Position of a child among its siblings, from 0.
 *
 * @param parent local name of the parent
 * @throws Error if the table lacks a pair that the model writes
 */
export function positionIn(syntax: 'ubl' | 'cii', parent: string, child: string, siblings: number): number {
  const at = POSITIONS[syntax].get(parent)?.get(child);
  if (at === undefined && siblings > 1) throw new Error(`The order of ${child} in ${parent} is not known`);
  return at ?? 0;
}
