import { runPack } from '@e-invoice/schematron';
import { compile, type SchemaRefused } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import { documentOf, inShort, packOf } from '../support/run-schema.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const XSL = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:u="urn:u"';
const rule = (test: string): string =>
  `<pattern><rule context="a"><assert id="t" test="${test}">no</assert></rule></pattern>`;
const findingsOf = (content: string, xml = '<a n="1"/>'): string[] => {
  const pack = packOf(compile(schemaSource({ 's.sch': schema(content) })).code);
  return runPack(pack, documentOf(xml, pack.names)).map(inShort);
};

describe('deviations in published schemas that other processors accept', () => {
  it('accepts the prefixes xs, xsd, fn and xsl without declaration', () => {
    expect(findingsOf(rule('xsd:decimal(@n) = xs:decimal(1) and fn:exists(@n)'))).toEqual([]);
    expect(findingsOf(rule("@xsl:type = 'b' or @n"))).toEqual([]);
    expect(findingsOf(`<ns prefix="xsd" uri="urn:x"/>${rule('empty(//xsd:a)')}`)).toEqual([]);
  });

  it('accepts an operator or keyword directly followed by a variable or a path (XPath 2.0, A.2.4)', () => {
    for (const test of [
      '(1)and@n',
      '1 or/a',
      '@n eq string(3 div@n)or@n',
      'for$x in @n return@n',
      "'and@n'='and@n'and@n",
    ])
      expect(findingsOf(rule(test)), test).toEqual([]);
    expect(findingsOf(rule('or/@n'), '<a><or n="1"/></a>')).toEqual([]);
  });

  it('refuses a malformed expression at the position where parsing stops', () => {
    const reasonOf = (test: string): string => {
      try {
        findingsOf(rule(test));
      } catch (error) {
        return (error as SchemaRefused).faults.map(({ line, reason }) => `${line} ${reason}`).join();
      }
      return 'taken';
    };
    expect(reasonOf('@n = 1 and and 2')).toBe(
      '1 XPST0003: not an XPath expression: from character 16 on it cannot be read (2)',
    );
    expect(reasonOf('for $x in')).toBe('1 XPST0003: not an XPath expression, or the end of one is missing');
  });

  it('ignores messages in functions; a terminating message leaves the outcome undetermined', () => {
    const fn = (attributes: string): string =>
      `<ns prefix="u" uri="urn:u"/><xsl:function ${XSL} name="u:f"><xsl:param name="x"/><xsl:message${attributes}>x is <xsl:value-of select="$x"/></xsl:message><xsl:sequence select="$x"/></xsl:function>${rule('u:f(1) = 1')}`;
    expect(findingsOf(fn(''))).toEqual([]);
    expect(findingsOf(fn(' terminate="no"'))).toEqual([]);
    expect(findingsOf(fn(' terminate="yes"'))).toEqual(['t /a[1] XTMM9000']);
  });

  it('never applies rules outside of patterns and reports a warning', () => {
    const text = schema(`<rule context="a"><assert id="out" test="false()">no</assert></rule>${rule('@n')}`);
    const { code, rules, warnings } = compile(schemaSource({ 's.sch': text }));
    expect(rules.map(({ id }) => id)).toEqual(['t']);
    expect(warnings.map(({ file, reason }) => [file, reason])).toEqual([
      ['s.sch', 'a rule outside of a pattern is never applied'],
    ]);
    const pack = packOf(code);
    expect(runPack(pack, documentOf('<a/>', pack.names)).map(inShort)).toEqual(['t /a[1]']);
  });

  it('evaluates the query binding xslt by XPath 1.0: first node, numbers of texts, truth of node-sets', () => {
    const tests = [
      'substring(b, 1, 4) &gt; 2000',
      'not(none) = true()',
      'none = false()',
      "'10' &gt; '9'",
      'sum(c) != 3',
    ];
    const text = schema(tests.map(rule).join('')).replace('"xslt2"', '"xslt"');
    const pack = packOf(compile(schemaSource({ 's.sch': text })).code);
    const xml = '<a><b>2024-01-01</b><b>x</b><c>text</c></a>';
    expect(runPack(pack, documentOf(xml, pack.names)).map(inShort)).toEqual([]);
  });
});
