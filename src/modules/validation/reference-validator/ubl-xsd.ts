import {
  cellsOf,
  datatypeOf,
  groupBy,
  OCCURS,
  type Row,
  rowsOf,
  type SchemaFile,
  type SchemaTables,
  schemaOf,
  strictBase64,
  XML_ATTRIBUTES,
} from './xsd-parts.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
/** Prefixes used in the table, which also name the schema documents. */
const NAMESPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Invoice: `${UBL}Invoice-2`,
    CreditNote: `${UBL}CreditNote-2`,
    cac: `${UBL}CommonAggregateComponents-2`,
    cbc: `${UBL}CommonBasicComponents-2`,
    ext: `${UBL}CommonExtensionComponents-2`,
  }),
);

/**
 * Generates W3C XML Schema documents of UBL 2.1 Invoice and CreditNote from the content of structure.tsv and
 * datatypes.tsv, for an independent schema processor. Attributes of `xml:` are accepted on every element, as in the
 * table.
 *
 * The tables are parsed independently of the main validator, so that a parsing error in one does not affect the
 * other.
 *
 * @throws Error when an element has two types or a prefix is unknown.
 */
export function makeUblXsd(tables: SchemaTables): SchemaFile[] {
  const rows = rowsOf(tables);
  const files = new Map<string, string[]>([...NAMESPACES.keys()].map((name) => [name, []]));
  const write = (file: string, text: string): void => {
    const lines = files.get(file);
    if (lines === undefined) throw new Error(`No namespace has the prefix ${file}`);
    lines.push(text);
  };
  const datatypes = groupBy(cellsOf(tables.datatypes), ([name = '']) => name);
  const aggregates = groupBy(rows, ({ type }) => type);
  const fileOfType = (type: string): string => {
    if (NAMESPACES.get(type) !== undefined) return type;
    if (datatypes.has(type)) return 'cbc';
    return type === 'any' || type.startsWith('UBLExtension') ? 'ext' : 'cac';
  };
  write('cbc', strictBase64());
  for (const [name, cells] of datatypes) write('cbc', datatypeOf(name, cells, 'cbc'));
  for (const [type, sequence] of aggregates) write(fileOfType(type), aggregateOf(type, sequence));
  write('ext', openType());
  for (const [element, content] of elementTypes(rows)) {
    const [prefix = '', local = ''] = element.split(':');
    write(prefix, `<xs:element name="${local}" type="${fileOfType(content)}:${content}"/>`);
  }
  for (const name of ['Invoice', 'CreditNote']) write(name, `<xs:element name="${name}" type="${name}:${name}"/>`);
  return [...files].map(([name, lines]) => {
    const others = [...NAMESPACES].filter(([other]) => other !== name && other === other.toLowerCase());
    return schemaOf([name, NAMESPACES.get(name)!], others, lines);
  });
}

function aggregateOf(type: string, rows: readonly Row[]): string {
  const elements = rows.map(({ element, occurs }) => `  <xs:element ref="${element}"${OCCURS.get(occurs)}/>`);
  return [
    `<xs:complexType name="${type}"><xs:sequence>`,
    ...elements,
    `</xs:sequence>${XML_ATTRIBUTES}</xs:complexType>`,
  ].join('\n');
}

const openType = (): string =>
  `<xs:complexType name="any" mixed="true"><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>${XML_ATTRIBUTES}</xs:complexType>`;

/** Every element is declared once, so it must have the same type in every parent. */
function elementTypes(rows: readonly Row[]): Map<string, string> {
  const types = new Map<string, string>();
  for (const { element, content } of rows) {
    const known = types.get(element);
    if (known !== undefined && known !== content) throw new Error(`${element} is both ${known} and ${content}`);
    types.set(element, content);
  }
  return types;
}
