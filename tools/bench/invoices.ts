/** Deterministic invoices for measurements: valid by EN 16931, with any number of lines. */

const NAMESPACES = [
  'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
  'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"',
].join(' ');

/** Formats cents as an amount with two decimals. */
const amount = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;

const money = (name: string, cents: number): string => `<cbc:${name} currencyID="EUR">${amount(cents)}</cbc:${name}>`;

/** Every third line has the reduced rate, which results in two VAT categories. */
const RATES = [23, 23, 19] as const;

type Line = { readonly number: number; readonly quantity: number; readonly price: number; readonly rate: number };

const makeLine = (index: number): Line => ({
  number: index + 1,
  quantity: (index % 9) + 1,
  price: 1_250 + (index % 40) * 75,
  rate: RATES[index % RATES.length] ?? 23,
});

const netOf = ({ quantity, price }: Line): number => quantity * price;

/** Generates a UBL invoice as UTF-8 bytes; `detailed` adds half to the size of each line. */
export function makeInvoice(lineCount: number, { detailed = false } = {}): Uint8Array {
  const lines = Array.from({ length: lineCount }, (_, index) => makeLine(index));
  const subtotals = [...new Set(lines.map(({ rate }) => rate))].map((rate) => {
    const taxable = lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + netOf(line), 0);
    return { rate, taxable, tax: Math.round((taxable * rate) / 100) };
  });
  const net = subtotals.reduce((sum, { taxable }) => sum + taxable, 0);
  const tax = subtotals.reduce((sum, subtotal) => sum + subtotal.tax, 0);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice ${NAMESPACES}>
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>2026-000417</cbc:ID>
  <cbc:IssueDate>2026-10-05</cbc:IssueDate>
  <cbc:DueDate>2026-11-04</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:Note>Dodávka podľa rámcovej zmluvy, ďakujeme za včasnú úhradu.</cbc:Note>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:AccountingCost>4025:123:4343</cbc:AccountingCost>
  <cbc:BuyerReference>NAKUP-77</cbc:BuyerReference>
  <cac:InvoicePeriod>
    <cbc:StartDate>2026-09-01</cbc:StartDate>
    <cbc:EndDate>2026-09-30</cbc:EndDate>
  </cac:InvoicePeriod>
  <cac:OrderReference>
    <cbc:ID>OBJ-2026-88</cbc:ID>
  </cac:OrderReference>
  <cac:ContractDocumentReference>
    <cbc:ID>ZML-12/2025</cbc:ID>
  </cac:ContractDocumentReference>
${renderParty('AccountingSupplierParty', SELLER)}
${renderParty('AccountingCustomerParty', BUYER)}
  <cac:Delivery>
    <cbc:ActualDeliveryDate>2026-09-30</cbc:ActualDeliveryDate>
    <cac:DeliveryLocation>
      <cac:Address>
        <cbc:StreetName>Skladová 4</cbc:StreetName>
        <cbc:CityName>Trnava</cbc:CityName>
        <cbc:PostalZone>91701</cbc:PostalZone>
        <cac:Country>
          <cbc:IdentificationCode>SK</cbc:IdentificationCode>
        </cac:Country>
      </cac:Address>
    </cac:DeliveryLocation>
  </cac:Delivery>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode name="Credit transfer">30</cbc:PaymentMeansCode>
    <cbc:PaymentID>2026000417</cbc:PaymentID>
    <cac:PayeeFinancialAccount>
      <cbc:ID>SK3112000000198742637541</cbc:ID>
      <cbc:Name>Prevádzkový účet</cbc:Name>
      <cac:FinancialInstitutionBranch>
        <cbc:ID>TATRSKBX</cbc:ID>
      </cac:FinancialInstitutionBranch>
    </cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:PaymentTerms>
    <cbc:Note>Splatnosť 30 dní od vystavenia.</cbc:Note>
  </cac:PaymentTerms>
  <cac:TaxTotal>
    ${money('TaxAmount', tax)}
${subtotals.map(renderSubtotal).join('\n')}
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${money('LineExtensionAmount', net)}
    ${money('TaxExclusiveAmount', net)}
    ${money('TaxInclusiveAmount', net + tax)}
    ${money('PayableAmount', net + tax)}
  </cac:LegalMonetaryTotal>
${lines.map((line) => renderLine(line, detailed ? DETAILS : '')).join('\n')}
</Invoice>
`;
  return new TextEncoder().encode(text);
}

type Party = {
  readonly name: string;
  readonly endpoint: string;
  readonly street: string;
  readonly city: string;
  readonly zone: string;
  readonly vat: string;
  readonly company: string;
  /** Entry in the company register, which an invoice contains for the seller only. */
  readonly register: string | null;
  readonly contact: string;
  readonly mail: string;
};

const SELLER: Party = {
  name: 'Horská dielňa, s. r. o.',
  endpoint: '2020317068',
  street: 'Kamenárska 17',
  city: 'Banská Bystrica',
  zone: '97401',
  vat: 'SK2020317068',
  company: '31333532',
  register: 'OR Banská Bystrica, Sro 1024/S',
  contact: 'Jana Kováčová',
  mail: 'fakturacia@dielna.example',
};

const BUYER: Party = {
  name: 'Mestské lesy, a. s.',
  endpoint: '2020273893',
  street: 'Lesná 2',
  city: 'Trnava',
  zone: '91701',
  vat: 'SK2020273893',
  company: '35757442',
  register: null,
  contact: 'Peter Novák',
  mail: 'nakup@lesy.example',
};

const renderParty = (element: string, party: Party): string => `  <cac:${element}>
    <cac:Party>
      <cbc:EndpointID schemeID="0245">${party.endpoint}</cbc:EndpointID>
      <cac:PartyIdentification>
        <cbc:ID>${party.company}</cbc:ID>
      </cac:PartyIdentification>
      <cac:PartyName>
        <cbc:Name>${party.name}</cbc:Name>
      </cac:PartyName>
      <cac:PostalAddress>
        <cbc:StreetName>${party.street}</cbc:StreetName>
        <cbc:CityName>${party.city}</cbc:CityName>
        <cbc:PostalZone>${party.zone}</cbc:PostalZone>
        <cac:Country>
          <cbc:IdentificationCode>SK</cbc:IdentificationCode>
        </cac:Country>
      </cac:PostalAddress>
      <cac:PartyTaxScheme>
        <cbc:CompanyID>${party.vat}</cbc:CompanyID>
        <cac:TaxScheme>
          <cbc:ID>VAT</cbc:ID>
        </cac:TaxScheme>
      </cac:PartyTaxScheme>
      <cac:PartyLegalEntity>
        <cbc:RegistrationName>${party.name}</cbc:RegistrationName>
        <cbc:CompanyID>${party.company}</cbc:CompanyID>
${party.register === null ? '' : `        <cbc:CompanyLegalForm>${party.register}</cbc:CompanyLegalForm>\n`}      </cac:PartyLegalEntity>
      <cac:Contact>
        <cbc:Name>${party.contact}</cbc:Name>
        <cbc:Telephone>+421 48 123 45 67</cbc:Telephone>
        <cbc:ElectronicMail>${party.mail}</cbc:ElectronicMail>
      </cac:Contact>
    </cac:Party>
  </cac:${element}>`;

const renderSubtotal = ({ rate, taxable, tax }: { rate: number; taxable: number; tax: number }): string =>
  `    <cac:TaxSubtotal>
      ${money('TaxableAmount', taxable)}
      ${money('TaxAmount', tax)}
      <cac:TaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>${rate}</cbc:Percent>
        <cac:TaxScheme>
          <cbc:ID>VAT</cbc:ID>
        </cac:TaxScheme>
      </cac:TaxCategory>
    </cac:TaxSubtotal>`;

/** Typical item properties of parts suppliers, in UBL's element for them. */
const DETAILS = ['Materiál', 'Povrchová úprava']
  .map(
    (name) => `
      <cac:AdditionalItemProperty>
        <cbc:Name>${name}</cbc:Name>
        <cbc:Value>podľa technickej špecifikácie výrobcu, ako v ponuke a v zmluve</cbc:Value>
      </cac:AdditionalItemProperty>`,
  )
  .join('');

const renderLine = (line: Line, details: string): string => `  <cac:InvoiceLine>
    <cbc:ID>${line.number}</cbc:ID>
    <cbc:InvoicedQuantity unitCode="H87">${line.quantity}</cbc:InvoicedQuantity>
    ${money('LineExtensionAmount', netOf(line))}
    <cac:OrderLineReference>
      <cbc:LineID>${line.number}</cbc:LineID>
    </cac:OrderLineReference>
    <cac:Item>
      <cbc:Description>Náhradný diel podľa výkresu ${line.number}</cbc:Description>
      <cbc:Name>Diel ${line.number}</cbc:Name>
      <cac:SellersItemIdentification>
        <cbc:ID>D-${line.number}</cbc:ID>
      </cac:SellersItemIdentification>
      <cac:ClassifiedTaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>${line.rate}</cbc:Percent>
        <cac:TaxScheme>
          <cbc:ID>VAT</cbc:ID>
        </cac:TaxScheme>
      </cac:ClassifiedTaxCategory>${details}
    </cac:Item>
    <cac:Price>
      ${money('PriceAmount', line.price)}
    </cac:Price>
  </cac:InvoiceLine>`;
