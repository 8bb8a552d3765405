import { parseXml } from '@e-invoice/schematron/xml';
import { findInvoice, readInvoice, writeCii } from '@e-invoice/validator/invoice';
import { CII_NAMESPACES } from '../rules/en16931-cii/invoice.ts';

/** The VAT treatment of the sample. */
export type Taxed = {
  readonly code: string;
  readonly rate: string | null;
  readonly tax: string;
  readonly reason: string | null;
};

export const STANDARD: Taxed = { code: 'S', rate: '23', tax: '23.00', reason: null };

const CII_PREFIXES = Object.entries(CII_NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');
const PREFIXES =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"';

/**
 * XML with the usual prefixes of UBL and CII around a fragment; the default namespace is that of an invoice unless `uri` is passed.
 */
export const wrap = (fragment: string, uri = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'): string =>
  `<Invoice xmlns="${uri}" ${PREFIXES} ${CII_PREFIXES}>${fragment}</Invoice>`;

const SCHEME = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
const category = (name: string, { code, rate, reason }: Taxed, withReason = false): string =>
  `<cac:${name}><cbc:ID>${code}</cbc:ID>${rate === null ? '' : `<cbc:Percent>${rate}</cbc:Percent>`}${
    withReason && reason !== null ? `<cbc:TaxExemptionReasonCode>${reason}</cbc:TaxExemptionReasonCode>` : ''
  }${SCHEME}</cac:${name}>`;

const vatNumber = (number: string): string =>
  `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID>${SCHEME}</cac:PartyTaxScheme>`;

/**
 * A valid invoice with one line of 100.00, an allowance and a charge of 10.00 each, all with the same VAT. It passes
 * every rule of EN 16931, so any finding after a change comes from the change.
 */
export function sampleInvoice(taxed: Taxed = STANDARD): string {
  const vat = taxed.code === 'O' ? ['', ''] : [vatNumber('SK2020317068'), vatNumber('CZ699001182')];
  const charge = (isCharge: boolean): string =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Dohoda</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">10.00</cbc:Amount>${category('TaxCategory', taxed)}</cac:AllowanceCharge>`;
  const total = (100 + Number(taxed.tax)).toFixed(2);
  return wrap(`
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>20260042</cbc:ID><cbc:IssueDate>2026-05-04</cbc:IssueDate>
<cbc:DueDate>2026-05-18</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cbc:EndpointID schemeID="0245">2020317068</cbc:EndpointID>
<cac:PostalAddress><cbc:StreetName>Hlavná 12</cbc:StreetName><cac:Country><cbc:IdentificationCode>SK</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
${vat[0]}<cac:PartyLegalEntity><cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName><cbc:CompanyID>31333532</cbc:CompanyID></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cbc:EndpointID schemeID="0245">2020273893</cbc:EndpointID>
<cac:PostalAddress><cbc:CityName>Brno</cbc:CityName><cac:Country><cbc:IdentificationCode>CZ</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
${vat[1]}<cac:PartyLegalEntity><cbc:RegistrationName>Dunajské stavby, a. s.</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
<cac:Delivery><cbc:ActualDeliveryDate>2026-04-28</cbc:ActualDeliveryDate><cac:DeliveryLocation><cac:Address><cac:Country><cbc:IdentificationCode>CZ</cbc:IdentificationCode></cac:Country></cac:Address></cac:DeliveryLocation></cac:Delivery>
<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cbc:PaymentID>20260042</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>SK3112000000198742637541</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
${charge(false)}${charge(true)}
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${taxed.tax}</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">${taxed.tax}</cbc:TaxAmount>${category('TaxCategory', taxed, true)}</cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount><cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">${total}</cbc:TaxInclusiveAmount><cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount><cbc:ChargeTotalAmount currencyID="EUR">10.00</cbc:ChargeTotalAmount><cbc:PayableAmount currencyID="EUR">${total}</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="HUR">10</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Poradenstvo</cbc:Name>${category('ClassifiedTaxCategory', taxed)}</cac:Item><cac:Price><cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`);
}

/** The sample in CII. */
export function sampleCiiInvoice(taxed: Taxed = STANDARD): string {
  const parsed = parseXml(new TextEncoder().encode(sampleInvoice(taxed)));
  if (!parsed.ok) throw new Error('The sample is not well-formed');
  return writeCii(readInvoice(findInvoice(parsed.document)!)!.invoice);
}
