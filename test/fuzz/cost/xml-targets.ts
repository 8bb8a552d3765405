import { parseXml } from '@e-invoice/schematron/xml';
import { compareFiles, convertFile } from '@e-invoice/validator/conversion';
import { makeValidator } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../../src/app.ts';
import { NotRenderable, renderInvoice } from '../../../src/modules/rendering/index.ts';
import { estimateCost } from '../../../src/modules/validation/estimate-cost.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { makeInvoice, text } from '../../support/invoice-builder.ts';
import { VALUES } from '../values.data.ts';
import { once, type Pump } from './pump.ts';
import type { Target } from './target.ts';

const SMALL_BYTES = 32 * 1024;
/** Larger files are processed as large ones, whatever their content. */
const MEDIUM_BYTES = 256 * 1024;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Namespaces, structures, references and values that may slow down a parser, a rule or a page. */
const WORDS: readonly string[] = [
  ...VALUES,
  '<!--№-->',
  '<!---->',
  '<?a №?>',
  '<![CDATA[№]]>',
  '&#65;',
  '&#x10FFFF;',
  '&amp;',
  '&lt;',
  '&',
  '<',
  '>',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '\u{1f4b6}',
  'a',
  '1',
  '0',
  '9',
  '.',
  '-',
  '#',
  '::',
  ' a№="№"',
  ' a№=""',
  ` xmlns:p№="urn:№"`,
  ` xmlns="${UBL}:Invoice-2"`,
  ' schemeID="№"',
  ' currencyID="EUR"',
  '<a>',
  '</a>',
  '<a/>',
  '<a№/>',
  '<cbc:ID/>',
  '<cbc:ID>№</cbc:ID>',
  '<cbc:ID schemeID="0245">№</cbc:ID>',
  '<cbc:Note>№</cbc:Note>',
  '<cac:InvoiceLine/>',
  '<cac:CreditNoteLine/>',
  '<cac:InvoiceLine><cbc:ID>№</cbc:ID></cac:InvoiceLine>',
  '<cac:InvoiceLine><cbc:ID>№</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">№</cbc:LineExtensionAmount></cac:InvoiceLine>',
  '<cac:TaxTotal/>',
  '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">1</cbc:TaxAmount></cac:TaxTotal>',
  '<cac:TaxSubtotal/>',
  '<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>№</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>',
  '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent></cac:ClassifiedTaxCategory>',
  '<cac:AllowanceCharge/>',
  '<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount>№</cbc:Amount></cac:AllowanceCharge>',
  '<cac:AdditionalDocumentReference><cbc:ID>№</cbc:ID></cac:AdditionalDocumentReference>',
  '<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode></cac:PaymentMeans>',
  '<cac:PaymentTerms><cbc:Note>#SKONTO#TAGE=№#PROZENT=1.00#\n</cbc:Note></cac:PaymentTerms>',
  '<cac:PartyTaxScheme><cbc:CompanyID>№</cbc:CompanyID></cac:PartyTaxScheme>',
  '<cac:AdditionalItemProperty><cbc:Name>№</cbc:Name><cbc:Value>№</cbc:Value></cac:AdditionalItemProperty>',
  '<cac:SubInvoiceLine><cbc:ID>№</cbc:ID></cac:SubInvoiceLine>',
  '<ext:UBLExtension/>',
];

const LINE = /<cac:InvoiceLine>[\s\S]*?<\/cac:InvoiceLine>/.exec(makeInvoice())![0];

/** The builder's invoice with a replaced value, attribute or element. */
function swap(from: string | RegExp, ...parts: readonly (string | Pump[number])[]): Pump {
  const invoice = makeInvoice();
  const found = typeof from === 'string' ? from : from.exec(invoice)![0];
  const at = invoice.indexOf(found);
  if (at < 0) throw new Error(`The invoice has no ${found}`);
  const inside = parts.map((part) => (typeof part === 'string' ? once(part) : part));
  return [once(invoice.slice(0, at)), ...inside, once(invoice.slice(at + found.length))];
}

const many = (text: string, times = 10): Pump[number] => ({ text, times });

/** Its corrections are tried. */
const wrongAmountDue: Pump = [
  once(makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00')).replace(/^<\?xml[^>]*>/, '')),
];

/**
 * Invoices that repeat one part, which reveal rules and pages that iterate over all occurrences for each occurrence.
 */
export const XML_SEEDS: Readonly<Record<string, Pump>> = {
  'an ordinary invoice': [once(makeInvoice())],
  'lines of one kind': swap(LINE, many(LINE)),
  'lines with ids of their own': swap(LINE, many(LINE.replace(/<cbc:ID>[^<]*</, '<cbc:ID>№<'))),
  'empty lines': swap(LINE, many('<cac:InvoiceLine/>')),
  'lines that break rules': swap(
    LINE,
    many(LINE.replace(/<cbc:LineExtensionAmount[^>]*>[^<]*/, '<cbc:LineExtensionAmount currencyID="№">№')),
  ),
  'properties of a line': swap(
    '<cac:Item>',
    '<cac:Item>',
    many('<cac:AdditionalItemProperty><cbc:Name>№</cbc:Name></cac:AdditionalItemProperty>'),
  ),
  'VAT breakdowns': swap(
    /<cac:TaxSubtotal>[\s\S]*?<\/cac:TaxSubtotal>/,
    many(/<cac:TaxSubtotal>[\s\S]*?<\/cac:TaxSubtotal>/.exec(makeInvoice())![0]),
  ),
  allowances: swap(
    '<cac:LegalMonetaryTotal>',
    many(
      '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>№</cbc:AllowanceChargeReasonCode><cbc:Amount currencyID="EUR">№</cbc:Amount></cac:AllowanceCharge>',
    ),
    '<cac:LegalMonetaryTotal>',
  ),
  notes: swap(/<cbc:Note>/, many('<cbc:Note>#№#</cbc:Note>'), '<cbc:Note>'),
  'unknown codes': swap(
    '<cac:InvoicePeriod>',
    many('<cac:PaymentMeans><cbc:PaymentMeansCode>№</cbc:PaymentMeansCode></cac:PaymentMeans>'),
    '<cac:InvoicePeriod>',
  ),
  attachments: swap(
    /<cac:AdditionalDocumentReference>[\s\S]*?<\/cac:AdditionalDocumentReference>/,
    many(/<cac:AdditionalDocumentReference>[\s\S]*?<\/cac:AdditionalDocumentReference>/.exec(makeInvoice())![0]),
  ),
  parties: swap(
    '<cac:PartyName>',
    many('<cac:PartyIdentification><cbc:ID schemeID="№">№</cbc:ID></cac:PartyIdentification>'),
    '<cac:PartyName>',
  ),
  'unknown elements': swap('<cac:InvoicePeriod>', many('<x№/>'), '<cac:InvoicePeriod>'),
  'elements of another namespace': swap('<cac:InvoicePeriod>', many('<x xmlns="urn:№"/>'), '<cac:InvoicePeriod>'),
  nesting: swap('<cac:InvoicePeriod>', many('<cac:Party>', 90), many('</cac:Party>', 90), '<cac:InvoicePeriod>'),
  attributes: swap('<cac:InvoicePeriod>', '<cac:InvoicePeriod', many(' a№="№"'), '>'),
  namespaces: swap('<cac:InvoicePeriod>', '<cac:InvoicePeriod', many(' xmlns:p№="urn:№"'), '>'),
  comments: swap('<cac:InvoicePeriod>', many('<!--№-->'), '<cac:InvoicePeriod>'),
  'comments inside of a value': swap('FV-2026-0042', many('1<!---->')),
  'references to characters': swap('FV-2026-0042', many('&#65;')),
  'digits of a line': swap(/(?<=<cbc:LineExtensionAmount[^>]*>)[^<]*/, '1.', many('0'), '1'),
  'digits of a sum': swap(/(?<=<cbc:PayableAmount[^>]*>)[^<]*/, many('9')),
  'digits of a VAT rate': swap(/(?<=<cbc:Percent>)[^<]*/, many('9'), '.', many('9')),
  'digits of an identifier': swap('2020317068', many('7')),
  'digits of an organisation': swap('31333532', many('7')),
  'letters of a bank account': swap(/(?<=<cbc:PaymentMeansCode[^>]*>)[^<]*/, many('SK31')),
  'white space of a value': swap('FV-2026-0042', many(' '), 'x'),
  'white space of a date': swap('2026-05-04', many(' '), '2026-05-04'),
  'a date of many digits': swap('2026-05-04', many('2'), '-05-04'),
  'words of a note': swap('#AAI#Ďakujeme za nákup.', many('a№ ')),
  'signs of a note': swap('#AAI#Ďakujeme za nákup.', many('#')),
  'discount terms': swap('#AAI#Ďakujeme za nákup.', many('#SKONTO#TAGE=№#PROZENT=1.00#\n')),
  'letters of a profile': swap('urn:cen.eu:en16931:2017', 'urn:cen.eu:en16931:2017', many('#a')),
  'lines of a text': swap('#AAI#Ďakujeme za nákup.', many('\n')),
  'blanks of the declaration': [once('<?xml version="1.0"'), many(' '), once('?>'), ...wrongAmountDue],
  'references to an original document': swap(
    '<cac:InvoicePeriod>',
    many(
      '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>№</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>',
    ),
    '<cac:InvoicePeriod>',
  ),
  'halves of characters': swap('#AAI#Ďakujeme za nákup.', many('\u{1f4b6}')),
  'not well-formed': swap('<cac:InvoicePeriod>', many('<a b=>'), '<cac:InvoicePeriod>'),
};

/** Validation, parsing and rendering of XML. */
export async function xmlTargets(): Promise<Target[]> {
  const root = findRoot();
  const validator = makeValidator({
    packs: await loadRulePacks(root),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
    limits: { bytes: 10_000_000 },
  });
  const validate = (input: string, ruleset?: string): unknown =>
    validator.validate(Buffer.from(input), {
      filename: null,
      ruleset,
      today: '2026-11-21',
      clock: () => 0,
    });
  const seeds = Object.values(XML_SEEDS);
  const isSmall = (input: string): boolean => estimateCost(Buffer.from(input)) === 'small';
  const small = { maxSize: SMALL_BYTES, words: WORDS, seeds, takes: isSmall };
  const any = { maxSize: MEDIUM_BYTES, words: WORDS, seeds };
  return [
    { ...small, name: 'validate, a small file', run: (input) => validate(input) },
    { ...small, name: 'validate by all layers, a small file', run: (input) => validate(input, 'peppol-bis-3+sk') },
    { ...any, name: 'validate', run: (input) => validate(input) },
    { ...any, name: 'validate by all layers', run: (input) => validate(input, 'peppol-bis-3+sk') },
    { ...any, name: 'parse XML', run: (input) => parseXml(Buffer.from(input)) },
    { ...small, name: 'render, a small file', run: (input) => render(input) },
    { ...any, maxSize: 64 * 1024, name: 'render, in the process', run: (input) => render(input) },
    { ...any, name: 'render', run: (input) => render(input) },
    { ...any, name: 'convert', run: (input) => convertFile(Buffer.from(input), 'cii') },
    {
      ...any,
      name: 'compare with a changed copy',
      run: (input) => compareFiles(Buffer.from(input), Buffer.from(input.replaceAll('1', '2'))),
    },
  ];
}

function render(input: string): unknown {
  try {
    return renderInvoice(Buffer.from(input), { language: 'sk', issues: null });
  } catch (error) {
    if (error instanceof NotRenderable) return null;
    throw error;
  }
}
