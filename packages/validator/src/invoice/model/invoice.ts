import { type Fields, group, groups, type ModelOf, term, terms } from '../term.ts';
import { line } from './line.ts';
import { parties } from './party.ts';
import { settlement } from './settlement.ts';

const CONTEXT = 'rsm:ExchangedDocumentContext';
const DOCUMENT = 'rsm:ExchangedDocument';
const TRADE = 'rsm:SupplyChainTradeTransaction';
const AGREEMENT = `${TRADE}/ram:ApplicableHeaderTradeAgreement`;
const DELIVERY = `${TRADE}/ram:ApplicableHeaderTradeDelivery`;
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`;
const TERMS = `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms`;

const SEPA_ID = 'cac:PartyIdentification[cbc:ID/@schemeID=SEPA]/cbc:ID';
const OBJECT_REFERENCE = 'cac:AdditionalDocumentReference[cbc:DocumentTypeCode=130]';
const CII_TENDER = `${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=50]`;
const CII_OBJECT = `${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=130]`;

/** The semantic model of EN 16931-1: every business term and group with its paths in UBL 2.1 and CII D16B. */
export const invoice = {
  customization: term(
    'BT-24',
    'text',
    'cbc:CustomizationID',
    `${CONTEXT}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`,
  ),
  process: term(
    'BT-23',
    'text',
    'cbc:ProfileID',
    `${CONTEXT}/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID`,
  ),
  number: term('BT-1', 'text', 'cbc:ID', `${DOCUMENT}/ram:ID`),
  issueDate: term('BT-2', 'date', 'cbc:IssueDate', `${DOCUMENT}/ram:IssueDateTime/udt:DateTimeString`),
  typeCode: term(
    'BT-3',
    'code',
    ['invoice|cbc:InvoiceTypeCode', 'creditnote|cbc:CreditNoteTypeCode'],
    `${DOCUMENT}/ram:TypeCode`,
  ),
  notes: terms('BG-1', 'note', 'cbc:Note', `${DOCUMENT}/ram:IncludedNote`),
  taxPointDate: term(
    'BT-7',
    'date',
    'cbc:TaxPointDate',
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString`,
  ),
  currency: term('BT-5', 'code', 'cbc:DocumentCurrencyCode', `${SETTLEMENT}/ram:InvoiceCurrencyCode`),
  vatCurrency: term('BT-6', 'code', 'cbc:TaxCurrencyCode', `${SETTLEMENT}/ram:TaxCurrencyCode`),
  accountingReference: term(
    'BT-19',
    'text',
    'cbc:AccountingCost',
    `${SETTLEMENT}/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID`,
  ),
  buyerReference: term('BT-10', 'text', 'cbc:BuyerReference', `${AGREEMENT}/ram:BuyerReference`),
  period: group('BG-14', 'cac:InvoicePeriod', `${SETTLEMENT}/ram:BillingSpecifiedPeriod`, {
    start: term('BT-73', 'date', 'cbc:StartDate', 'ram:StartDateTime/udt:DateTimeString'),
    end: term('BT-74', 'date', 'cbc:EndDate', 'ram:EndDateTime/udt:DateTimeString'),
  }),
  taxPointCode: term(
    'BT-8',
    'taxPoint',
    'cac:InvoicePeriod/cbc:DescriptionCode',
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:DueDateTypeCode`,
  ),
  order: term(
    'BT-13',
    'text',
    'cac:OrderReference/cbc:ID',
    `${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`,
  ),
  salesOrder: term(
    'BT-14',
    'text',
    'cac:OrderReference/cbc:SalesOrderID',
    `${AGREEMENT}/ram:SellerOrderReferencedDocument/ram:IssuerAssignedID`,
  ),
  precedingInvoices: groups(
    'BG-3',
    'cac:BillingReference/cac:InvoiceDocumentReference',
    `${SETTLEMENT}/ram:InvoiceReferencedDocument`,
    {
      number: term('BT-25', 'text', 'cbc:ID', 'ram:IssuerAssignedID'),
      issueDate: term('BT-26', 'date', 'cbc:IssueDate', 'ram:FormattedIssueDateTime/qdt:DateTimeString'),
    },
  ),
  despatchAdvice: term(
    'BT-16',
    'text',
    'cac:DespatchDocumentReference/cbc:ID',
    `${DELIVERY}/ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID`,
  ),
  receivingAdvice: term(
    'BT-15',
    'text',
    'cac:ReceiptDocumentReference/cbc:ID',
    `${DELIVERY}/ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID`,
  ),
  tender: term('BT-17', 'text', 'cac:OriginatorDocumentReference/cbc:ID', `${CII_TENDER}/ram:IssuerAssignedID`),
  contract: term(
    'BT-12',
    'text',
    'cac:ContractDocumentReference/cbc:ID',
    `${AGREEMENT}/ram:ContractReferencedDocument/ram:IssuerAssignedID`,
  ),
  object: term('BT-18', 'object', `${OBJECT_REFERENCE}/cbc:ID`, `${CII_OBJECT}/ram:IssuerAssignedID`),
  project: term(
    'BT-11',
    'text',
    [
      'invoice|cac:ProjectReference/cbc:ID',
      'creditnote|cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]/cbc:ID',
    ],
    `${AGREEMENT}/ram:SpecifiedProcuringProject[ram:Name:=Project reference]/ram:ID`,
  ),
  attachments: groups(
    'BG-24',
    'cac:AdditionalDocumentReference[cbc:DocumentTypeCode!=130][cbc:DocumentTypeCode!=$project]',
    `${AGREEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode!=50][ram:TypeCode!=130][ram:TypeCode:=916]`,
    {
      id: term('BT-122', 'text', 'cbc:ID', 'ram:IssuerAssignedID'),
      description: term('BT-123', 'text', 'cbc:DocumentDescription', 'ram:Name'),
      url: term('BT-124', 'text', 'cac:Attachment/cac:ExternalReference/cbc:URI', 'ram:URIID'),
      file: term(
        'BT-125',
        'attachment',
        'cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
        'ram:AttachmentBinaryObject',
      ),
    },
  ),
  creditorId: term(
    'BT-90',
    'text',
    [`cac:AccountingSupplierParty/cac:Party/${SEPA_ID}`, `cac:PayeeParty/${SEPA_ID}`],
    `${SETTLEMENT}/ram:CreditorReferenceID`,
  ),
  ...parties,
  paymentTerms: term('BT-20', 'text', 'cac:PaymentTerms/cbc:Note', `${TERMS}/ram:Description`),
  ...settlement,
  // Declared after the payments, because in a UBL credit note it belongs to the first of them.
  dueDate: term(
    'BT-9',
    'date',
    ['invoice|cbc:DueDate', 'creditnote|cac:PaymentMeans/cbc:PaymentDueDate'],
    `${TERMS}/ram:DueDateDateTime/udt:DateTimeString`,
  ),
  lines: groups(
    'BG-25',
    ['invoice|cac:InvoiceLine', 'creditnote|cac:CreditNoteLine'],
    `${TRADE}/ram:IncludedSupplyChainTradeLineItem`,
    line,
  ),
} as const satisfies Fields;

/** Payments and lines in extensions of EN 16931; read only, never written. */
export const extensions = {
  /** All payment terms. EN 16931 allows only one (BT-20, BT-9); several are instalments. */
  paymentTerms: groups('payment terms', ['cac:PaymentTerms', 'cac:PaymentMeans'], TERMS, {
    note: term('BT-20', 'text', 'cbc:Note', 'ram:Description'),
    dueDate: term('BT-9', 'date', 'cbc:PaymentDueDate', 'ram:DueDateDateTime/udt:DateTimeString'),
    amount: term('amount of the instalment', 'amount', 'cbc:Amount', 'ram:PartialPaymentAmount'),
  }),
  /** In CII the payment reference (BT-83) may also occur without payment means. */
  paymentReference: term('BT-83', 'text', null, `${SETTLEMENT}/ram:PaymentReference`),
} as const satisfies Fields;

/** Hierarchy of lines in CII: the amount of a group line repeats the total of its details (BR-FXEXT-CO-10). */
export const linesWithRoles = {
  lines: groups('BG-25', null, `${TRADE}/ram:IncludedSupplyChainTradeLineItem`, {
    ...line,
    parent: term('parent line', 'text', null, 'ram:AssociatedDocumentLineDocument/ram:ParentLineID'),
    status: term('line status', 'code', null, 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode'),
  }),
} as const satisfies Fields;

export type Extensions = ModelOf<typeof extensions>;
export type InvoiceTerms = ModelOf<typeof invoice>;
export type InvoiceLine = InvoiceTerms['lines'][number];
export type VatBreakdown = InvoiceTerms['vatBreakdown'][number];
export type Payment = InvoiceTerms['payments'][number];
export type Seller = NonNullable<InvoiceTerms['seller']>;
export type Buyer = NonNullable<InvoiceTerms['buyer']>;
