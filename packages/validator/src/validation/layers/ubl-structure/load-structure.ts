import { NamePool } from '@e-invoice/schematron/xml';
import {
  type DatatypeRow,
  readDatatypeRows,
  readStructureRows,
  type StructureRow,
  type ValueType,
} from './read-structure.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

export const EXTENSION_NAMESPACE = `${UBL}CommonExtensionComponents-2`;

/** The namespaces of the prefixes in the table. */
export const NAMESPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cac: `${UBL}CommonAggregateComponents-2`,
    cbc: `${UBL}CommonBasicComponents-2`,
    ext: EXTENSION_NAMESPACE,
  }),
);

/** The document elements; each is also the name of its content type. */
const DOCUMENT_ELEMENTS = ['Invoice', 'CreditNote'] as const;

/** The content model of an element. */
export type Content = Aggregate | Datatype | OpenContent;

/** Elements in a fixed order. */
export type Aggregate = {
  readonly kind: 'aggregate';
  readonly type: string;
  readonly slots: Slot[];
  readonly slotByName: Map<number, Slot>;
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
  readonly value: 'string' | 'language';
};

/** Any content: an extension. */
type OpenContent = { readonly kind: 'open' };

/** The texts of structure.tsv and datatypes.tsv. */
export type StructureTables = { readonly structure: string; readonly datatypes: string };

export type Structure = {
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
export function loadStructure(tables: StructureTables, names = new NamePool()): Structure {
  const rows = readStructureRows(tables.structure);
  const contents = new Map<string, Content>([['any', { kind: 'open' }]]);
  for (const row of readDatatypeRows(tables.datatypes)) addDatatype(contents, row, names);
  for (const { type } of rows) {
    if (contents.has(type)) continue;
    contents.set(type, { kind: 'aggregate', type, slots: [], slotByName: new Map() });
  }
  for (const row of rows) addSlot(contents, row, names);
  const documents = new Map<number, Aggregate>();
  for (const name of DOCUMENT_ELEMENTS) {
    const content = contents.get(name);
    if (content?.kind !== 'aggregate') throw new Error(`The table has no rows of the document element ${name}`);
    documents.set(names.declare(`${UBL}${name}-2`, name), content);
  }
  return { documents, parents: findParents(rows, names), names, tables };
}

/** The same structure for documents read with another name pool. */
export const structureWith = (structure: Structure, names: NamePool): Structure =>
  structure.names === names ? structure : loadStructure(structure.tables, names);

/** The pool id of a prefixed name. */
function toName(element: string, names: NamePool): number {
  const [prefix = '', local = ''] = element.split(':');
  return names.declare(NAMESPACES.get(prefix)!, local);
}

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

function addSlot(contents: ReadonlyMap<string, Content>, row: StructureRow, names: NamePool): void {
  const aggregate = contents.get(row.type);
  const content = contents.get(row.content);
  if (aggregate?.kind !== 'aggregate') throw new Error(`${row.type} is a datatype and cannot contain ${row.element}`);
  if (content === undefined) throw new Error(`${row.element} in ${row.type} has the unknown content ${row.content}`);
  const slot: Slot = {
    index: aggregate.slots.length,
    name: toName(row.element, names),
    element: row.element,
    isRequired: row.occurs === '1' || row.occurs === '+',
    isSingle: row.occurs === '1' || row.occurs === '?',
    content,
  };
  if (aggregate.slotByName.has(slot.name)) throw new Error(`${row.element} is listed twice in ${row.type}`);
  aggregate.slots.push(slot);
  aggregate.slotByName.set(slot.name, slot);
}

function findParents(rows: readonly StructureRow[], names: NamePool): Map<number, string[]> {
  const elementsOfType = new Map<string, Set<string>>(DOCUMENT_ELEMENTS.map((name) => [name, new Set([name])]));
  for (const { content, element } of rows) {
    const elements = elementsOfType.get(content);
    if (elements === undefined) elementsOfType.set(content, new Set([element]));
    else elements.add(element);
  }
  const parents = new Map<number, string[]>();
  for (const { type, element } of rows) {
    const name = toName(element, names);
    parents.set(name, [...(parents.get(name) ?? []), ...(elementsOfType.get(type) ?? [])]);
  }
  return parents;
}
