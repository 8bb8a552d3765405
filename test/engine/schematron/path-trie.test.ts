import { runPacks } from '@e-invoice/schematron';
import { compile as compileSchema } from '@e-invoice/schematron/compile';
import { describe, expect, it } from 'vitest';
import { documentOf, inShort, packOf, runSchema } from '../support/run-schema.ts';
import { schema, schemaSource } from '../support/schema-source.ts';

const compile = (source: ReturnType<typeof schemaSource>) => packOf(compileSchema(source).code);

const rule = (context: string, id: string): string =>
  `<pattern><rule context="${context}"><report id="${id}" test="true()">x</report></rule></pattern>`;

const findingsOf = (patterns: string, xml: string): string[] =>
  runSchema({ 's.sch': schema(patterns) }, xml).map(inShort);

describe('ancestor names in rule contexts', () => {
  const XML = '<r><a><b/><c><b/></c></a><b/><a><a><b/></a></a></r>';

  it.each([
    ['a/b', ['/r[1]/a[1]/b[1]', '/r[1]/a[2]/a[1]/b[1]']],
    ['a//b', ['/r[1]/a[1]/b[1]', '/r[1]/a[1]/c[1]/b[1]', '/r[1]/a[2]/a[1]/b[1]']],
    ['/r/b', ['/r[1]/b[1]']],
    ['/r/a/b', ['/r[1]/a[1]/b[1]']],
    ['/*/*/b', ['/r[1]/a[1]/b[1]']],
    ['r//a/a/b', ['/r[1]/a[2]/a[1]/b[1]']],
    ['a[c]//b', ['/r[1]/a[1]/b[1]', '/r[1]/a[1]/c[1]/b[1]']],
    ['a[1 = 1]/b[true()]', ['/r[1]/a[1]/b[1]', '/r[1]/a[2]/a[1]/b[1]']],
    ['a[1 = 2]/b', []],
    ['/a/b', []],
  ])('%s', (context, places) => {
    expect(findingsOf(rule(context, 'X'), XML)).toEqual(places.map((place) => `X ${place}`));
  });

  it.each([
    ["*[ends-with(local-name(), 'b')]", ['/r[1]/b[1]', '/r[1]/xb[1]', '/r[1]/yb[1]']],
    ["*[ends-with(local-name(), 'b')][c]", ['/r[1]/xb[1]']],
    ["*[starts-with(local-name(), 'y') or c]", ['/r[1]/xb[1]', '/r[1]/yb[1]', '/r[1]/ya[1]']],
    ["r/*[local-name() = 'n' and local-name() != 'd'][not(c)]", []],
  ])('%s, with declared and undeclared names', (context, places) => {
    // `b` is declared by the other rule; `xb`, `yb` and `ya` by no rule, so they share one trie node.
    const patterns = rule(context, 'X') + rule('b[false()]', 'Y');
    expect(findingsOf(patterns, '<r><b/><xb><c/></xb><yb/><ya/></r>')).toEqual(places.map((place) => `X ${place}`));
  });

  it('applies the first matching rule of a pattern, whatever rules names excluded before', () => {
    const rules = ['c/b', 'a/b', 'b']
      .map((context, i) => `<rule context="${context}"><report id="R${i}" test="true()">x</report></rule>`)
      .join('');
    expect(findingsOf(`<pattern>${rules}</pattern>`, XML)).toEqual([
      'R1 /r[1]/a[1]/b[1]',
      'R0 /r[1]/a[1]/c[1]/b[1]',
      'R2 /r[1]/b[1]',
      'R1 /r[1]/a[2]/a[1]/b[1]',
    ]);
  });

  it('validates a document with more distinct paths than the cache holds, and the next document, correctly', () => {
    const names = ['p', 'q', 's', 't', 'u', 'v', 'w', 'x'];
    const pack = compile(schemaSource({ 's.sch': schema(names.map((name) => rule(name, name)).join('')) }));
    const tree = (depth: number): string =>
      depth === 0 ? '' : names.map((name) => `<${name}>${tree(depth - 1)}</${name}>`).join('');
    const document = documentOf(`<r>${tree(5)}</r>`);
    const count = names.length ** 5 + names.length ** 4 + names.length ** 3 + names.length ** 2 + names.length;
    for (let time = 0; time < 2; time++) {
      const [findings] = runPacks([pack], document);
      expect(findings).toHaveLength(count);
      expect(findings!.every(({ ruleId, node }) => 'local' in node && node.local === ruleId)).toBe(true);
    }
  });

  it('several packs in one walk find the same as each pack separately', () => {
    const one = compile(schemaSource({ 's.sch': schema(rule('a/b', 'ONE')) }));
    const other = compile(schemaSource({ 's.sch': schema(rule('b | @k', 'OTHER')) }));
    const document = documentOf('<r><a><b k="1"/></a><b/></r>');
    const alone = [one, other].map((pack) => runPacks([pack], document)[0]!.map(inShort));
    expect(runPacks([one, other], document).map((findings) => findings.map(inShort))).toEqual(alone);
    expect(runPacks([other, one], document).map((findings) => findings.map(inShort))).toEqual(alone.reverse());
    expect(alone.flat()).toHaveLength(4);
    expect(runPacks([], document)).toEqual([]);
  });
});
