import { readFileSync } from 'node:fs';
import { NodeKind, parseXml, type XmlElement } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { makeUblXsd } from '../../src/modules/validation/reference-validator/ubl-xsd.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../schematron/ubl-2.1/${name}`, import.meta.url), 'utf8');
const tables = { structure: read('structure.tsv'), datatypes: read('datatypes.tsv') };
const files = makeUblXsd(tables);

const schemas = new Map(
  files.map(({ name, text }) => {
    const parsed = parseXml(new TextEncoder().encode(text));
    if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.faults)}`);
    return [name.replace('.xsd', ''), parsed.document.root];
  }),
);

const elements = (node: XmlElement): XmlElement[] => node.children.filter((child) => child.kind === NodeKind.ELEMENT);
const attribute = (node: XmlElement, name: string): string =>
  node.attributes.find(({ local }) => local === name)?.value ?? '';
const named = (schema: string, kind: string): Map<string, XmlElement> =>
  new Map(
    elements(schemas.get(schema)!)
      .filter(({ local }) => local === kind)
      .map((node) => [attribute(node, 'name'), node]),
  );

function* inside(node: XmlElement): Generator<XmlElement> {
  yield node;
  for (const child of elements(node)) yield* inside(child);
}

describe('XML Schema generated from the table', () => {
  it('has one well-formed document for each namespace, which imports the shared ones', () => {
    expect([...schemas.keys()]).toEqual(['Invoice', 'CreditNote', 'cac', 'cbc', 'ext']);
    const imports = elements(schemas.get('Invoice')!).filter(({ local }) => local === 'import');
    expect(imports.map((node) => attribute(node, 'schemaLocation'))).toEqual(['cac.xsd', 'cbc.xsd', 'ext.xsd']);
  });

  it('defines every element and type that it references', () => {
    for (const schema of schemas.values()) {
      for (const node of inside(schema)) {
        const [file = '', name = ''] = (attribute(node, 'ref') || attribute(node, 'type')).split(':');
        if (name === '' || file === 'xs') continue;
        const defined = named(file, attribute(node, 'ref') === '' ? 'complexType' : 'element');
        expect(defined.has(name), `${file}:${name}`).toBe(true);
      }
    }
  });

  it('has every row of the table, in its order and with its cardinality', () => {
    const rows = tables.structure
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const types = new Map(
      ['Invoice', 'CreditNote', 'cac', 'cbc', 'ext'].flatMap((name) => [...named(name, 'complexType')]),
    );
    const written = [...types].flatMap(([type, node]) =>
      [...inside(node)]
        .filter((it) => attribute(it, 'ref') !== '')
        .map((it) =>
          [type, attribute(it, 'ref'), attribute(it, 'minOccurs') || '1', attribute(it, 'maxOccurs') || '1'].join(' '),
        ),
    );
    const bounds: Readonly<Record<string, string>> = { '1': '1 1', '?': '0 1', '+': '1 unbounded', '*': '0 unbounded' };
    expect(written.toSorted()).toEqual(
      rows.map(([type, element, occurs]) => `${type} ${element} ${bounds[occurs!]}`).toSorted(),
    );
    const invoice = written.filter((it) => it.startsWith('Invoice ')).map((it) => it.split(' ')[1]);
    expect(invoice).toEqual(rows.filter(([type]) => type === 'Invoice').map(([, element]) => element));
  });

  it('has the datatypes with their attributes', () => {
    const amount = [...inside(named('cbc', 'complexType').get('AmountType')!)];
    expect(amount.filter(({ local }) => local === 'extension').map((node) => attribute(node, 'base'))).toEqual([
      'xs:decimal',
    ]);
    expect(
      amount
        .filter(({ local }) => local === 'attribute')
        .map((node) => [attribute(node, 'name'), attribute(node, 'use')]),
    ).toEqual([
      ['currencyID', 'required'],
      ['currencyCodeListVersionID', 'optional'],
    ]);
  });

  it('rejects a table that contradicts itself', () => {
    expect(() =>
      makeUblXsd({ ...tables, structure: `${tables.structure}PartyType\tcbc:IssueDate\t?\tTimeType\n` }),
    ).toThrow('both');
    expect(() =>
      makeUblXsd({ ...tables, structure: `${tables.structure}PartyType\tcbc:ID\t9\tIdentifierType\n` }),
    ).toThrow('occurs 9');
  });
});
