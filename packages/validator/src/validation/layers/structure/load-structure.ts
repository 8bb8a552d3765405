import { NamePool } from '@e-invoice/schematron/xml';
import {
  type AttributeValue,
  type DatatypeRow,
  readDatatypeRows,
  readStructureRows,
  type StructureRow,
  type ValueType,
} from './read-structure.ts';
import { UBL_VOCABULARY, type Vocabulary } from './vocabulary.ts';

/** The content model of an element. */
export type Content = Aggregate | Datatype | OpenContent;

/** Elements in a fixed order, or exactly one of several elements. */
export type Aggregate = {
  readonly kind: 'aggregate';
  readonly type: string;
  readonly slots: Slot[];
  readonly slotByName: Map<number, Slot>;
  readonly isChoice: boolean;
};

/** A position in the sequence of an aggregate. */
export type Slot = {
  readonly index: number;
  /** Pool id of the element name. */
  readonly name: number;
  readonly element: string;
  readonly isRequired: boolean;
  readonly isSingle: boolean;
  readonly content: Content;
};

/** Text of one lexical type, with attributes. */
export type Datatype = {
  readonly kind: 'datatype';
  readonly type: string;
  readonly value: ValueType;
  readonly attributes: AttributeRule[];
  required: AttributeRule | null;
};

export type AttributeRule = {
  readonly name: number;
  readonly attribute: string;
  readonly value: AttributeValue;
};

/** Any content: an extension. */
type OpenContent = { readonly kind: 'open' };

/** The texts of structure.tsv and datatypes.tsv. */
export type StructureTables = { readonly structure: string; readonly datatypes: string };

export type Structure = {
  readonly vocabulary: Vocabulary;
  /** By the pool id of the document element's name. */
  readonly documents: ReadonlyMap<number, Aggregate>;
  /** Elements that can contain an element, by the pool id of its name. */
  readonly parents: ReadonlyMap<number, readonly string[]>;
  /** The name pool of the documents that it checks. */
  readonly names: NamePool;
  readonly tables: StructureTables;
};

/**
 * Builds the structure for `checkStructure` from its tables.
 *
 * @param names shared with the rules that validate the same documents
 * @throws Error when a row is malformed, a type is missing, or a type contains an element twice
 */
export function loadStructure(
  tables: StructureTables,
  names = new NamePool(),
  vocabulary: Vocabulary = UBL_VOCABULARY,
): Structure {
  const rows = readStructureRows(tables.structure, vocabulary);
  const contents = new Map<string, Content>([['any', { kind: 'open' }]]);
  for (const row of readDatatypeRows(tables.datatypes)) addDatatype(contents, row, names);
  for (const { type, occurs } of rows) {
    if (contents.has(type)) continue;
    contents.set(type, { kind: 'aggregate', type, slots: [], slotByName: new Map(), isChoice: occurs === '|' });
  }
  const idOf = makeIdOf(vocabulary, names);
  for (const row of rows) addSlot(contents, row, idOf);
  const documents = new Map<number, Aggregate>();
  for (const { uri, local } of vocabulary.documents) {
    const content = contents.get(local);
    if (content?.kind !== 'aggregate') throw new Error(`The table has no rows of the document element ${local}`);
    documents.set(names.declare(uri, local), content);
  }
  return { vocabulary, documents, parents: findParents(rows, vocabulary, idOf), names, tables };
}

/** The same structure for documents read with another name pool. */
export const structureWith = (structure: Structure, names: NamePool): Structure =>
  structure.names === names ? structure : loadStructure(structure.tables, names, structure.vocabulary);

/** Returns the pool id of a prefixed name. */
type IdOf = (element: string) => number;

const makeIdOf =
  ({ namespaces }: Vocabulary, names: NamePool): IdOf =>
  (element) => {
    const [prefix = '', local = ''] = element.split(':');
    return names.declare(namespaces.get(prefix)!, local);
  };

function addDatatype(contents: Map<string, Content>, row: DatatypeRow, names: NamePool): void {
  let datatype = contents.get(row.datatype);
  if (datatype === undefined) {
    datatype = { kind: 'datatype', type: row.datatype, value: row.value, attributes: [], required: null };
    contents.set(row.datatype, datatype);
  }
  if (datatype.kind !== 'datatype' || row.attribute === '') return;
  const rule = { name: names.declare('', row.attribute), attribute: row.attribute, value: row.attributeValue };
  datatype.attributes.push(rule);
  if (!row.isRequired) return;
  if (datatype.required !== null) throw new Error(`${row.datatype} has two required attributes`);
  datatype.required = rule;
}

function addSlot(contents: ReadonlyMap<string, Content>, row: StructureRow, idOf: IdOf): void {
  const aggregate = contents.get(row.type);
  const content = contents.get(row.content);
  if (aggregate?.kind !== 'aggregate') throw new Error(`${row.type} is a datatype and cannot contain ${row.element}`);
  if (content === undefined) throw new Error(`${row.element} in ${row.type} has the unknown content ${row.content}`);
  if (aggregate.isChoice !== (row.occurs === '|')) throw new Error(`${row.type} mixes a choice and a sequence`);
  const slot: Slot = {
    index: aggregate.slots.length,
    name: idOf(row.element),
    element: row.element,
    isRequired: row.occurs === '1' || row.occurs === '+',
    isSingle: row.occurs === '1' || row.occurs === '?' || row.occurs === '|',
    content,
  };
  if (aggregate.slotByName.has(slot.name)) throw new Error(`${row.element} is listed twice in ${row.type}`);
  aggregate.slots.push(slot);
  aggregate.slotByName.set(slot.name, slot);
}

function findParents(rows: readonly StructureRow[], { documents }: Vocabulary, idOf: IdOf): Map<number, string[]> {
  const elementsOfType = new Map(documents.map(({ local }) => [local, new Set([local])]));
  for (const { content, element } of rows) {
    const elements = elementsOfType.get(content);
    if (elements === undefined) elementsOfType.set(content, new Set([element]));
    else elements.add(element);
  }
  const parents = new Map<number, string[]>();
  for (const { type, element } of rows) {
    const name = idOf(element);
    parents.set(name, [...(parents.get(name) ?? []), ...(elementsOfType.get(type) ?? [])]);
  }
  return parents;
}
