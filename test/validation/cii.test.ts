import { readFileSync } from 'node:fs';
import { parseXml } from '@e-invoice/schematron/xml';
import { convertInvoice, findInvoice, readInvoice } from '@e-invoice/validator/invoice';
import { type ValidationRequest, whenReady } from '@e-invoice/validator/validation';
import { beforeAll, expect, it } from 'vitest';
import { openValidator } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { INVOICE } from './root-causes/slovak-invoice.ts';

const root = findRoot();
const TODAY = '2027-01-20';
let validate: (xml: string, request?: Partial<ValidationRequest>) => ReturnType<typeof run>;
let run: (
  xml: string,
  request: Partial<ValidationRequest>,
) => Promise<import('@e-invoice/validator/issues').FileResult>;
beforeAll(async () => {
  const { validator } = await openValidator({ root, dataDir: null, maxXmlBytes: 10_000_000, today: TODAY });
  run = (xml, request) =>
    whenReady(() =>
      validator.validate(Buffer.from(xml), { filename: 'a.xml', today: TODAY, clock: () => 0, ...request }),
    );
  validate = (xml, request = {}) => run(xml, { cii: 'validate', ...request });
});

const CII = readFileSync(`${root}/schematron/canaries/en16931-cii.good.xml`, 'utf8');

it('reports CII as unsupported unless the caller requests its validation', async () => {
  const result = await validate(CII, { cii: undefined });
  expect(result).toMatchObject({
    valid: false,
    document_type: 'cii',
    issues: [{ rule_id: 'CII-UNSUPPORTED', message_en: expect.stringContaining('cii=validate') }],
    root_causes: [{ id: 'format-cii' }],
  });
});

it('validates structure and EN 16931 in the layers of CII', async () => {
  const result = await validate(CII);
  expect(result.issues.filter(({ level }) => level === 'fatal')).toEqual([]);
  expect(result).toMatchObject({
    valid: true,
    document_type: 'cii',
    ruleset: { id: 'en16931-cii', version: '1.3.16', coverage: 'full', layers: ['XML', 'CII', 'EN16931'] },
    summary: { currency: 'EUR', line_count: expect.any(Number), invoice_id: expect.any(String) },
  });
});

it('reports findings of both layers with their places in CII and a root cause', async () => {
  const wrong = CII.replace(/<ram:InvoiceCurrencyCode>[^<]*<\/ram:InvoiceCurrencyCode>/, '').replace(
    '<ram:ApplicableHeaderTradeDelivery',
    '<ram:Unknown>1</ram:Unknown><ram:ApplicableHeaderTradeDelivery',
  );
  const { valid, issues, root_causes } = await validate(wrong);
  expect(valid).toBe(false);
  expect(issues).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ layer: 'EN16931', rule_id: 'BR-05' }),
      expect.objectContaining({ layer: 'CII', location: expect.stringContaining('/ram:Unknown') }),
    ]),
  );
  const explained = new Set(root_causes.flatMap(({ issue_indexes }) => issue_indexes));
  expect(issues.flatMap(({ level }, index) => (level !== 'info' && !explained.has(index) ? [index] : []))).toEqual([]);
});

it('accepts the ruleset by name, alone or with its version, and only for CII', async () => {
  const named = await validate(CII, { cii: undefined, ruleset: 'en16931-cii@1.3.16' });
  expect(named).toMatchObject({ valid: true, ruleset: { id: 'en16931-cii' } });
  await expect(validate(CII, { ruleset: 'en16931-cii@1.0.0' })).rejects.toThrow('en16931-cii@1.0.0');
  const ubl = await validate(INVOICE, { ruleset: 'en16931-cii' });
  expect(ubl).toMatchObject({ valid: false, issues: [{ rule_id: 'RULESET-NOT-INSTALLED' }] });
  expect(ubl.issues[0]).toMatchObject({ fix: { en: expect.stringContaining('en16931,') } });
  expect(ubl.root_causes).toMatchObject([{ id: 'ruleset-not-applicable', issue_indexes: [0] }]);
  expect(await validate('no xml', { ruleset: 'en16931-cii' })).toMatchObject({ valid: false });
});

it('refuses a CII invoice when the request names a ruleset for UBL', async () => {
  for (const ruleset of ['peppol-bis-3', 'en16931', 'peppol-bis-3@2025.5']) {
    const { valid, issues } = await validate(CII, { ruleset });
    expect(valid).toBe(false);
    expect(issues.find(({ level }) => level === 'fatal')).toMatchObject({
      rule_id: 'RULESET-NOT-INSTALLED',
      layer: 'CII',
      message_en: expect.stringContaining('has no rules for a document CrossIndustryInvoice'),
    });
  }
});

const claiming = (identifier: string): string =>
  CII.replace(/(GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/, `$1${identifier}`);

it.each([
  ['urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', 'base', 'warning', 'XRechnung 3.0'],
  [
    'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
    'base',
    'warning',
    'Factur-X, ZUGFeRD (EXTENDED)',
  ],
  ['urn:zugferd.de:2p0:basicwl', 'none', 'fatal', 'Factur-X, ZUGFeRD (BASIC WL)'],
  [
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    'base',
    'warning',
    'Peppol BIS Billing 3.0',
  ],
])('names the profile of %s, with coverage %s', async (identifier, coverage, level, name) => {
  const { ruleset, issues, summary, root_causes } = await validate(claiming(identifier));
  expect(ruleset.coverage).toBe(coverage);
  expect(summary.detected_profile).toBe(name);
  expect(issues).toEqual([expect.objectContaining({ rule_id: 'RULESET-NOT-INSTALLED', level, layer: 'CII' })]);
  expect(root_causes.map(({ title }) => title.en)).toEqual([expect.stringContaining(name)]);
});

it('names the ruleset for CII when the selected one is for UBL', async () => {
  const result = await validate(CII, { ruleset: 'en16931' });
  expect(result).toMatchObject({
    valid: false,
    ruleset: { id: 'en16931', coverage: 'none' },
    issues: [{ rule_id: 'RULESET-NOT-INSTALLED', layer: 'CII', fix: { en: expect.stringContaining('en16931-cii') } }],
    root_causes: [{ id: 'ruleset-not-applicable' }],
  });
  const unrequested = await validate(CII, { cii: undefined, ruleset: 'en16931' });
  expect(unrequested.issues).toMatchObject([{ rule_id: 'CII-UNSUPPORTED' }]);
  await expect(validate(CII, { ruleset: 'en16932' })).rejects.toThrow('en16932');
});

it('verifies the corrections of a CII invoice also when a ruleset requests its validation', async () => {
  const wrong = CII.replace('<ram:InvoiceCurrencyCode>', '<ram:InvoiceCurrencyCode> ').replace('380<', '380 <');
  const [byFlag, byRuleset] = [
    await validate(wrong),
    await validate(wrong, { cii: undefined, ruleset: 'en16931-cii' }),
  ];
  expect(byRuleset.issues).toEqual(byFlag.issues);
  expect(byRuleset.root_causes).toEqual(byFlag.root_causes);
});

it('compares the result with that of another day', async () => {
  const { comparison } = await validate(CII, { compare: '2027-01-01' });
  expect(comparison).toMatchObject({ ruleset: { id: 'en16931-cii' } });
});

it('does not call a document of a profile without EN 16931 valid', async () => {
  const minimum = CII.replace(
    /(GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/,
    '$1urn:factur-x.eu:1p0:minimum',
  );
  const result = await validate(minimum);
  expect(result).toMatchObject({
    valid: false,
    ruleset: { id: 'cii', coverage: 'none', layers: ['XML', 'CII'] },
  });
  expect(result.issues).toEqual([expect.objectContaining({ rule_id: 'RULESET-NOT-INSTALLED', layer: 'CII' })]);
});

it('finds a converted Slovak invoice valid in both syntaxes', async () => {
  const parsed = parseXml(Buffer.from(INVOICE));
  if (!parsed.ok) throw new Error('not parsed');
  const { xml, lost } = convertInvoice(readInvoice(findInvoice(parsed.document)!)!, 'cii');
  expect(lost).toEqual([]);
  const { issues, semantic_digest } = await validate(xml, { ruleset: 'en16931-cii' });
  expect(issues).toEqual([]);
  const ubl = await validate(INVOICE);
  expect(ubl).toMatchObject({ semantic_digest, semantic_digest_version: 1 });
  expect(semantic_digest).toMatch(/^[0-9a-f]{64}$/);
});

it('digests no business terms where none can be read, and others when a term changes', async () => {
  const digestOf = async (xml: string) => (await validate(xml)).semantic_digest;
  for (const xml of [
    'no xml',
    '<Order/>',
    `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>`,
  ]) {
    expect(await digestOf(xml)).toBeNull();
  }
  expect(await digestOf(INVOICE.replace('</cbc:ID>', '-B</cbc:ID>'))).not.toBe(await digestOf(INVOICE));
  expect(await digestOf(INVOICE.replaceAll('>\n', '> \n\n'))).toBe(await digestOf(INVOICE));
});
