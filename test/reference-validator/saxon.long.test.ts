import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSaxonValidator, type SaxonValidator } from '../../src/modules/validation/reference-validator/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'reference-test-'));
const cacheDir = join(folder, 'cache');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCHEMATRON = 'xmlns="http://purl.oclc.org/dsdl/schematron"';

function makeValidator(body: string, options: { phase?: string; attributes?: string } = {}): Promise<SaxonValidator> {
  const schemaFile = join(folder, `schema-${Math.abs(hash(body))}.sch`);
  writeFileSync(
    schemaFile,
    `<schema ${SCHEMATRON} xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema" queryBinding="xslt2" ${options.attributes ?? ''}>${body}</schema>`,
  );
  return makeSaxonValidator({ schemaFile, cacheDir, ...(options.phase === undefined ? {} : { phase: options.phase }) });
}

const hash = (text: string): number => [...text].reduce((sum, c) => (sum * 31 + (c.codePointAt(0) ?? 0)) | 0, 7);

/** Fired rules with their locations, in the order of the findings. */
const fired = (validator: SaxonValidator, xml: string): string[] => {
  const { findings, error } = validator.validate(xml);
  expect(error).toBeNull();
  return findings.map(({ ruleId, location, undetermined }) =>
    undetermined === null ? `${ruleId} ${location}` : `${ruleId} ${location} ${undetermined.code}`,
  );
};

describe('Schematron rule', () => {
  it('5.4.11 is applied in order: inside a pattern only the first matching rule applies', async () => {
    const validator = await makeValidator(`
      <pattern><rule context="b[@x]"><assert id="first" test="false()">f</assert></rule>
        <rule context="b | c"><assert id="second" test="false()">s</assert></rule>
        <rule context="*"><report id="third" test="true()">t</report></rule></pattern>
      <pattern><rule context="@x | b/text() | /"><assert id="other" test="false()">o</assert></rule></pattern>`);
    expect(fired(validator, '<a><b x="1">t</b><b/><c/></a>')).toEqual([
      'third /a[1]',
      'first /a[1]/b[1]',
      'second /a[1]/b[2]',
      'second /a[1]/c[1]',
      'other /',
      'other /a[1]/b[1]/@x',
      'other /a[1]/b[1]/text()[1]',
    ]);
  });

  it('5.4.3 inherits the content of abstract rules at the position of the extends', async () => {
    const validator = await makeValidator(`
      <pattern>
        <rule abstract="true" id="named"><let name="n" value="string(@n)"/><assert id="has-name" test="$n != ''">n</assert></rule>
        <rule abstract="true" id="both"><extends rule="named"/><assert id="short" test="string-length($n) lt 3">s</assert></rule>
        <rule context="b"><extends rule="both"/><assert id="own" test="$n = 'x'">own</assert></rule>
      </pattern>`);
    expect(fired(validator, '<a><b/><b n="long"/><b n="x"/></a>')).toEqual([
      'has-name /a[1]/b[1]',
      'own /a[1]/b[1]',
      'short /a[1]/b[2]',
      'own /a[1]/b[2]',
    ]);
  });
});

describe('Schematron pattern', () => {
  it('6.3 may be an instance of an abstract one: its parameters are replaced in every attribute', async () => {
    const validator = await makeValidator(`
      <pattern abstract="true" id="limit"><rule context="$item">
        <assert id="$code-01" test="number(@v) le $max">at most <value-of select="$max"/></assert>
        <assert id="$code-max" test="'$max' != '$' and $max-length ge 0">l</assert></rule></pattern>
      <pattern is-a="limit"><param name="item" value="b"/><param name="code" value="B"/><param name="max" value="5"/><param name="max-length" value="-1"/></pattern>
      <pattern is-a="limit"><param name="item" value="c[@v]"/><param name="code" value="C"/><param name="max" value="(2 + 1)"/><param name="max-length" value="1"/></pattern>`);
    const { findings } = validator.validate('<a><b v="6"/><b v="5"/><c v="4"/><c/></a>');
    expect(findings.map(({ ruleId, location, text }) => [ruleId, location, text])).toEqual([
      ['B-01', '/a[1]/b[1]', 'at most 5'],
      ['B-max', '/a[1]/b[1]', 'l'],
      ['B-max', '/a[1]/b[2]', 'l'],
      ['C-01', '/a[1]/c[1]', 'at most 3'],
    ]);
  });

  it('5.4.5 has its own variables, computed from the document, which its contexts may use', async () => {
    const validator = await makeValidator(`
      <let name="list" value="('x', 'y')"/><let name="limit" value="1"/>
      <pattern><let name="limit" value="$limit + count(//b)"/>
        <rule context="b[position() ge $limit - 1]"><let name="own" value="@k"/>
          <assert id="in-list" test="$own = $list and '$limit' != string($limit)">i</assert></rule></pattern>
      <pattern><let name="limit" value="/a/@limit"/><rule context="/a"><assert id="limit" test="$limit = '7'">l</assert></rule></pattern>`);
    expect(fired(validator, '<a limit="8"><b k="z"/><b k="q"/><b k="z"/></a>')).toEqual([
      'in-list /a[1]/b[3]',
      'limit /a[1]',
    ]);
  });
});

describe('Schematron schema', () => {
  it('5.4.4 includes files recursively, relative to the including file', async () => {
    writeFileSync(join(folder, 'list.sch'), `<let ${SCHEMATRON} name="codes" value="'A', 'B'"/>`);
    writeFileSync(
      join(folder, 'parts.sch'),
      `<schema ${SCHEMATRON}><pattern id="other"/><pattern id="codes"><include href="list.sch"/><rule context="b"><assert id="code" test="@c = $codes">c</assert></rule></pattern></schema>`,
    );
    const validator = await makeValidator('<include href="parts.sch#codes"/>');
    expect(fired(validator, '<a><b c="A"/><b c="C"/></a>')).toEqual(['code /a[1]/b[2]']);
    await expect(makeValidator('<include href="absent.sch"/>')).rejects.toThrow(/cannot read .*absent\.sch/);
    writeFileSync(join(folder, 'loop.sch'), `<pattern ${SCHEMATRON}><include href="loop.sch"/></pattern>`);
    await expect(makeValidator('<include href="loop.sch"/>')).rejects.toThrow('includes itself');
  });

  it('5.4.9 applies the patterns of the chosen phase with its variables', async () => {
    const body = `
      <phase id="one"><let name="p" value="1"/><active pattern="first"/></phase>
      <phase id="two"><let name="p" value="2"/><active pattern="first"/><active pattern="second"/></phase>
      <pattern id="first"><rule context="/*"><assert id="first" test="$p = 2">f</assert></rule></pattern>
      <pattern id="second"><rule context="/*"><assert id="second" test="$p = 1">s</assert></rule></pattern>`;
    expect(fired(await makeValidator(body, { phase: 'one' }), '<a/>')).toEqual(['first /a[1]']);
    expect(fired(await makeValidator(body, { attributes: 'defaultPhase="two"' }), '<a/>')).toEqual(['second /a[1]']);
    await expect(makeValidator(body, { phase: 'three' })).rejects.toThrow('no phase "three"');
  });

  it('may contain functions and bind prefixes; locations use the usual prefixes', async () => {
    const validator = await makeValidator(`
      <ns prefix="u" uri="urn:test"/><ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
      <xsl:function name="u:twice" as="xs:decimal"><xsl:param name="v"/><xsl:sequence select="xs:decimal($v) * 2"/></xsl:function>
      <pattern><rule context="cbc:ID" flag="fatal" role="r"><assert id="twice" test="u:twice(.) lt 5" flag="warning"> The <emph>double</emph> of
        <name/> is <value-of select="u:twice(.)"/>, not <value-of select="xs:date(.)"/>.</assert></rule></pattern>`);
    const { findings } = validator.validate(
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:q="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><q:ID>1</q:ID><o xmlns="urn:o"><q:ID>2.5</q:ID></o></Invoice>',
    );
    expect(findings).toEqual([
      {
        ruleId: 'twice',
        kind: 'assert',
        flag: 'warning',
        role: 'r',
        path: '/Q{urn:oasis:names:specification:ubl:schema:xsd:Invoice-2}Invoice[1]/Q{urn:o}o[1]/Q{urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2}ID[1]',
        location: '/Invoice[1]/{urn:o}o[1]/cbc:ID[1]',
        text: '',
        undetermined: null,
      },
    ]);
  });
});

describe('dynamic error', () => {
  let validator: SaxonValidator;
  beforeAll(async () => {
    validator = await makeValidator(`
      <let name="total" value="xs:decimal(/a/@total)"/>
      <pattern><rule context="b"><let name="v" value="xs:decimal(@v)"/>
        <assert id="free" test="false()">f</assert>
        <assert id="bound" test="$v gt 1">b</assert>
        <assert id="total" test="$total = 1">t</assert>
        <report id="text" test="@t">v is <value-of select="$v"/></report></rule></pattern>`);
  });

  it('makes only the checks that need the value undetermined', () => {
    expect(fired(validator, '<a total="1"><b v="x"/><b v="1" t=""/></a>')).toEqual([
      'free /a[1]/b[1]',
      'bound /a[1]/b[1] FORG0001',
      'free /a[1]/b[2]',
      'bound /a[1]/b[2]',
      'text /a[1]/b[2]',
    ]);
  });

  it('in a variable of the schema makes only the checks that need it undetermined', () => {
    expect(fired(validator, '<a total="many"><b v="1" t=""/></a>')).toEqual([
      'free /a[1]/b[1]',
      'bound /a[1]/b[1]',
      'total /a[1]/b[1] FORG0001',
      'text /a[1]/b[1]',
    ]);
  });

  it('in a variable used by another variable is reported where that one is used', async () => {
    const nested = await makeValidator(`
      <let name="rate" value="xs:decimal(/a/@rate)"/>
      <pattern><let name="tax" value="$rate * 2"/><rule context="b"><let name="sum" value="$tax + xs:decimal(@v)"/>
        <assert id="sum" test="$sum = 5">s</assert>
        <assert id="either" test="@skip or $sum = 5">e</assert>
        <assert id="bound" test="some $rate in (1, 2) satisfies $rate = 3">b</assert></rule></pattern>`);
    expect(fired(nested, '<a rate="2"><b v="1"/></a>')).toEqual(['bound /a[1]/b[1]']);
    expect(fired(nested, '<a rate="2"><b v="1" skip=""/><b v="x" skip=""/></a>')).toEqual([
      'bound /a[1]/b[1]',
      'sum /a[1]/b[2] FORG0001',
      'bound /a[1]/b[2]',
    ]);
  });

  it('in a variable declared later is reported where it is used, as for every variable of a schema', async () => {
    const forward = await makeValidator(`
      <let name="twice" value="$rate * 2"/><let name="rate" value="xs:decimal(/a/@rate)"/>
      <pattern><let name="sum" value="$part + $twice"/><let name="part" value="xs:decimal(/a/@part)"/>
        <rule context="b"><assert id="twice" test="$twice = 4">t</assert><assert id="sum" test="$sum = 5">s</assert></rule>
      </pattern>`);
    expect(fired(forward, '<a rate="2" part="1"><b/></a>')).toEqual([]);
    expect(fired(forward, '<a rate="2" part="x"><b/></a>')).toEqual(['sum /a[1]/b[1] FORG0001']);
    expect(fired(forward, '<a rate="1" part="1"><b/></a>')).toEqual(['twice /a[1]/b[1]', 'sum /a[1]/b[1]']);
  });

  it('in a file that is not XML is reported as an error of the document', () => {
    expect(validator.validate('<a>').error?.code).toBe('FODC0002');
  });
});

describe('compilation', () => {
  it('runs once and caches its result', async () => {
    const body = '<pattern><rule context="a"><assert id="kept" test="false()">k</assert></rule></pattern>';
    await makeValidator(body);
    const files = readdirSync(cacheDir);
    expect(fired(await makeValidator(body), '<a/>')).toEqual(['kept /a[1]']);
    expect(readdirSync(cacheDir)).toEqual(files);
  });

  it('rejects an invalid expression with the reason', async () => {
    const body = '<pattern><rule context="a"><assert id="x" test="no-such-function(1)">k</assert></rule></pattern>';
    await expect(makeValidator(body)).rejects.toThrow(/no-such-function/);
  });
});
