import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readDatatypeRows,
  readStructureRows,
  type ValueType,
} from '../../../packages/validator/src/validation/layers/structure/read-structure.ts';
import { casesOf } from '../../support/cases.ts';
import { tables, verdict, wrap } from './tables.ts';

type Node = {
  readonly name: string;
  readonly text: string;
  readonly attributes: string;
  readonly children: readonly Node[];
};

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const rows = groupBy(readStructureRows(tables.structure), ({ type }) => type);
const datatypes = groupBy(readDatatypeRows(tables.datatypes), ({ datatype }) => datatype);

const sample: Readonly<Record<ValueType, string>> = {
  string: 'text',
  normalizedString: 'A 1',
  token: 'A 1',
  boolean: 'true',
  decimal: '-1.50',
  date: '2026-02-28',
  time: '10:30:00',
  dateTime: '2026-02-28T10:30:00',
  base64Binary: 'QUJD',
};

/** A random element that the table allows; `dice` decides about optional content. */
function grow(name: string, content: string, dice: () => number, depth: number): Node {
  const datatype = datatypes.get(content);
  if (datatype !== undefined) {
    const attributes = datatype.filter(({ attribute, isRequired }) => attribute !== '' && (isRequired || dice() < 0.1));
    const written = attributes.map(({ attribute }) => ` ${attribute}="sk"`).join('');
    return { name, text: sample[datatype[0]!.value], attributes: written, children: [] };
  }
  const children = (rows.get(content) ?? []).flatMap(({ element, occurs, content: inner }) => {
    const isRequired = occurs === '1' || occurs === '+';
    const maxCount = occurs === '1' || occurs === '?' ? 1 : 3;
    if (!isRequired && (depth > 5 || dice() > 0.15)) return [];
    return Array.from({ length: 1 + Math.floor(dice() * maxCount) }, () => grow(element, inner, dice, depth + 1));
  });
  return { name, text: '', attributes: '', children };
}

const write = ({ name, text, attributes, children }: Node): string =>
  `<${name}${attributes}>${text}${children.map(write).join('\n')}</${name}>`;

const writeDocument = ({ name, children }: Node): string => wrap(children.map(write).join('\n'), name);

const documents = fc
  .record({ kind: fc.constantFrom('Invoice', 'CreditNote'), seed: fc.integer() })
  .map(({ kind, seed }) => {
    let state = seed;
    const dice = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return (state >>> 0) / 2 ** 32;
    };
    return grow(kind, kind, dice, 0);
  });

/** Every element with its path of child indexes. */
function* pathsOf(node: Node, path: readonly number[] = []): Generator<readonly [path: readonly number[], node: Node]> {
  yield [path, node];
  for (const [index, child] of node.children.entries()) yield* pathsOf(child, [...path, index]);
}

function change(node: Node, [first, ...rest]: readonly number[], to: (node: Node) => Node): Node {
  if (first === undefined) return to(node);
  return {
    ...node,
    children: node.children.map((child, index) => (index === first ? change(child, rest, to) : child)),
  };
}

/** One mistake in a random element; returns null when the element does not allow the mistake. */
type Mutation = readonly [rule: string, mutate: (node: Node) => Node | null];

const contentOf = new Map([...rows.values()].flat().map(({ element, content }) => [element, content]));
const rowsOf = (node: Node) => rows.get(contentOf.get(node.name) ?? node.name) ?? [];

const mutations: readonly Mutation[] = [
  [
    'ELEMENT-MISSING',
    (node) => {
      const required = new Set(
        rowsOf(node)
          .filter(({ occurs }) => occurs === '1' || occurs === '+')
          .map(({ element }) => element),
      );
      const gone = node.children.find(({ name }) => required.has(name));
      return gone === undefined ? null : { ...node, children: node.children.filter(({ name }) => name !== gone.name) };
    },
  ],
  [
    'ELEMENT-REPEATED',
    (node) => {
      const single = new Set(
        rowsOf(node)
          .filter(({ occurs }) => occurs === '1' || occurs === '?')
          .map(({ element }) => element),
      );
      const index = node.children.findIndex(({ name }) => single.has(name));
      return index === -1 ? null : { ...node, children: node.children.toSpliced(index, 0, node.children[index]!) };
    },
  ],
  [
    'ELEMENT-MISPLACED',
    (node) => {
      const [first, ...others] = node.children;
      const isOnly = first === undefined || others.length === 0 || others.some(({ name }) => name === first.name);
      return isOnly ? null : { ...node, children: [...others, first] };
    },
  ],
  [
    'ELEMENT-UNKNOWN',
    (node) =>
      rowsOf(node).length === 0
        ? null
        : { ...node, children: [...node.children, { name: 'cbc:Nonsense', text: '', attributes: '', children: [] }] },
  ],
  [
    'ELEMENT-NOT-ALLOWED',
    (node) => {
      if (rowsOf(node).length === 0 || rowsOf(node).some(({ element }) => element === 'cbc:PriceAmount')) return null;
      return {
        ...node,
        children: [{ name: 'cbc:PriceAmount', text: '1', attributes: '', children: [] }, ...node.children],
      };
    },
  ],
  ['TEXT-UNEXPECTED', (node) => (rowsOf(node).length === 0 ? null : { ...node, text: 'x' })],
  [
    'ATTRIBUTE-UNKNOWN',
    (node) => (contentOf.has(node.name) ? { ...node, attributes: `${node.attributes} nonsense=""` } : null),
  ],
  [
    'ATTRIBUTE-MISSING',
    (node) => {
      const required = datatypes.get(contentOf.get(node.name) ?? '')?.find(({ isRequired }) => isRequired);
      return required === undefined
        ? null
        : { ...node, attributes: node.attributes.replace(` ${required.attribute}="sk"`, '') };
    },
  ],
  [
    'VALUE-INVALID',
    (node) => {
      const value = datatypes.get(contentOf.get(node.name) ?? '')?.[0]?.value;
      return value === undefined || value === 'string' || value === 'normalizedString' ? null : { ...node, text: '!' };
    },
  ],
];

describe('random valid documents', () => {
  it('have no finding', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(verdict(writeDocument(document))).toEqual([]);
      }),
      { numRuns: casesOf(150) },
    );
  });

  it.each(mutations)('have exactly one finding after one mistake: %s', (rule, mutate) => {
    let tried = 0;
    fc.assert(
      fc.property(documents, fc.nat(), (document, choice) => {
        const places = [...pathsOf(document)].filter(
          ([, node]) => node.name !== 'ext:ExtensionContent' && mutate(node) !== null,
        );
        if (places.length === 0) return;
        tried += 1;
        const [path] = places[choice % places.length]!;
        // `wrap` writes only the children of the document element, so its text cannot be tested.
        if (path.length === 0 && rule === 'TEXT-UNEXPECTED') return;
        const found = verdict(writeDocument(change(document, path, (node) => mutate(node)!)));
        expect(found.map((it) => it.split(' ')[0])).toEqual([rule]);
      }),
      { numRuns: casesOf(150) },
    );
    expect(tried).toBeGreaterThan(30);
  });
});
