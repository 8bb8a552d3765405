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

const CII = 'urn:un:unece:uncefact:data:standard:';

/** Prefixes used in the table, which also name the schema documents. */
const NAMESPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rsm: `${CII}CrossIndustryInvoice:100`,
    ram: `${CII}ReusableAggregateBusinessInformationEntity:100`,
    udt: `${CII}UnqualifiedDataType:100`,
    qdt: `${CII}QualifiedDataType:100`,
  }),
);

/** The schema document of the datatypes. */
const DATATYPES = 'udt';

const ROOT = 'CrossIndustryInvoice';

/**
 * Generates W3C XML Schema documents of the UN/CEFACT Cross Industry Invoice D16B from the content of structure.tsv
 * and datatypes.tsv, for an independent schema processor. Elements are declared in their types, because an element may
 * have several types.
 *
 * @throws Error when a type has elements of several namespaces or the datatype of an element is unknown
 */
export function makeCiiXsd(tables: SchemaTables): SchemaFile[] {
  const aggregates = groupBy(rowsOf(tables), ({ type }) => type);
  const datatypes = groupBy(cellsOf(tables.datatypes), ([name = '']) => name);
  const fileOfType = (type: string): string => {
    if (datatypes.has(type)) return DATATYPES;
    const prefixes = new Set(aggregates.get(type)?.map(({ element }) => element.split(':')[0]!));
    const [prefix] = prefixes;
    if (prefix === undefined || prefixes.size > 1)
      throw new Error(`${type} has elements of ${prefixes.size} namespaces`);
    return prefix;
  };
  const aggregateOf = (type: string, rows: readonly Row[]): string => {
    const model = rows.some(({ occurs }) => occurs === '|') ? 'choice' : 'sequence';
    const elements = rows.map(({ element, occurs, content }) => {
      const local = element.slice(element.indexOf(':') + 1);
      return `  <xs:element name="${local}" type="${fileOfType(content)}:${content}"${OCCURS.get(occurs)}/>`;
    });
    return `<xs:complexType name="${type}"><xs:${model}>\n${elements.join('\n')}\n</xs:${model}>${XML_ATTRIBUTES}</xs:complexType>`;
  };
  const files = new Map<string, string[]>([...NAMESPACES.keys()].map((name) => [name, []]));
  files.get(DATATYPES)!.push(strictBase64());
  for (const [name, cells] of datatypes) files.get(DATATYPES)!.push(datatypeOf(name, cells, DATATYPES));
  for (const [type, rows] of aggregates) files.get(fileOfType(type))!.push(aggregateOf(type, rows));
  files.get('rsm')!.push(`<xs:element name="${ROOT}" type="rsm:${ROOT}"/>`);
  return [...files].map(([name, lines]) => {
    const others = [...NAMESPACES].filter(([other]) => other !== name);
    return schemaOf([name, NAMESPACES.get(name)!], others, lines);
  });
}
