import type { SchematronCase } from './schematron-case.ts';

const XSL = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform"';
const key = (name: string, match: string, use: string): string =>
  `<xsl:key ${XSL} name="${name}" match="${match}" use="${use}"/>`;
const rule = (context: string, content: string): string =>
  `<pattern><rule context="${context}">${content}</rule></pattern>`;
const show = (select: string): string => `<report id="t" test="true()"><value-of select="${select}"/></report>`;

/** XSLT 2.0, section 16.3. */
export const keyCases: readonly SchematronCase[] = [
  {
    name: 'XSLT 2.0, 16.3 a key finds the nodes under a value',
    schema: `${key('k-line', 'line', 'id')}${rule('line', '<assert id="once" test="count(key(\'k-line\', id)) = 1">o</assert>')}`,
    xml: '<a><line><id>1</id></line><g><line><id>2</id></line></g><line><id>1</id></line><line/></a>',
    findings: ['once /a[1]/line[1]', 'once /a[1]/line[2]', 'once /a[1]/line[3]'],
  },
  {
    name: 'XSLT 2.0, 16.3 several values for a node, several definitions of a key, document order',
    schema: `${key('k', 'y | x[@v]', '@v, @w')}${key('k', 'z', '.')}${rule(
      '/a',
      show("string-join(for $n in key('k', ('2', '1')) return name($n), ' ')"),
    )}`,
    xml: '<a><z>1</z><x v="1" w="1"/><y w="2"/><x w="1"/><y v="3"/><z>2</z></a>',
    findings: ['t /a[1]'],
    texts: ['z x y z'],
    engineOnly: 'SaxonJS gives the nodes value by value',
  },
  {
    name: 'XSLT 2.0, 16.3 values compare as eq does: by type, untyped as text',
    schema: `${key('n', 'x', 'xs:decimal(@v)')}${key('t', 'x', '@v')}${key('b', 'x', 'exists(@w)')}${rule(
      '/a',
      show(
        "count(key('n', 1)), count(key('n', 1.0e0)), count(key('n', '1')), count(key('t', '1')), count(key('t', 1)), count(key('b', true())), count(key('t', ()))",
      ),
    )}`,
    xml: '<a><x v="1"/><x v="1.0"/><x v="01" w=""/><x v="2"/></a>',
    findings: ['t /a[1]'],
    texts: ['3 3 0 1 0 1 0'],
  },
  {
    name: 'XSLT 2.0, 16.3.2 the third argument bounds the search; names may have a prefix',
    schema: `<ns prefix="u" uri="urn:u"/>${key('u:k', '@id', '.')}${rule(
      'g',
      show("count(key('u:k', '1')), count(key('u:k', '1', .)), key('u:k', '1', .)/../name()"),
    )}`,
    xml: '<a id="1"><g id="1"><x id="1"/><x id="2"/></g><g><y id="1"/></g></a>',
    attributes: ' xmlns:u="urn:u"',
    findings: ['t /a[1]/g[1]', 't /a[1]/g[2]'],
    texts: ['4 2 g x', '4 1 y'],
  },
  {
    name: 'XSLT 2.0, 16.3 a key sees the variables and functions of the schema, and other keys',
    schema: `<ns prefix="u" uri="urn:u"/><let name="prefix" value="/a/@prefix"/>
      <xsl:function ${XSL} xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:u="urn:u" name="u:low" as="xs:string"><xsl:param name="t" as="xs:string"/><xsl:sequence select="lower-case($t)"/></xsl:function>
      ${key('plain', 'x', '@v')}${key('made', 'x', "concat($prefix, u:low(@v), count(key('plain', @v)))")}
      ${rule('/a', show("count(key('made', 'p-b2')), count(key('made', 'p-c1'))"))}`,
    xml: '<a prefix="p-"><x v="B"/><x v="B"/><x v="c"/></a>',
    attributes: ' xmlns:u="urn:u"',
    findings: ['t /a[1]'],
    texts: ['2 1'],
  },
  {
    name: 'XSLT 2.0, 16.3 an error in the value of a key makes tests that use the key undetermined',
    schema: `${key('k', 'x', 'xs:integer(@v)')}${rule(
      'a',
      '<assert id="k" test="count(key(\'k\', 1)) = 1">k</assert><assert id="f" test="@w">f</assert>',
    )}`,
    xml: '<a><x v="1"/><x v="one"/></a>',
    findings: ['k /a[1] FORG0001', 'f /a[1]'],
  },
];
