/**
 * Invoice elements that the tax data document includes (SK TDD 1.0.0, rules ibr-tdd-*), in schema order. `name`:
 * element in the report. `from`: names in the invoice when they differ. `attributes`: included attributes. `most`:
 * maximum number of occurrences. `only`: condition on the element. An element without `children` is a value.
 */
export type Stored = {
  readonly name: string;
  readonly from?: readonly string[];
  readonly attributes?: readonly string[];
  readonly most?: number;
  readonly only?: 'vat';
  readonly children?: readonly Stored[];
};

const value = (name: string, ...attributes: readonly string[]): Stored => ({
  name: `cbc:${name}`,
  attributes,
  most: 1,
});
const amount = (name: string): Stored => value(name, 'currencyID');
const group = (name: string, children: readonly Stored[], parts: Partial<Stored> = {}): Stored => ({
  name: `cac:${name}`,
  children,
  ...parts,
});
const one = { most: 1 } as const;

const SCHEME = group('TaxScheme', [value('ID')], one);
const COUNTRY = group('PostalAddress', [group('Country', [value('IdentificationCode')], one)], one);
const VAT = group('PartyTaxScheme', [value('CompanyID'), SCHEME], { ...one, only: 'vat' });
const PERIOD = [value('StartDate'), value('EndDate')];
const CATEGORY = group('TaxCategory', [value('ID'), value('Percent'), SCHEME], one);

const ALLOWANCE = [
  value('ChargeIndicator'),
  value('AllowanceChargeReasonCode'),
  value('AllowanceChargeReason'),
  value('MultiplierFactorNumeric'),
  amount('Amount'),
  amount('BaseAmount'),
];

const LINE: Stored = {
  name: 'pxs:DocumentLine',
  from: ['cac:InvoiceLine', 'cac:CreditNoteLine'],
  children: [
    value('ID'),
    value('Note'),
    {
      name: 'cbc:InvoicedQuantity',
      from: ['cbc:InvoicedQuantity', 'cbc:CreditedQuantity'],
      attributes: ['unitCode'],
      most: 1,
    },
    amount('LineExtensionAmount'),
    group('InvoicePeriod', PERIOD, one),
    group('AllowanceCharge', ALLOWANCE),
    group(
      'Item',
      [
        value('Description'),
        value('Name'),
        group('CommodityClassification', [value('ItemClassificationCode', 'listID')]),
        group('ClassifiedTaxCategory', [value('ID'), value('Percent'), SCHEME], one),
      ],
      one,
    ),
    group('Price', [amount('PriceAmount'), value('BaseQuantity', 'unitCode')], one),
  ],
};

/** Elements before the UUID that the report adds. */
export const IDENTIFICATION: readonly Stored[] = [value('CustomizationID'), value('ProfileID'), value('ID')];

/** Elements after the UUID. */
export const CONTENT: readonly Stored[] = [
  value('IssueDate'),
  value('IssueTime'),
  { name: 'pxs:DocumentTypeCode', from: ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'], most: 1 },
  value('Note'),
  value('TaxPointDate'),
  value('DocumentCurrencyCode'),
  value('TaxCurrencyCode'),
  group('InvoicePeriod', [...PERIOD, value('DescriptionCode')], one),
  group('BillingReference', [group('InvoiceDocumentReference', [value('ID'), value('IssueDate')], one)]),
  group('AccountingSupplierParty', [group('Party', [COUNTRY, VAT], one)], one),
  group(
    'AccountingCustomerParty',
    [group('Party', [COUNTRY, VAT, group('PartyLegalEntity', [value('RegistrationName')], one)], one)],
    one,
  ),
  group('TaxRepresentativeParty', [COUNTRY, VAT], one),
  group('Delivery', [value('ActualDeliveryDate')], one),
  group('PaymentMeans', [
    value('PaymentMeansCode', 'name'),
    value('PaymentID'),
    group('CardAccount', [value('PrimaryAccountNumberID'), value('NetworkID'), value('HolderName')], one),
    group('PayeeFinancialAccount', [value('ID'), group('FinancialInstitutionBranch', [value('ID')], one)], one),
    group('PaymentMandate', [value('ID'), group('PayerFinancialAccount', [value('ID')], one)], one),
  ]),
  group('AllowanceCharge', [...ALLOWANCE, CATEGORY]),
  group('TaxTotal', [
    amount('TaxAmount'),
    group('TaxSubtotal', [
      amount('TaxableAmount'),
      amount('TaxAmount'),
      group(
        'TaxCategory',
        [value('ID'), value('Percent'), value('TaxExemptionReasonCode'), value('TaxExemptionReason'), SCHEME],
        one,
      ),
    ]),
  ]),
  {
    name: 'pxs:MonetaryTotal',
    from: ['cac:LegalMonetaryTotal'],
    most: 1,
    children: [
      amount('LineExtensionAmount'),
      amount('TaxExclusiveAmount'),
      amount('TaxInclusiveAmount'),
      amount('AllowanceTotalAmount'),
      amount('ChargeTotalAmount'),
      amount('PrepaidAmount'),
      amount('PayableRoundingAmount'),
      amount('PayableAmount'),
    ],
  },
  LINE,
];
