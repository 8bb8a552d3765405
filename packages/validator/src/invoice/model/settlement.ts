import { type Fields, group, groups, term } from '../term.ts';

const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';
const SUMMATION = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const MEANS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`;

type AllowanceIds = readonly [
  amount: string,
  base: string,
  percent: string,
  category: string,
  rate: string,
  reason: string,
  code: string,
];

const allowanceFields = (ids: AllowanceIds) => ({
  amount: term(ids[0], 'amount', 'cbc:Amount', 'ram:ActualAmount'),
  baseAmount: term(ids[1], 'amount', 'cbc:BaseAmount', 'ram:BasisAmount'),
  percent: term(ids[2], 'number', 'cbc:MultiplierFactorNumeric', 'ram:CalculationPercent'),
  vatCategory: term(
    ids[3],
    'code',
    'cac:TaxCategory[cac:TaxScheme/cbc:ID:=VAT]/cbc:ID',
    'ram:CategoryTradeTax[ram:TypeCode:=VAT]/ram:CategoryCode',
  ),
  vatRate: term(
    ids[4],
    'number',
    'cac:TaxCategory[cac:TaxScheme/cbc:ID:=VAT]/cbc:Percent',
    'ram:CategoryTradeTax/ram:RateApplicablePercent',
  ),
  reason: term(ids[5], 'text', 'cbc:AllowanceChargeReason', 'ram:Reason'),
  reasonCode: term(ids[6], 'code', 'cbc:AllowanceChargeReasonCode', 'ram:ReasonCode'),
});

const ciiAllowance = (charge: boolean) =>
  `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=${charge}]`;

/** Payment, allowances and charges at document level, and all totals. */
export const settlement = {
  payments: groups('BG-16', 'cac:PaymentMeans', MEANS, {
    code: term('BT-81', 'code', 'cbc:PaymentMeansCode', 'ram:TypeCode'),
    name: term('BT-82', 'text', 'cbc:PaymentMeansCode/@name', 'ram:Information'),
    remittance: term('BT-83', 'text', 'cbc:PaymentID', `/${SETTLEMENT}/ram:PaymentReference`),
    account: group('BG-17', 'cac:PayeeFinancialAccount', '.', {
      id: term('BT-84', 'text', 'cbc:ID', [
        'ram:PayeePartyCreditorFinancialAccount/ram:IBANID',
        'ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID',
      ]),
      name: term('BT-85', 'text', 'cbc:Name', 'ram:PayeePartyCreditorFinancialAccount/ram:AccountName'),
      bic: term(
        'BT-86',
        'text',
        'cac:FinancialInstitutionBranch/cbc:ID',
        'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID',
      ),
    }),
    card: group('BG-18', 'cac:CardAccount', 'ram:ApplicableTradeSettlementFinancialCard', {
      number: term('BT-87', 'text', 'cbc:PrimaryAccountNumberID', 'ram:ID'),
      network: term('card network', 'text', 'cbc:NetworkID', null),
      holder: term('BT-88', 'text', 'cbc:HolderName', 'ram:CardholderName'),
    }),
    mandate: group('BG-19', 'cac:PaymentMandate', '.', {
      id: term('BT-89', 'text', 'cbc:ID', `/${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID`),
      account: term(
        'BT-91',
        'text',
        'cac:PayerFinancialAccount/cbc:ID',
        'ram:PayerPartyDebtorFinancialAccount/ram:IBANID',
      ),
    }),
  }),
  allowances: groups(
    'BG-20',
    'cac:AllowanceCharge[cbc:ChargeIndicator=false]',
    ciiAllowance(false),
    allowanceFields(['BT-92', 'BT-93', 'BT-94', 'BT-95', 'BT-96', 'BT-97', 'BT-98']),
  ),
  charges: groups(
    'BG-21',
    'cac:AllowanceCharge[cbc:ChargeIndicator=true]',
    ciiAllowance(true),
    allowanceFields(['BT-99', 'BT-100', 'BT-101', 'BT-102', 'BT-103', 'BT-104', 'BT-105']),
  ),
  vatTotal: term(
    'BT-110',
    'amount',
    'cac:TaxTotal[cbc:TaxAmount/@currencyID!=$vatCurrency]/cbc:TaxAmount',
    `${SUMMATION}/ram:TaxTotalAmount[@currencyID!=$vatCurrency]`,
  ),
  vatTotalInVatCurrency: term(
    'BT-111',
    'amount',
    'cac:TaxTotal[cbc:TaxAmount/@currencyID=$vatCurrency]/cbc:TaxAmount',
    `${SUMMATION}/ram:TaxTotalAmount[@currencyID=$vatCurrency]`,
  ),
  vatBreakdown: groups(
    'BG-23',
    'cac:TaxTotal[cbc:TaxAmount/@currencyID!=$vatCurrency]/cac:TaxSubtotal+',
    `${SETTLEMENT}/ram:ApplicableTradeTax[ram:TypeCode:=VAT]`,
    {
      taxableAmount: term('BT-116', 'amount', 'cbc:TaxableAmount', 'ram:BasisAmount'),
      taxAmount: term('BT-117', 'amount', 'cbc:TaxAmount', 'ram:CalculatedAmount'),
      category: term('BT-118', 'code', 'cac:TaxCategory[cac:TaxScheme/cbc:ID:=VAT]/cbc:ID', 'ram:CategoryCode'),
      rate: term(
        'BT-119',
        'number',
        'cac:TaxCategory[cac:TaxScheme/cbc:ID:=VAT]/cbc:Percent',
        'ram:RateApplicablePercent',
      ),
      exemptionReason: term('BT-120', 'text', 'cac:TaxCategory/cbc:TaxExemptionReason', 'ram:ExemptionReason'),
      exemptionCode: term('BT-121', 'code', 'cac:TaxCategory/cbc:TaxExemptionReasonCode', 'ram:ExemptionReasonCode'),
    },
  ),
  totals: group('BG-22', 'cac:LegalMonetaryTotal', SUMMATION, {
    lines: term('BT-106', 'amount', 'cbc:LineExtensionAmount', 'ram:LineTotalAmount'),
    withoutVat: term('BT-109', 'amount', 'cbc:TaxExclusiveAmount', 'ram:TaxBasisTotalAmount'),
    withVat: term('BT-112', 'amount', 'cbc:TaxInclusiveAmount', 'ram:GrandTotalAmount'),
    allowances: term('BT-107', 'amount', 'cbc:AllowanceTotalAmount', 'ram:AllowanceTotalAmount'),
    charges: term('BT-108', 'amount', 'cbc:ChargeTotalAmount', 'ram:ChargeTotalAmount'),
    prepaid: term('BT-113', 'amount', 'cbc:PrepaidAmount', 'ram:TotalPrepaidAmount'),
    rounding: term('BT-114', 'amount', 'cbc:PayableRoundingAmount', 'ram:RoundingAmount'),
    due: term('BT-115', 'amount', 'cbc:PayableAmount', 'ram:DuePayableAmount'),
  }),
} as const satisfies Fields;
