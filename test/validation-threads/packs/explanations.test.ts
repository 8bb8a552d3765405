import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileResult } from '@e-invoice/validator/issues';
import { whenReady } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPack, openValidator } from '../../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../../src/platform/index.ts';

const root = findRoot();
const TODAY = '2026-11-21';
const CANARIES = join(root, 'schematron/canaries');

/** Third-party rules, which are not in the catalog. */
const RULES = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="cac" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"/>
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <pattern>
    <let name="lines" value="//cac:InvoiceLine/xs:decimal(cbc:LineExtensionAmount)"/>
    <rule context="cac:LegalMonetaryTotal">
      <assert id="HOUSE-SUM" test="xs:decimal(cbc:LineExtensionAmount) = round(sum($lines) * 100) div 100">sum</assert>
      <assert id="HOUSE-NET" test="exists(cbc:TaxExclusiveAmount) and xs:decimal(cbc:TaxExclusiveAmount) = xs:decimal(cbc:LineExtensionAmount) - xs:decimal(cbc:AllowanceTotalAmount) + xs:decimal(cbc:ChargeTotalAmount)">net</assert>
      <assert id="HOUSE-NEAR" test="abs(xs:decimal(cbc:LineExtensionAmount) - sum($lines)) &lt; 0.5">near</assert>
    </rule>
    <rule context="/*">
      <assert id="HOUSE-EUR" test="cbc:DocumentCurrencyCode = 'EUR'">currency</assert>
      <assert id="HOUSE-EITHER" test="cbc:DocumentCurrencyCode = 'EUR' or cbc:IssueDate = '2000-01-01'">either</assert>
    </rule>
  </pattern>
</schema>`;

let dataDir: string;
let result: FileResult;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'einvoice-explained-'));
  const source = join(dataDir, 'release');
  mkdirSync(source);
  writeFileSync(join(source, 'house.sch'), RULES);
  await installPack(
    { root, dataDir },
    {
      ...{ source, id: 'house', version: '1.0', published: null, mandatoryFrom: '2026-01-01', inForceTo: null },
      ...{ layer: null, on: [], forCustomization: [], title: null, schema: null },
      good: join(CANARIES, 'en16931-ubl.good.xml'),
      bad: join(CANARIES, 'en16931-ubl.bad.xml'),
    },
    TODAY,
  );
  const { validator } = await openValidator({ root, dataDir, maxXmlBytes: 1_000_000, today: TODAY });
  const bytes = readFileSync(join(CANARIES, 'en16931-ubl.bad.xml'));
  const request = { filename: null, ruleset: 'house', layers: ['NATIONAL'] as const, today: TODAY, clock: () => 0 };
  result = await whenReady(() => validator.validate(bytes, request));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const explanationOf = (rule: string) => {
  const { value, expected, calculation } = result.issues.find(({ rule_id }) => rule_id === rule)!;
  return { value, expected, calculation };
};

it('explains a failed equation with its values, as its expression computes them', () => {
  expect(explanationOf('HOUSE-SUM')).toMatchObject({
    value: '566.00',
    expected: '567.00',
    calculation: { result: '567', stated: '566.00', difference: '-1' },
  });
  expect(explanationOf('HOUSE-SUM').calculation!.terms[0]).toEqual({
    business_term: 'BT-131',
    label: expect.objectContaining({ sk: expect.any(String) }),
    amount: '450',
    operation: 'add',
    location: '/Invoice/cac:InvoiceLine[1]/cbc:LineExtensionAmount',
  });
  const { calculation } = explanationOf('HOUSE-NET');
  expect(calculation!.terms.map(({ business_term, amount, operation }) => [business_term, amount, operation])).toEqual([
    ['BT-106', '566', 'add'],
    ['BT-107', '50', 'subtract'],
    ['BT-108', '20', 'add'],
  ]);
  expect(calculation).toMatchObject({ stated: '537.00', result: '536', difference: '1' });
});

it('explains a failed comparison with its value', () => {
  expect(explanationOf('HOUSE-EUR')).toEqual({ value: 'EURO', expected: null, calculation: undefined });
});

it('gives no explanation when the expression does not determine one', () => {
  expect(explanationOf('HOUSE-EITHER')).toEqual({ value: null, expected: null, calculation: undefined });
  expect(explanationOf('HOUSE-NEAR')).toEqual({ value: null, expected: null, calculation: undefined });
});

it('caches explanations separately from the compiled rules', () => {
  const files = readdirSync(join(dataDir, 'rules/.compiled')).map((name) => name.replace(/[0-9a-f]{32}/, '…'));
  expect(files.sort()).toEqual(
    ['.why.….json', '.why.….mjs', '.….json', '.….mjs'].map((end) => `house@1.0${end}`).sort(),
  );
});
