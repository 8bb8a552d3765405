import { UBL_VOCABULARY, type Vocabulary } from './vocabulary.ts';

/** One row of structure.tsv: an element of a type, in the order of the type's sequence. */
export type StructureRow = {
  readonly type: string;
  /** With one of the prefixes of the vocabulary: `cbc:ID`. */
  readonly element: string;
  readonly occurs: Occurs;
  /** A type of this table, a datatype, or `any`. */
  readonly content: string;
};

/** `|`: exactly one of the elements of the type. */
export type Occurs = '1' | '?' | '+' | '*' | '|';

/**
 * One row of datatypes.tsv: an attribute of a datatype. A datatype without attributes has one row without attribute.
 */
export type DatatypeRow = {
  readonly datatype: string;
  readonly value: ValueType;
  readonly attribute: string;
  readonly isRequired: boolean;
  readonly attributeValue: AttributeValue;
};

const ATTRIBUTE_VALUES = ['string', 'language', 'token', 'anyURI'] as const;

/** The lexical types of attributes; all but `language` accept any text. */
export type AttributeValue = (typeof ATTRIBUTE_VALUES)[number];

/** The lexical types of XML Schema part 2 that UBL and CII use. */
const VALUE_TYPES = [
  'string',
  'normalizedString',
  'token',
  'boolean',
  'decimal',
  'date',
  'time',
  'dateTime',
  'base64Binary',
] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

/**
 * An empty type repeats the type of the row above; an empty content is the usual one. See `shortenStructure`.
 *
 * @throws Error when a line is not a row of the table
 */
export function readStructureRows(text: string, vocabulary: Vocabulary = UBL_VOCABULARY): StructureRow[] {
  let above = '';
  return readRows(text, 4, ([type = '', element = '', occurs = '', content = '']) => {
    above = type || above;
    const prefix = /^([a-z]+):\w+$/.exec(element)?.[1] ?? '';
    if (above === '' || !vocabulary.namespaces.has(prefix) || !isOccurs(occurs)) return null;
    return { type: above, element, occurs, content: content || vocabulary.usualContent(element) };
  });
}

/** Empties the cells that `readStructureRows` can derive; makes the table in packages and pages a sixth smaller. */
export function shortenStructure(text: string, vocabulary: Vocabulary = UBL_VOCABULARY): string {
  const { usualContent } = vocabulary;
  let above = '';
  const rows = readStructureRows(text, vocabulary).map(({ type, element, occurs, content }) => {
    const cells = [type === above ? '' : type, element, occurs, content === usualContent(element) ? '' : content];
    above = type;
    return `${cells.join('\t')}\n`;
  });
  return `type\telement\toccurs\tcontent\n${rows.join('')}`;
}

/** @throws Error when a line is not a row of the table */
export function readDatatypeRows(text: string): DatatypeRow[] {
  return readRows(text, 5, ([datatype = '', value = '', attribute = '', use = '', attributeValue = '']) => {
    const type = VALUE_TYPES.find((known) => known === value);
    const ofAttribute = ATTRIBUTE_VALUES.find((known) => known === (attributeValue || 'string'));
    if (type === undefined || ofAttribute === undefined || !/^(required|optional|)$/.test(use)) return null;
    return { datatype, value: type, attribute, isRequired: use === 'required', attributeValue: ofAttribute };
  });
}

function readRows<Row>(text: string, columns: number, toRow: (cells: readonly string[]) => Row | null): Row[] {
  const rows: Row[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    if (index === 0 || line === '') return;
    const cells = line.split('\t');
    const row = cells.length === columns ? toRow(cells) : null;
    if (row === null) throw new Error(`Line ${index + 1} is no row of the table: ${line}`);
    rows.push(row);
  });
  return rows;
}

const isOccurs = (text: string): text is Occurs => /^[1?+*|]$/.test(text);
