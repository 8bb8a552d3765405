/** Invoices that were once rendered wrongly, and what the page and its payment codes must contain. */
import { readFileSync } from 'node:fs';
import { draft, PAID } from './print.ts';

export type FoundPage = {
  readonly finding: string;
  readonly is: string;
  readonly xml: string;
  readonly expected: {
    readonly shows?: readonly (string | RegExp)[];
    readonly lacks?: readonly (string | RegExp)[];
    /** Payee and BIC of the SEPA code; null: the page has no payment code. */
    readonly code?: { readonly payee: string; readonly bic: string } | null;
    /** Warning codes except `beyond_model` and `cii_preview_only`. */
    readonly warnings?: readonly string[];
  };
};

const UBL = draft({ ...PAID, sellerName: 'Tatranský obchod' });
const CII = readFileSync(new URL('../invoice/cii-invoice.xml', import.meta.url), 'utf8');

const change = (...replacements: readonly (readonly [string | RegExp, string])[]): string => {
  let xml = UBL;
  for (const [from, to] of replacements) {
    const changed = xml.replaceAll(from, () => to);
    if (changed === xml) throw new Error(`the invoice has no ${from}`);
    xml = changed;
  }
  return xml;
};
const named = (name: string): string => change(['Tatranský obchod', name]);
const before = (element: string, xml: string): readonly [string, string] => [element, `${xml}${element}`];

const allowance = (indicator: string, reason: string): string =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason>` +
  '<cbc:Amount currencyID="EUR">20.00</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent>' +
  '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>';
const attachment = (name: string, type: string, bytes: string): string =>
  `<cac:AdditionalDocumentReference><cbc:ID>${name}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${type}" filename="${name}">` +
  `${Buffer.from(bytes, 'latin1').toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
const term = (date: string, amount: string): string =>
  `<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">${date}</udt:DateTimeString></ram:DueDateDateTime><ram:PartialPaymentAmount>${amount}</ram:PartialPaymentAmount></ram:SpecifiedTradePaymentTerms>`;

export const FOUND_PAGES: readonly FoundPage[] = [
  {
    finding: 'R2',
    is: 'a name of two lines',
    xml: named('Deutsches Patent -\n\t\tund Markenamt'),
    expected: { code: { payee: 'Deutsches Patent - und Markenamt', bic: '' }, warnings: [] },
  },
  {
    finding: 'R3',
    is: 'a name with an emoji as character 70',
    xml: named(`${'X'.repeat(69)}\u{1f600} firma`),
    expected: { code: { payee: 'X'.repeat(69), bic: '' }, warnings: [] },
  },
  {
    finding: 'R5',
    is: 'an amount due in another currency',
    xml: change(['<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount currencyID="HUF">']),
    expected: { shows: [/Na úhradu\s*313,65\sHUF/], code: null, warnings: ['amount_due_currency'] },
  },
  {
    finding: 'R8',
    is: 'a Factur-X invoice of the profile MINIMUM that is paid in part',
    xml: CII.replace('urn:cen.eu:en16931:2017', 'urn:factur-x.eu:1p0:minimum').replace(
      /(<ram:DuePayableAmount>)[^<]*/,
      '$11.00',
    ),
    expected: { warnings: [] },
  },
  {
    finding: 'R9',
    is: 'two due dates',
    xml: CII.replace(
      /<ram:SpecifiedTradePaymentTerms>[\s\S]*?<\/ram:SpecifiedTradePaymentTerms>/,
      term('20241201', '60.00') + term('20241120', '40.00'),
    ),
    expected: { shows: [/1\.\s12\.\s2024 · 60,00/, /20\.\s11\.\s2024 · 40,00/], lacks: ['20241120'] },
  },
  {
    finding: 'R12',
    is: 'a malformed BIC',
    xml: change(
      before(
        '</cac:PayeeFinancialAccount>',
        '<cac:FinancialInstitutionBranch><cbc:ID>tatr sk bx</cbc:ID></cac:FinancialInstitutionBranch>',
      ),
    ),
    expected: { shows: ['tatr sk bx'], code: { payee: 'Tatranský obchod', bic: '' }, warnings: [] },
  },
  {
    finding: 'R15',
    is: 'charge indicators 0 and 1',
    xml: change(before('<cac:TaxTotal>', allowance('0', 'Vernosť') + allowance('1', 'Doprava'))),
    expected: { shows: [/Zľava\s*Vernosť.*− 20,00/s, /Prirážka\s*Doprava.*\+ 20,00/s] },
  },
  {
    finding: 'R15',
    is: 'a PDF and a JPEG with wrong types',
    xml: change(
      before(
        '<cac:AccountingSupplierParty>',
        attachment('a.pdf', 'application/octet-stream', '%PDF-1.7\n%%EOF') +
          attachment('b.jpg', 'image/png', '\xff\xd8\xff\xe0\x00\x10JFIF\x00\xff\xd9'),
      ),
    ),
    expected: { shows: ['a.pdf', 'b.jpg'], lacks: ['sa tu nedá otvoriť', 'sa tu dá otvoriť'] },
  },
  ...['LS paušál', 'E48 služieb', 'HAR ha', 'KWT kW', 'NPR pár', 'XCT kartón'].map((unit): FoundPage => {
    const [code = '', word = ''] = unit.split(' ');
    return {
      finding: 'R15',
      is: `the unit ${code}`,
      xml: change([/unitCode="[A-Z0-9]+"/g, `unitCode="${code}"`]),
      expected: { shows: [new RegExp(`\\d\\s${word}`)], lacks: [new RegExp(`\\d\\s${code}`)] },
    };
  }),
  ...['3 MON mesiace', '10 DAY dní', '5 MON mesiacov', '1 DAY deň'].map((quantity): FoundPage => {
    const [count = '', code = '', words = ''] = quantity.split(' ');
    return {
      finding: 'R15',
      is: `a quantity of ${count} ${code}`,
      xml: change([/<cbc:InvoicedQuantity[^>]*>[^<]*/g, `<cbc:InvoicedQuantity unitCode="${code}">${count}`]),
      expected: { shows: [new RegExp(`${count}\\s${words}`)] },
    };
  }),
  ...['E oslobodené', 'AE prenesenie', 'K dodanie', 'G vývoz', 'L daň IGIC', 'M daň IPSI'].map(
    (category): FoundPage => {
      const [code = '', ...words] = category.split(' ');
      return {
        finding: 'R15',
        is: `the VAT category ${code}`,
        xml: change(['<cbc:ID>S</cbc:ID>', `<cbc:ID>${code}</cbc:ID>`]),
        expected: { shows: [new RegExp(`\\s${code} ${words.join(' ')}`)] },
      };
    },
  ),
  {
    finding: 'R15',
    is: 'a foreign payee',
    xml: change(
      before(
        '<cac:PaymentMeans>',
        '<cac:PayeeParty><cac:PartyName><cbc:Name>Faktoring GmbH</cbc:Name></cac:PartyName>' +
          '<cac:PartyLegalEntity><cbc:CompanyID>HRB 12345</cbc:CompanyID></cac:PartyLegalEntity></cac:PayeeParty>',
      ),
    ),
    expected: { shows: [/Registračné číslo\s*HRB 12345/], lacks: [/IČO\s*HRB 12345/] },
  },
  {
    finding: 'R2, R12',
    is: 'an account with the label IBAN',
    xml: change([PAID.sellerIban, `IBAN: ${PAID.sellerIban}`]),
    expected: { code: { payee: 'Tatranský obchod', bic: '' }, warnings: [] },
  },
  {
    finding: 'R2, R12',
    is: 'a currency in lower case',
    xml: change(['<cbc:DocumentCurrencyCode>EUR', '<cbc:DocumentCurrencyCode>eur']),
    expected: { shows: ['kódom ISO 4217'], code: null, warnings: ['payment_code_missing'] },
  },
];

/** Names of PDF test cases, and the file that the page and the service must select. */
export const FOUND_PDFS = [
  ['R1', 'a file that an update replaces', 'factur-x.xml'],
  ['R1', 'a specification in the list itself', 'factur-x.xml'],
  ['R1', 'a supplement before the invoice', 'Faktura_2027-001.xml'],
  ['R1', 'a file attached to a page as an annotation', 'factur-x.xml'],
  ['R4', 'AES-128 and an owner password', 'factur-x.xml'],
  ['R7', 'Latin-1 without a declaration', 'factur-x.xml'],
  ['R13', 'two invoices', 'FA-1.xml'],
  ['R15', 'neither a type nor an ending', 'faktura'],
] as const;
