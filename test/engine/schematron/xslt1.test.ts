import { compile, SchemaRefused } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import { inShort, runSchema } from '../support/run-schema.ts';
import { schemaSource } from '../support/schema-source.ts';

/** The XSLT functions available to a schema of a query binding (XSLT 1.0, section 12; XSLT 2.0, section 16). */
const XSL = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:u="urn:u"';
const schemaOf = (content: string, binding = 'xslt'): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" ${XSL} queryBinding="${binding}">\n<ns prefix="u" uri="urn:u"/>${content}</schema>`;
const rule = (test: string): string =>
  `<pattern><rule context="/a"><assert id="t" test="${test}">no</assert></rule></pattern>`;
const findingsOf = (content: string, binding = 'xslt', xml = '<a/>'): string[] =>
  runSchema({ 's.sch': schemaOf(content, binding) }, xml).map(inShort);

const refusalOf = (content: string, binding = 'xslt'): string => {
  try {
    compile(schemaSource({ 's.sch': schemaOf(content, binding) }));
  } catch (error) {
    if (error instanceof SchemaRefused) return error.message;
    throw error;
  }
  return '';
};

describe('system-property (XSLT 1.0, 12.4)', () => {
  it('returns the version as a number in XSLT 1.0 and as a string in XSLT 2.0', () => {
    expect(findingsOf(rule("system-property('xsl:version') = 1 and system-property('xsl:version') &lt; 2"))).toEqual(
      [],
    );
    expect(findingsOf(rule("concat(system-property('xsl:version'), '') = '1'"))).toEqual([]);
    expect(findingsOf(rule("system-property('xsl:version') eq '2.0'"), 'xslt2')).toEqual([]);
    expect(findingsOf(rule("system-property('xsl:is-schema-aware') eq 'no'"), 'xslt2')).toEqual([]);
  });

  it('returns the vendor, and an empty string for unknown properties', () => {
    expect(findingsOf(rule("system-property('xsl:vendor') = '@e-invoice/schematron'"))).toEqual([]);
    for (const name of ['xsl:none', 'u:version', 'version'])
      expect(findingsOf(rule(`string-length(system-property('${name}')) = 0`)), name).toEqual([]);
  });

  it('is refused when the name is known only at run time or its prefix is undeclared', () => {
    expect(refusalOf(rule("system-property(@n) = 'x'"))).toContain('no string literal');
    expect(refusalOf(rule("system-property(@n) = 'x'"))).toContain('s.sch:2:');
    expect(refusalOf(rule("system-property('v:x') = 'x'"))).toContain('the prefix v is not declared');
  });
});

describe('function-available and element-available (XSLT 1.0, 15)', () => {
  it('return whether a call would compile: XPath and XSLT functions, constructors, functions of the schema', () => {
    const fn = `<xsl:function name="u:own"><xsl:param name="a"/><xsl:sequence select="$a"/></xsl:function>`;
    for (const name of ['concat', 'fn:concat', 'key', 'function-available', 'xs:decimal', 'u:own'])
      expect(findingsOf(`${fn}${rule(`function-available('${name}')`)}`), name).toEqual([]);
    for (const name of ['none', 'u:other', 'xs:none', 'unparsed-text', 'constructor', 'xsl:concat'])
      expect(findingsOf(`${fn}${rule(`not(function-available('${name}'))`)}`), name).toEqual([]);
    expect(refusalOf(rule('function-available(@n)'))).toContain('no string literal');
  });

  it('accept an arity in XSLT 2.0', () => {
    expect(findingsOf(rule("function-available('substring', 3)"), 'xslt2')).toEqual([]);
    expect(findingsOf(rule("not(function-available('substring', 4))"), 'xslt2')).toEqual([]);
    expect(findingsOf(rule("not(function-available('xs:date', 2))"), 'xslt2')).toEqual([]);
  });

  it('return which instructions a function of a schema may contain', () => {
    expect(findingsOf(rule("element-available('xsl:choose') and not(element-available('xsl:template'))"))).toEqual([]);
    expect(findingsOf(rule("not(element-available('choose')) and not(element-available('u:choose'))"))).toEqual([]);
  });
});

describe("document('') (XSLT 1.0, 12.1)", () => {
  const list = '<u:list><u:code v="A"/><u:code v="B"/></u:list>';

  it('is the file that contains the expression', () => {
    const known = rule("document('')/*/u:list/u:code/@v = @c");
    expect(findingsOf(`${list}${known}`, 'xslt', '<a c="B"/>')).toEqual([]);
    expect(findingsOf(`${list}${known}`, 'xslt', '<a c="C"/>')).toEqual(['t /a[1]']);
    expect(findingsOf(`${list}${rule("doc('')//u:code/@v = @c")}`, 'xslt2', '<a c="A"/>')).toEqual([]);
  });

  it('is the included file for an expression in an included file', () => {
    const part = `<pattern xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:u="urn:u"><rule context="a"><assert id="t" test="document('')/*/u:list and not(document('')//*[local-name() = 'schema'])">no</assert></rule>${list}</pattern>`;
    const files = { 'dir/s.sch': schemaOf('<include href="part/p.sch"/>'), 'dir/part/p.sch': part };
    expect(runSchema(files, '<a/>')).toEqual([]);
  });
});

describe('key() of XSLT 1.0 (12.2)', () => {
  const keyed = (use: string, test: string): string =>
    `<xsl:key name="k" match="x" use="${use}"/>${rule(`count(${test}) = 2`)}`;
  const xml = '<a w="1"><x v="1"/><x v="1"/><x v="2"/><x v="1.0"/><y>1</y><y>2</y></a>';
  const finds = (use: string, test: string, binding?: string): boolean =>
    findingsOf(keyed(use, test), binding, xml).length === 0;

  it('compares strings: numbers and booleans are converted by string()', () => {
    expect(finds('@v', "key('k', 1)")).toBe(true);
    expect(finds('@v', "key('k', count(y) - 1)")).toBe(true);
    expect(finds("count(. | preceding-sibling::x[@v = '1'])", "key('k', '3')")).toBe(true);
    expect(finds('number(@v)', "key('k', '1')[@v = '1']")).toBe(true);
    expect(finds("@v = '1.0' or @v = '2'", "key('k', true())")).toBe(true);
    expect(finds("@v = '1.0' or @v = '2'", "key('k', 'true')")).toBe(true);
    expect(finds('1000000 * 1000000 * number(@v)', "key('k', '1000000000000')[@v = '1']")).toBe(true);
  });

  it('looks up every node of a node-set', () => {
    expect(finds('@v', "key('k', y)[@v = '1']")).toBe(true);
    expect(finds('@v', "key('k', y)[@v = '2'] | key('k', '1.0')")).toBe(true);
    expect(finds('@v | following-sibling::y', "key('k', '2')[@v = '1']")).toBe(true);
    expect(finds('@v', "key('k', @w)")).toBe(true);
  });

  it('compares typed values in XSLT 2.0', () => {
    expect(finds('@v', "key('k', 1)", 'xslt2')).toBe(false);
    expect(finds('xs:decimal(@v)', "key('k', 1)[@v = '1']", 'xslt2')).toBe(true);
  });
});
