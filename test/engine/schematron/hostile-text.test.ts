import { load, runPack } from '@e-invoice/schematron';
import { compile, compileExplanations, SchemaRefused } from '@e-invoice/schematron/compile';
import { loadExplanations, makeExplainer } from '@e-invoice/schematron/explain';
import { NamePool } from '@e-invoice/schematron/xml';
import { afterEach, expect, it } from 'vitest';
import { runCode } from '../../../src/modules/rules/loader/run-code.ts';
import { documentOf } from '../support/run-schema.ts';
import { schemaSource } from '../support/schema-source.ts';

/** Schema texts that would end a comment, a literal or an element of the generated code must never become code. */

const RUN = 'globalThis.codeRan=1';
const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['U+2028', `a\u2028${RUN};//`],
  ['U+2029', `a\u2029${RUN};//`],
  ['CR and LF', `a\r\n${RUN};//`],
  ['U+0085', `a\u0085${RUN};//`],
  ['a double quote', `a";${RUN};//`],
  ['an apostrophe', `a';${RUN};//`],
  ['a backtick', `a\`;${RUN};//`],
  ['a template', `a\${${RUN}}`],
  ['the end of a comment', `a*/${RUN};/*`],
  ['a backslash', `a\\";${RUN};//\\`],
  ['an escape', `a\\u0022;${RUN};//\\x27`],
  ['the end of a script', `</script><script>${RUN}</script><!--`],
  ['an HTML comment', `-->${RUN}`],
  ['signs of direction', `a\u202e${RUN}\u2066`],
  ['a byte order mark', `a\ufeff${RUN}`],
  ['characters of two units', `😀\u{e0001}${RUN}`],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
];

afterEach(() => {
  expect((globalThis as { codeRan?: number }).codeRan).toBeUndefined();
});

const withoutBraces = (text: string): string => text.replace(/[{}]/g, '');
const attribute = (text: string): string =>
  text.replace(/[&<>"\r\n\t]/g, (character) => `&#${character.codePointAt(0)};`);
const literal = (text: string): string => attribute(`'${text.replaceAll("'", "''")}'`);

/** A schema with the text in every place that can hold text. */
function schemaWith(text: string, file = 'list.xml') {
  const a = attribute(text);
  // `flag` and `role` may contain expressions in braces.
  const t = attribute(withoutBraces(text));
  const l = literal(text);
  const pattern = literal(text.replace(/[\\^$.|?*+()[\]{}-]/g, '\\$&'));
  const source = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:x="urn:${a}"
    queryBinding="xslt2" defaultPhase="${a}" schemaVersion="${a}"><title>${a}</title>
    <ns prefix="x" uri="urn:${a}"/><ns prefix="y" uri="${a}"/>
    <xsl:key name="x:k" match="b" use="concat(., ${l})"/>
    <xsl:function name="x:f"><xsl:param name="p"/><xsl:value-of select="concat($p, ${l})"/></xsl:function>
    <let name="constant" value="${l}"/><let name="content"><x:e xmlns:x="urn:${a}" at="${a}">${a}</x:e></let>
    <let name="many" value="(${l}, ${l}, 'b')"/><let name="žltý-kôň.1" value="concat(${l}, '!')"/>
    <phase id="${a}"><let name="ofPhase" value="${l}"/><active pattern="${a}"/></phase><phase id="${a}2"><active pattern="none ${a}"/></phase>
    <pattern id="${a}" see="${a}" fpi="${a}" icon="${a}"><title>${a}</title>
      <let name="ofPattern" value="concat(${l}, string(/a))"/>
      <rule id="${a}" context="b[. != concat(${l}, '-')]" role="${t}" see="${a}" subject="${a}">
        <let name="ofRule" value="concat(., ${l})"/>
        <assert id="${a}" flag="${t}" role="${t}" see="${a}" fpi="${a}" icon="${a}" diagnostics="d" properties="p"
          test=". = ${l} or matches(., ${pattern}) or (some $t in $many satisfies $t = concat(., ${l}))">${a} ${a}</assert>
        <assert id="${a}.1" flag="f{concat(${l}, .)}" test="replace(., ${pattern}, 'z') = ($constant, $ofPhase)"><value-of select="concat(., ${l})"/>${a}</assert>
        <assert id="${a}.2" test="key('x:k', ${l}) or $ofRule = $ofPattern or x:f(${l}) = 'q' or $žltý-kôň.1 = ."><name/>${a}</assert>
        <assert id="${a}.3" test="exists(x:e) or exists(@y:e) or processing-instruction(${l}) or $content/x:e = ."/>
        <assert id="${a}.4" test="document('${attribute(file)}')/list/item = . or tokenize(., ${pattern}) = 'q' or translate(., ${l}, '') = '' or contains(., ${l})">x</assert>
        <assert test="false()">${a}</assert>
      </rule>
    </pattern>
    <diagnostics><diagnostic id="d" see="${a}">${a}<value-of select="${l}"/></diagnostic></diagnostics>
    <properties><property id="p" role="${t}" scheme="${a}">${a}<value-of select="${l}"/></property></properties>
  </schema>`;
  return schemaSource({ 's.sch': source, [file]: `<list><item at="${a}">${a}</item></list>` });
}

/** The code with the values of its literals removed. */
function shapeOf(code: string): string {
  const shape = code.replace(/"(?:[^"\\\n]|\\[^\n])*"/g, '""');
  expect(shape).not.toMatch(/\/\/|\/\*|`|\\/);
  return shape;
}

const codesOf = (text: string): string[] => [
  compile(schemaWith(text)).code,
  compile(schemaWith(text), { svrl: true }).code,
  compileExplanations(schemaWith(text)),
];
const plain = codesOf('plain');

it.each(HOSTILE)('%s changes only literals of the generated code', (_, text) => {
  for (const [index, code] of codesOf(text).entries()) {
    expect(shapeOf(code)).toBe(shapeOf(plain[index]!));
    expect(code).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|<\/script|<!--/u);
  }
});

it.each(HOSTILE)('%s is returned by the compiled rules unchanged', (_, text) => {
  const { code, rules } = compile(schemaWith(text), { svrl: true });
  expect(rules.map(({ id }) => id)).toEqual([text, ...[1, 2, 3, 4].map((n) => `${text}.${n}`), `${text}.${text}.6`]);
  const names = new NamePool();
  const pack = load(runCode(code, 'hostile'), names);
  const document = documentOf('<a><b>ž</b></a>', names);
  const found = runPack(pack, document);
  // XPath 2.0, A.2.3: CR and LF together are one line end.
  const inXPath = text.replaceAll('\r\n', '\n');
  const white = text.replace(/[ \t\r\n]+/g, ' ');
  expect(found.map(({ ruleId }) => ruleId)).toEqual(rules.map(({ id }) => id));
  expect(found[0]).toMatchObject({ flag: withoutBraces(text), role: withoutBraces(text) });
  expect(found[0]!.text()).toBe(`${white} ${white}`);
  expect(found[1]).toMatchObject({ flag: `f${inXPath}ž` });
  expect(found[1]!.text()).toBe(`ž${inXPath}${white}`);
  expect(found[2]!.text()).toBe(`b${white}`);
  const explanations = loadExplanations(runCode(compileExplanations(schemaWith(text)), 'hostile'), names);
  const explain = makeExplainer(explanations, document, { now: 0 });
  expect(explain(found[0]!)?.test.expression).toContain(`. = '${text.replaceAll("'", "''")}' or`);
  expect(pack.module.report).toMatchObject({ title: text, version: text, prefixes: { x: `urn:${text}` } });
});

it.each(HOSTILE)('%s in the name of a referenced file remains part of the name or is refused', (_, text) => {
  // The name is a literal in apostrophes in XPath.
  const file = `list ${text.replaceAll("'", '').replaceAll('/', '')}.xml`;
  const compiled = () => compile(schemaWith('plain', file)).code;
  if (/[\r\n\u2028\u2029]/.test(text)) expect(compiled).toThrow(SchemaRefused);
  else expect(shapeOf(compiled())).toBe(shapeOf(plain[0]!));
});

it.each([
  ['NUL', [0]],
  ['a lone surrogate', [0xed, 0xa0, 0x80]],
  ['a reference to NUL', [...Buffer.from('&#0;')]],
  ['a reference to a lone surrogate', [...Buffer.from('&#xD800;')]],
])('a schema with %s does not compile', (_, bytes) => {
  const { file, readFile } = schemaWith('@@');
  const hostile = Buffer.from(readFile(file))
    .toString('latin1')
    .replaceAll('@@', String.fromCharCode(...bytes));
  expect(() => compile({ file, readFile: () => Buffer.from(hostile, 'latin1') })).toThrow(SchemaRefused);
});
