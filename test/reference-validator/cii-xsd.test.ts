import { readFileSync } from 'node:fs';
import { parseXml } from '@e-invoice/schematron/xml';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkStructure } from '../../packages/validator/src/validation/layers/structure/index.ts';
import { loadCiiStructure } from '../../src/modules/rules/loader/index.ts';
import { makeCiiXsd } from '../../src/modules/validation/reference-validator/cii-xsd.ts';
import { CII_NAMESPACES, crossIndustryInvoice, nest } from '../rules/en16931-cii/invoice.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../schematron/cii-d16b/${name}`, import.meta.url), 'utf8');
const tables = { structure: read('structure.tsv'), datatypes: read('datatypes.tsv') };
const structure = loadCiiStructure(new URL('../../', import.meta.url).pathname);

let schema: XsdValidator;

beforeAll(() => {
  const files = makeCiiXsd(tables).map(({ name, text }) => [name, new TextEncoder().encode(text)] as const);
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)));
  const entry = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="${CII_NAMESPACES.rsm}" schemaLocation="rsm.xsd"/></xs:schema>`;
  schema = XsdValidator.fromDoc(XmlDocument.fromString(entry, { url: 'entry.xsd' }));
  xmlCleanupInputProvider();
});

/** The verdicts of the table and of libxml2. */
function verdicts(text: string): [boolean, boolean] {
  const parsed = parseXml(new TextEncoder().encode(text), { names: structure.names });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  const document = XmlDocument.fromString(text);
  let isValid = true;
  try {
    schema.validate(document);
  } catch {
    isValid = false;
  } finally {
    document.dispose();
  }
  return [checkStructure(structure, parsed.document).length === 0, isValid];
}

type Row = { readonly element: string; readonly occurs: string; readonly content: string };

const types = new Map<string, Row[]>();
for (const line of tables.structure.trim().split('\n').slice(1)) {
  const [type = '', element = '', occurs = '', content = ''] = line.split('\t');
  types.set(type, [...(types.get(type) ?? []), { element, occurs, content }]);
}
const values = new Map(
  tables.datatypes
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').slice(0, 2) as [string, string]),
);
const SAMPLES: Readonly<Record<string, string>> = {
  boolean: 'true',
  date: '2026-01-15',
  dateTime: '2026-01-15T12:00:00',
};

/** The smallest content of a type. */
function smallest(type: string): string {
  const value = values.get(type);
  if (value !== undefined) return SAMPLES[value] ?? '1000';
  const rows = types.get(type)!;
  const isChoice = rows[0]!.occurs === '|';
  return rows
    .filter(({ occurs }, index) => occurs === '1' || occurs === '+' || (isChoice && index === 0))
    .map(({ element, content }) => nest([element], smallest(content)))
    .join('');
}

/** The content of a type with one of its elements as often as given. */
const withElement = (type: string, row: Row, count: number): string =>
  types
    .get(type)!
    .map((one) => {
      const isNeeded = one.occurs === '1' || one.occurs === '+';
      return nest([one.element], smallest(one.content)).repeat(one === row ? count : isNeeded ? 1 : 0);
    })
    .join('');

/** Each type, with a function that puts its content into the smallest document around it. */
const placed = new Map<string, (content: string) => string>([
  ['CrossIndustryInvoice', (content) => crossIndustryInvoice(content)],
]);
for (const [type, put] of placed) {
  for (const row of types.get(type) ?? []) {
    if (placed.has(row.content)) continue;
    placed.set(row.content, (content) => {
      const around = types.get(type)!.map((one) => {
        const isNeeded = one.occurs === '1' || one.occurs === '+';
        if (one === row) return nest([one.element], content);
        return isNeeded ? nest([one.element], smallest(one.content)) : '';
      });
      return put(around.join(''));
    });
  }
}

describe('XML Schema generated from the table of CII', () => {
  it('has one document for each namespace', () => {
    expect(makeCiiXsd(tables).map(({ name }) => name)).toEqual(['rsm.xsd', 'ram.xsd', 'udt.xsd', 'qdt.xsd']);
  });

  it('gives the verdict of the table for each element of each type: none, one and two', () => {
    expect(placed.size).toBe(types.size + values.size);
    const differences: string[] = [];
    for (const [type, rows] of types) {
      for (const row of rows) {
        for (const count of [0, 1, 2]) {
          const [own, other] = verdicts(placed.get(type)!(withElement(type, row, count)));
          const { occurs } = row;
          const isRight =
            count === 0 ? occurs === '?' || occurs === '*' : count === 1 || occurs === '*' || occurs === '+';
          if (own !== other || own !== isRight) differences.push(`${type} ${row.element} × ${count}: ${own} ${other}`);
        }
      }
    }
    expect(differences).toEqual([]);
  });

  it('gives the verdict of the table for the order and for values and attributes', () => {
    for (const [type, rows] of types) {
      const [first, second] = rows;
      if (second === undefined || first!.occurs === '|') continue;
      const wrong = [second, first!, ...rows.slice(2).filter(({ occurs }) => occurs === '1' || occurs === '+')];
      const content = wrong.map(({ element, content: inner }) => nest([element], smallest(inner))).join('');
      expect(verdicts(placed.get(type)!(content)), type).toEqual([false, false]);
    }
    for (const [type, value] of values) {
      const isText = value === 'token' || value === 'string';
      expect(verdicts(placed.get(type)!('!')), type).toEqual([isText, isText]);
      const odd = placed.get(type)!('@@').replace(/>@@</, ` odd="1">${smallest(type)}<`);
      expect(verdicts(odd), type).toEqual([false, false]);
    }
  });

  it('rejects a table that contradicts itself', () => {
    const more = (row: string) => () => makeCiiXsd({ ...tables, structure: `${tables.structure}${row}\n` });
    expect(more('TradePartyType\tudt:Date\t?\tDateValueType')).toThrow('2 namespaces');
    expect(more('TradePartyType\tram:Odd\t9\tTextType')).toThrow('occurs 9');
    expect(more('TradePartyType\tram:Odd\t?\tOddType')).toThrow('OddType');
  });
});
