import { load } from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import { toSvrl } from '@e-invoice/schematron/svrl';
import { describe, expect, it } from 'vitest';
import { moduleOf } from './support/run-schema.ts';

const encoder = new TextEncoder();
const report = (content: string, xml: string, options: Parameters<typeof toSvrl>[2] = {}): string => {
  const schema = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2" schemaVersion="3"><title>Orders</title><ns prefix="p" uri="urn:p"/>${content}</schema>`;
  const { code } = compile({ file: 's.sch', readFile: () => encoder.encode(schema) }, { svrl: true });
  const outcome = toSvrl(load(moduleOf(code)), encoder.encode(xml), options);
  if (!outcome.wellFormed) throw new Error('not well-formed');
  return outcome.svrl;
};
const pattern = (rules: string, id = 'one'): string => `<pattern id="${id}"><title>The ${id}</title>${rules}</pattern>`;

describe('SVRL (ISO/IEC 19757-3, annex D)', () => {
  it('lists patterns in order, each with its fired rules and findings', () => {
    const svrl = report(
      `${pattern('<rule context="b" id="r"><assert id="A" flag="fatal" see="urn:see" test="@n &lt; 3">n is <value-of select="@n"/> &amp; more</assert></rule>')}${pattern('<rule context="@n"><report test=". > 4">large</report></rule>', 'two')}`,
      '<a xmlns="urn:x"><b xmlns="" n="1"/><b xmlns="" n="5"/></a>',
      { uri: 'order.xml' },
    );
    expect(svrl.split('\n').slice(1)).toEqual([
      '<svrl:schematron-output xmlns:svrl="http://purl.oclc.org/dsdl/svrl" xmlns:engine="urn:x-engine:outcome" title="Orders" phase="#ALL" schemaVersion="3">',
      '<svrl:ns-prefix-in-attribute-values prefix="p" uri="urn:p"/>',
      '<svrl:active-pattern documents="order.xml" id="one" name="The one"/>',
      '<svrl:fired-rule context="b" document="order.xml" id="r"/>',
      '<svrl:fired-rule context="b" document="order.xml" id="r"/>',
      `<svrl:failed-assert location="/*:a[namespace-uri()='urn:x'][1]/b[2]" test="@n &lt; 3" flag="fatal" id="A" see="urn:see">`,
      '<svrl:text>n is 5 &amp; more</svrl:text>',
      '</svrl:failed-assert>',
      '<svrl:active-pattern documents="order.xml" id="two" name="The two"/>',
      '<svrl:fired-rule context="@n" document="order.xml"/>',
      '<svrl:fired-rule context="@n" document="order.xml"/>',
      `<svrl:successful-report location="/*:a[namespace-uri()='urn:x'][1]/b[2]/@n" test=". &gt; 4">`,
      '<svrl:text>large</svrl:text>',
      '</svrl:successful-report>',
      '</svrl:schematron-output>',
      '',
    ]);
  });

  it('copies nodes and values into properties, and diagnostics with their language', () => {
    const svrl = report(
      `${pattern('<rule context="b"><let name="v" value="@n"/><assert test="false()" diagnostics="d" properties="p">no</assert></rule>')}
      <diagnostics><diagnostic id="d" xml:lang="sk">n = <value-of select="$v"/></diagnostic></diagnostics>
      <properties><property id="p" role="r" scheme="s"><xsl:copy-of xmlns:xsl="http://www.w3.org/1999/XSL/Transform" select="@n, p:c"/>is <value-of select="$v"/></property></properties>`,
      '<b n="1"><p:c xmlns:p="urn:p" k="&quot;&lt;">x &amp; y<!--z--></p:c></b>',
    );
    expect(svrl).toContain(
      '<svrl:diagnostic-reference diagnostic="d"><svrl:text xml:lang="sk">n = 1</svrl:text></svrl:diagnostic-reference>',
    );
    expect(svrl).toContain(
      '<svrl:property-reference property="p" role="r" scheme="s"><svrl:text n="1"><p:c xmlns:p="urn:p" k="&quot;&lt;">x &amp; y<!--z--></p:c>is 1</svrl:text></svrl:property-reference>',
    );
  });

  it('lists only the patterns of the phase', () => {
    const svrl = report(
      `<phase id="f"><active pattern="two"/></phase>${pattern('<rule context="b"><report test="true()"/></rule>')}${pattern('<rule context="b"><assert test="true()"/></rule>', 'two')}`,
      '<b/>',
      { phase: 'f' },
    );
    expect(svrl).toContain(' phase="f"');
    expect(svrl.match(/<svrl:active-pattern[^>]* id="(\w+)"/g)).toHaveLength(1);
    expect(svrl).not.toContain('successful-report');
  });

  it('reports an undetermined test as a finding with the error code', () => {
    const svrl = report(
      pattern('<rule context="b"><report test="xs:integer(@n) = 1">one</report></rule>'),
      '<b n="x"/>',
    );
    expect(svrl).toMatch(/<svrl:successful-report [^>]*engine:undetermined="FORG0001">\n<svrl:text>\[FORG0001\] /);
  });

  it('requires rules that were compiled with svrl', () => {
    const schema = '<schema xmlns="http://purl.oclc.org/dsdl/schematron"/>';
    const rules = load(moduleOf(compile({ file: 's.sch', readFile: () => encoder.encode(schema) }).code));
    expect(() => toSvrl(rules, encoder.encode('<a/>'))).toThrow('compiled without { svrl: true }');
  });
});
