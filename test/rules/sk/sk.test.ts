import { findRuleText } from '@e-invoice/validator/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCrossCheckedValidator } from '../../support/cross-checked-validator.ts';
import {
  add,
  attribute,
  find,
  type Mutation,
  makeCreditNote,
  makeInvoice,
  type Part,
  remove,
  text,
} from '../../support/invoice-builder.ts';
import type { PackValidator } from '../../support/pack-validator.ts';

/** The expected rules, and the changes that break them in a valid invoice; an empty list is a valid change. */
type Case = readonly [fires: readonly string[], ...changes: Mutation[]];

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const SELLER_VAT = `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`;
const SELLER_TAX = `${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`;
const BUYER_VAT = `${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`;
const SELLER_ADDRESS = `${SELLER}/cbc:EndpointID`;
const BUYER_ADDRESS = `${BUYER}/cbc:EndpointID`;
const SELLER_ICO = `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`;
const BUYER_ICO = `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`;
const ACCOUNT = 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID';
const GROUP = 'cac:TaxTotal/cac:TaxSubtotal';
const CATEGORY = `${GROUP}/cac:TaxCategory`;
const DUE = 'cac:LegalMonetaryTotal/cbc:PayableAmount';
const PAID = 'cac:LegalMonetaryTotal/cbc:PrepaidAmount';
const BUYER_TAX = `${BUYER}/cac:PartyTaxScheme`;
const REFERENCE = 'cac:BillingReference/cac:InvoiceDocumentReference';

const country = (party: string, code: string): Mutation =>
  text(`${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, code);
const scheme = (path: string, code: string): Mutation => attribute(path, 'schemeID', code);
const amount = (name: string, value: string, currency = 'EUR'): string =>
  `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`;

/**
 * The seller of the sample is a registered company and its register entry is present; the invoice refers to one of
 * this year.
 */
const sound: readonly Mutation[] = [
  add(
    `${SELLER}/cac:PartyLegalEntity`,
    '<cbc:CompanyLegalForm>Obchodný register Mestského súdu Košice, Sro, 123/P</cbc:CompanyLegalForm>',
  ),
  add(REFERENCE, '<cbc:IssueDate>2026-04-02</cbc:IssueDate>'),
];

let sk: PackValidator;
const fired = new Set<string>();
beforeAll(async () => {
  sk = await makeCrossCheckedValidator('sk/1.0.0');
});

/** Rules on contradictions (SK-R-101 to 132) are tested in plausibility.test.ts. */
const isOwn = (id: string): boolean => id < 'SK-R-1';

function check(cases: readonly Case[], make = makeInvoice): void {
  for (const [expected, ...changes] of cases) {
    it(expected.length === 0 ? 'nothing' : expected.join(' '), () => {
      const found = sk.validate(make(...sound, ...changes)).filter(isOwn);
      for (const id of found) fired.add(id);
      expect(found).toEqual(expected);
    });
  }
}

describe('a valid document', () => {
  check([[[]]]);
  check([[[]]], makeCreditNote);
});

describe('identifiers', () => {
  check([
    // DIČ; the IČ DPH of the seller does not match a changed address
    [['SK-R-001'], text(SELLER_ADDRESS, '202031706')],
    [['SK-R-001', 'SK-R-030'], text(SELLER_ADDRESS, '9020317068')],
    [['SK-R-002', 'SK-R-030'], text(SELLER_ADDRESS, '2020317069')],
    [['SK-R-003'], text(SELLER_ADDRESS, 'SK2020317068')],
    [['SK-R-003'], text(BUYER_ADDRESS, '0245:2020273893')],
    [[], text(SELLER_ADDRESS, '0000000001'), text(BUYER_ADDRESS, '0000000002')],
    [
      ['SK-R-001'],
      add(BUYER, '<cac:PartyIdentification><cbc:ID schemeID="0245">35757442</cbc:ID></cac:PartyIdentification>'),
    ],
    // another number instead of the DIČ (BT-32)
    [['SK-R-013'], text(SELLER_TAX, '31322832')],
    [['SK-R-013'], text(SELLER_TAX, 'SK 2020317068')],
    [[], text(SELLER_TAX, '31322833')],
    // IČ DPH
    [['SK-R-004'], text(BUYER_VAT, 'SK 2020273893')],
    [['SK-R-004'], text(BUYER_VAT, 'sk2020273893')],
    // the EU scheme for small businesses
    [[], text(SELLER_VAT, 'SK2020317068-EX')],
    [['SK-R-005'], text(SELLER_VAT, 'SK2020317069-EX')],
    [['SK-R-004'], text(SELLER_VAT, 'SK2020317068EX')],
    [['SK-R-005', 'SK-R-030'], text(BUYER_VAT, 'SK2020273894')],
    [['SK-R-005'], text('cac:TaxRepresentativeParty/cac:PartyTaxScheme/cbc:CompanyID', 'SK2021853505')],
    [[], text(BUYER_VAT, 'CZ00177041')],
    // IČO
    [['SK-R-006'], text(SELLER_ICO, '3133353')],
    [['SK-R-007'], text(SELLER_ICO, '31333533')],
    [['SK-R-007'], text(SELLER_ICO, '31328356')],
    [[], text(SELLER_ICO, '00603481')],
    [['SK-R-008'], text(BUYER_ICO, '35757443')],
    [[], text(BUYER_ICO, 'K-35757443')],
    [[], text(BUYER_ICO, '35757443'), country(BUYER, 'CZ')],
    // DIČ in addition to the IČ DPH
    [['SK-R-009', 'SK-R-031'], text(SELLER_TAX, '2020317069')],
    // accounts
    [['SK-R-010'], text(ACCOUNT, 'SK3212000000198742637541')],
    [['SK-R-010'], text(ACCOUNT, 'SK311200000019874263754')],
    [['SK-R-011'], text(ACCOUNT, 'SK0412000000198742637542')],
    [['SK-R-012'], text(ACCOUNT, 'DE89370400440532013001')],
    [[], text(ACCOUNT, 'DE89370400440532013000')],
    // Notation that differs from the electronic form (SK-R-062); the number itself is valid.
    [['SK-R-062'], text(ACCOUNT, 'SK31 1200 0000 1987 4263 7541')],
    [['SK-R-062'], text(ACCOUNT, 'sk3112000000198742637541')],
    [['SK-R-062'], text(ACCOUNT, '19-8742637541/1200')],
    [['SK-R-062'], text(ACCOUNT, '123456/0100')],
    [[], text(ACCOUNT, '0123456789')],
    [[], text(ACCOUNT, '19-8742637541/1200'), text('cac:PaymentMeans/cbc:PaymentMeansCode', '48')],
  ]);
});

describe('electronic addresses', () => {
  check([
    [['SK-R-020'], text(BUYER_ADDRESS, 'SK35757442'), scheme(BUYER_ADDRESS, '0196')],
    [['SK-R-021'], text(BUYER_ADDRESS, '0035757442'), scheme(BUYER_ADDRESS, '0208')],
    [['SK-R-022'], text(BUYER_ADDRESS, 'SK2020273893'), scheme(BUYER_ADDRESS, '9950')],
    [['SK-R-023'], text(BUYER_ADDRESS, '35757442'), scheme(BUYER_ADDRESS, '0158')],
    [['SK-R-024'], text(BUYER_ADDRESS, '8584000000014'), scheme(BUYER_ADDRESS, '0088')],
    [[], text(BUYER_ADDRESS, '8584000000014'), scheme(BUYER_ADDRESS, '0088'), country(BUYER, 'AT')],
  ]);
});

const selfBilled = text(
  'cbc:CustomizationID',
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
);

describe('parties', () => {
  const payer = remove(`${SELLER}/cac:PartyTaxScheme`);
  check([
    [['SK-R-030'], text(BUYER_ADDRESS, '2020372596')],
    // a member of a VAT group: its own DIČ, the IČ DPH of the group
    [[], text(SELLER_VAT, 'SK7020000152')],
    [['SK-R-031'], text(SELLER_TAX, '2020273893')],
    [['SK-R-032'], payer, text(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, '2020273893')],
    [['SK-R-033', 'SK-R-092'], remove(`${SELLER}/cac:PostalAddress/cbc:CityName`)],
    // a village without streets: the law requires an address, so this is information
    [['SK-R-091'], remove(`${SELLER}/cac:PostalAddress/cbc:StreetName`)],
    [['SK-R-094'], remove(`${BUYER}/cac:PostalAddress/cbc:StreetName`)],
    [['SK-R-098'], selfBilled, remove(`${SELLER}/cac:PostalAddress/cbc:StreetName`)],
    [['SK-R-099'], selfBilled, remove(`${BUYER}/cac:PostalAddress/cbc:StreetName`)],
    [['SK-R-034', 'SK-R-096'], remove(`${BUYER}/cac:PostalAddress/cbc:PostalZone`)],
    [[], remove(`${BUYER}/cac:PostalAddress/cbc:PostalZone`), country(BUYER, 'IE')],
    [['SK-R-035'], remove(SELLER_ICO)],
    [['SK-R-036'], remove(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`)],
    [
      [],
      remove(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`),
      text(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, 'Ing. Eva Hrušková'),
    ],
    [['SK-R-037'], text(`${SELLER}/cac:PostalAddress/cbc:PostalZone`, '5801')],
    [['SK-R-038'], text(`${BUYER}/cac:PostalAddress/cbc:PostalZone`, 'SK-81108')],
    [[], text(`${BUYER}/cac:PostalAddress/cbc:PostalZone`, '81108')],
    // SR is Suriname: reported only for a party with Slovak numbers
    [['SK-R-039'], country(BUYER, 'SR')],
    [['SK-R-039'], country(SELLER, 'sr')],
    [[], country(BUYER, 'SR'), text(BUYER_VAT, 'SR123456'), scheme(BUYER_ADDRESS, '9930'), text(BUYER_ADDRESS, '123')],
    // seller and buyer are the same
    [['SK-R-030', 'SK-R-087'], text(BUYER_VAT, 'SK2020317068')],
    [['SK-R-030', 'SK-R-087'], text(BUYER_ADDRESS, '2020317068')],
  ]);
});

describe('VAT', () => {
  const rate = (value: string): Mutation => text(`${CATEGORY}/cbc:Percent`, value);
  const single = [remove('cac:BillingReference'), remove('cac:InvoicePeriod'), remove('cac:Delivery')];
  const issued = (day: string): Mutation => text('cbc:IssueDate', day);
  const tax = (day: string): Mutation => add('', `<cbc:TaxPointDate>${day}</cbc:TaxPointDate>`);
  // The sums of the sample have other rates and categories.
  const ignoring: Mutation = (part) => {
    part.children.splice(
      0,
      part.children.length,
      ...part.children.filter(({ name }) => !/Line$|AllowanceCharge/.test(name)),
    );
    for (const group of find(part, 'cac:TaxTotal').children) {
      group.children.splice(
        0,
        group.children.length,
        ...group.children.filter(({ name }) => name === 'cac:TaxCategory'),
      );
    }
  };
  const becomes = (category: string, ...inside: string[]): Mutation[] => [
    ignoring,
    text(`${CATEGORY}/cbc:ID`, category),
    ...inside.map((xml) => add(CATEGORY, xml)),
  ];
  const code = (value: string): string => `<cbc:TaxExemptionReasonCode>${value}</cbc:TaxExemptionReasonCode>`;
  const reason = (value: string): string => `<cbc:TaxExemptionReason>${value}</cbc:TaxExemptionReason>`;
  const unregistered = [
    remove(`${SELLER}/cac:PartyTaxScheme`),
    remove(`${SELLER}/cac:PartyTaxScheme`),
    remove('cac:TaxRepresentativeParty'),
  ];
  check([
    [['SK-R-040', 'SK-R-040'], ...unregistered],
    [[], ...unregistered, ...becomes('O'), remove(`${GROUP}[2]`)],
    // rates by the tax point
    [['SK-R-041'], ignoring, ...single, tax('2025-01-01'), rate('20')],
    [['SK-R-041', 'SK-R-041'], ignoring, ...single, tax('2024-12-31')],
    [['SK-R-041'], ignoring, ...single, tax('2024-12-31'), rate('20')],
    [[], ignoring, ...single, tax('2024-12-31'), rate('20'), remove(`${GROUP}[2]`)],
    [['SK-R-041', 'SK-R-073'], ignoring, ...single, issued('2025-02-02'), rate('20')],
    [['SK-R-073'], ignoring, ...single, issued('2025-01-20'), rate('20')],
    [['SK-R-041'], ignoring, remove('cac:BillingReference'), rate('21')],
    [['SK-R-041'], ignoring, rate('20')],
    [[], ignoring, remove(`${REFERENCE}/cbc:IssueDate`), rate('20')],
    [
      [],
      ignoring,
      rate('21'),
      text('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode', 'CZ'),
    ],
    [[], ignoring, rate('21'), text(SELLER_VAT, 'CZ00177041'), text(SELLER_TAX, 'x')],
    [['SK-R-042'], ...becomes('Z')],
    [['SK-R-042'], ...becomes('L')],
    // a rate of a line that the breakdown lacks, where the official rules report nothing
    [['SK-R-048'], text('cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent', '5')],
    [['SK-R-048'], text('cac:AllowanceCharge/cac:TaxCategory/cbc:Percent', '5')],
    [
      [],
      text('cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent', '5'),
      text('cac:TaxTotal/cbc:TaxAmount', '1.00'),
    ],
    [['SK-R-043'], ...becomes('K', code('VATEX-EU-IC'))],
    [[], ...becomes('K', code('VATEX-EU-IC')), text(BUYER_VAT, 'CZ00177041')],
    [['SK-R-044'], ...becomes('K', code('VATEX-EU-132')), text(BUYER_VAT, 'CZ00177041')],
    [['SK-R-044'], ...becomes('G', code('VATEX-EU-132-1A'))],
    [[], ...becomes('G', code('VATEX-EU-146-1E'))],
    [[], ...becomes('E', code('VATEX-EU-132-1A'))],
    [['SK-R-045'], ...becomes('E', code('VATEX-FR-FRANCHISE'))],
    [['SK-R-046'], ...becomes('AE', code('VATEX-EU-AE'))],
    [[], ...becomes('AE', code('VATEX-EU-AE'), reason('Prenesenie daňovej povinnosti'))],
    [[], ...becomes('AE', reason('Reverse charge'))],
    [['SK-R-049'], ...becomes('AE', code('VATEX-EU-AE'), reason('Prenesenie daňovej povinnosti')), remove(BUYER_TAX)],
    [[], ...becomes('AE', code('VATEX-EU-AE'), reason('Prenesenie daňovej povinnosti'))],
    [['SK-R-047'], ...becomes('E', code('VATEX-EU-F'))],
    [[], ...becomes('E', code('VATEX-EU-F')), text('cbc:Note', 'Úprava zdaňovania prirážky – použitý tovar')],
  ]);
});

describe('amounts', () => {
  const inCzech = (accounted: string): Mutation[] => [
    text('cbc:DocumentCurrencyCode', 'CZK'),
    (part: Part): void => {
      const walk = (at: Part): void => {
        if (at.attributes.has('currencyID')) at.attributes.set('currencyID', 'CZK');
        at.children.forEach(walk);
      };
      walk(part);
    },
    add('', accounted),
  ];
  const inEuro = (value: string): string =>
    `<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode><cac:TaxTotal>${amount('TaxAmount', value)}</cac:TaxTotal>`;
  check([
    [['SK-R-050'], text(`${GROUP}/cbc:TaxAmount`, '92.01')],
    [['SK-R-050'], text(`${GROUP}/cbc:TaxAmount`, '91.05')],
    // computed from the amount with VAT
    [['SK-R-051', 'SK-R-059'], text(`${GROUP}/cbc:TaxableAmount`, '400.02'), text(`${GROUP}/cbc:TaxAmount`, '92.01')],
    // the official rule reports a difference of one
    [[], text(`${GROUP}/cbc:TaxAmount`, '93.00')],
    [['SK-R-051'], text(`${GROUP}/cbc:TaxableAmount`, '400.01'), text(`${GROUP}/cbc:TaxAmount`, '92.00')],
    [['SK-R-052'], text('cac:InvoiceLine/cac:Price/cbc:PriceAmount', '45.001')],
    [[], text('cac:InvoiceLine/cac:Price/cbc:PriceAmount', '45.0004')],
    [['SK-R-053'], text('cac:AllowanceCharge/cbc:BaseAmount', '499.90')],
    [['SK-R-055'], ...inCzech('')],
    [['SK-R-055'], ...inCzech('<cbc:TaxCurrencyCode>USD</cbc:TaxCurrencyCode>')],
    [[], ...inCzech(inEuro('4.72'))],
    [['SK-R-056'], ...inCzech(inEuro('118.03'))],
  ]);

  it('rounds half a cent away from zero, including in a negative group', () => {
    const group = (taxable: string, tax: string): Mutation[] => [
      text(`${GROUP}[2]/cbc:TaxableAmount`, taxable),
      text(`${GROUP}[2]/cbc:TaxAmount`, tax),
      text(`${GROUP}[2]/cac:TaxCategory/cbc:Percent`, '5'),
    ];
    const without051 = (...changes: Mutation[]): string[] =>
      sk.validate(makeInvoice(...sound, ...changes)).filter((id) => id !== 'SK-R-051' && isOwn(id));
    expect(without051(...group('0.10', '0.01'))).toEqual([]);
    // The same tax as a share of the amount with VAT: information only.
    expect(without051(...group('0.10', '0.00'))).toEqual(['SK-R-059']);
    expect(without051(...group('-0.10', '-0.01'))).toEqual([]);
    expect(without051(...group('-0.10', '0.00'))).toEqual(['SK-R-059']);
  });
});

describe('payment', () => {
  const reference = (value: string): Mutation => text('cac:PaymentMeans/cbc:PaymentID', value);
  check([
    [['SK-R-060'], reference('20260000042')],
    [['SK-R-060'], reference('FV-2026-42')],
    [[], reference('2026 0042')],
    [[], reference('/VS20260042/SS/KS0308')],
    [[], reference('RF18539007547034')],
    [[], reference('FV-2026-42'), country(BUYER, 'AT')],
    [[], reference('FV-2026-42'), text('cac:PaymentMeans/cbc:PaymentMeansCode', '48')],
    [['SK-R-062'], text(ACCOUNT, 'Tatra banka, a. s.')],
    [['SK-R-062'], text(ACCOUNT, 'TATRSKBX')],
    [['SK-R-062'], text(ACCOUNT, 'GIBASKBXXXX')],
    [['SK-R-062'], text(ACCOUNT, '19-8742637541/1200')],
    [[], text(ACCOUNT, 'TATRSKBX'), text('cac:PaymentMeans/cbc:PaymentMeansCode', '48')],
    [['SK-R-061'], remove('cac:PaymentMeans')],
    [[], remove('cac:PaymentMeans'), text('cac:LegalMonetaryTotal/cbc:PayableAmount', '0.00')],
    [[], remove('cac:PaymentMeans'), country(SELLER, 'AT')],
  ]);
});

describe('texts', () => {
  const name = (value: string): Mutation => text('cac:InvoiceLine/cac:Item/cbc:Name', value);
  const NAMES = ['Ložisko', 'ÄPFEL', 'Ångström', 'SÃO PAULO', 'MĂR', 'R&D', 'A&B;C', 'Café Ä', 'ŤAŽNÉ ĹAH', 'Œuvre'];
  // UTF-8 decoded as windows-1250 and as windows-1252, letter by letter
  const garbledAs = (encoding: string): string[] =>
    [...'áäčďéíĺľňóôŕťúýžÁČĎÉÍĽŇÓŤÚÝŽ'].map((letter) =>
      new TextDecoder(encoding).decode(new TextEncoder().encode(`Kov ${letter}x`)),
    );
  check([
    ...['windows-1250', 'windows-1252'].flatMap((it) =>
      garbledAs(it).map((value): Case => [['SK-R-014'], name(value)]),
    ),
    ...['Lo\uFFFDisko', 'Lo&#382;isko', 'Kov &amp; syn'].map((value): Case => [['SK-R-014'], name(value)]),
    ...NAMES.map((value): Case => [[], name(value)]),
    [['SK-R-014'], text(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, 'OdberateÄ¾ a. s.')],
    [['SK-R-014'], text('cbc:Note', 'ÄŽakujeme')],
  ]);
});

describe('numbers of lines', () => {
  check([
    [['SK-R-057'], text('cac:InvoiceLine[2]/cbc:ID', '1')],
    [['SK-R-057'], text('cac:InvoiceLine[2]/cbc:ID', ' 1 ')],
    [[], text('cac:InvoiceLine[2]/cbc:ID', '1.1')],
  ]);
});

describe('years', () => {
  const single = [remove('cac:BillingReference'), remove('cac:InvoicePeriod')];
  check([
    [['SK-R-074'], ...single, text('cbc:DueDate', '2206-05-18')],
    [['SK-R-074'], ...single, text('cbc:DueDate', '2036-05-18')],
    [[], ...single, text('cbc:DueDate', '2035-05-18')],
    [['SK-R-071', 'SK-R-074'], text('cbc:DueDate', '0206-05-18')],
    [['SK-R-071', 'SK-R-074'], text('cbc:IssueDate', '2062-05-04')],
  ]);
});

describe('dates', () => {
  const single = [remove('cac:BillingReference'), remove('cac:InvoicePeriod')];
  check([
    [['SK-R-070'], add('cac:PaymentMeans', '<cbc:PaymentDueDate>2026-02-30</cbc:PaymentDueDate>')],
    [['SK-R-070'], add('cac:PaymentMeans', '<cbc:PaymentDueDate>18.5.2026</cbc:PaymentDueDate>')],
    [['SK-R-071'], text('cbc:DueDate', '2026-05-03')],
    [[], text('cbc:DueDate', '2026-05-03'), text(DUE, '0.00')],
    [['SK-R-072'], ...single, text('cbc:IssueDate', '2026-05-16')],
    [[], ...single, text('cbc:IssueDate', '2026-05-15')],
    [[], text('cbc:IssueDate', '2026-05-16')],
    [['SK-R-073'], ...single, remove('cac:Delivery'), remove('cac:InvoiceLine/cac:InvoicePeriod')],
    [[], ...single, remove('cac:Delivery'), add('', '<cbc:TaxPointDate>2026-04-28</cbc:TaxPointDate>')],
  ]);
});

describe('references', () => {
  const type = (code: string): Mutation => text('cbc:InvoiceTypeCode', code);
  check([
    [['SK-R-082'], text(`${REFERENCE}/cbc:ID`, 'FV-2026-0042')],
    [['SK-R-083', 'SK-R-097'], type('384')],
    [['SK-R-083'], type('384'), country(BUYER, 'DE')],
    [['SK-R-084'], type('325')],
    [['SK-R-085'], type('389')],
    [['SK-R-085'], add('', '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0</cbc:ProfileID>')],
    [[], type('389'), text('cbc:Note', 'Vyhotovenie faktúry odberateľom.')],
    // a foreign buyer writes it in its own language
    [[], type('389'), text('cbc:Note', 'Gutschrift'), country(BUYER, 'AT')],
    [['SK-R-088'], text(DUE, '-1.00'), remove(PAID)],
    [['SK-R-088'], text('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', '-1.00')],
    [['SK-R-089'], text(DUE, '-1.00'), text(PAID, '1000.00')],
    // taxed advances above the supply, subtracted on a line
    [['SK-R-089'], text(DUE, '-1.00'), remove(PAID), text('cac:InvoiceLine[2]/cbc:LineExtensionAmount', '-117.00')],
    [[], text(DUE, '-1.00'), remove(PAID), type('386')],
  ]);
  check(
    [
      [['SK-R-080'], remove('cac:BillingReference')],
      [['SK-R-081'], remove(`${REFERENCE}/cbc:IssueDate`)],
      [['SK-R-082'], text(`${REFERENCE}/cbc:ID`, 'FV-2026-0042')],
      [['SK-R-086'], text('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', '-655.03')],
    ],
    makeCreditNote,
  );
});

describe('upcoming requirements, only between Slovak parties', () => {
  const [seller, buyer] = [`${SELLER}/cac:PostalAddress`, `${BUYER}/cac:PostalAddress`];
  const isComing = (id: string): boolean => /^SK-R-09[1-7]$/.test(id);
  const cases: [string, Mutation][] = [
    ['SK-R-091', remove(`${seller}/cbc:StreetName`)],
    ['SK-R-092', text(`${seller}/cbc:CityName`, ' ')],
    ['SK-R-093', remove(`${seller}/cbc:PostalZone`)],
    ['SK-R-094', remove(`${buyer}/cbc:StreetName`)],
    ['SK-R-095', remove(`${buyer}/cbc:CityName`)],
    ['SK-R-096', text(`${buyer}/cbc:PostalZone`, '')],
  ];
  it.each(cases)('%s', (expected, change) => {
    const coming = (...more: Mutation[]): string[] =>
      sk.validate(makeInvoice(...sound, change, ...more)).filter(isComing);
    for (const id of coming()) fired.add(id);
    expect(coming()).toEqual([expected]);
    expect(coming(country(BUYER, 'CZ'))).toEqual([]);
    expect(coming(country(SELLER, 'CZ'))).toEqual([]);
    expect(coming(selfBilled)).toEqual([]);
  });

  it('have severity information and state that their date is not known', () => {
    const coming = sk.pack.rules.filter(({ id }) => isComing(id));
    expect(coming).toHaveLength(7);
    for (const { id } of coming) {
      const { message } = findRuleText(id)!;
      expect(message.sk).toMatch(/^Pripravuje sa \(dátum nie je známy\): /);
      expect(message.en).toMatch(/^Coming \(the date is not known\): /);
    }
    expect(coming.map(({ flag }) => flag)).toEqual(coming.map(() => 'information'));
  });
});

afterAll(() => {
  const ids = sk.pack.rules.map(({ id }) => id).filter(isOwn);
  expect(ids.filter((id) => !fired.has(id))).toEqual([]);
});
