/** Advice that follows from the document: its category, its process and its codes; never the value that is stated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRuleText } from '@e-invoice/validator/catalog';
import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeRules } from '../../../packages/validator/src/validation/suggestions/index.ts';
import { loadCodeLists } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { selfBilling } from '../../rules/peppol/peppol-invoice.ts';
import { add, attribute, type Mutation, makeInvoice, remove, repeat, text } from '../../support/invoice-builder.ts';
import { FOUND_INPUTS } from '../found-inputs.data.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { makeFileValidator, type ValidateFile } from './file-validator.ts';
import { abroad, single, untaxed } from './invoices.ts';

const INVOICE = readFileSync(join(findRoot(), 'test/flows/sendable-invoice.xml'), 'utf8');
const CATEGORY = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER_SCHEME = 'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme';
const QUANTITY = 'cac:InvoiceLine/cbc:InvoicedQuantity';
const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

const causesOf = (...changes: readonly Mutation[]): FileResult['root_causes'] =>
  validate(peppolInvoice(...changes)).root_causes;
const textsOf = (causes: FileResult['root_causes']): string =>
  JSON.stringify(causes.map(({ title, explanation, fix }) => [title, explanation, fix]));

describe('words of the law', () => {
  it.each([
    ['K', 'VATEX-EU-IC', '§ 43'],
    ['G', 'VATEX-EU-G', '§ 47'],
    ['E', 'VATEX-EU-132', '§ 32'],
    ['AE', 'VATEX-EU-AE', 'prenesenie daňovej povinnosti'],
  ])('of category %s are quoted, and no others (%s)', (category, code, words) => {
    const causes = causesOf(...untaxed(category, code), ...abroad, remove(`${CATEGORY}/cbc:TaxExemptionReasonCode`));
    const cause = causes.find(({ id }) => id === 'exemption-reason-missing')!;
    expect(cause.fix.program.sk).toContain(words);
    if (category !== 'AE') expect(textsOf([cause])).not.toMatch(/prenesenie daňovej|reverse charge/);
  });

  it('of category O leave open whether the seller is a payer', () => {
    const causes = causesOf(...untaxed('O', null, null), remove(`${SELLER}/cac:PartyTaxScheme`), remove(BUYER_SCHEME));
    const { program } = causes.find(({ id }) => id === 'exemption-reason-missing')!.fix;
    expect(program.sk).toContain('„predávajúci nie je platiteľom DPH“ alebo „plnenie nie je predmetom dane“');
  });
});

describe('self-billing', () => {
  it.each(['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'urn:x'])(
    'with the process %s needs the process of self-billing',
    (process) => {
      const [cause] = validate(
        INVOICE.replace(/<cbc:CustomizationID>[^<]*/, `<cbc:CustomizationID>${SELF_BILLING}`)
          .replace(/<cbc:ProfileID>[^<]*/, `<cbc:ProfileID>${process}`)
          .replace('>380<', '>389<'),
      ).root_causes;
      expect(cause!.id).toBe('profile-wrong');
      expect(cause!.fix.program.sk).toContain('Self-Billing');
      expect(cause!.corrections[0]!.patch[0]!.after).toBe('urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0');
    },
  );
});

describe('a self-billed document', () => {
  const selfBilled = (from: string | RegExp, to: string): FileResult['root_causes'] =>
    validate(makeInvoice(...selfBilling, text('cbc:InvoiceTypeCode', '389')).replace(from, to)).root_causes;

  it('has no cause when it is right', () => {
    expect(selfBilled('', '')).toEqual([]);
  });

  it.each([
    ['selfbilling:3.0', 'selfbiling:3.0'],
    ['#compliant#', '#complaint#'],
  ])('with the specification misspelt (%s, %s) keeps its specification', (from, to) => {
    const cause = selfBilled(from, to).find(({ id }) => id === 'customization-misspelt')!;
    expect(cause.corrections[0]!.patch[0]!.after).toBe(SELF_BILLING);
    expect(cause.fix.program.en).toContain('Peppol BIS Self-Billing 3.0');
  });

  it('without a specification needs that of its process', () => {
    const cause = selfBilled(/<cbc:CustomizationID>.*?<\/cbc:CustomizationID>/, '').find(
      ({ id }) => id === 'customization-missing',
    )!;
    expect(cause.corrections[0]!.patch[0]!.after).toContain(SELF_BILLING);
    expect(textsOf([cause])).not.toContain('BIS Billing');
  });

  it('of an unknown version is issued as self-billing', () => {
    const cause = selfBilled('selfbilling:3.0', 'selfbilling:2.0').find(({ id }) => id === 'rules-not-installed')!;
    expect(cause.fix.en).toContain('Peppol BIS Self-Billing 3.0');
    expect(getRuleText('RULESET-NOT-INSTALLED').fix.en).toContain('Self-Billing 3.0');
  });
});

describe('advice to leave something out', () => {
  const fixOf = (id: string, ...changes: readonly Mutation[]): string =>
    causesOf(...changes).find((cause) => cause.id === id)!.fix.en;

  it('covers an empty element only when the rules do not require it', () => {
    expect(fixOf('elements-empty', text(`${SELLER}/cac:PartyName/cbc:Name`, ''))).toContain('or leave them out');
    expect(fixOf('elements-empty', text('cac:InvoiceLine/cac:Item/cbc:Name', ''))).not.toContain('leave');
  });

  it('covers an incomplete group only when no rule requires the group', () => {
    const line = ['cbc:ID', 'cac:Price', 'cac:Item/cbc:Name'].map((path) => remove(`cac:InvoiceLine/${path}`));
    expect(fixOf('group-incomplete', ...line)).not.toContain('leave');
    const representative = ['cac:PartyName', 'cac:PostalAddress'].map((path) =>
      remove(`cac:TaxRepresentativeParty/${path}`),
    );
    expect(fixOf('group-incomplete', ...representative)).toContain('or leave the whole out');
  });
});

it('an empty name of the tax of a category is VAT', () => {
  const [cause, ...others] = causesOf(text(`${CATEGORY}/cac:TaxScheme/cbc:ID`, ''));
  expect([cause!.id, others]).toEqual(['elements-empty', []]);
  expect(cause!.corrections[0]!.patch[0]!.after).toBe('VAT');
});

it.each([
  ['AE', 'prenesení', 'iného členského štátu'],
  ['K', 'iného členského štátu', 'prenesen'],
])('the buyer’s VAT identifier of category %s is explained by this category', (category, words, others) => {
  const code = category === 'K' ? 'VATEX-EU-IC' : 'VATEX-EU-AE';
  const causes = causesOf(...untaxed(category, code), ...(category === 'K' ? abroad : []), remove(BUYER_SCHEME));
  const cause = causes.find(({ id }) => id === 'buyer-vat-number-missing')!;
  expect(cause.explanation.sk).toContain(words);
  expect(textsOf([cause])).not.toContain(others);
});

it('amounts that agree to the cent are not the reason for a failed rule (BR-CO-17)', () => {
  const { issues } = validate(
    peppolInvoice(
      text('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount', '400.01'),
      remove(`${CATEGORY}/cac:TaxScheme`),
    ),
  );
  expect(issues.find(({ rule_id }) => rule_id === 'BR-CO-17')).toMatchObject({ expected: null });
});

it('a negative rate computes no tax (BR-CO-17)', () => {
  const { issues } = validate(peppolInvoice(text(`${CATEGORY}/cbc:Percent`, '-5')));
  expect(issues.find(({ rule_id }) => rule_id === 'BR-CO-17')).toMatchObject({ expected: null });
});

it('a correction does not claim to resolve information that its copy repeats at another location', () => {
  const { issues, root_causes } = validate(peppolInvoice(repeat('cac:AccountingSupplierParty')));
  const resolved = root_causes.flatMap(({ corrections }) => corrections.flatMap(({ resolves }) => resolves));
  const informed = resolved.filter((index) => issues[index]!.rule_id === 'SK-R-036');
  expect(informed.length).toBeLessThan(issues.filter(({ rule_id }) => rule_id === 'SK-R-036').length);
});

it('joining the rows of a rate announces the warning about cents that it leaves (SK-R-050)', () => {
  const row = (base: string, tax: string): string =>
    `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">${base}</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`;
  const joined = (tax: string, total: string, ...rows: readonly string[]) =>
    causesOf(
      ...single,
      remove('cac:TaxTotal/cac:TaxSubtotal'),
      ...rows.map((xml) => add('cac:TaxTotal', xml)),
      text('cac:TaxTotal/cbc:TaxAmount', tax),
      text('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', total),
      text('cac:LegalMonetaryTotal/cbc:PayableAmount', total),
    ).find(({ id }) => id === 'vat-rows-split')!.corrections[0]!;
  const rounded = joined('103.49', '553.49', row('150.02', '34.50'), row('150.02', '34.50'), row('149.96', '34.49'));
  expect(rounded.note?.en).toContain('SK-R-050');
  const exact = joined('103.50', '553.50', row('300.00', '69.00'), row('150.00', '34.50'));
  expect(exact.note?.en).not.toContain('SK-R-050');
});

describe('codes', () => {
  it.each(['\u200B', '\u00AD', '\u2060', '\uFEFF', '\u200E'])('an invisible character is named by its name', (sign) => {
    const [cause, ...others] = causesOf(
      attribute(QUANTITY, 'unitCode', `H87${sign}`),
      remove('cac:InvoiceLine/cac:Price/cbc:BaseQuantity'),
    );
    expect(others).toEqual([]);
    expect(cause!.id).toBe('value-with-invisible');
    expect(cause!.title.sk).toContain(`U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
    expect(cause!.corrections[0]!.makes_valid).toBe(true);
  });

  it('an exemption reason code follows from the category, not from its letters', () => {
    const result = validate(peppolInvoice(...untaxed('K', 'VATEX-EU-43'), ...abroad));
    const issue = result.issues.find(({ rule_id }) => rule_id === 'BR-CL-22')!;
    expect([issue.expected, issue.suggestions]).toEqual(['VATEX-EU-IC', ['VATEX-EU-IC']]);
  });

  it.each([
    ['5', '3'],
    ['29', '35'],
    ['72', '432'],
  ])('the tax point code %s of the other syntax means %s', (stated, meant) => {
    const { issues } = validate(
      INVOICE.replace(
        '<cac:OrderReference>',
        `<cac:InvoicePeriod><cbc:DescriptionCode>${stated}</cbc:DescriptionCode></cac:InvoicePeriod><cac:OrderReference>`,
      ),
    );
    expect(issues.find(({ rule_id }) => rule_id === 'BR-CL-06')?.expected).toBe(meant);
  });

  it('a picture with a misspelt type needs its type, not another file', () => {
    const [cause] = causesOf(
      attribute(
        'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
        'mimeCode',
        'image/jpg',
      ),
    );
    expect(cause!.fix.program.sk).toContain('image/jpeg');
    expect(textsOf([cause!])).not.toContain('Uložte prílohu');
  });

  it.each(['BE0100000070', '0208:0100000070', '0100.000.070', '100000070'])(
    'the Belgian number %s is written 0100000070',
    (number) => {
      const { issues } = validate(
        peppolInvoice(
          text('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', number),
          attribute('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', 'schemeID', '0208'),
        ),
      );
      expect(issues.find(({ rule_id }) => rule_id === 'PEPPOL-COMMON-R043')?.expected).toBe('0100000070');
    },
  );
});

describe('rules on the syntax', () => {
  it('a document type code of an attachment is left out (UBL-SR-43)', () => {
    const [cause] = causesOf(
      add('cac:AdditionalDocumentReference', '<cbc:DocumentTypeCode>916</cbc:DocumentTypeCode>'),
      (document) => {
        const reference = document.children.find(({ name }) => name === 'cac:AdditionalDocumentReference')!;
        reference.children.splice(1, 0, reference.children.pop()!);
      },
    );
    expect(cause!.id).toBe('attachment-document-type');
    expect(cause!.corrections[0]!.makes_valid).toBe(true);
  });
});

it('a seller without a VAT identifier may be a non-payer: category O is named (BR-E-02)', () => {
  const causes = causesOf(
    ...untaxed('E', 'VATEX-EU-132'),
    remove('cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme'),
  );
  const cause = causes.find(({ id }) => id === 'seller-vat-number-missing')!;
  expect(cause.fix.program.sk).toContain('(O)');
  expect(textsOf([cause])).not.toContain('vymenení');
});

it('no advice repeats the value that is stated, and every suggested code is in its list', () => {
  const lists = loadCodeLists(findRoot());
  for (const { xml, request } of FOUND_INPUTS) {
    for (const { rule_id, value, expected, suggestions = [] } of validate(xml, { today: '2027-01-20', ...request })
      .issues) {
      if (expected !== null) expect([rule_id, expected]).not.toEqual([rule_id, value]);
      const codes = lists.get(codeRules.get(rule_id)?.list ?? '');
      if (codes !== undefined)
        expect([rule_id, suggestions.filter((code) => !codes.includes(code))]).toEqual([rule_id, []]);
    }
  }
});
