import { SchemaRefused } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import { inShort, runSchema } from '../support/run-schema.ts';
import { schema } from '../support/schema-source.ts';

/** The later release. */
const later = schema(`<let name="codes" value="'x', 'y'"/><let name="most" value="2"/>
  <pattern id="p"><rule context="b"><assert id="R-1" flag="fatal" test=". = $codes">code</assert>
    <assert id="R-2" test="count(c) &lt;= $most">many</assert></rule>
    <rule context="*[@n]"><assert id="R-3" test="@n = '1'">n</assert></rule></pattern>`);

const earlier = (differences: string) => ({
  'one.sch': schema(`<extends href="two.sch"/>${differences}`, ' xmlns:d="urn:x-rules:differences"'),
  'two.sch': later,
});
const found = (differences: string, xml: string): string[] => runSchema(earlier(differences), xml).map(inShort);

describe('an earlier release defined by its differences from a later one', () => {
  it('equals the later release where nothing differs', () => {
    expect(found('', '<a><b>z</b><c n="2"/></a>')).toEqual(['R-1 /a[1]/b[1]', 'R-3 /a[1]/c[1]']);
  });

  it.each([
    ['removes an assertion', '<d:without rules="R-1"/>', '<a><b>z</b></a>', []],
    [
      'removes a rule with its last assertion, so that later rules match its nodes',
      '<d:without rules="R-1 R-2"/>',
      '<a><b n="2">z</b></a>',
      ['R-3 /a[1]/b[1]'],
    ],
    ['changes a test', `<d:assert id="R-1" test=". = 'z'"/>`, '<a><b>z</b></a>', []],
    [
      'changes the context of a rule',
      '<d:rule of="R-3" context="c"/>',
      '<a><c n="2"/><e n="2"/></a>',
      ['R-3 /a[1]/c[1]'],
    ],
    ['changes a variable', '<d:let name="most" value="0"/>', '<a><b>x<c/></b></a>', ['R-2 /a[1]/b[1]']],
    [
      'changes a list',
      '<d:list name="codes" with="z" without="x"/>',
      '<a><b>x</b><b>y</b><b>z</b></a>',
      ['R-1 /a[1]/b[1]'],
    ],
  ])('%s', (_, differences, xml, expected) => {
    expect(found(differences, xml)).toEqual(expected);
  });

  it('changes only a flag and a text', () => {
    const [finding] = runSchema(earlier('<d:assert id="R-1" flag="warning">other</d:assert>'), '<a><b>z</b></a>');
    expect([finding!.ruleId, finding!.flag, finding!.text()]).toEqual(['R-1', 'warning', 'other']);
  });

  it.each([
    ['<d:without rules="R-9"/>', /there is no rule "R-9" to leave out/],
    ['<d:assert id="R-9" flag="fatal"/>', /there is no rule "R-9" to change/],
    ['<d:assert id="R-1" flag="fatal"/>', /"R-1" is like that already/],
    ['<d:assert id="R-1"/>', /"R-1" is like that already/],
    ['<d:rule of="R-9" context="c"/>', /there is no rule "R-9" to change/],
    ['<d:rule of="R-3"/>', /needs a context/],
    ['<d:let name="least" value="1"/>', /no variable "least"/],
    ['<d:list name="codes" with="x"/>', /has x already/],
    ['<d:list name="codes" without="z"/>', /has no z/],
    ['<d:nothing/>', /no difference <nothing>/],
  ])('refuses a difference without effect: %s', (differences, reason) => {
    expect(() => found(differences, '<a/>')).toThrow(SchemaRefused);
    expect(() => found(differences, '<a/>')).toThrow(reason);
  });
});
