/**
 * A complete, valid invoice of a Slovak seller to a Slovak buyer, and functions to change it. All rule tests start
 * from this document, so that a test contains only the difference.
 *
 *   makeInvoice(remove('cbc:ID')) makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'))
 *
 * Paths start at the document element; `[n]` selects among siblings with the same name.
 */
import { NodeKind, parseXml, type XmlElement } from '@e-invoice/schematron/xml';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

const TEMPLATE = `
<Invoice xmlns="${UBL}:Invoice-2" xmlns:cac="${UBL}:CommonAggregateComponents-2"
    xmlns:cbc="${UBL}:CommonBasicComponents-2" xmlns:ext="${UBL}:CommonExtensionComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
  <cbc:ID>FV-2026-0042</cbc:ID>
  <cbc:IssueDate>2026-05-04</cbc:IssueDate>
  <cbc:DueDate>2026-05-18</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:Note>#AAI#Ďakujeme za nákup.</cbc:Note>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>OBJ-77</cbc:BuyerReference>
  <cac:InvoicePeriod>
    <cbc:StartDate>2026-04-01</cbc:StartDate>
    <cbc:EndDate>2026-04-30</cbc:EndDate>
  </cac:InvoicePeriod>
  <cac:OrderReference><cbc:ID>OBJ-77</cbc:ID></cac:OrderReference>
  <cac:BillingReference>
    <cac:InvoiceDocumentReference><cbc:ID>FV-2026-0031</cbc:ID></cac:InvoiceDocumentReference>
  </cac:BillingReference>
  <cac:AdditionalDocumentReference>
    <cbc:ID>PROTOKOL-5</cbc:ID>
    <cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="protokol.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject>
    </cac:Attachment>
  </cac:AdditionalDocumentReference>
  <cac:AccountingSupplierParty>
    <cac:Party>
      <cbc:EndpointID schemeID="0245">2020317068</cbc:EndpointID>
      <cac:PartyIdentification><cbc:ID schemeID="0088">8584000000014</cbc:ID></cac:PartyIdentification>
      <cac:PartyName><cbc:Name>Tatranský obchod</cbc:Name></cac:PartyName>
      <cac:PostalAddress>
        <cbc:StreetName>Hlavná 12</cbc:StreetName>
        <cbc:CityName>Poprad</cbc:CityName>
        <cbc:PostalZone>058 01</cbc:PostalZone>
        <cac:AddressLine><cbc:Line>2. poschodie</cbc:Line></cac:AddressLine>
        <cac:Country><cbc:IdentificationCode>SK</cbc:IdentificationCode></cac:Country>
      </cac:PostalAddress>
      <cac:PartyTaxScheme>
        <cbc:CompanyID>SK2020317068</cbc:CompanyID>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:PartyTaxScheme>
      <cac:PartyTaxScheme>
        <cbc:CompanyID>2020317068</cbc:CompanyID>
        <cac:TaxScheme><cbc:ID>TAX</cbc:ID></cac:TaxScheme>
      </cac:PartyTaxScheme>
      <cac:PartyLegalEntity>
        <cbc:RegistrationName>Tatranský obchod, s. r. o.</cbc:RegistrationName>
        <cbc:CompanyID schemeID="0158">31333532</cbc:CompanyID>
      </cac:PartyLegalEntity>
    </cac:Party>
  </cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>
    <cac:Party>
      <cbc:EndpointID schemeID="0245">2020273893</cbc:EndpointID>
      <cac:PartyIdentification><cbc:ID>K-1044</cbc:ID></cac:PartyIdentification>
      <cac:PostalAddress>
        <cbc:StreetName>Dunajská 5</cbc:StreetName>
        <cbc:CityName>Bratislava</cbc:CityName>
        <cbc:PostalZone>811 08</cbc:PostalZone>
        <cac:Country><cbc:IdentificationCode>SK</cbc:IdentificationCode></cac:Country>
      </cac:PostalAddress>
      <cac:PartyTaxScheme>
        <cbc:CompanyID>SK2020273893</cbc:CompanyID>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:PartyTaxScheme>
      <cac:PartyLegalEntity>
        <cbc:RegistrationName>Dunajské stavby, a. s.</cbc:RegistrationName>
        <cbc:CompanyID>35757442</cbc:CompanyID>
      </cac:PartyLegalEntity>
    </cac:Party>
  </cac:AccountingCustomerParty>
  <cac:PayeeParty>
    <cac:PartyName><cbc:Name>Faktoring Tatry, a. s.</cbc:Name></cac:PartyName>
    <cac:PartyLegalEntity><cbc:CompanyID>36000001</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:PayeeParty>
  <cac:TaxRepresentativeParty>
    <cac:PartyName><cbc:Name>Daňový zástupca, k. s.</cbc:Name></cac:PartyName>
    <cac:PostalAddress>
      <cbc:CityName>Košice</cbc:CityName>
      <cac:Country><cbc:IdentificationCode>SK</cbc:IdentificationCode></cac:Country>
    </cac:PostalAddress>
    <cac:PartyTaxScheme>
      <cbc:CompanyID>SK2021853504</cbc:CompanyID>
      <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
    </cac:PartyTaxScheme>
  </cac:TaxRepresentativeParty>
  <cac:Delivery>
    <cbc:ActualDeliveryDate>2026-04-28</cbc:ActualDeliveryDate>
    <cac:DeliveryLocation>
      <cbc:ID schemeID="0088">8584000000021</cbc:ID>
      <cac:Address>
        <cbc:CityName>Senec</cbc:CityName>
        <cac:Country><cbc:IdentificationCode>SK</cbc:IdentificationCode></cac:Country>
      </cac:Address>
    </cac:DeliveryLocation>
  </cac:Delivery>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode name="Prevodný príkaz">30</cbc:PaymentMeansCode>
    <cbc:PaymentID>20260042</cbc:PaymentID>
    <cac:CardAccount>
      <cbc:PrimaryAccountNumberID>1234</cbc:PrimaryAccountNumberID>
      <cbc:NetworkID>VISA</cbc:NetworkID>
    </cac:CardAccount>
    <cac:PayeeFinancialAccount><cbc:ID>SK3112000000198742637541</cbc:ID></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:AllowanceCharge>
    <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>
    <cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>
    <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>
    <cbc:Amount currencyID="EUR">50.00</cbc:Amount>
    <cbc:BaseAmount currencyID="EUR">500.00</cbc:BaseAmount>
    <cac:TaxCategory>
      <cbc:ID>S</cbc:ID>
      <cbc:Percent>23</cbc:Percent>
      <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
    </cac:TaxCategory>
  </cac:AllowanceCharge>
  <cac:AllowanceCharge>
    <cbc:ChargeIndicator>true</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>
    <cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>
    <cbc:Amount currencyID="EUR">20.00</cbc:Amount>
    <cac:TaxCategory>
      <cbc:ID>S</cbc:ID>
      <cbc:Percent>19</cbc:Percent>
      <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
    </cac:TaxCategory>
  </cac:AllowanceCharge>
  <cac:TaxTotal>
    <cbc:TaxAmount currencyID="EUR">118.03</cbc:TaxAmount>
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">400.00</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="EUR">92.00</cbc:TaxAmount>
      <cac:TaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>23</cbc:Percent>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:TaxCategory>
    </cac:TaxSubtotal>
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">137.00</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="EUR">26.03</cbc:TaxAmount>
      <cac:TaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>19</cbc:Percent>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">567.00</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">537.00</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">655.03</cbc:TaxInclusiveAmount>
    <cbc:AllowanceTotalAmount currencyID="EUR">50.00</cbc:AllowanceTotalAmount>
    <cbc:ChargeTotalAmount currencyID="EUR">20.00</cbc:ChargeTotalAmount>
    <cbc:PrepaidAmount currencyID="EUR">100.00</cbc:PrepaidAmount>
    <cbc:PayableRoundingAmount currencyID="EUR">0.02</cbc:PayableRoundingAmount>
    <cbc:PayableAmount currencyID="EUR">555.05</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:InvoiceLine>
    <cbc:ID>1</cbc:ID>
    <cbc:InvoicedQuantity unitCode="H87">10</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">450.00</cbc:LineExtensionAmount>
    <cac:InvoicePeriod>
      <cbc:StartDate>2026-04-01</cbc:StartDate>
      <cbc:EndDate>2026-04-15</cbc:EndDate>
    </cac:InvoicePeriod>
    <cac:Item>
      <cbc:Name>Stan pre štyri osoby</cbc:Name>
      <cac:StandardItemIdentification><cbc:ID schemeID="0160">08584000000038</cbc:ID></cac:StandardItemIdentification>
      <cac:OriginCountry><cbc:IdentificationCode>SK</cbc:IdentificationCode></cac:OriginCountry>
      <cac:CommodityClassification>
        <cbc:ItemClassificationCode listID="STI">39522530</cbc:ItemClassificationCode>
      </cac:CommodityClassification>
      <cac:ClassifiedTaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>23</cbc:Percent>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:ClassifiedTaxCategory>
      <cac:AdditionalItemProperty>
        <cbc:Name>Farba</cbc:Name>
        <cbc:Value>zelená</cbc:Value>
      </cac:AdditionalItemProperty>
    </cac:Item>
    <cac:Price>
      <cbc:PriceAmount currencyID="EUR">45.00</cbc:PriceAmount>
      <cbc:BaseQuantity unitCode="H87">1</cbc:BaseQuantity>
      <cac:AllowanceCharge>
        <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
        <cbc:Amount currencyID="EUR">5.00</cbc:Amount>
        <cbc:BaseAmount currencyID="EUR">50.00</cbc:BaseAmount>
      </cac:AllowanceCharge>
    </cac:Price>
  </cac:InvoiceLine>
  <cac:InvoiceLine>
    <cbc:ID>2</cbc:ID>
    <cbc:InvoicedQuantity unitCode="H87">4</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">117.00</cbc:LineExtensionAmount>
    <cac:DocumentReference>
      <cbc:ID schemeID="AAJ">OM-9</cbc:ID>
      <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>
    </cac:DocumentReference>
    <cac:AllowanceCharge>
      <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
      <cbc:AllowanceChargeReasonCode>100</cbc:AllowanceChargeReasonCode>
      <cbc:Amount currencyID="EUR">5.00</cbc:Amount>
      <cbc:BaseAmount currencyID="EUR">50.00</cbc:BaseAmount>
    </cac:AllowanceCharge>
    <cac:AllowanceCharge>
      <cbc:ChargeIndicator>true</cbc:ChargeIndicator>
      <cbc:AllowanceChargeReason>Balenie</cbc:AllowanceChargeReason>
      <cbc:Amount currencyID="EUR">2.00</cbc:Amount>
      <cbc:BaseAmount currencyID="EUR">20.00</cbc:BaseAmount>
    </cac:AllowanceCharge>
    <cac:Item>
      <cbc:Name>Sprievodca po Tatrách</cbc:Name>
      <cac:ClassifiedTaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>19</cbc:Percent>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price>
      <cbc:PriceAmount currencyID="EUR">30.00</cbc:PriceAmount>
    </cac:Price>
  </cac:InvoiceLine>
</Invoice>`;

/** Element under construction; `text` is the content of an element without children. */
export type Part = {
  name: string;
  readonly attributes: Map<string, string>;
  readonly children: Part[];
  text: string;
};

export type Mutation = (document: Part) => void;

/** Invoice XML after the mutations, applied in order. */
export const makeInvoice = (...mutations: readonly Mutation[]): string => make(TEMPLATE, mutations);

/** The same transaction as a credit note: same paths, with `cac:CreditNoteLine` and `cbc:CreditedQuantity`. */
export const makeCreditNote = (...mutations: readonly Mutation[]): string =>
  make(
    TEMPLATE.replaceAll('Invoice-2', 'CreditNote-2')
      .replace('<Invoice ', '<CreditNote ')
      .replace('</Invoice>', '</CreditNote>')
      .replace(/<cbc:DueDate>.*<\/cbc:DueDate>\s*/, '')
      .replace('<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>', '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
      .replaceAll('cac:InvoiceLine', 'cac:CreditNoteLine')
      .replaceAll('cbc:InvoicedQuantity', 'cbc:CreditedQuantity'),
    mutations,
  );

/** Any other document after the mutations. */
export const mutate = (xml: string, ...mutations: readonly Mutation[]): string => make(xml, mutations);

export const remove =
  (path: string): Mutation =>
  (document) => {
    const [parent, part] = findWithParent(document, path);
    parent.children.splice(parent.children.indexOf(part), 1);
  };

export const text =
  (path: string, value: string): Mutation =>
  (document) => {
    find(document, path).text = value;
  };

/** Sets an attribute; null removes it. */
export const attribute =
  (path: string, name: string, value: string | null): Mutation =>
  (document) => {
    const { attributes } = find(document, path);
    if (value === null) {
      if (!attributes.delete(name)) throw new Error(`${path} has no ${name}`);
    } else attributes.set(name, value);
  };

/** Appends XML to an element; `''` is the document element. */
export const add =
  (path: string, xml: string): Mutation =>
  (document) => {
    find(document, path).children.push(...parsePart(`<x ${PREFIXES}>${xml}</x>`).children);
  };

/** Inserts a copy of an element after it. */
export const repeat =
  (path: string): Mutation =>
  (document) => {
    const [parent, part] = findWithParent(document, path);
    parent.children.splice(parent.children.indexOf(part), 0, structuredClone(part));
  };

const PREFIXES = `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2" xmlns:ext="${UBL}:CommonExtensionComponents-2"`;

function make(template: string, mutations: readonly Mutation[]): string {
  const document = parsePart(template.trim());
  for (const mutate of mutations) mutate(document);
  return write(document, '');
}

export const find = (document: Part, path: string): Part =>
  path === '' ? document : findWithParent(document, path)[1];

function findWithParent(document: Part, path: string): [parent: Part, part: Part] {
  let parent = document;
  let part = document;
  for (const step of path.split('/')) {
    const [, name, position] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    parent = part;
    const found = parent.children.filter((child) => child.name === name)[Number(position ?? 1) - 1];
    if (found === undefined) throw new Error(`the document has no ${step} of ${path}`);
    part = found;
  }
  return [parent, part];
}

function parsePart(xml: string): Part {
  const parsed = parseXml(new TextEncoder().encode(xml));
  if (!parsed.ok) throw new Error(`${parsed.faults[0]?.reason} in ${xml}`);
  return toPart(parsed.document.root);
}

function toPart(element: XmlElement): Part {
  const declared = Object.entries(element.declared ?? {}).map(([prefix, uri]): [string, string] => [
    prefix === '' ? 'xmlns' : `xmlns:${prefix}`,
    uri,
  ]);
  const own = element.attributes.map(({ prefix, local, value }): [string, string] => [
    prefix === '' ? local : `${prefix}:${local}`,
    value,
  ]);
  const children = element.children.filter((child) => child.kind === NodeKind.ELEMENT).map(toPart);
  const texts = element.children.map((child) => (child.kind === NodeKind.TEXT ? child.value : ''));
  return {
    name: element.prefix === '' ? element.local : `${element.prefix}:${element.local}`,
    attributes: new Map([...declared, ...own]),
    children,
    text: children.length === 0 ? texts.join('') : '',
  };
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function write({ name, attributes, children, text }: Part, indent: string): string {
  const start = [name, ...[...attributes].map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ');
  if (children.length === 0) return `${indent}<${start}>${escaped(text)}</${name}>\n`;
  return `${indent}<${start}>\n${children.map((child) => write(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}
