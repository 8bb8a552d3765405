/** One row of structure.tsv: an element of a type, in the order of the type's sequence. */
export type StructureRow = {
  readonly type: string;
  /** With one of the usual prefixes: `cbc:ID`. */
  readonly element: string;
  readonly occurs: Occurs;
  /** A type of this table, a datatype, or `any`. */
  readonly content: string;
};

export type Occurs = '1' | '?' | '+' | '*';

/**
 * One row of datatypes.tsv: an attribute of a datatype. A datatype without attributes has one row without attribute.
 */
export type DatatypeRow = {
  readonly datatype: string;
  readonly value: ValueType;
  readonly attribute: string;
  readonly isRequired: boolean;
  readonly attributeValue: 'string' | 'language';
};

/** The lexical types of XML Schema part 2 that UBL uses. */
const VALUE_TYPES = [
  'string',
  'normalizedString',
  'boolean',
  'decimal',
  'date',
  'time',
  'dateTime',
  'base64Binary',
] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

/**
 * An empty type repeats the type of the row above; an empty content is `usualContent`. See `shortenStructure`.
 *
 * @throws Error when a line is not a row of the table
 */
export function readStructureRows(text: string): StructureRow[] {
  let above = '';
  return readRows(text, 4, ([type = '', element = '', occurs = '', content = '']) => {
    above = type || above;
    if (above === '' || !/^(cac|cbc|ext):\w+$/.test(element) || !isOccurs(occurs)) return null;
    return { type: above, element, occurs, content: content || usualContent(element) };
  });
}

/** Empties the cells that `readStructureRows` can derive; makes the table in packages and pages a sixth smaller. */
export function shortenStructure(text: string): string {
  let above = '';
  const rows = readStructureRows(text).map(({ type, element, occurs, content }) => {
    const cells = [type === above ? '' : type, element, occurs, content === usualContent(element) ? '' : content];
    above = type;
    return `${cells.join('\t')}\n`;
  });
  return `type\telement\toccurs\tcontent\n${rows.join('')}`;
}

/** `PartyType` of `cac:Party`, `DateType` of `cbc:IssueDate`. */
function usualContent(element: string): string {
  const local = element.slice('cbc:'.length);
  return `${element.startsWith('cac') ? local : (/[A-Z][a-z]+$/.exec(local)?.[0] ?? local)}Type`;
}

/** @throws Error when a line is not a row of the table */
export function readDatatypeRows(text: string): DatatypeRow[] {
  return readRows(text, 5, ([datatype = '', value = '', attribute = '', use = '', attributeValue = '']) => {
    const type = VALUE_TYPES.find((known) => known === value);
    if (type === undefined || !/^(required|optional|)$/.test(use) || !/^(string|language|)$/.test(attributeValue))
      return null;
    return {
      datatype,
      value: type,
      attribute,
      isRequired: use === 'required',
      attributeValue: attributeValue === 'language' ? 'language' : 'string',
    };
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

const isOccurs = (text: string): text is Occurs => /^[1?+*]$/.test(text);
