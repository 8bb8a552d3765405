import { validate } from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import { toSvrl } from '@e-invoice/schematron/svrl';
import { describe, expect, it } from 'vitest';
import { inShort, packOf, runSchema } from '../support/run-schema.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const findingsOf = (content: string, xml: string): string[] =>
  runSchema({ 's.sch': schema(content) }, xml).map(inShort);
const found = (content: string, xml: string) => {
  const outcome = validate(packOf(compile(schemaSource({ 's.sch': schema(content) })).code), bytes(xml));
  return outcome.wellFormed
    ? outcome.findings.map(({ location, text, flag, role }) => ({ location, text, flag, role }))
    : [];
};

describe('rule/@visit-each', () => {
  const visiting = (each: string, content: string): string =>
    `<pattern><rule context="a" visit-each="${each}">${content}</rule></pattern>`;

  it('evaluates variables, assertions and texts on each item and reports the node that the rule matched', () => {
    const content =
      '<let name="l" value="string-length(.)"/><assert id="t" test="$l &lt; 3"><value-of select="."/> has <value-of select="$l"/></assert>';
    expect(
      found(visiting('tokenize(@v)', content), '<x><a v="aa bbb cccc"/></x>').map(({ location, text }) => [
        location,
        text,
      ]),
    ).toEqual([
      ['/x/a', 'bbb has 3'],
      ['/x/a', 'cccc has 4'],
    ]);
    expect(
      findingsOf(
        visiting('b/@n', '<assert id="t" test=". = 1 and parent::b">no</assert>'),
        '<a><b n="1"/><b n="2"/></a>',
      ),
    ).toEqual(['t /a[1]']);
    expect(findingsOf(visiting('()', '<assert id="t" test="false()">no</assert>'), '<a/>')).toEqual([]);
  });

  it('leaves its assertions undetermined when the expression fails', () => {
    const content = '<assert id="t" test="true()">no</assert><report id="u" test="false()">no</report>';
    expect(findingsOf(visiting('xs:integer(@v)', content), '<a v="x"/>')).toEqual([
      't /a[1] FORG0001',
      'u /a[1] FORG0001',
    ]);
  });
});

describe('phase/@from', () => {
  const phased =
    '<phase id="p" from="part[@on]"><active pattern="q"/></phase><pattern id="q"><rule context="b | @z | part"><report id="t" test="true()">yes</report></rule></pattern>';
  it('applies the phase to the matching nodes and their descendants', () => {
    const xml = '<a><b/><part><b/></part><part on="1" z="1"><c><b/></c></part></a>';
    const inPhase = runSchema({ 's.sch': schema(phased) }, xml, { phase: 'p' }).map(inShort);
    expect(inPhase).toEqual(['t /a[1]/part[2]', 't /a[1]/part[2]/@z', 't /a[1]/part[2]/c[1]/b[1]']);
    expect(findingsOf(phased, xml)).toHaveLength(6);
  });
});

describe('flag and role with expressions in braces', () => {
  const content = `<pattern><rule context="a" flag="{@level}" role="of-{name()}"><let name="v" value="'{'"/>
    <assert id="t" test="false()" properties="p">no</assert><report id="u" test="true()" flag="own" role="{concat('{', $v, '}')}{{x}}">yes</report></rule></pattern>
    <properties><property id="p" role="{@level}">x</property></properties>`;

  it('are computed for each finding; assertions without them inherit those of the rule', () => {
    expect(found(content, '<a level="fatal"/>').map(({ flag, role }) => [flag, role])).toEqual([
      ['fatal', 'of-a'],
      ['own', '{{}{x}'],
    ]);
  });

  it('appear in SVRL', () => {
    const pack = packOf(compile(schemaSource({ 's.sch': schema(content) }), { svrl: true }).code);
    const outcome = toSvrl(pack, bytes('<a level="fatal"/>'));
    const svrl = outcome.wellFormed ? outcome.svrl : '';
    expect(svrl).toMatch(/<svrl:fired-rule [^>]*flag="fatal" role="of-a"/);
    expect(svrl).toMatch(/<svrl:property-reference property="p" role="fatal"/);
  });

  it('are refused with an unbalanced brace', () => {
    expect(() =>
      findingsOf('<pattern><rule context="a"><assert test="b" flag="{a">no</assert></rule></pattern>', '<a/>'),
    ).toThrow('flag has a brace without its other one');
  });
});

describe('parts of another schema', () => {
  it('use the prefixes that their schema declares', () => {
    const part = `<schema xmlns="http://purl.oclc.org/dsdl/schematron"><ns prefix="p" uri="urn:theirs"/><pattern id="x"><rule context="p:a" id="r"><assert id="t" test="p:b">no <value-of select="count(p:b)"/></assert></rule></pattern></schema>`;
    const main = schema(
      '<ns prefix="p" uri="urn:ours"/><include href="part.sch#x"/><pattern><rule context="p:a"><assert id="u" test="p:b">no</assert></rule></pattern>',
    );
    const xml = '<x><a xmlns="urn:theirs"/><a xmlns="urn:ours"/></x>';
    expect(runSchema({ 's.sch': main, 'part.sch': part }, xml).map(({ ruleId, text }) => [ruleId, text()])).toEqual([
      ['t', 'no 0'],
      ['u', 'no'],
    ]);
  });
});

describe('options for behaviour that differs between processors', () => {
  const hidden = schema(
    '<let name="x" value="1"/><pattern><let name="x" value="2"/><rule context="a"><assert id="t" test="$x = 2">no</assert></rule></pattern>',
  );
  it('a pattern variable hides a schema variable, or the schema is refused (5.4.5, clause 3)', () => {
    expect(runSchema({ 's.sch': hidden }, '<a/>')).toEqual([]);
    expect(() => compile(schemaSource({ 's.sch': hidden }), { uniqueNames: true })).toThrow(
      '$x of the schema is defined once more',
    );
  });

  it('the query binding of a schema that specifies none', () => {
    const text =
      '<schema xmlns="http://purl.oclc.org/dsdl/schematron"><pattern><rule context="a"><report id="t" test="true()"><value-of select="b"/></report></rule></pattern></schema>';
    const texts = (options: Parameters<typeof compile>[1]): string[] => {
      const outcome = validate(
        packOf(compile(schemaSource({ 's.sch': text }), options).code),
        bytes('<a><b>1</b><b>2</b></a>'),
      );
      return outcome.wellFormed ? outcome.findings.map((finding) => finding.text) : [];
    };
    expect(texts({})).toEqual(['1']);
    expect(texts({ defaultBinding: 'xslt2' })).toEqual(['1 2']);
  });
});
