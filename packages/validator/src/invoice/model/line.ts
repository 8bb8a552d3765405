import { type Fields, group, groups, term, terms } from '../term.ts';

type AllowanceIds = readonly [amount: string, base: string, percent: string, reason: string, code: string];

const allowanceFields = (ids: AllowanceIds) => ({
  amount: term(ids[0], 'amount', 'cbc:Amount', 'ram:ActualAmount'),
  baseAmount: term(ids[1], 'amount', 'cbc:BaseAmount', 'ram:BasisAmount'),
  percent: term(ids[2], 'number', 'cbc:MultiplierFactorNumeric', 'ram:CalculationPercent'),
  reason: term(ids[3], 'text', 'cbc:AllowanceChargeReason', 'ram:Reason'),
  reasonCode: term(ids[4], 'code', 'cbc:AllowanceChargeReasonCode', 'ram:ReasonCode'),
});

const AGREEMENT = 'ram:SpecifiedLineTradeAgreement';
const SETTLEMENT = 'ram:SpecifiedLineTradeSettlement';
const PRODUCT = 'ram:SpecifiedTradeProduct';
const GROSS = `${AGREEMENT}/ram:GrossPriceProductTradePrice`;
const NET = `${AGREEMENT}/ram:NetPriceProductTradePrice`;

const ciiAllowance = (charge: boolean) =>
  `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=${charge}]`;

/** One line of the invoice (BG-25). */
export const line = {
  id: term('BT-126', 'text', 'cbc:ID', 'ram:AssociatedDocumentLineDocument/ram:LineID'),
  note: term('BT-127', 'text', 'cbc:Note', 'ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content'),
  quantity: term(
    'BT-129',
    'quantity',
    ['invoice|cbc:InvoicedQuantity', 'creditnote|cbc:CreditedQuantity'],
    'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity',
  ),
  netAmount: term(
    'BT-131',
    'amount',
    'cbc:LineExtensionAmount',
    `${SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
  ),
  accountingReference: term(
    'BT-133',
    'text',
    'cbc:AccountingCost',
    `${SETTLEMENT}/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID`,
  ),
  period: group('BG-26', 'cac:InvoicePeriod', `${SETTLEMENT}/ram:BillingSpecifiedPeriod`, {
    start: term('BT-134', 'date', 'cbc:StartDate', 'ram:StartDateTime/udt:DateTimeString'),
    end: term('BT-135', 'date', 'cbc:EndDate', 'ram:EndDateTime/udt:DateTimeString'),
  }),
  orderLine: term(
    'BT-132',
    'text',
    'cac:OrderLineReference/cbc:LineID',
    `${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:LineID`,
  ),
  object: term(
    'BT-128',
    'object',
    'cac:DocumentReference[cbc:DocumentTypeCode:=130]/cbc:ID',
    `${SETTLEMENT}/ram:AdditionalReferencedDocument[ram:TypeCode=130]/ram:IssuerAssignedID`,
  ),
  allowances: groups(
    'BG-27',
    'cac:AllowanceCharge[cbc:ChargeIndicator=false]',
    ciiAllowance(false),
    allowanceFields(['BT-136', 'BT-137', 'BT-138', 'BT-139', 'BT-140']),
  ),
  charges: groups(
    'BG-28',
    'cac:AllowanceCharge[cbc:ChargeIndicator=true]',
    ciiAllowance(true),
    allowanceFields(['BT-141', 'BT-142', 'BT-143', 'BT-144', 'BT-145']),
  ),
  price: group('BG-29', 'cac:Price', '.', {
    net: term('BT-146', 'amount', 'cbc:PriceAmount', `${NET}/ram:ChargeAmount`),
    baseQuantity: term('BT-149', 'quantity', 'cbc:BaseQuantity', [
      `${NET}/ram:BasisQuantity`,
      `${GROSS}/ram:BasisQuantity`,
    ]),
    discount: term(
      'BT-147',
      'amount',
      'cac:AllowanceCharge[cbc:ChargeIndicator:=false]/cbc:Amount',
      `${GROSS}/ram:AppliedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator:=false]/ram:ActualAmount`,
    ),
    gross: term(
      'BT-148',
      'amount',
      'cac:AllowanceCharge[cbc:ChargeIndicator:=false]/cbc:BaseAmount',
      `${GROSS}/ram:ChargeAmount`,
    ),
  }),
  vat: group(
    'BG-30',
    'cac:Item/cac:ClassifiedTaxCategory[cac:TaxScheme/cbc:ID:=VAT]',
    `${SETTLEMENT}/ram:ApplicableTradeTax[ram:TypeCode:=VAT]`,
    {
      category: term('BT-151', 'code', 'cbc:ID', 'ram:CategoryCode'),
      rate: term('BT-152', 'number', 'cbc:Percent', 'ram:RateApplicablePercent'),
    },
  ),
  item: group('BG-31', 'cac:Item', '.', {
    name: term('BT-153', 'text', 'cbc:Name', `${PRODUCT}/ram:Name`),
    description: term('BT-154', 'text', 'cbc:Description', `${PRODUCT}/ram:Description`),
    sellerId: term('BT-155', 'text', 'cac:SellersItemIdentification/cbc:ID', `${PRODUCT}/ram:SellerAssignedID`),
    buyerId: term('BT-156', 'text', 'cac:BuyersItemIdentification/cbc:ID', `${PRODUCT}/ram:BuyerAssignedID`),
    standardId: term('BT-157', 'identifier', 'cac:StandardItemIdentification/cbc:ID', `${PRODUCT}/ram:GlobalID`),
    classifications: terms(
      'BT-158',
      'classification',
      'cac:CommodityClassification/cbc:ItemClassificationCode',
      `${PRODUCT}/ram:DesignatedProductClassification+/ram:ClassCode`,
    ),
    originCountry: term(
      'BT-159',
      'code',
      'cac:OriginCountry/cbc:IdentificationCode',
      `${PRODUCT}/ram:OriginTradeCountry/ram:ID`,
    ),
    attributes: groups('BG-32', 'cac:AdditionalItemProperty', `${PRODUCT}/ram:ApplicableProductCharacteristic`, {
      name: term('BT-160', 'text', 'cbc:Name', 'ram:Description'),
      value: term('BT-161', 'text', 'cbc:Value', 'ram:Value'),
    }),
  }),
} as const satisfies Fields;
