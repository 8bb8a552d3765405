import { SchemaRefused } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../packages/schematron/src/schematron/model.ts';
import { readSchematron } from '../../../packages/schematron/src/schematron/read.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const read = (content: string, files: Record<string, string> = {}, attributes = ''): Schema =>
  readSchematron(schemaSource({ 'dir/main.sch': schema(content, attributes), ...files })).schema;

const refusals = (files: Record<string, string>): string[] => {
  try {
    readSchematron(schemaSource(files));
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    return error.faults.map(({ file, line, column, reason }) => `${file}:${line}:${column} ${reason}`);
  }
  return [];
};

const refused = (content: string, attributes = ''): string =>
  refusals({ 's.sch': schema(content, attributes) }).join('\n');

const rule = (content: string): string => `<pattern id="p"><rule context="a">${content}</rule></pattern>`;

describe('reading a schema (ISO 19757-3, 5.4)', () => {
  it('records the position of every expression', () => {
    const { patterns } = read(
      '\n<pattern>\n  <rule context="a">\n    <assert id="x"\n   test="b">t</assert></rule></pattern>',
    );
    const [check] = patterns[0]!.rules[0]!.checks;
    expect(check!.test).toEqual({ text: 'b', place: { file: 'dir/main.sch', line: 5, column: 4 } });
  });

  it('derives an id from the position when there is none', () => {
    const { patterns } = read(`
      <pattern><rule context="a"><assert test="b"/><assert id="own" test="b"/><report test="c"/></rule></pattern>
      <pattern id="q"><rule context="a"/><rule id="r" context="b"><assert test="b"/></rule></pattern>`);
    expect(patterns.flatMap(({ rules }) => rules.flatMap(({ checks }) => checks.map(({ id }) => id)))).toEqual([
      'pattern-1.rule-1.1',
      'own',
      'pattern-1.rule-1.3',
      'q.r.1',
    ]);
  });

  it('collapses white space in texts and keeps the text of emph, dir, span and foreign elements', () => {
    const { patterns } = read(
      rule(
        '<assert test="b">\n  One <emph>two</emph>\t<value-of select="c"/> <f:b xmlns:f="f">three</f:b>\n <name/> </assert>',
      ),
    );
    const parts = patterns[0]!.rules[0]!.checks[0]!.text.map((part) =>
      part.kind === 'literal' ? part.text : [part.select.text],
    );
    expect(parts).toEqual(['One two ', ['c'], ' three ', ['name(.)'], ''].slice(0, 4));
  });

  it('uses flag and role of the rule when the assertion has none', () => {
    const { patterns } = read(
      '<pattern><rule context="a" flag="warning" role="w"><assert test="b"/><assert test="b" flag="fatal" role="f"/></rule></pattern>',
    );
    expect(patterns[0]!.rules[0]!.checks.map(({ flag, role }) => [flag, role])).toEqual([
      ['warning', 'w'],
      ['fatal', 'f'],
    ]);
  });

  it('resolves diagnostics in the assertions that reference them', () => {
    const { patterns } = read(
      `${rule('<assert test="b" diagnostics="d2 d1"/>')}<diagnostics><diagnostic id="d1">one</diagnostic><diagnostic id="d2">two</diagnostic></diagnostics>`,
    );
    expect(patterns[0]!.rules[0]!.checks[0]!.diagnostics.map(({ id }) => id)).toEqual(['d2', 'd1']);
  });

  it('ignores foreign elements (5.1) but not XSLT and unknown Schematron elements', () => {
    expect(read('<x:meta xmlns:x="urn:x"><x:y/></x:meta><title>T</title><p>words</p>').title).toBe('T');
    expect(refused('<xsl:template xmlns:xsl="http://www.w3.org/1999/XSL/Transform" match="a"/>')).toBe(
      's.sch:1:75 xsl:template is not supported in <schema>',
    );
    expect(refused('<xsl:include xmlns:xsl="http://www.w3.org/1999/XSL/Transform" href="a"/>')).toContain(
      'xsl:include',
    );
    expect(refused(rule('<asert test="b"/>'))).toContain('<asert> is not known in <rule>');
  });

  it.each([
    ['<a>', '1:1 the file cannot be read as XML: element unclosed, found "<a>", expected "</a>"'],
    ['<a><b/', '1:7 the file cannot be read as XML: end unexpected, found "<b/"'],
    ['', '1:1 the file cannot be read as XML: no bytes'],
    ['<!DOCTYPE a><a/>', '1:1 the file cannot be read as XML: doctype declaration, found "<!DOCTYPE"'],
  ])('describes the XML error of a malformed schema: %s', (text, message) => {
    expect(refusals({ 's.sch': text })).toEqual([`s.sch:${message}`]);
  });

  it('refuses unsupported constructs with the reason', () => {
    expect(refusals({ 's.sch': '<schema xmlns="http://www.ascc.net/xml/schematron"/>' }).join()).toContain(
      'Schematron 1.5 is not supported',
    );
    expect(refusals({ 's.sch': '<a/>' }).join()).toContain('not a Schematron schema');
    expect(refusals({ 's.sch': '<a>' }).join()).toContain('s.sch:1:');
    expect(refused('', ' defaultPhase="none"')).toContain('no phase "none"');
    expect(refused('<let name="x"/>')).toContain('neither a value nor content');
    expect(refused('<phase id="p" when="a"/>')).toContain('phase/@when');
    expect(refused('<let name="x" value="1"/><let name="x" value="2"/>')).toContain('defines $x twice');
    expect(refused('<ns prefix="a" uri="u"/><ns prefix="a" uri="v"/>')).toContain('declared twice');
    expect(refused('<pattern id="p"/><pattern id="p"/>')).toContain('two patterns "p"');
    expect(refused('<pattern><rule><assert test="a"/></rule></pattern>')).toContain('needs a context');
    expect(refused(rule('<assert/>'))).toContain('needs a test');
    expect(refused(rule('<assert test="a" diagnostics="d"/>'))).toContain('no diagnostic "d"');
  });

  it('refuses invalid keys with the reason (XSLT 2.0, 16.3)', () => {
    const key = (attributes: string, content = ''): string =>
      refused(`<xsl:key xmlns:xsl="http://www.w3.org/1999/XSL/Transform" ${attributes}>${content}</xsl:key>`);
    expect(key('name="k" match="a" use="b"')).toBe('');
    expect(key('match="a" use="b"')).toContain('"" is not the name of a key');
    expect(key('name="u:k" match="a" use="b"')).toContain('prefix of the key name "u:k"');
    expect(key('name="k" match="a"')).toContain('needs a use');
    expect(key('name="k" use="a"')).toContain('needs a match');
    expect(key('name="k" match="a" use="b" collation="c"')).toContain('@collation');
    expect(key('name="k" match="a" use="b"', '<b/>')).toContain('both a use and content');
  });

  it('reports all faults at once', () => {
    expect(refused(`${rule('<assert/><report/>')}<let name="x"/>`).split('\n')).toHaveLength(3);
  });
});

describe('include and extends (ISO 19757-3, 5.4.8 and 5.4.7)', () => {
  const S = 'xmlns="http://purl.oclc.org/dsdl/schematron"';

  it('replaces the include by the included element', () => {
    const { lets, patterns } = read('<include href="../lists/a.sch"/><include href="p.sch"/>', {
      'lists/a.sch': `<let ${S} name="list" value="'A', 'B'"/>`,
      'dir/p.sch': `<pattern ${S} id="p"><include href="sub/r.sch"/></pattern>`,
      'dir/sub/r.sch': `<rule ${S} context="a"><assert test=". = $list" id="x"/></rule>`,
    });
    expect(lets.map(({ name, value }) => [name, value.text, value.place.file])).toEqual([
      ['list', "'A', 'B'", 'lists/a.sch'],
    ]);
    expect(patterns[0]!.rules[0]!.checks[0]!.test.place.file).toBe('dir/sub/r.sch');
  });

  it('treats XInclude of a whole XML file as include (XInclude 1.0, 3.1) and refuses other XInclude', () => {
    const xi = (attributes: string, content = ''): string =>
      `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" ${attributes}>${content}</xi:include>`;
    const { functions, patterns } = read(
      `<ns prefix="u" uri="urn:u"/>${xi('href="fn/f.xml" parse="xml"')}<pattern>${xi('href="r.xml"')}</pattern>`,
      {
        'dir/fn/f.xml':
          '<function xmlns="http://www.w3.org/1999/XSL/Transform" name="u:f"><sequence select="1"/></function>',
        'dir/r.xml': `<rule ${S} context="a"><assert id="x" test="u:f()"/></rule>`,
      },
    );
    expect(functions.map(({ uri, local, body }) => [uri, local, body.place.file])).toEqual([
      ['urn:u', 'f', 'dir/fn/f.xml'],
    ]);
    expect(patterns[0]!.rules[0]!.checks[0]!.test.place.file).toBe('dir/r.xml');
    expect(refused(xi('href="a.xml" parse="text"'))).toContain('@parse="text"');
    expect(refused(xi('href="a.xml" xpointer="x"'))).toContain('@xpointer');
    expect(refused(xi('href="a.xml"', '<xi:fallback/>'))).toContain('xi:fallback');
    expect(refused(xi('href="http://example.org/a.xml"'))).toContain('not a relative path');
    expect(refused(xi(''))).toContain('needs an href');
  });

  it('resolves a fragment to its element, and extends href to the content of the element', () => {
    const { patterns } = read(
      '<pattern id="p"><extends href="all.sch#second"/><rule context="b"><extends href="r.sch"/></rule></pattern>',
      {
        'dir/all.sch': `<schema ${S}><pattern id="first"/><pattern id="second"><rule context="a"/></pattern></schema>`,
        'dir/r.sch': `<rule ${S} abstract="true" id="r"><let name="v" value="1"/><assert id="x" test="$v"/></rule>`,
      },
    );
    expect(patterns[0]!.rules.map(({ context, checks, lets }) => [context.text, lets.length, checks.length])).toEqual([
      ['a', 0, 0],
      ['b', 1, 1],
    ]);
  });

  it('refuses circular includes, whole schemas, absolute URIs and missing files', () => {
    const pattern = `<pattern ${S}><include href="p.sch"/></pattern>`;
    expect(refusals({ 's.sch': schema('<include href="p.sch"/>'), 'p.sch': pattern }).join()).toContain(
      'includes itself',
    );
    expect(refusals({ 's.sch': schema('<include href="s.sch"/>') }).join()).toContain('includes itself');
    expect(refusals({ 's.sch': schema('<include href="t.sch"/>'), 't.sch': schema('') }).join()).toContain(
      'whole schema',
    );
    expect(refused('<include href="http://example.org/a.sch"/>')).toContain('not a relative path');
    expect(refused('<include href="/etc/passwd"/>')).toContain('not a relative path');
    expect(refused('<include href="100%.sch"/>')).toContain('not percent-encoded UTF-8');
    expect(refused('<include href="none.sch"/>')).toContain('cannot read none.sch (no such file)');
    expect(refusals({ 's.sch': schema('<include href="p.sch#x"/>'), 'p.sch': `<pattern ${S}/>` }).join()).toContain(
      'no element with id x',
    );
  });

  it('resolves chains of abstract rules of the pattern or schema and refuses cycles (5.4.12, 6.2)', () => {
    const { patterns } = read(`<pattern>
      <rule abstract="true" id="one"><let name="v" value="1"/><assert id="a" test="1"/></rule>
      <rule abstract="true" id="two"><assert id="b" test="1"/><extends rule="one"/></rule>
      <rule context="x"><assert id="c" test="1"/><extends rule="two"/><assert id="d" test="1"/></rule></pattern>
      <pattern><rule context="y"><extends rule="three"/></rule></pattern>
      <rules><rule abstract="true" id="three"><assert id="e" test="1"/></rule></rules>`);
    expect(patterns[0]!.rules[0]!.checks.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
    expect(patterns[1]!.rules[0]!.checks.map(({ id }) => id)).toEqual(['e']);
    expect(
      refused(
        '<pattern><rule abstract="true" id="r"><extends rule="r"/></rule><rule context="a"><extends rule="r"/></rule></pattern>',
      ),
    ).toContain('extends itself');
    expect(refused(rule('<extends rule="none"/>'))).toContain('no abstract rule "none"');
    const other = '<pattern><rule abstract="true" id="r"><assert test="1"/></rule></pattern>';
    expect(refused(`${other}<pattern><rule context="a"><extends rule="r"/></rule></pattern>`)).toContain(
      'no abstract rule "r"',
    );
  });
});

describe('abstract patterns (ISO 19757-3, 6.3)', () => {
  const abstract = (test: string): string =>
    `<pattern abstract="true" id="t"><let name="Total-sum" value="1"/><rule context="$Row"><assert id="$Id" test="${test}"><value-of select="$Row"/></assert></rule></pattern>`;
  const instance = (test: string): string => {
    const { patterns } = read(
      `${abstract(test)}<pattern id="i" is-a="t"><param name="Row" value="r[1]"/><param name="Id" value="X-1"/><param name="Total" value="tot"/><param name="Total-A" value="a"/></pattern>`,
    );
    const [{ context, checks } = { context: null, checks: [] }] = patterns[0]!.rules;
    expect([patterns.length, patterns[0]!.id, context?.text, checks[0]?.id]).toEqual([1, 'i', 'r[1]', 'X-1']);
    return checks[0]!.test.text;
  };

  it.each([
    ['$Total', 'tot'],
    ['$Total-A + 1', 'a + 1'],
    ['$Total-1', 'tot-1'],
    ['$TotalAmount', '$TotalAmount'],
    ['$Total-sum', '$Total-sum'],
    ['$Row/$Total', 'r[1]/tot'],
  ])('replaces parameters by their whole name: %s', (test, expected) => {
    expect(instance(test)).toBe(expected);
  });

  it('ignores blanks around the name of a parameter', () => {
    const { patterns } = read(
      '<pattern abstract="true" id="t"><rule context="$Row "><assert id="a" test="$BR-1">x</assert></rule></pattern><pattern is-a="t"><param name="Row " value="r"/><param name=" BR-1" value="b"/></pattern>',
    );
    const [rule] = patterns[0]!.rules;
    expect([rule!.context.text, rule!.checks[0]!.test.text]).toEqual(['r ', 'b']);
  });

  it('refuses an instance of an unknown pattern', () => {
    expect(refused('<pattern is-a="none"/>')).toContain('no abstract pattern "none"');
    expect(refused(`${abstract('1')}<pattern is-a="t"><param name="Row"/></pattern>`)).toContain('has no value');
  });
});

describe('xsl:function', () => {
  const X =
    'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:u="urn:u" xmlns:xs="http://www.w3.org/2001/XMLSchema"';
  const body = (content: string, as = ' as="xs:string"'): string => {
    const { functions } = read(
      `<xsl:function ${X} name="u:f"${as}><xsl:param name="p" as="xs:string?"/>${content}</xsl:function>`,
    );
    const made = functions.at(-1)!;
    expect([made.uri, made.local, made.parameters[0]!.name, made.parameters[0]!.as?.text]).toEqual([
      'urn:u',
      'f',
      'p',
      'xs:string?',
    ]);
    return made.body.text;
  };

  it('converts a sequence constructor to one expression', () => {
    expect(body('<xsl:sequence select="$p"/>')).toBe('($p)');
    expect(body("it's")).toBe("xs:untypedAtomic('it''s')");
    expect(body('<xsl:variable name="v" select="1"/><xsl:sequence select="$v"/><xsl:sequence select="$p"/>')).toBe(
      '(let $v := (1) return (($v), ($p)))',
    );
    expect(
      body('<xsl:choose><xsl:when test="$p"><xsl:sequence select="1"/></xsl:when><xsl:otherwise/></xsl:choose>'),
    ).toBe('(if ($p) then (1) else ())');
    expect(
      body('<xsl:for-each select="1 to 3"><xsl:if test=". = 2"><xsl:sequence select="."/></xsl:if></xsl:for-each>'),
    ).toBe('((1 to 3) ! (if (. = 2) then (.) else ()))');
    expect(body('<xsl:variable name="v">abc</xsl:variable><xsl:sequence select="$v"/>')).toBe(
      "(let $v := xs:untypedAtomic(string-join(('abc'), '')) return ($v))",
    );
    expect(body('<xsl:value-of select="$p" separator=","/>')).toBe(
      "xs:untypedAtomic(string-join(for $item in data(($p)) return string($item), ','))",
    );
  });

  it('converts typed variables through a separate function', () => {
    const { functions } = read(
      `<xsl:function ${X} name="u:f"><xsl:variable name="v" as="xs:integer" select="'1'"/><xsl:sequence select="$v"/></xsl:function>`,
    );
    expect(functions.map(({ local, as, body: { text } }) => [local, as?.text, text])).toEqual([
      ['u.f.1', 'xs:integer', '$value'],
      ['f', undefined, "(let $v := engine.own:u.f.1(('1')) return ($v))"],
    ]);
  });

  it.each([
    ['<xsl:copy-of select="1"/>', 'xsl:copy-of> is not supported in a function'],
    ['<b/>', '<b> is not supported in a function'],
    ['<xsl:variable name="v"><b/></xsl:variable>', '<b> is not supported'],
    ['<xsl:variable name="v"><xsl:sequence select="1"/></xsl:variable>', 'content is no text'],
    ['<xsl:for-each select="1"><xsl:sort/></xsl:for-each>', 'xsl:sort'],
  ])('refuses %s', (content, reason) => {
    expect(refused(`<xsl:function ${X} name="u:f" as="xs:string">${content}</xsl:function>`)).toContain(reason);
  });

  it('refuses text nodes that stay nodes, and names without a namespace', () => {
    expect(refused(`<xsl:function ${X} name="f"/>`)).toContain('no declared prefix');
  });
});
