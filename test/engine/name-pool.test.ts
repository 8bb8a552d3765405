import { readFileSync } from 'node:fs';
import { type Finding, runPack, runPacks, validate } from '@e-invoice/schematron';
import { compile } from '@e-invoice/schematron/compile';
import { elementsNamed, learnNames, makeInnerDocument, NamePool, type XmlElement } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { documentOf, inShort, packOf } from './support/run-schema.ts';
import { schema, schemaSource } from './support/schema-source.ts';

const codeOf = (content: string): string => compile(schemaSource({ 's.sch': schema(content) })).code;

const rule = (context: string, id: string, test = 'false()'): string =>
  codeOf(
    `<pattern><rule context="${context}"><assert id="${id}" test="${test}">${id}: <value-of select="count(//b)"/></assert></rule></pattern>`,
  );

const XML = '<a><b/><c k="1"><b/><b/></c></a>';
const IN_B = ['B /a[1]/b[1]', 'B /a[1]/c[1]/b[1]', 'B /a[1]/c[1]/b[2]'];
const texts = (findings: readonly Finding[]): string[] => findings.map(({ text }) => text());

describe('name pools', () => {
  it('validates a document that was parsed before any rules were loaded', () => {
    const names = new NamePool();
    const document = documentOf(XML, names);
    const pack = packOf(rule('a//b', 'B', 'not(//b)'), names);
    const findings = runPack(pack, document);
    expect(findings.map(inShort)).toEqual(IN_B);
    expect(texts(findings)).toEqual(['B: 3', 'B: 3', 'B: 3']);
  });

  it('finds the same after more rules are loaded between two runs on one document', () => {
    const names = new NamePool();
    const early = packOf(rule('b', 'B'), names);
    const document = documentOf(XML, names);
    const [first] = [runPack(early, document)];
    const late = packOf(rule('c[@k and b]', 'C', 'count(b) = 1'), names);
    expect(runPack(late, document).map(inShort)).toEqual(['C /a[1]/c[1]']);
    expect(runPack(early, document).map(inShort)).toEqual(IN_B);
    // Texts are created lazily, here after the document has received new name ids.
    expect(texts(first!)).toEqual(['B: 3', 'B: 3', 'B: 3']);
  });

  it('validates a document that was parsed with another pool and reports nodes of the original document', () => {
    const document = documentOf(XML, packOf(rule('zzz', 'Z')).names);
    const findings = runPack(packOf(rule('b | @k', 'B')), document);
    expect(findings.map(inShort)).toEqual([IN_B[0], 'B /a[1]/c[1]/@k', IN_B[1], IN_B[2]]);
    expect(findings[0]!.node).toBe(document.root.children[0]);
    expect(findings[1]!.node).toBe((document.root.children[1] as XmlElement).attributes[0]);
    expect(texts(findings)[0]).toBe('B: 3');
  });

  it('applies packs with different pools to one document', () => {
    const packs = [packOf(rule('b', 'B')), packOf(rule('c', 'C')), packOf(rule('/', 'ROOT'))];
    const document = documentOf(XML);
    expect(runPacks(packs, document).map((findings) => findings.map(inShort))).toEqual([
      IN_B,
      ['C /a[1]/c[1]'],
      ['ROOT /'],
    ]);
    expect(runPack(packs[2]!, document)[0]!.node).toBe(document);
    const outcome = validate(packs, new TextEncoder().encode(XML));
    expect(outcome.wellFormed && outcome.findings.map(({ ruleId }) => ruleId)).toEqual(['B', 'B', 'B', 'C', 'ROOT']);
  });

  it('loads the same code twice independently', () => {
    const code = rule('b', 'B');
    const other = packOf(rule('c', 'C'));
    const [one, two] = [packOf(code), packOf(code)];
    const bytes = new TextEncoder().encode(XML);
    for (const pack of [one, other, two, one]) {
      const outcome = validate(pack, bytes);
      expect(outcome.wellFormed && outcome.findings).toHaveLength(pack === other ? 1 : 3);
    }
  });

  it('validates an invoice in an envelope on its own, whichever pool it was parsed with', () => {
    const outer = documentOf(`<e><h><b/></h>${XML}<b/></e>`);
    const inner = makeInnerDocument(outer, outer.root.children[1] as XmlElement);
    const findings = runPack(packOf(rule('/a//b', 'B')), inner);
    expect(findings.map(inShort)).toEqual(IN_B);
    expect(findings[0]!.node).toBe(inner.root.children[0]);
    expect(texts(findings)[0]).toBe('B: 3');
  });

  it('assigning new name ids to an envelope does not change the inner document', () => {
    const names = new NamePool();
    const outer = documentOf(`<e><h/>${XML}<b/></e>`, names);
    const inner = makeInnerDocument(outer, outer.root.children[1] as XmlElement);
    const pack = packOf(rule('b', 'B'), names);
    learnNames(outer);
    expect(runPack(pack, inner).map(inShort)).toEqual(IN_B);
    expect(inner.root.next).toBe(null);
  });

  it('a document with name ids added later has the links and lists of one that was parsed with them', () => {
    const many = `<r>${'<x/><y k="1"/>z'.repeat(40)}<w><x/></w></r>`;
    const names = new NamePool();
    const early = documentOf(many, names);
    const [x] = ['x', 'y', 'w', 'r'].map((local) => names.declare('', local)) as [number];
    names.declare('', 'k');
    learnNames(early);
    const late = documentOf(many, names);
    const shape = (element: XmlElement): unknown => [
      element.name,
      element.kids,
      element.heads === null ? null : [...element.heads.keys()],
      element.next?.order,
      element.same?.order,
      element.attributes.map(({ name }) => name),
      element.children.map((child) => ('first' in child ? shape(child) : child.order)),
    ];
    expect(shape(early.root)).toEqual(shape(late.root));
    expect(elementsNamed(early, x).map(({ order }) => order)).toEqual(elementsNamed(late, x).map(({ order }) => order));
    expect(elementsNamed(early, x)).toHaveLength(41);
  });

  it('the engine has no process-wide name pool', () => {
    const source = readFileSync(new URL('../../packages/schematron/src/xml/names.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/^(export )?(const|let) \w+ = new /m);
  });
});
