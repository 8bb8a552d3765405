import { parseXml, stringValue, writeNode, type XmlElement } from '@e-invoice/schematron/xml';

/** A case of the Schematron suites (both formats): what is judged by what, and what must come of it. */
export type SchematronCase = {
  readonly expect: 'valid' | 'invalid' | 'error';
  readonly label: string;
  /** Whether the case proves that names are unique (5.4.5, clause 3), which other cases of the suite do without. */
  readonly hasUniqueNames: boolean;
  readonly phase: string | null;
  /** The schemas of the case; one for each query binding, and each must do as the case says. */
  readonly schemas: readonly string[];
  /** Every file by name; the first is the one that is judged. */
  readonly files: ReadonlyMap<string, string>;
  readonly primary: string;
  /** XPath over the report, each with the prefixes where it stands. */
  readonly assertions: readonly { readonly test: string; readonly namespaces: Readonly<Record<string, string>> }[];
};

const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child.kind === 1);
const attributeOf = (element: XmlElement, local: string): string | null =>
  element.attributes.find((attribute) => attribute.local === local && attribute.uri === '')?.value ?? null;

function namespacesAt(element: XmlElement): Record<string, string> {
  const outer = element.parent.kind === 1 ? namespacesAt(element.parent) : {};
  // The default namespace is none of XPath.
  const { '': _, ...own } = element.declared ?? {};
  return { ...outer, ...own };
}

/** Reads a case; the parts are named alike in both formats of the suites. */
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
