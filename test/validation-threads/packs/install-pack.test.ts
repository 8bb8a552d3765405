import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listRulesets, whenReady } from '@e-invoice/validator/validation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeBinding,
  type InstallRequest,
  installPack,
  loadPacks,
  openValidator,
  PackRefused,
  removePack,
} from '../../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { makeInvoice, text } from '../../support/invoice-builder.ts';
import { makeZip } from '../../support/make-zip.ts';

const root = findRoot();
const TODAY = '2026-11-21';
const CANARIES = join(root, 'schematron/canaries');

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-packs-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A schema in two files that requires an invoice number. */
const SCHEMA = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="ubl" uri="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <include href="../parts/number.sch"/>
</schema>`;
const rule = (test: string): string => `<pattern id="pattern-1" xmlns="http://purl.oclc.org/dsdl/schematron">
  <rule id="rule-1" context="/ubl:Invoice"><assert id="HOUSE-1" flag="fatal" test="${test}">An invoice has a number.</assert></rule>
</pattern>`;

type Files = Readonly<Record<string, string>>;
const house = (test = 'normalize-space(cbc:ID) != &quot;&quot;'): Files => ({
  'release-1/schema/house.sch': SCHEMA,
  'release-1/parts/number.sch': rule(test),
  'release-1/xslt/house.xsl': '<x/>',
});

function writeZip(files: Files): string {
  const path = join(folder, 'release.zip');
  writeFileSync(path, makeZip(Object.entries(files).map(([name, content]) => ({ name, content }))));
  return path;
}

function writeFolder(files: Files): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, 'release', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'release', name), content);
  }
  return join(folder, 'release');
}

const install = (source: string, changes: Partial<InstallRequest> = {}) =>
  installPack(
    { root, dataDir },
    {
      source,
      id: 'house',
      version: '1.0',
      published: null,
      mandatoryFrom: '2026-01-01',
      inForceTo: null,
      layer: null,
      on: [],
      forCustomization: [],
      title: null,
      schema: null,
      good: join(CANARIES, 'en16931-ubl.good.xml'),
      bad: join(CANARIES, 'en16931-ubl.bad.xml'),
      ...changes,
    },
    TODAY,
  );

const load = () => loadPacks({ root, dataDir }, TODAY);
const installed = async (): Promise<string[]> =>
  (await load()).loaded
    .filter(({ origin }) => origin === 'installed')
    .map(({ pack: { info } }) => `${info.id}@${info.version}`);

describe('release', () => {
  it.each([
    ['an archive', writeZip],
    ['a folder', writeFolder],
  ])('is installed from %s, loaded, listed as a rule set and removed', async (_, write) => {
    const { pack } = await install(write(house()), { on: ['en16931-ubl'], title: 'House rules' });
    expect(pack.ruleIds).toEqual(['HOUSE-1']);
    const { loaded, refused } = await load();
    expect(refused).toEqual([]);
    const offered = listRulesets(loaded.map((one) => one.pack)).find(({ id }) => id === 'house');
    expect(offered).toMatchObject({
      version: '1.0',
      title: { sk: 'House rules', en: 'House rules' },
      mandatory_from: '2026-01-01',
      layers: ['UBL', 'EN16931', 'NATIONAL'],
      packs: [{ id: 'en16931-ubl' }, { id: 'house', rule_count: 1 }],
    });
    removePack(dataDir, 'house', '1.0');
    expect(await installed()).toEqual([]);
    expect(readdirSync(join(dataDir, 'rules'))).toEqual(['.compiled']);
    expect(readdirSync(join(dataDir, 'rules/.compiled'))).toEqual([]);
  });

  it('contains only the files that its schema reads', async () => {
    const { folder: at } = await install(writeZip(house()));
    const files = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
    expect(files.sort()).toEqual([
      'canaries/bad.xml',
      'canaries/good.xml',
      'pack.json',
      'parts/number.sch',
      'schema/house.sch',
    ]);
    expect(JSON.parse(readFileSync(join(at, 'pack.json'), 'utf8'))).toMatchObject({ schema: 'schema/house.sch' });
  });

  it('of a known id is installed next to the built-in one, with its layers and canaries', async () => {
    const request = { id: 'peppol-bis-3', version: '2024.11', good: null, bad: null };
    const { pack } = await install(join(root, 'schematron'), {
      ...request,
      schema: 'peppol-bis-3/2026.5/peppol-bis-3.sch',
      mandatoryFrom: '2025-02-17',
      inForceTo: '2025-08-24',
    });
    const builtIn = (await load()).loaded.find(({ pack: { info } }) => info.version === '2026.5')!.pack;
    expect(pack.ruleIds).toEqual(builtIn.ruleIds);
    expect(pack.info).toMatchObject({ title: builtIn.info.title, layer: 'PEPPOL', layers: builtIn.info.layers });
    const { loaded } = await load();
    expect(
      listRulesets(loaded.map((one) => one.pack))
        .filter(({ id }) => id === 'peppol-bis-3')
        .map(({ version }) => version),
    ).toEqual(['2026.5', '2025.11', '2025.5', '2024.11']);
  });
});

it('for CII is installed with a note, and does not affect UBL invoices of the same specification', async () => {
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const invoice = (inside: string): string =>
    `<x:CrossIndustryInvoice xmlns:x="${CII}">${inside}</x:CrossIndustryInvoice>`;
  const rules = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><ns prefix="x" uri="${CII}"/><pattern>
    <rule context="/x:CrossIndustryInvoice"><assert id="HOUSE-CII" test="x:ExchangedDocument">.</assert></rule></pattern></schema>`;
  const specification = 'urn:cen.eu:en16931:2017#compliant#urn:example:cius';
  const { pack } = await install(writeFolder({ 'cii.sch': rules }), {
    forCustomization: [specification],
    good: write('good.xml', invoice('<x:ExchangedDocument/>')),
    bad: write('bad.xml', invoice('')),
  });
  expect(describeBinding(root, pack)).toBe(
    'house@1.0 is applied to invoices in CII (CrossIndustryInvoice) when their validation is requested (cii=validate).',
  );
  const { validator } = await openValidator({ root, dataDir, maxXmlBytes: 1_000_000, today: TODAY });
  const wrong = makeInvoice(
    text('cbc:CustomizationID', specification),
    text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'),
  );
  const request = { filename: null, today: TODAY, clock: () => 0 };
  expect(validator.validate(new TextEncoder().encode(wrong), request)).toMatchObject({
    valid: false,
    ruleset: { coverage: 'base', packs: [{ id: 'en16931-ubl' }] },
    issues: [{ rule_id: 'RULESET-NOT-INSTALLED' }, { rule_id: 'BR-CO-16' }],
  });
});

it.each([
  { selfContained: false, packs: ['en16931-cii', 'house'] },
  { selfContained: true, packs: ['house'] },
])('for CII is applied to the documents of its profile, self-contained: $selfContained', async (wanted) => {
  const specification = 'urn:cen.eu:en16931:2017#compliant#urn:example:cius';
  const good = readFileSync(join(CANARIES, 'en16931-cii.good.xml'), 'utf8').replace(
    /(GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/,
    `$1${specification}`,
  );
  const bad = good.replace(/<ram:BuyerReference>[^<]*<\/ram:BuyerReference>/, '');
  const ram = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
  const rules = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><ns prefix="ram" uri="${ram}"/><pattern>
    <rule context="ram:ApplicableHeaderTradeAgreement"><assert id="HOUSE-CII" test="ram:BuyerReference">.</assert></rule></pattern></schema>`;
  const invoices = writeFolder({ 'good.xml': good, 'bad.xml': bad });
  await install(writeFolder({ 'cii.sch': rules }), {
    forCustomization: [specification],
    selfContained: wanted.selfContained,
    good: join(invoices, 'good.xml'),
    bad: join(invoices, 'bad.xml'),
  });
  const { validator, refused } = await openValidator({ root, dataDir, maxXmlBytes: 1_000_000, today: TODAY });
  expect(refused).toEqual([]);
  const request = { filename: null, today: TODAY, clock: () => 0, cii: 'validate' as const };
  const result = await whenReady(() => validator.validate(new TextEncoder().encode(bad), request));
  expect(result.ruleset).toMatchObject({ id: 'house', coverage: 'full', packs: wanted.packs.map((id) => ({ id })) });
  expect(result.issues.map(({ rule_id }) => rule_id)).toEqual(['HOUSE-CII']);
  const named = { ...request, cii: undefined, ruleset: 'house' };
  expect(validator.validate(new TextEncoder().encode(bad), named).issues).toEqual(result.issues);
});

const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

describe('rejects a release and leaves no files behind', () => {
  afterEach(() => {
    const rules = join(dataDir, 'rules');
    expect(existsSync(rules) ? readdirSync(rules).filter((name) => name !== '.compiled') : []).toEqual([]);
  });

  it.each<[string, RegExp, Files, Partial<InstallRequest>]>([
    ...['\u2028', '\u2029', '&#10;', '&#13;', '&#9;', '\u0085', '\u202e', '\ufeff'].flatMap((hidden) =>
      ['HOUSE-1', 'pattern-1', 'rule-1'].map((id): [string, RegExp, Files, object] => {
        const files = house();
        const part = files['release-1/parts/number.sch']!.replace(id, `${id}${hidden}globalThis.codeRan=1;//`);
        const text = `${JSON.stringify(hidden)} in ${id}`;
        return [text, /id ".+" has a control character/, { ...files, 'release-1/parts/number.sch': part }, {}];
      }),
    ),
    ...['\u2028', '\n', '\u202e'].map((hidden): [string, RegExp, Files, object] => {
      const { 'release-1/schema/house.sch': schema, 'release-1/parts/number.sch': part } = house();
      const name = `a${encodeURIComponent(hidden)}.sch`;
      return [
        `${JSON.stringify(hidden)} in the name of an included file`,
        /The file name ".+" has a control character/,
        { 'house.sch': schema!.replace('../parts/number.sch', name), [`a${hidden}.sch`]: part! },
        {},
      ];
    }),
    ['a rule does not compile', /number\.sch:2:\d+ \[HOUSE-1\].*nonsense\(/s, house('nonsense(.)'), {}],
    ['the good canary is not accepted', /not accepted: HOUSE-1 at \/Invoice/, house('false()'), {}],
    ['no rule fires for the bad canary', /Nothing was found/, house('true()'), {}],
    ['a part is missing', /number\.sch/, { 'a/b.sch': SCHEMA }, {}],
    ['it has no rules', /no rules/, { 'a.sch': '<schema xmlns="http://purl.oclc.org/dsdl/schematron"/>' }, {}],
    ['it has no schema', /No Schematron schema/, { 'readme.txt': 'x' }, {}],
    ['it has several schemas', /--schema: 1\.sch, 2\.sch/, { '1.sch': SCHEMA, '2.sch': SCHEMA }, {}],
    ['the named schema does not exist', /No schema x\.sch/, house(), { schema: 'x.sch' }],
    ['its id contains a path', /only letters, digits/, house(), { id: '../house' }],
    ['its version contains a path', /only letters, digits/, house(), { version: '..' }],
    ['its date does not exist', /Invalid date/, house(), { mandatoryFrom: '2026-02-30' }],
    ['it was published after its mandatory date', /is before/, house(), { published: '2026-01-02' }],
    ['it requires an invalid pack name', /Invalid --on/, house(), { on: ['../en16931-ubl'] }],
    ['its customization is only a suffix pattern', /Invalid CustomizationID/, house(), { forCustomization: ['*'] }],
    [
      'it is bundled and customizations are specified',
      /is a bundled pack/,
      house(),
      { id: 'sk', version: '2', forCustomization: ['urn:example:cius'] },
    ],
    ['it ends before it begins', /is before/, house(), { inForceTo: '2025-12-31' }],
    ['it is bundled', /is a bundled release/, house(), { id: 'sk', version: '1.0.0' }],
    ['it has no canaries', /No bundled canaries for house/, house(), { good: null, bad: null }],
    ['one canary is missing', /Both canaries/, house(), { good: null }],
    ['a canary cannot be read', /nowhere\.xml cannot be read/, house(), { good: 'nowhere.xml' }],
  ])('when %s', async (_, reason, files, changes) => {
    const refused = install(writeZip(files), changes);
    await expect(refused).rejects.toThrow(PackRefused);
    await expect(refused).rejects.toThrow(reason);
  });

  it('when a folder includes a file outside of it', async () => {
    const files = house();
    writeFolder(files);
    const inner = install(join(folder, 'release/release-1/schema'));
    await expect(inner).rejects.toThrow(/outside the folder/);
  });

  it('when the path does not exist', async () => {
    await expect(install(join(folder, 'nowhere'))).rejects.toThrow(/No such file or folder/);
  });
});

describe('installed release', () => {
  it('is not installed twice, nor removed twice', async () => {
    await install(writeZip(house()));
    await expect(install(writeZip(house()))).rejects.toThrow(/already installed/);
    removePack(dataDir, 'house', '1.0');
    expect(() => removePack(dataDir, 'house', '1.0')).toThrow(/not installed/);
    expect(() => removePack(dataDir, '..', 'data')).toThrow(/not installed/);
  });

  it.each<[string, RegExp, (at: string) => void]>([
    [
      'its rules changed so that they fail the canaries',
      /canary test failed/,
      (at) => writeFileSync(join(at, 'parts/number.sch'), rule('false()')),
    ],
    ['its canaries are missing', /ENOENT/, (at) => rmSync(join(at, 'canaries'), { recursive: true })],
    ['its pack.json is broken', /JSON/, (at) => writeFileSync(join(at, 'pack.json'), '{')],
    [
      'its folder has another version',
      /pack\.json states house@1\.0/,
      (at) => {
        cpSync(at, join(at, '../1.1'), { recursive: true });
        rmSync(at, { recursive: true });
      },
    ],
  ])('is rejected when %s; other packs stay in use', async (_, reason, damage) => {
    const { folder: at } = await install(writeZip(house()));
    await install(writeZip(house()), { id: 'other' });
    damage(at);
    const { loaded, refused } = await load();
    expect(refused).toMatchObject([{ id: 'house', origin: 'installed' }]);
    expect(refused[0]?.reason).toMatch(reason);
    expect(loaded.map(({ pack }) => pack.info.id)).toEqual(expect.arrayContaining(['en16931-ubl', 'other']));
  });
});
