import { runPack } from '@e-invoice/schematron';
import { compile as compileSchema, SchemaRefused } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import { growthOf, MAX_LINEAR_GROWTH } from '../../support/growth.ts';
import { documentOf, packOf } from '../support/run-schema.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const XSL = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform"';
const keyed = (test: string, use = '@v'): string =>
  schema(
    `<xsl:key ${XSL} name="k" match="x" use="${use}"/><pattern><rule context="x"><assert id="t" test="${test}"/></rule></pattern>`,
  );

const refusalOf = (text: string): string => {
  try {
    compileSchema(schemaSource({ 's.sch': text }));
  } catch (error) {
    if (error instanceof SchemaRefused) return error.message;
    throw error;
  }
  return '';
};

describe('keys (XSLT 2.0, section 16.3)', () => {
  it('are refused when the name is unknown or computed, or the key uses itself', () => {
    expect(refusalOf(keyed("key('k', @v)"))).toBe('');
    expect(refusalOf(keyed("key('other', @v)"))).toContain('there is no key "other"');
    expect(refusalOf(keyed("key('u:k', @v)"))).toContain('there is no key "u:k"');
    expect(refusalOf(keyed("key(concat('k', @v), @v)"))).toContain('no string literal');
    expect(refusalOf(keyed('@v', "key('k', @v)/@v"))).toContain('there is no key "k"');
  });

  it('make looking up every element of a document linear, whatever the values', () => {
    const pack = packOf(compileSchema(schemaSource({ 's.sch': keyed("count(key('k', @v)) = 1") })).code);
    const growth = (values: (i: number) => string): number => {
      const make = (length: number) => {
        const rows = Array.from({ length }, (_, i) => `<x v="${values(i)}"/>`).join('');
        return documentOf(`<a>${rows}</a>`, pack.names);
      };
      return growthOf(make, (document) => runPack(pack, document), 60_000);
    };
    expect(growth((i) => String(i))).toBeLessThan(MAX_LINEAR_GROWTH);
    expect(growth(() => 'same')).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});

describe('the value of a key', () => {
  it('may be the content when there is no use attribute (XSLT 2.0, 16.3)', () => {
    const text = schema(
      `<xsl:key ${XSL} name="k" match="x"><xsl:value-of select="@v"/><xsl:text>!</xsl:text></xsl:key><pattern><rule context="a"><report id="t" test="count(key('k', '1')) = 1 and count(key('k', '!')) = 2"/></rule></pattern>`,
    );
    const pack = packOf(compileSchema(schemaSource({ 's.sch': text })).code);
    const found = runPack(pack, documentOf('<a><x v="1"/><x v="2"/></a>', pack.names));
    expect(found.map(({ ruleId, undetermined }) => [ruleId, undetermined])).toEqual([['t', null]]);
  });
});

describe('parameters of an abstract pattern', () => {
  it('have the default of the abstract pattern when an instance omits them', () => {
    const text = schema(
      `<pattern abstract="true" id="p"><param name="e" value="x"/><param name="t" value="false()"/><rule context="$e"><assert test="$t"/></rule></pattern><pattern id="one" is-a="p"/><pattern id="two" is-a="p"><param name="e" value="y"/></pattern>`,
    );
    const pack = packOf(compileSchema(schemaSource({ 's.sch': text })).code);
    const found = runPack(pack, documentOf('<a><x/><y/></a>', pack.names));
    expect(found.map(({ ruleId }) => ruleId)).toEqual(['one.rule-1.1', 'two.rule-1.1']);
  });
});
