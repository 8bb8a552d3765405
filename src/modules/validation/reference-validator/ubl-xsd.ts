/** A schema document; the documents import each other by name. */
type SchemaFile = { readonly name: string; readonly text: string };

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const XML_NS = 'http://www.w3.org/XML/1998/namespace';

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

const OCCURS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '1': '',
    '?': ' minOccurs="0"',
    '+': ' maxOccurs="unbounded"',
    '*': ' minOccurs="0" maxOccurs="unbounded"',
  }),
);

type Row = { readonly type: string; readonly element: string; readonly occurs: string; readonly content: string };

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
export function makeUblXsd(tables: { readonly structure: string; readonly datatypes: string }): SchemaFile[] {
  const rows = cellsOf(tables.structure).map(([type = '', element = '', occurs = '', content = '']): Row => {
    if (OCCURS.get(occurs) === undefined) throw new Error(`${element} in ${type} occurs ${occurs}`);
    return { type, element, occurs, content };
  });
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
  for (const [name, cells] of datatypes) write('cbc', datatypeOf(name, cells));
  for (const [type, sequence] of aggregates) write(fileOfType(type), aggregateOf(type, sequence));
  write('ext', openType());
  for (const [element, content] of elementTypes(rows)) {
    const [prefix = '', local = ''] = element.split(':');
    write(prefix, `<xs:element name="${local}" type="${fileOfType(content)}:${content}"/>`);
  }
  for (const name of ['Invoice', 'CreditNote']) write(name, `<xs:element name="${name}" type="${name}:${name}"/>`);
  return [...files].map(([name, lines]) => ({ name: `${name}.xsd`, text: schemaOf(name, lines) }));
}

function schemaOf(own: string, lines: readonly string[]): string {
  const others = [...NAMESPACES].filter(([name]) => name !== own && name === name.toLowerCase());
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${NAMESPACES.get(own)}" elementFormDefault="qualified"`,
    ...[[own, NAMESPACES.get(own)], ...others].map(([name, uri]) => `  xmlns:${name}="${uri}"`),
    '>',
    ...others.map(([name, uri]) => `<xs:import namespace="${uri}" schemaLocation="${name}.xsd"/>`),
    ...lines,
    '</xs:schema>',
    '',
  ].join('\n');
}

const XML_ATTRIBUTES = `<xs:anyAttribute namespace="${XML_NS}" processContents="skip"/>`;

/** XML Schema part 2, 3.2.16: only the 65 characters of base64 and white space. libxml2 ignores other characters. */
const STRICT_BASE64 = 'strict-base64Binary';

const strictBase64 = (): string =>
  `<xs:simpleType name="${STRICT_BASE64}"><xs:restriction base="xs:base64Binary"><xs:pattern value="[A-Za-z0-9+/=\\s]*"/></xs:restriction></xs:simpleType>`;

function datatypeOf(name: string, rows: readonly (readonly string[])[]): string {
  const attributes = rows.flatMap(([, , attribute = '', use = '', type = '']) =>
    attribute === '' ? [] : [`<xs:attribute name="${attribute}" type="xs:${type}" use="${use}"/>`],
  );
  const value = rows[0]![1]!;
  const base = value === 'base64Binary' ? `cbc:${STRICT_BASE64}` : `xs:${value}`;
  const extension = `<xs:extension base="${base}">${attributes.join('')}${XML_ATTRIBUTES}</xs:extension>`;
  return `<xs:complexType name="${name}"><xs:simpleContent>${extension}</xs:simpleContent></xs:complexType>`;
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

const cellsOf = (table: string): string[][] =>
  table
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd().split('\t'));

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
