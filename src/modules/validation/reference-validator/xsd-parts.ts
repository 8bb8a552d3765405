/** Parts of the W3C XML Schema documents that are generated from structure.tsv and datatypes.tsv. */

/** A schema document; the documents import each other by name. */
export type SchemaFile = { readonly name: string; readonly text: string };

/** The texts of the two tables. */
export type SchemaTables = { readonly structure: string; readonly datatypes: string };

export type Row = {
  readonly type: string;
  readonly element: string;
  readonly occurs: string;
  readonly content: string;
};

const XML_NS = 'http://www.w3.org/XML/1998/namespace';

/** The attributes of an element declaration for each number of occurrences; `|` is one alternative of a choice. */
export const OCCURS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '1': '',
    '|': '',
    '?': ' minOccurs="0"',
    '+': ' maxOccurs="unbounded"',
    '*': ' minOccurs="0" maxOccurs="unbounded"',
  }),
);

/**
 * The rows of structure.tsv. They are parsed independently of the main validator, so that a parsing error in one does
 * not affect the other.
 */
export const rowsOf = ({ structure }: SchemaTables): Row[] =>
  cellsOf(structure).map(([type = '', element = '', occurs = '', content = '']): Row => {
    if (OCCURS.get(occurs) === undefined) throw new Error(`${element} in ${type} occurs ${occurs}`);
    return { type, element, occurs, content };
  });

/** The schema document of a namespace that imports the others, by prefix. */
export function schemaOf(
  own: readonly [name: string, uri: string],
  others: readonly (readonly [name: string, uri: string])[],
  lines: readonly string[],
): SchemaFile {
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${own[1]}" elementFormDefault="qualified"`,
    ...[own, ...others].map(([name, uri]) => `  xmlns:${name}="${uri}"`),
    '>',
    ...others.map(([name, uri]) => `<xs:import namespace="${uri}" schemaLocation="${name}.xsd"/>`),
    ...lines,
    '</xs:schema>',
    '',
  ].join('\n');
  return { name: `${own[0]}.xsd`, text };
}

export const XML_ATTRIBUTES = `<xs:anyAttribute namespace="${XML_NS}" processContents="skip"/>`;

/** XML Schema part 2, 3.2.16: only the 65 characters of base64 and white space. libxml2 ignores other characters. */
const STRICT_BASE64 = 'strict-base64Binary';

export const strictBase64 = (): string =>
  `<xs:simpleType name="${STRICT_BASE64}"><xs:restriction base="xs:base64Binary"><xs:pattern value="[A-Za-z0-9+/=\\s]*"/></xs:restriction></xs:simpleType>`;

/** @param prefix the namespace that declares the type of `strictBase64` */
export function datatypeOf(name: string, rows: readonly (readonly string[])[], prefix: string): string {
  const attributes = rows.flatMap(([, , attribute = '', use = '', type = '']) =>
    attribute === '' ? [] : [`<xs:attribute name="${attribute}" type="xs:${type}" use="${use}"/>`],
  );
  const value = rows[0]![1]!;
  const base = value === 'base64Binary' ? `${prefix}:${STRICT_BASE64}` : `xs:${value}`;
  const extension = `<xs:extension base="${base}">${attributes.join('')}${XML_ATTRIBUTES}</xs:extension>`;
  return `<xs:complexType name="${name}"><xs:simpleContent>${extension}</xs:simpleContent></xs:complexType>`;
}

export const cellsOf = (table: string): string[][] =>
  table
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd().split('\t'));

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
