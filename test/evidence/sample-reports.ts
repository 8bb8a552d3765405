import { readFileSync } from 'node:fs';
import { makeValidator } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { makeReport, type Report } from '../../src/modules/evidence/index.ts';
import { readDetails } from '../../src/modules/exchange/invoice-facts/index.ts';
import { describeEngine } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeCreditNote, makeInvoice, remove, repeat, text } from '../support/invoice-builder.ts';
import { AT } from './make-one.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName';
const BUYER = 'cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName';

/** The sample in CZK, with its VAT in euros as required in the country of the seller. */
const IN_KORUNA = makeInvoice()
  .replaceAll('currencyID="EUR"', 'currencyID="CZK"')
  .replace(
    'EUR</cbc:DocumentCurrencyCode>',
    'CZK</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
  )
  .replace(
    '<cac:LegalMonetaryTotal>',
    '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">4.72</cbc:TaxAmount></cac:TaxTotal><cac:LegalMonetaryTotal>',
  );

const LONG_NAMES = [
  text(SELLER, `${'Združenie výrobcov a obchodníkov s poľnohospodárskou technikou '.repeat(12)}, s. r. o.`),
  text(BUYER, 'Bezmedzerovénázvosloviebezkonca'.repeat(20)),
] as const;

/** Input files for reports, named after their special property. */
const FILES: Readonly<Record<string, string | Buffer>> = {
  valid: makeInvoice(),
  'valid-en': makeInvoice(),
  'credit-note': makeCreditNote(),
  invalid: makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'), remove('cbc:ID')),
  'invalid-en': makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'), remove('cbc:ID')),
  'no-invoice': '<order xmlns="urn:example">1</order>',
  'not-xml': 'not <well-formed',
  'many-errors': readFileSync(`${findRoot()}/test/golden/many-errors/invoice.xml`),
  'long-names': makeInvoice(...LONG_NAMES),
  'long-names-and-file': makeInvoice(...LONG_NAMES),
  'self-billed': makeInvoice(text('cbc:InvoiceTypeCode', '389')),
  'vat-in-euros': IN_KORUNA,
  'thousand-lines': makeInvoice(...Array.from({ length: 1000 }, () => repeat('cac:InvoiceLine'))),
  'greek-cyrillic': makeInvoice(
    text(SELLER, 'Ελληνικά Ναυπηγεία Α.Ε.'),
    text(BUYER, 'ТОВ «Київський завод» – България ЕООД'),
  ),
  hostile: makeInvoice(
    text(SELLER, '<script>alert(1)</script> \u202Etxt.exe %PDF-1.7 endobj (a) \\) =cmd()'),
    text(BUYER, '中文公司 שלום 😀 e\u0301\u0301\u0301'),
    text('cbc:ID', '/OpenAction << /JS (x) >>'),
    text('cac:LegalMonetaryTotal/cbc:PayableAmount', '-'.repeat(400)),
  ),
};

/** Returns reports of these files with the real rules, by file name. */
export async function makeSampleReports(): Promise<ReadonlyMap<string, Report>> {
  const root = findRoot();
  const packs = await loadRulePacks(root);
  const validator = makeValidator({ packs, structure: loadUblStructure(root), codeLists: loadCodeLists(root) });
  // A fixed digest: the width of its digits decides where its line breaks, and it changes with every source file.
  const engine = {
    ...describeEngine(root),
    digest: '4d49fa15ca49747a456d21978b0d482248a1aaf336cc333a9cb261117330ffaa',
  };
  const packOf = (id: string, version: string) => {
    const { digest, info } = packs.find((one) => one.info.id === id && one.info.version === version)!;
    return { id, version, digest, conforms_to: info.conforms_to, published: info.published };
  };
  return new Map(
    Object.entries(FILES).map(([name, content]) => {
      const bytes = Buffer.from(content);
      const request = {
        filename: `${name.endsWith('file') ? 'a'.repeat(200) : name}.xml`,
        today: '2026-11-21',
        clock: () => 0,
      };
      const validated = validator.validate(bytes, request);
      const result = { ...validated, details: validated.document_type === 'unknown' ? null : readDetails(bytes) };
      const named = validated.ruleset.packs.map(({ id, version }) => packOf(id, version));
      const { report } = makeReport({
        id: 'rep_019aa5b0-0000-7000-8000-000000000000',
        language: name.endsWith('-en') ? 'en' : 'sk',
        result,
        sizeBytes: bytes.length,
        origin: { at: new Date(AT).toISOString(), engine, packs: named },
      });
      return [name, report];
    }),
  );
}
