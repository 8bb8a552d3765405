import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCrossCheckedValidator } from '../../support/cross-checked-validator.ts';
import { attribute, find, type Mutation, mutate, remove, repeat, text } from '../../support/invoice-builder.ts';

const GOOD = readFileSync(new URL('../../../schematron/canaries/en16931-cii.good.xml', import.meta.url), 'utf8');

let validate: (...mutations: readonly Mutation[]) => string;
beforeAll(async () => {
  const validator = await makeCrossCheckedValidator('en16931-cii/1.3.16');
  // The syntax restrictions have their own tests.
  const isBusinessRule = (rule: string): boolean => rule.startsWith('BR-');
  validate = (...mutations) =>
    validator
      .validate(mutate(GOOD, ...mutations))
      .filter(isBusinessRule)
      .join(' ');
});

const DOCUMENT = 'rsm:ExchangedDocument';
const TRADE = 'rsm:SupplyChainTradeTransaction';
const LINE = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`;
const AGREEMENT = `${TRADE}/ram:ApplicableHeaderTradeAgreement`;
const SELLER = `${AGREEMENT}/ram:SellerTradeParty`;
const BUYER = `${AGREEMENT}/ram:BuyerTradeParty`;
const SHIP_TO = `${TRADE}/ram:ApplicableHeaderTradeDelivery/ram:ShipToTradeParty`;
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`;
const ALLOWANCE = `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[1]`;
const CHARGE = `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[2]`;
const GROUP = `${SETTLEMENT}/ram:ApplicableTradeTax`;
const PAYMENT = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`;
const TOTALS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const LINE_SETTLEMENT = `${LINE}/ram:SpecifiedLineTradeSettlement`;
const LINE_ALLOWANCE = `${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[1]`;
const LINE_CHARGE = `${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[2]`;
const PRODUCT = `${LINE}/ram:SpecifiedTradeProduct`;
const DATE = 'udt:DateTimeString';

/** Sets the category, and optionally the rate, of every VAT category of the document; null removes the rate. */
const category =
  (code: string, rate: string | null = '0'): Mutation =>
  (document) => {
    const settlement = find(document, SETTLEMENT);
    const lines = find(document, TRADE).children.filter(({ name }) => name === 'ram:IncludedSupplyChainTradeLineItem');
    const taxes = [...lines.map((line) => find(line, 'ram:SpecifiedLineTradeSettlement')), settlement].flatMap((part) =>
      part.children.flatMap((child) => [
        ...(child.name === 'ram:ApplicableTradeTax' ? [child] : []),
        ...child.children.filter(({ name }) => name === 'ram:CategoryTradeTax'),
      ]),
    );
    for (const tax of taxes) {
      find(tax, 'ram:CategoryCode').text = code;
      if (rate === null) tax.children.splice(tax.children.indexOf(find(tax, 'ram:RateApplicablePercent')), 1);
      else find(tax, 'ram:RateApplicablePercent').text = rate;
    }
  };

/** One group without tax for the whole invoice. */
const untaxed = (code: string, rate: string | null = '0'): Mutation[] => [
  category(code, rate),
  remove(`${GROUP}[2]`),
  text(`${GROUP}/ram:BasisAmount`, '210.00'),
  text(`${GROUP}/ram:CalculatedAmount`, '0.00'),
  text(`${TOTALS}/ram:TaxTotalAmount`, '0.00'),
  text(`${TOTALS}/ram:GrandTotalAmount`, '210.00'),
  text(`${TOTALS}/ram:DuePayableAmount`, '158.90'),
];

/** Renames an element, so that it becomes another one of its group. */
const rename =
  (path: string, name: string): Mutation =>
  (document) => {
    find(document, path).name = name;
  };

/** Adds a third decimal to an amount of the totals. */
const thousandths =
  (name: string): Mutation =>
  (document) => {
    find(document, `${TOTALS}/ram:${name}Amount`).text += '0';
  };

it('a valid invoice breaks no rule', () => expect(validate()).toBe(''));

/** The rules that fire, with repetitions, and the changes of the valid invoice. */
type Case = [expected: string, mutations: readonly Mutation[]];

describe('the document', () => {
  it.each<Case>([
    ['BR-01', [remove('rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter')]],
    ['BR-02', [text(`${DOCUMENT}/ram:ID`, ' ')]],
    ['BR-03', [attribute(`${DOCUMENT}/ram:IssueDateTime/${DATE}`, 'format', '203')]],
    ['BR-04', [remove(`${DOCUMENT}/ram:TypeCode`)]],
    ['BR-05', [remove(`${SETTLEMENT}/ram:InvoiceCurrencyCode`)]],
    ['BR-06', [remove(`${SELLER}/ram:Name`)]],
    ['BR-07', [text(`${BUYER}/ram:Name`, '')]],
    ['BR-08 BR-09', [remove(`${SELLER}/ram:PostalTradeAddress`)]],
    ['BR-10 BR-11', [remove(`${BUYER}/ram:PostalTradeAddress`)]],
    ['BR-11', [remove(`${BUYER}/ram:PostalTradeAddress/ram:CountryID`)]],
    ['BR-16 BR-CO-10 BR-S-08 BR-S-08', [remove(LINE), remove(LINE)]],
    ['BR-62', [attribute(`${SELLER}/ram:URIUniversalCommunication/ram:URIID`, 'schemeID', null)]],
    ['BR-63', [attribute(`${BUYER}/ram:URIUniversalCommunication/ram:URIID`, 'schemeID', null)]],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('parties', () => {
  it.each<Case>([
    [
      'BR-CO-26',
      [
        remove(`${SELLER}/ram:GlobalID`),
        remove(`${SELLER}/ram:SpecifiedLegalOrganization`),
        remove(`${SELLER}/ram:SpecifiedTaxRegistration`),
      ],
    ],
    ['BR-17', [remove(`${SETTLEMENT}/ram:PayeeTradeParty/ram:Name`)]],
    ['BR-17', [text(`${SETTLEMENT}/ram:PayeeTradeParty/ram:Name`, 'Tatranský obchod, s. r. o.')]],
    [
      'BR-18 BR-19 BR-20 BR-56',
      [rename(`${AGREEMENT}/ram:BuyerOrderReferencedDocument`, 'ram:SellerTaxRepresentativeTradeParty')],
    ],
    ['BR-57', [remove(`${SHIP_TO}/ram:PostalTradeAddress/ram:CountryID`)]],
    ['BR-CO-09', [text(`${SELLER}/ram:SpecifiedTaxRegistration/ram:ID`, '2020317068')]],
    ['BR-CO-09', [text(`${BUYER}/ram:SpecifiedTaxRegistration/ram:ID`, '')]],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('references and payment', () => {
  it.each<Case>([
    ['BR-52', [remove(`${AGREEMENT}/ram:AdditionalReferencedDocument/ram:IssuerAssignedID`)]],
    ['BR-55', [text(`${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`, '')]],
    ['BR-30', [text(`${LINE_SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime/${DATE}`, '20260331')]],
    ['BR-29', [text(`${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime/${DATE}`, '20260331')]],
    [
      'BR-CO-20',
      [
        remove(`${LINE_SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:StartDateTime`),
        remove(`${LINE_SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime`),
      ],
    ],
    [
      'BR-CO-19',
      [
        remove(`${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:StartDateTime`),
        remove(`${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime`),
      ],
    ],
    ['BR-49', [remove(`${PAYMENT}/ram:TypeCode`)]],
    ['BR-50', [text(`${PAYMENT}/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`, ' ')]],
    ['BR-50 BR-61', [remove(`${PAYMENT}/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`)]],
    [
      'BR-51',
      [
        rename(`${PAYMENT}/ram:PayeePartyCreditorFinancialAccount`, 'ram:ApplicableTradeSettlementFinancialCard'),
        rename(`${PAYMENT}/ram:ApplicableTradeSettlementFinancialCard/ram:IBANID`, 'ram:ID'),
      ],
    ],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('allowances and charges', () => {
  it.each<Case>([
    ['BR-31 BR-CO-11 BR-S-08', [remove(`${ALLOWANCE}/ram:ActualAmount`)]],
    ['BR-32', [remove(`${ALLOWANCE}/ram:CategoryTradeTax/ram:TypeCode`)]],
    ['BR-33 BR-CO-21', [remove(`${ALLOWANCE}/ram:Reason`), remove(`${ALLOWANCE}/ram:ReasonCode`)]],
    ['BR-36 BR-CO-12 BR-S-08', [remove(`${CHARGE}/ram:ActualAmount`)]],
    ['BR-37 BR-S-08', [remove(`${CHARGE}/ram:CategoryTradeTax/ram:CategoryCode`)]],
    ['BR-38 BR-CO-22', [remove(`${CHARGE}/ram:Reason`), remove(`${CHARGE}/ram:ReasonCode`)]],
    ['BR-41', [remove(`${LINE_ALLOWANCE}/ram:ActualAmount`)]],
    ['BR-42 BR-CO-23', [remove(`${LINE_ALLOWANCE}/ram:Reason`), remove(`${LINE_ALLOWANCE}/ram:ReasonCode`)]],
    ['BR-43', [remove(`${LINE_CHARGE}/ram:ActualAmount`)]],
    ['BR-44 BR-CO-24', [remove(`${LINE_CHARGE}/ram:Reason`), remove(`${LINE_CHARGE}/ram:ReasonCode`)]],
    ['', [text(`${ALLOWANCE}/ram:ChargeIndicator/udt:Indicator`, '0')]],
    ['BR-CO-11 BR-S-08', [text(`${ALLOWANCE}/ram:ChargeIndicator/udt:Indicator`, 'yes')]],
    ['', [repeat(`${ALLOWANCE}/ram:ActualAmount`)]],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('totals', () => {
  it.each<Case>([
    ['BR-12 BR-CO-10 BR-CO-13', [remove(`${TOTALS}/ram:LineTotalAmount`)]],
    ['BR-13 BR-CO-13 BR-CO-15', [remove(`${TOTALS}/ram:TaxBasisTotalAmount`)]],
    ['BR-14 BR-CO-15 BR-CO-16', [remove(`${TOTALS}/ram:GrandTotalAmount`)]],
    ['BR-15 BR-CO-16', [remove(`${TOTALS}/ram:DuePayableAmount`)]],
    ['BR-CO-10 BR-CO-13', [text(`${TOTALS}/ram:LineTotalAmount`, '215.01')]],
    ['BR-CO-11 BR-CO-13', [remove(`${TOTALS}/ram:AllowanceTotalAmount`)]],
    ['BR-CO-12 BR-CO-13', [text(`${TOTALS}/ram:ChargeTotalAmount`, '10.01')]],
    ['BR-CO-14 BR-CO-15', [text(`${TOTALS}/ram:TaxTotalAmount`, '41.11')]],
    ['BR-CO-15 BR-CO-16', [text(`${TOTALS}/ram:GrandTotalAmount`, '251.11')]],
    ['', [text(`${TOTALS}/ram:GrandTotalAmount`, '210.00'), text(`${TOTALS}/ram:DuePayableAmount`, '158.90')]],
    ['BR-CO-16', [remove(`${TOTALS}/ram:RoundingAmount`)]],
    ['BR-CO-15', [remove(TOTALS)]],
    [
      'BR-53',
      [
        rename(`${SETTLEMENT}/ram:PaymentReference`, 'ram:TaxCurrencyCode'),
        text(`${SETTLEMENT}/ram:TaxCurrencyCode`, 'EUR'),
      ],
    ],
    [
      'BR-53 BR-DEC-15',
      [
        rename(`${SETTLEMENT}/ram:PaymentReference`, 'ram:TaxCurrencyCode'),
        text(`${SETTLEMENT}/ram:TaxCurrencyCode`, 'CZK'),
      ],
    ],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('VAT breakdown', () => {
  it.each<Case>([
    ['BR-45 BR-CO-17 BR-S-08 BR-S-09', [remove(`${GROUP}/ram:BasisAmount`)]],
    ['BR-46 BR-CO-14 BR-CO-17 BR-S-09', [remove(`${GROUP}/ram:CalculatedAmount`)]],
    ['BR-47', [remove(`${GROUP}/ram:CategoryCode`)]],
    ['BR-47 BR-48 BR-CO-17', [remove(`${GROUP}/ram:TypeCode`)]],
    ['BR-48 BR-CO-17 BR-S-09', [remove(`${GROUP}/ram:RateApplicablePercent`)]],
    ['BR-CO-14 BR-CO-17 BR-S-09', [text(`${GROUP}/ram:CalculatedAmount`, '41.10')]],
    [
      'BR-CO-03',
      [repeat(`${GROUP}[2]/ram:DueDateTypeCode`), rename(`${GROUP}[2]/ram:DueDateTypeCode`, 'ram:TaxPointDate')],
    ],
    ['BR-CO-14 BR-CO-18 BR-CO-18', [remove(`${GROUP}`), remove(`${GROUP}`)]],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('lines', () => {
  it.each<Case>([
    ['BR-21', [remove(`${LINE}/ram:AssociatedDocumentLineDocument/ram:LineID`)]],
    ['BR-22 BR-23', [remove(`${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`)]],
    ['BR-23', [attribute(`${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`, 'unitCode', null)]],
    [
      'BR-24 BR-CO-10 BR-S-08',
      [remove(`${LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`)],
    ],
    ['BR-25', [remove(`${PRODUCT}/ram:Name`)]],
    ['BR-26 BR-27', [remove(`${LINE}/ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice`)]],
    ['BR-27', [text(`${LINE}/ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount`, '-1')]],
    ['BR-28', [text(`${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:ChargeAmount`, '-1')]],
    ['BR-CO-04', [remove(`${LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:TypeCode`)]],
    ['BR-54', [remove(`${PRODUCT}/ram:ApplicableProductCharacteristic/ram:Value`)]],
    ['BR-64', [attribute(`${PRODUCT}/ram:GlobalID`, 'schemeID', null)]],
    ['BR-65', [attribute(`${PRODUCT}/ram:DesignatedProductClassification/ram:ClassCode`, 'listID', null)]],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('decimals', () => {
  it.each<Case>([
    [
      'BR-DEC-01 BR-DEC-02',
      [text(`${ALLOWANCE}/ram:ActualAmount`, '15.000'), text(`${ALLOWANCE}/ram:BasisAmount`, '175.000')],
    ],
    [
      'BR-DEC-05 BR-DEC-06',
      [text(`${CHARGE}/ram:ActualAmount`, '10.000'), text(`${CHARGE}/ram:BasisAmount`, '100.000')],
    ],
    [
      'BR-DEC-09 BR-DEC-10 BR-DEC-11 BR-DEC-12 BR-DEC-13 BR-DEC-14 BR-DEC-16 BR-DEC-17 BR-DEC-18',
      [
        ...[
          'LineTotal',
          'AllowanceTotal',
          'ChargeTotal',
          'TaxBasisTotal',
          'TaxTotal',
          'GrandTotal',
          'TotalPrepaid',
          'Rounding',
          'DuePayable',
        ].map(thousandths),
      ],
    ],
    [
      'BR-DEC-19 BR-DEC-20',
      [text(`${GROUP}/ram:BasisAmount`, '170.000'), text(`${GROUP}/ram:CalculatedAmount`, '39.100')],
    ],
    [
      'BR-DEC-23',
      [text(`${LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`, '175.000')],
    ],
    ['BR-DEC-24', [text(`${LINE_ALLOWANCE}/ram:ActualAmount`, '10.000')]],
    ['BR-DEC-27', [text(`${LINE_CHARGE}/ram:ActualAmount`, '5.000')]],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('codes', () => {
  it.each<Case>([
    ['BR-CL-01', [text(`${DOCUMENT}/ram:TypeCode`, '1')]],
    [
      'BR-CL-03 BR-CL-04',
      [
        attribute(`${TOTALS}/ram:TaxTotalAmount`, 'currencyID', 'EURO'),
        text(`${SETTLEMENT}/ram:InvoiceCurrencyCode`, 'EURO'),
      ],
    ],
    ['BR-CL-06', [text(`${GROUP}[2]/ram:DueDateTypeCode`, '3')]],
    ['BR-CL-08', [text(`${DOCUMENT}/ram:IncludedNote/ram:SubjectCode`, '123')]],
    ['BR-CL-10', [attribute(`${SELLER}/ram:GlobalID`, 'schemeID', 'X')]],
    ['BR-CL-11', [attribute(`${SELLER}/ram:SpecifiedLegalOrganization/ram:ID`, 'schemeID', 'X')]],
    ['BR-CL-13', [attribute(`${PRODUCT}/ram:DesignatedProductClassification/ram:ClassCode`, 'listID', 'X')]],
    ['BR-CL-14', [text(`${BUYER}/ram:PostalTradeAddress/ram:CountryID`, 'XX')]],
    ['BR-CL-15', [text(`${PRODUCT}/ram:OriginTradeCountry/ram:ID`, 'XX')]],
    ['BR-CL-16', [text(`${PAYMENT}/ram:TypeCode`, '999')]],
    ['BR-CL-17 BR-S-08', [text(`${ALLOWANCE}/ram:CategoryTradeTax/ram:CategoryCode`, 'XX')]],
    ['BR-CL-19', [text(`${ALLOWANCE}/ram:ReasonCode`, 'FC')]],
    ['BR-CL-20', [text(`${CHARGE}/ram:ReasonCode`, '95')]],
    ['BR-CL-21', [attribute(`${PRODUCT}/ram:GlobalID`, 'schemeID', 'X')]],
    ['BR-CL-23', [attribute(`${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`, 'unitCode', 'piece')]],
    [
      'BR-CL-24',
      [attribute(`${AGREEMENT}/ram:AdditionalReferencedDocument/ram:AttachmentBinaryObject`, 'mimeCode', 'text/html')],
    ],
    ['BR-CL-25', [attribute(`${SELLER}/ram:URIUniversalCommunication/ram:URIID`, 'schemeID', 'X')]],
    ['BR-CL-26', [attribute(`${SHIP_TO}/ram:GlobalID`, 'schemeID', 'X')]],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

describe('VAT categories', () => {
  it.each<Case>([
    ['', untaxed('Z')],
    ['BR-E-10', untaxed('E')],
    ['BR-AE-10', untaxed('AE')],
    ['BR-G-10', untaxed('G')],
    ['BR-IC-10', untaxed('K')],
    [
      'BR-IC-10 BR-IC-11 BR-IC-12',
      [
        ...untaxed('K'),
        remove(SHIP_TO),
        remove(`${SETTLEMENT}/ram:BillingSpecifiedPeriod`),
        remove(`${TRADE}/ram:ApplicableHeaderTradeDelivery/ram:ActualDeliverySupplyChainEvent`),
      ],
    ],
    ['BR-O-02 BR-O-02 BR-O-03 BR-O-04 BR-O-05 BR-O-05 BR-O-06 BR-O-07 BR-O-10', untaxed('O')],
    ['BR-O-02 BR-O-02 BR-O-03 BR-O-04 BR-O-10', untaxed('O', null)],
    ['BR-AF-05 BR-AF-05 BR-AF-06 BR-AF-07', untaxed('L')],
    ['', untaxed('M')],
    ['BR-CO-17 BR-Z-01 BR-Z-05 BR-Z-05 BR-Z-06 BR-Z-07 BR-Z-08 BR-Z-08 BR-Z-09 BR-Z-09', [category('Z', '7')]],
    [
      'BR-AE-01 BR-AE-05 BR-AE-05 BR-AE-06 BR-AE-07 BR-AE-08 BR-AE-08 BR-AE-09 BR-AE-09 BR-AE-10 BR-AE-10 BR-CO-17',
      [category('AE', '7')],
    ],
    [
      'BR-CO-17 BR-E-01 BR-E-05 BR-E-05 BR-E-06 BR-E-07 BR-E-08 BR-E-08 BR-E-09 BR-E-09 BR-E-10 BR-E-10',
      [category('E', '7')],
    ],
    [
      'BR-CO-17 BR-G-01 BR-G-05 BR-G-05 BR-G-06 BR-G-07 BR-G-08 BR-G-08 BR-G-09 BR-G-09 BR-G-10 BR-G-10',
      [category('G', '7')],
    ],
    [
      'BR-CO-17 BR-IC-01 BR-IC-05 BR-IC-05 BR-IC-06 BR-IC-07 BR-IC-08 BR-IC-08 BR-IC-09 BR-IC-09 BR-IC-10 BR-IC-10',
      [category('K', '7')],
    ],
    [
      'BR-O-01 BR-O-02 BR-O-02 BR-O-03 BR-O-04 BR-O-05 BR-O-05 BR-O-06 BR-O-07 BR-O-08 BR-O-08 BR-O-09 BR-O-09 BR-O-10 BR-O-10',
      [category('O', '7')],
    ],
    ['', [category('L', '7')]],
    ['BR-AG-05 BR-AG-05 BR-AG-06 BR-AG-07', [category('M', '-7')]],
    ['BR-CO-17 BR-CO-17 BR-S-05 BR-S-05 BR-S-06 BR-S-07 BR-S-08 BR-S-08 BR-S-09 BR-S-09', [category('S', '0')]],
    ['BR-B-01 BR-CO-17', [category('B', '23')]],
    [
      'BR-S-02 BR-S-02 BR-S-03 BR-S-04',
      [remove(`${SELLER}/ram:SpecifiedTaxRegistration`), remove(`${SELLER}/ram:SpecifiedTaxRegistration`)],
    ],
    ['BR-G-02 BR-G-02 BR-G-03 BR-G-04 BR-G-10', [...untaxed('G'), remove(`${SELLER}/ram:SpecifiedTaxRegistration`)]],
    [
      'BR-Z-02 BR-Z-02 BR-Z-03 BR-Z-04',
      [
        ...untaxed('Z'),
        remove(`${SELLER}/ram:SpecifiedTaxRegistration`),
        remove(`${SELLER}/ram:SpecifiedTaxRegistration`),
      ],
    ],
    [
      'BR-AE-02 BR-AE-02 BR-AE-03 BR-AE-04 BR-AE-10',
      [
        ...untaxed('AE'),
        remove(`${BUYER}/ram:SpecifiedTaxRegistration`),
        remove(`${BUYER}/ram:SpecifiedLegalOrganization`),
      ],
    ],
    [
      'BR-IC-02 BR-IC-02 BR-IC-03 BR-IC-04 BR-IC-10',
      [...untaxed('K'), remove(`${BUYER}/ram:SpecifiedTaxRegistration`)],
    ],
    ['BR-S-08 BR-Z-01 BR-Z-05', [text(`${LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:CategoryCode`, 'Z')]],
    ['BR-S-08', [text(`${GROUP}/ram:BasisAmount`, '170.01')]],
    [
      'BR-Z-01 BR-Z-08 BR-Z-08 BR-Z-09 BR-Z-09',
      [text(`${GROUP}/ram:CategoryCode`, 'Z'), text(`${GROUP}[2]/ram:CategoryCode`, 'Z')],
    ],
  ])('%s', (expected, mutations) => expect(validate(...mutations)).toBe(expected));
});

it('an empty document breaks the rules of the document', () => {
  expect(validate((document) => document.children.splice(0))).toBe(
    'BR-01 BR-02 BR-03 BR-04 BR-05 BR-06 BR-07 BR-08 BR-09 BR-10 BR-11 BR-16',
  );
});
