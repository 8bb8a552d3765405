import { BUYER, billing, home, SELLER, vat } from '../rules/peppol/peppol-invoice.ts';
import {
  add,
  attribute,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  type Part,
  remove,
  text,
} from '../support/invoice-builder.ts';

const SELLER_REGISTRATION = `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`;
const BUYER_REGISTRATION = `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`;
const SELLER_TAX = `${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`;

const between = (country: string): Mutation[] => [home(SELLER, country), home(BUYER, country)];
const registered = (scheme: string): Mutation[] => [
  attribute(SELLER_REGISTRATION, 'schemeID', scheme),
  attribute(BUYER_REGISTRATION, 'schemeID', scheme),
];
const reference = (description: string, id: string, inside = ''): Mutation =>
  add(
    '',
    `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cbc:DocumentDescription>${description}</cbc:DocumentDescription>${inside}</cac:AdditionalDocumentReference>`,
  );
const endpoint = (party: string, number: string): Mutation[] => [
  text(`${party}/cbc:EndpointID`, number),
  attribute(`${party}/cbc:EndpointID`, 'schemeID', '9933'),
];
const rates = (part: Part): void => {
  if (part.name === 'cbc:Percent') part.text = part.text === '23' ? '25' : '12';
  part.children.forEach(rates);
};

/**
 * Mutations that make the sample a valid document for a seller of each country, and for a buyer where rules require
 * it.
 */
export const COUNTRIES: Readonly<Record<string, readonly Mutation[]>> = {
  PEPPOL: [],
  NO: [home(SELLER, 'NO'), vat(SELLER, 'NO974760673MVA'), text(SELLER_TAX, 'Foretaksregisteret')],
  DK: [
    ...between('DK'),
    text(SELLER_REGISTRATION, 'DK12345678'),
    text(BUYER_REGISTRATION, '87654321'),
    ...registered('0184'),
    attribute(`${BUYER}/cac:PartyIdentification/cbc:ID`, 'schemeID', 'ZZZ'),
    text('cac:PaymentMeans/cbc:PaymentMeansCode', '58'),
  ],
  IT: [home(SELLER, 'IT'), vat(SELLER, 'IT00743110157'), text(SELLER_TAX, 'RSSMRA85T10A562S')],
  SE: [
    ...between('SE'),
    vat(SELLER, 'SE556036079301'),
    text(SELLER_REGISTRATION, '5560360793'),
    text(SELLER_TAX, 'Godkänd för F-skatt'),
    rates,
  ],
  GR: [
    ...between('GR'),
    vat(SELLER, 'EL094019245'),
    ...endpoint(SELLER, '094019245'),
    vat(BUYER, 'EL090000045'),
    ...endpoint(BUYER, '090000045'),
    add(BUYER, '<cac:PartyName><cbc:Name>Δημόσια Επιχείρηση</cbc:Name></cac:PartyName>'),
    text('cbc:ID', '094019245|04/05/2026|1|1.1|A|7'),
    reference('##M.AR.K##', '400001'),
    reference(
      '##INVOICE|URL##',
      'L1',
      '<cac:Attachment><cac:ExternalReference><cbc:URI>https://example.gr/7</cbc:URI></cac:ExternalReference></cac:Attachment>',
    ),
  ],
  IS: [...between('IS'), ...registered('0196'), reference('EINDAGI', '2026-05-20')],
  NL: [...between('NL'), ...registered('0106')],
  DE: [
    ...between('DE'),
    remove('cac:PaymentMeans/cac:CardAccount'),
    add(
      SELLER,
      '<cac:Contact><cbc:Name>Eva</cbc:Name><cbc:Telephone>+49 30 1</cbc:Telephone><cbc:ElectronicMail>eva@example.de</cbc:ElectronicMail></cac:Contact>',
    ),
    add('cac:Delivery/cac:DeliveryLocation/cac:Address', '<cbc:PostalZone>10115</cbc:PostalZone>'),
  ],
  SK: [
    add(
      `${SELLER}/cac:PartyLegalEntity`,
      '<cbc:CompanyLegalForm>Obchodný register Mestského súdu Košice, Sro, 123/P</cbc:CompanyLegalForm>',
    ),
    add('cac:BillingReference/cac:InvoiceDocumentReference', '<cbc:IssueDate>2026-04-02</cbc:IssueDate>'),
  ],
};

const CATEGORY = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
const single: readonly Mutation[] = [remove('cac:BillingReference'), remove('cac:InvoicePeriod')];

const withoutPrepaid = remove('cac:LegalMonetaryTotal/cbc:PrepaidAmount');
const selfBilled = text(
  'cbc:CustomizationID',
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
);

const deliveredTo = (country: string): Mutation =>
  text('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode', country);

/** Further mutations that make a rule applicable. */
const PRECONDITIONS: Readonly<Record<string, readonly Mutation[]>> = {
  'DE-R-030': [add('cac:PaymentMeans', '<cac:PaymentMandate><cbc:ID>M-1</cbc:ID></cac:PaymentMandate>')],
  'SK-R-043': [text(`${CATEGORY}/cbc:ID`, 'K')],
  'SK-R-049': [text(`${CATEGORY}/cbc:ID`, 'AE')],
  'SK-R-098': [selfBilled],
  'SK-R-099': [selfBilled],
  'SK-R-125': [withoutPrepaid],
  'SK-R-131': [withoutPrepaid, remove('cac:BillingReference')],
  'SK-R-105': [text(`${CATEGORY}/cbc:ID`, 'K'), deliveredTo('CZ')],
  'SK-R-106': [text(`${CATEGORY}/cbc:ID`, 'G'), deliveredTo('UA')],
  'SK-R-123': [
    remove(`${SELLER}/cac:PartyTaxScheme`),
    text(`${CATEGORY}/cbc:ID`, 'O'),
    text(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, '2020317068'),
  ],
  'SK-R-072': single,
  'SK-R-073': [...single, remove('cac:InvoiceLine/cac:InvoicePeriod')],
};

/** Rules that apply only to credit notes. */
const OF_CREDIT_NOTES = new Set([
  'PEPPOL-EN16931-R080',
  'PEPPOL-EN16931-P0101',
  'DK-R-016',
  'NL-R-001',
  'SK-R-080',
  'SK-R-081',
  'SK-R-086',
]);

/** A document of the country of a rule that passes the rule. The seller has no tax representative. */
export function soundDocument(ruleId: string): string {
  const country = COUNTRIES[/^[A-Z]+/.exec(ruleId)![0]]!;
  const make = OF_CREDIT_NOTES.has(ruleId) ? makeCreditNote : makeInvoice;
  return make(...billing, remove('cac:TaxRepresentativeParty'), ...country, ...(PRECONDITIONS[ruleId] ?? []));
}
