import { runPack } from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import { documentOf, inShort, packOf } from '../support/judge.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const XSL = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:u="urn:u"';
const rule = (test: string): string =>
  `<pattern><rule context="a"><assert id="t" test="${test}">no</assert></rule></pattern>`;
const judged = (content: string, xml = '<a n="1"/>'): string[] => {
  const pack = packOf(compile(schemaSource({ 's.sch': schema(content) })).code);
  return runPack(pack, documentOf(xml, pack.names)).map(inShort);
};

describe('what published schemas do, and other processors take', () => {
  it('the prefixes xs, xsd, fn and xsl, undeclared', () => {
    expect(judged(rule('xsd:decimal(@n) = xs:decimal(1) and fn:exists(@n)'))).toEqual([]);
    expect(judged(rule("@xsl:type = 'b' or @n"))).toEqual([]);
    expect(judged(`<ns prefix="xsd" uri="urn:x"/>${rule('empty(//xsd:a)')}`)).toEqual([]);
  });

  it('messages in functions, which nobody hears; one that ends everything leaves the outcome open', () => {
    const fn = (attributes: string): string =>
      `<ns prefix="u" uri="urn:u"/><xsl:function ${XSL} name="u:f"><xsl:param name="x"/><xsl:message${attributes}>x is <xsl:value-of select="$x"/></xsl:message><xsl:sequence select="$x"/></xsl:function>${rule('u:f(1) = 1')}`;
    expect(judged(fn(''))).toEqual([]);
    expect(judged(fn(' terminate="no"'))).toEqual([]);
    expect(judged(fn(' terminate="yes"'))).toEqual(['t /a[1] XTMM9000']);
  });

  it('rules outside of patterns, which are never applied and told as a warning', () => {
    const text = schema(`<rule context="a"><assert id="out" test="false()">no</assert></rule>${rule('@n')}`);
    const { code, rules, warnings } = compile(schemaSource({ 's.sch': text }));
    expect(rules.map(({ id }) => id)).toEqual(['t']);
    expect(warnings.map(({ file, reason }) => [file, reason])).toEqual([
      ['s.sch', 'a rule outside of a pattern is never applied'],
    ]);
    const pack = packOf(code);
    expect(runPack(pack, documentOf('<a/>', pack.names)).map(inShort)).toEqual(['t /a[1]']);
  });
});
