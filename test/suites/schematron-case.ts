import { parseXml, stringValue, writeNode, type XmlElement } from '@e-invoice/schematron/xml';

/** A case of the Schematron suites (both formats): schemas, documents and the expected result. */
export type SchematronCase = {
  readonly expect: 'valid' | 'invalid' | 'error';
  readonly label: string;
  /** Whether the case requires unique names (5.4.5, clause 3), which other cases of the suite violate. */
  readonly hasUniqueNames: boolean;
  readonly phase: string | null;
  /** The schemas of the case, one per query binding; each must produce the expected result. */
  readonly schemas: readonly string[];
  /** Every file by name; the first one is validated. */
  readonly files: ReadonlyMap<string, string>;
  readonly primary: string;
  /** XPath assertions over the report, each with its prefixes in scope. */
  readonly assertions: readonly { readonly test: string; readonly namespaces: Readonly<Record<string, string>> }[];
};

const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child.kind === 1);
const attributeOf = (element: XmlElement, local: string): string | null =>
  element.attributes.find((attribute) => attribute.local === local && attribute.uri === '')?.value ?? null;

function namespacesAt(element: XmlElement): Record<string, string> {
  const outer = element.parent.kind === 1 ? namespacesAt(element.parent) : {};
  // XPath has no default namespace.
  const { '': _, ...own } = element.declared ?? {};
  return { ...outer, ...own };
}

/** Reads a case; the parts have the same names in both formats of the suites. */
export function readSchematronCase(bytes: Uint8Array): SchematronCase {
  const parsed = parseXml(bytes);
  if (!parsed.ok) throw new Error(`the case is not well-formed: ${parsed.faults[0]?.reason}`);
  const { root } = parsed.document;
  const part = (...names: string[]): XmlElement | undefined =>
    elementsOf(root).find(({ local }) => names.includes(local));
  const documents = elementsOf(part('documents')!);
  const schemas = part('schemas')!;
  const files = new Map(
    documents.map((file) => [attributeOf(file, 'filename')!, writeNode(elementsOf(file)[0]!)] as const),
  );
  const expected = part('assertions', 'expectations');
  return {
    expect: (attributeOf(root, 'expect') ?? 'valid') as SchematronCase['expect'],
    label: stringValue(part('label') ?? root).trim(),
    hasUniqueNames: part('reference') !== undefined && /5\.4\.5 clause 3/i.test(stringValue(part('reference')!)),
    phase: attributeOf(schemas, 'phase'),
    schemas: elementsOf(schemas).map((schema) => writeNode(schema)),
    files,
    primary: attributeOf(documents[0]!, 'filename')!,
    assertions: (expected === undefined ? [] : elementsOf(expected)).map((element) => ({
      test: attributeOf(element, 'assert') ?? attributeOf(element, 'test') ?? 'false()',
      namespaces: namespacesAt(element),
    })),
  };
}
