import { runPack } from '@e-invoice/schematron';
import { compile as compileSchema, SchemaRefused } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import { growthOf, MAX_LINEAR_GROWTH } from '../../support/growth.ts';
import { documentOf, inShort, packOf, runSchema } from '../support/run-schema.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const compile = (content: string, attributes = ''): string =>
  compileSchema(schemaSource({ 'main.sch': schema(content, attributes) })).code;

describe('xsl:value-of in a text (XSLT 2.0, 5.7.2)', () => {
  it.each([
    ['b', 'x1 y2'],
    ['b/text()', 'xy'],
    ['b/node()', 'x 1 y 2'],
    ['b/text(), 7', 'xy 7'],
    ["b/text(), 7, b[1]/text(), ''", 'xy 7 x '],
    ['b/@n', '1 2'],
  ])('%s', (select, text) => {
    const one = `<pattern><rule context="a"><report id="t" test="true()">(<value-of select="${select}"/>)</report></rule></pattern>`;
    const [finding] = runSchema({ 's.sch': schema(one) }, '<a><b n="1">x<i>1</i></b><b n="2">y<i>2</i></b></a>');
    expect(finding!.text()).toBe(`(${text})`);
  });
});

describe('the cost of an error', () => {
  it('is paid once: a failed value for the whole document is not computed again', () => {
    const source = schemaSource({
      's.sch': schema(
        '<let name="sum" value="sum(//x/xs:decimal(@v))"/><pattern><rule context="x"><assert id="s" test="$sum gt 1"/><assert id="p" test="sum(//x/xs:decimal(@v)) gt 1"/></rule></pattern>',
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema"',
      ),
    });
    const pack = packOf(compileSchema(source).code);
    const make = (count: number) => documentOf(`<a>${'<x v="1"/>'.repeat(count)}<x v="one"/></a>`);
    const findings = runPack(pack, make(20_000));
    expect(findings.length).toBe(40_002);
    expect(findings.every(({ undetermined }) => undetermined?.code === 'FORG0001')).toBe(true);
    expect(growthOf(make, (document) => runPack(pack, document), 20_000)).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});

describe('running a pack', () => {
  it('returns findings in document order, at one node by pattern and assertion', () => {
    const content = `
      <pattern><rule context="c"><assert id="1" test="0">1</assert><assert id="2" test="0">2</assert></rule></pattern>
      <pattern><rule context="b | c"><assert id="3" test="0">3</assert></rule></pattern>`;
    expect(runSchema({ 'main.sch': schema(content) }, '<a><b><c/></b><c/></a>').map(inShort)).toEqual([
      '3 /a[1]/b[1]',
      '1 /a[1]/b[1]/c[1]',
      '2 /a[1]/b[1]/c[1]',
      '3 /a[1]/b[1]/c[1]',
      '1 /a[1]/c[1]',
      '2 /a[1]/c[1]',
      '3 /a[1]/c[1]',
    ]);
  });

  it('returns flag, role, kind, text and diagnostics', () => {
    const content = `<pattern><rule context="b"><let name="n" value="@n"/>
      <report id="r" flag="fatal" role="error" test="@n" diagnostics="d">n = <value-of select="$n"/></report></rule></pattern>
      <diagnostics><diagnostic id="d">twice <value-of select="$n * 2"/></diagnostic></diagnostics>`;
    const [finding] = runSchema({ 'main.sch': schema(content) }, '<a><b n="4"/></a>');
    expect(finding).toMatchObject({ ruleId: 'r', flag: 'fatal', role: 'error', kind: 'report', undetermined: null });
    expect(finding!.text()).toBe('n = 4');
    expect(finding!.diagnostics()).toEqual(['twice 8']);
  });

  it('evaluates a rule variable at most once per node', () => {
    const content = `<pattern><rule context="b"><let name="n" value="current-dateTime()"/><let name="m" value="string(@n)"/>
      <assert id="1" test="$m = 'x'">1</assert><assert id="2" test="$m = 'y'">2</assert></rule></pattern>`;
    const code = compile(content);
    expect(code.match(/let L\d+\$/g)).toHaveLength(1);
  });

  it('uses the time from the caller', () => {
    const content = `<pattern><rule context="a"><report id="t" test="1"><value-of select="current-date()"/></report></rule></pattern>`;
    const [finding] = runSchema({ 'main.sch': schema(content) }, '<a/>', { now: Date.UTC(2026, 4, 17, 12) });
    expect(finding!.text()).toBe('2026-05-17Z');
    const timed =
      '<pattern><rule context="a"><assert id="t" test="current-date() gt xs:date(.)">t</assert></rule></pattern>';
    expect(() => runSchema({ 'main.sch': schema(timed) }, '<a>2026-05-17</a>')).toThrow(
      'rule t could not be evaluated',
    );
    expect(runSchema({ 'main.sch': schema(timed) }, '<a>2026-05-17</a>', { now: Date.UTC(2026, 4, 17) })).toHaveLength(
      1,
    );
  });

  it('refuses an unknown phase', () => {
    const pack = packOf(compile('<pattern><rule context="a"><assert test="0"/></rule></pattern>'));
    expect(() => runPack(pack, documentOf('<a/>'), { phase: 'none' })).toThrow('no phase "none"');
  });

  it('refuses a phase that references an unknown pattern when it is selected', () => {
    const content =
      '<phase id="f"><active pattern="none"/></phase><pattern><rule context="a"><assert id="1" test="0"/></rule></pattern>';
    const files = { 'main.sch': schema(content) };
    expect(runSchema(files, '<a/>').map(inShort)).toEqual(['1 /a[1]']);
    expect(() => runSchema(files, '<a/>', { phase: 'f' })).toThrow('patterns that do not exist: none');
  });

  it('reports endless recursion as undetermined', () => {
    const content = `<ns prefix="u" uri="urn:u"/><xsl:function xmlns:xsl="http://www.w3.org/1999/XSL/Transform" name="u:f"><xsl:param name="n"/><xsl:sequence select="1 + u:f($n)"/></xsl:function>
      <pattern><rule context="a"><assert id="endless" test="u:f(1) = 1">e</assert><assert id="after" test="0">a</assert></rule></pattern>`;
    expect(runSchema({ 'main.sch': schema(content) }, '<a/>').map(inShort)).toEqual([
      'endless /a[1] FOER0000',
      'after /a[1]',
    ]);
  });
});

describe('compiling', () => {
  it('produces equal bytes for equal sources', () => {
    const content =
      '<let name="l" value="(1, 2)"/><pattern><rule context="a[b = $l] | c"><assert test="//d/@e"/></rule></pattern>';
    expect(compile(content)).toBe(compile(content));
  });

  it('reports file, line, rule and reason of everything that cannot be compiled', () => {
    const content = `
<pattern><rule context="a"><assert id="X-1" test="collection('x')"/></rule></pattern>
<pattern><rule context="a"><assert id="X-2" test="$none"/></rule><rule context="b[">
<assert id="X-3" test="u:none()"/></rule></pattern>`;
    let faults: readonly string[] = [];
    try {
      compile(content);
    } catch (error) {
      if (!(error instanceof SchemaRefused)) throw error;
      faults = error.faults.map(({ file, line, ruleId }) => `${file}:${line} ${ruleId}`);
    }
    expect(faults).toEqual(['main.sch:2 X-1', 'main.sch:3 X-2', 'main.sch:3 X-3', 'main.sch:4 X-3']);
  });

  it('refuses circular variables', () => {
    expect(() => compile('<let name="a" value="$b"/><let name="b" value="$a"/>')).toThrow(/depends on itself/);
    expect(() => compile('<let name="a" value="$b"/><pattern><let name="b" value="$a"/></pattern>')).toThrow(/itself/);
    expect(() => compile('<pattern><let name="b" value="$b"/></pattern>')).toThrow(/XPST0008/);
  });

  it('refuses a variable that several other patterns define', () => {
    const one = '<pattern><let name="x" value="1"/></pattern>';
    const use = '<pattern><rule context="a"><assert test="$x"/></rule></pattern>';
    expect(() => compile(one + use)).not.toThrow();
    expect(() => compile(one + one + use)).toThrow(/several other patterns/);
  });

  it('splits rules with very many assertions into functions that share the variables', () => {
    const assertions = Array.from(
      { length: 130 },
      (_, index) => `<assert id="n${index}" test="$n = ${index}">x</assert>`,
    );
    const content = `<pattern><rule context="a"><let name="n" value="number(@n)"/>${assertions.join('')}</rule></pattern>`;
    expect(runSchema({ 'main.sch': schema(content) }, '<a n="77"/>')).toHaveLength(129);
  });
});

describe('cost', () => {
  const pack = packOf(
    compile(`<pattern><rule context="line"><let name="n" value="number(@n)"/><assert id="n" test="$n gt 0">n</assert></rule>
        <rule context="deep"><assert id="deep" test="deep or @end">d</assert></rule></pattern>`),
  );

  it('supports 200 levels of elements', () => {
    const xml = `${'<deep>'.repeat(199)}<deep/>${'</deep>'.repeat(199)}`;
    expect(runPack(pack, documentOf(xml)).map(({ ruleId }) => ruleId)).toEqual(['deep']);
  });

  it('grows linearly with the number of siblings', () => {
    const make = (count: number) => documentOf(`<a>${'<line n="1"/>'.repeat(count)}</a>`, pack.names);
    const run = (document: ReturnType<typeof make>) => expect(runPack(pack, document)).toEqual([]);
    expect(growthOf(make, run, 200_000)).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});
