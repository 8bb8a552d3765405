/**
 * Documents that once had a wrong result, each as the smallest change of a valid invoice, and the result that they
 * must have. `finding` is the identifier of the report; a letter in front of a number is its area: A rules,
 * D differences, H pages, S security.
 */
import type { ValidationRequest } from '@e-invoice/validator/validation';
import { BUYER, billing, home, SELLER } from '../rules/peppol/peppol-invoice.ts';
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
import { rename } from './root-causes/invoices.ts';
import { peppolInvoice } from './sbdh/envelope.ts';

export type FoundInput = {
  readonly finding: string;
  readonly is: string;
  readonly xml: string;
  readonly request?: Partial<ValidationRequest>;
  readonly expected: {
    readonly valid: boolean;
    /** Rules with this number of issues; 0: the rule must not fire. */
    readonly rules: Readonly<Record<string, number>>;
    readonly coverage?: string;
    /** `expected` of the first rule of `rules`. */
    readonly value?: string | null;
    /** Root causes that must and, with `not`, must not be present. */
    readonly causes?: readonly string[];
    readonly not?: readonly string[];
    /** Texts that the result must and must not contain. */
    readonly contains?: readonly string[];
    readonly lacks?: readonly string[];
  };
};

const QUANTITY = 'cac:InvoiceLine/cbc:InvoicedQuantity';
const CARD = '5555555555554444';
const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';

const withUnit = (unit: string): string =>
  peppolInvoice(attribute(QUANTITY, 'unitCode', unit), remove('cac:InvoiceLine/cac:Price/cbc:BaseQuantity'));

const unit = (code: string, value: string | null, nearest: string, lacks: readonly string[] = []): FoundInput => ({
  finding: value === null ? 'A3' : 'A2, A3',
  is: `the unit ${code}`,
  xml: withUnit(code),
  expected: {
    valid: false,
    rules: { 'BR-CL-23': 1 },
    value,
    causes: ['unit-unknown'],
    contains: [value === null ? `Najbližšie kódy: ${nearest}.` : `Myslí sa ňou kód ${nearest}.`],
    lacks,
  },
});

const currency =
  (code: string): Mutation =>
  (document) => {
    const visit = ({ attributes, children }: Part): void => {
      if (attributes.has('currencyID')) attributes.set('currencyID', code);
      for (const child of children) visit(child);
    };
    visit(document);
  };

/** Puts a Swedish seller into an extension. */
const withSwedishSeller: Mutation = add(
  '',
  '<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><cac:AccountingSupplierParty><cac:Party>' +
    '<cac:PostalAddress><cac:Country><cbc:IdentificationCode>SE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>' +
    '<cac:PartyTaxScheme><cbc:CompanyID>SE556703748501</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>' +
    '</cac:PartyTaxScheme></cac:Party></cac:AccountingSupplierParty></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>',
);
const extensionFirst: Mutation = ({ children }) => {
  children.unshift(children.pop()!);
};

/** The taxable categories of the sample: two allowances and charges, two lines, two rows of the VAT breakdown. */
const CATEGORIES = 6;

const BLANK_DECLARATION = `<?xml version="1.0"${' '.repeat(60_000)}?>`;
const WRONG_DUE = text('cac:LegalMonetaryTotal/cbc:PayableAmount', '600.00');

export const FOUND_INPUTS: readonly FoundInput[] = [
  {
    finding: 'A0',
    is: 'an invoice with credited quantities',
    xml: peppolInvoice(rename(QUANTITY, 'cbc:CreditedQuantity')),
    request: { layers: ['PEPPOL'] },
    expected: { valid: false, rules: { 'PEPPOL-EN16931-R120': 1 } },
  },
  {
    finding: 'A0',
    is: 'a credit note with invoiced quantities',
    xml: makeCreditNote(...billing, rename('cac:CreditNoteLine/cbc:CreditedQuantity', 'cbc:InvoicedQuantity')),
    request: { layers: ['PEPPOL'] },
    expected: { valid: false, rules: { 'PEPPOL-EN16931-R120': 1, 'PEPPOL-EN16931-R130': 1 } },
  },
  unit('ha', 'H18', 'H18', ['kód HA']),
  unit('Stk.', 'H87', 'H87', ['kód STK']),
  unit('t', 'TNE', 'TNE'),
  unit('paleta', 'XPX', 'XPX'),
  unit('DZ', 'DZN', 'DZN', ['XDZ']),
  unit('HR', 'HUR', 'HUR', ['4R']),
  unit('PA', null, 'XPA', ['2A']),
  unit('UN', null, 'XUN'),
  {
    finding: 'A5',
    is: 'an invoiced object (type 130) with an attachment',
    xml: peppolInvoice((document) => {
      const { children } = document.children.find(({ name }) => name === 'cac:AdditionalDocumentReference')!;
      children.splice(1, 0, { name: 'cbc:DocumentTypeCode', attributes: new Map(), children: [], text: '130' });
    }),
    expected: {
      valid: false,
      rules: { 'UBL-CR-666': 1 },
      causes: ['invoiced-object-extended'],
      contains: ['samostatnom prvku cac:AdditionalDocumentReference bez cbc:DocumentTypeCode'],
      lacks: ['1: Invoice'],
    },
  },
  {
    finding: 'A5',
    is: 'an identifier with schemeName',
    xml: peppolInvoice(
      attribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeID', null),
      attribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeName', '0088'),
    ),
    expected: {
      valid: true,
      rules: { 'UBL-DT-08': 1 },
      causes: ['scheme-attribute-name'],
      contains: ['Premenujte atribút schemeName na schemeID.'],
    },
  },
  {
    finding: 'A17',
    is: 'a full payment card number',
    xml: peppolInvoice(text('cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID', CARD)),
    expected: { valid: true, rules: { 'BR-51': 1 }, contains: ['555555******4444'], lacks: [CARD] },
  },
  {
    finding: 'H6',
    is: 'one price with its currency in lower case',
    xml: peppolInvoice(attribute('cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount', 'currencyID', 'eur')),
    expected: {
      valid: false,
      rules: { 'BR-CL-03': 1 },
      value: 'EUR',
      not: ['currency-unknown', 'currency-of-document'],
      contains: ['cbc:PriceAmount'],
      lacks: ['Zvoľte v programe menu faktúry'],
    },
  },
  {
    finding: 'D1',
    is: 'an invoice of XRechnung with a wrong amount due, without its rules',
    xml: makeInvoice(text('cbc:CustomizationID', XRECHNUNG), WRONG_DUE),
    expected: { valid: false, coverage: 'base', rules: { 'BR-CO-16': 1, 'RULESET-NOT-INSTALLED': 1 } },
  },
  {
    finding: 'D1',
    is: 'an invoice in CII',
    xml: '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>',
    expected: { valid: false, coverage: 'none', rules: { 'CII-UNSUPPORTED': 1 } },
  },
  {
    finding: 'D3',
    is: 'a Swedish seller in an extension of a Slovak invoice',
    xml: peppolInvoice(withSwedishSeller, extensionFirst),
    expected: { valid: false, rules: { 'SE-R-006': CATEGORIES } },
  },
  {
    finding: 'D3',
    is: 'a foreign buyer in an extension of a Danish invoice',
    xml: makeInvoice(
      ...billing,
      home(SELLER, 'DK'),
      home(BUYER, 'DK'),
      add(
        '',
        '<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><cac:AccountingCustomerParty><cac:Party>' +
          '<cac:PartyLegalEntity><cbc:CompanyID schemeID="9930">DE1</cbc:CompanyID></cac:PartyLegalEntity>' +
          '</cac:Party></cac:AccountingCustomerParty></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>',
      ),
      extensionFirst,
    ),
    request: { layers: ['PEPPOL'] },
    expected: { valid: false, rules: { 'DK-R-017': 0 } },
  },
  {
    finding: 'S2',
    is: 'an XML declaration with 60,000 blanks',
    xml: BLANK_DECLARATION + peppolInvoice(WRONG_DUE),
    expected: { valid: false, rules: { 'BR-CO-16': 1 }, causes: ['amount-due-wrong'] },
  },
  {
    finding: 'A23',
    is: 'a currency that only one of two compared releases knows',
    xml: makeInvoice(text('cbc:DocumentCurrencyCode', 'ANG'), currency('ANG')),
    request: { ruleset: 'en16931@1.3.16', compare: 'en16931@1.3.15' },
    expected: { valid: false, rules: { 'BR-CL-04': 1 }, causes: ['currency-unknown'] },
  },
];
