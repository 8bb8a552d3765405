import type { XmlElement, XmlNode } from '../xml/index.ts';
import type { QueryBinding, Source, SourcePosition } from './model.ts';
import type { SourceFiles } from './source-files.ts';
import type { Faults } from './unsupported-construct.ts';

export const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron';
export const XSLT = 'http://www.w3.org/1999/XSL/Transform';
const XINCLUDE = 'http://www.w3.org/2001/XInclude';

/** What every reading function needs. */
export type ReadingContext = {
  readonly files: SourceFiles;
  readonly faults: Faults;
  readonly queryBinding: QueryBinding;
  /** Replaces the parameters of an abstract pattern; identity outside of one (ISO 19757-3, 6.3). */
  readonly substitute: (text: string) => string;
};

export const isSchematron = (element: XmlElement, local: string): boolean =>
  element.uri === SCHEMATRON && element.local === local;

export const isElement = (node: XmlNode): node is XmlElement => node.kind === 1;

/** The value of an attribute in no namespace, with parameters replaced; null when it is not there. */
export function attribute(reading: ReadingContext, element: XmlElement, local: string): string | null {
  for (const candidate of element.attributes) {
    if (candidate.uri === '' && candidate.local === local) return reading.substitute(candidate.value);
  }
  return null;
}

/** An attribute that holds an expression, with its place. */
export function expression(reading: ReadingContext, element: XmlElement, local: string): Source | null {
  const text = attribute(reading, element, local);
  if (text === null) return null;
  const node = element.attributes.find((candidate) => candidate.uri === '' && candidate.local === local)!;
  const namespaces = reading.files.prefixesAt(element);
  const source = { text, place: reading.files.place(node), ...(namespaces !== null && { namespaces }) };
  for (const [, , href] of text.matchAll(DOCUMENT)) reading.files.openDocument(source.place, href!);
  return source;
}

/** A call that names an XML file by a literal. One in a text means nothing; then the file is read for nothing. */
const DOCUMENT = /\b(?:document|doc|doc-available)\s*\(\s*(['"])(.*?)\1/g;

/** The same, where leaving it out is a fault. */
export function requiredExpression(reading: ReadingContext, element: XmlElement, local: string): Source {
  const found = expression(reading, element, local);
  if (found !== null && found.text.trim() !== '') return found;
  const place = reading.files.place(element);
  reading.faults.add(place, `<${element.local}> needs a ${local} attribute`);
  return { text: '()', place };
}

export const fault = (reading: ReadingContext, element: XmlElement, reason: string): void =>
  reading.faults.add(reading.files.place(element), reason);

/** `include` of Schematron, and of XInclude (section 3.1) for a whole XML file: published sources share functions so. */
const isInclude = (element: XmlElement): boolean =>
  element.local === 'include' && (element.uri === SCHEMATRON || element.uri === XINCLUDE);

function refuseXmlParts(reading: ReadingContext, element: XmlElement): void {
  const parse = attribute(reading, element, 'parse');
  if (parse !== null && parse !== 'xml') fault(reading, element, `xi:include/@parse="${parse}" is not supported`);
  for (const other of ['xpointer', 'fragid']) {
    if (attribute(reading, element, other) !== null) fault(reading, element, `xi:include/@${other} is not supported`);
  }
  if (element.children.some(isElement)) fault(reading, element, 'xi:fallback is not supported');
}

/**
 * The child elements after `include` (replaced by the element it points to) and `extends href` (replaced by the
 * content of the element it points to).
 */
export function contentOf(reading: ReadingContext, parent: XmlElement): XmlElement[] {
  const content: XmlElement[] = [];
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    if (child.uri === XINCLUDE) refuseXmlParts(reading, child);
    const href = isInclude(child) || isSchematron(child, 'extends') ? attribute(reading, child, 'href') : null;
    if (href === null) {
      if (isInclude(child)) fault(reading, child, '<include> needs an href attribute');
      else content.push(child);
      continue;
    }
    const target = reading.files.open(child, href);
    if (target === null) continue;
    if (isInclude(child)) {
      if (isSchematron(target, 'schema'))
        fault(reading, child, 'includes a whole schema; it can only include its parts');
      else content.push(target);
    } else content.push(...contentOf(reading, target));
  }
  return content;
}

/**
 * What stands where nothing of the kind is read: foreign elements are ignored (ISO 19757-3, 5.1), but an XSLT
 * instruction or an unknown Schematron element would change the verdict, so it is refused.
 */
export function ignoreOrRefuse(reading: ReadingContext, element: XmlElement, inside: string): void {
  if (element.uri === XSLT) fault(reading, element, `xsl:${element.local} is not supported in <${inside}>`);
  else if (element.uri === SCHEMATRON && !['p', 'title', 'properties', 'property'].includes(element.local)) {
    fault(reading, element, `<${element.local}> is not known in <${inside}>`);
  }
}

export const placeOf = (reading: ReadingContext, node: XmlNode): SourcePosition => reading.files.place(node);

/** The namespaces declared where the element stands, without the default one. */
export function namespacesOf(element: XmlElement): Record<string, string> {
  const found = new Map<string, string>();
  let at: XmlElement | null = element;
  while (at !== null) {
    for (const [prefix, uri] of Object.entries(at.declared ?? {})) {
      if (prefix !== '' && !found.has(prefix)) found.set(prefix, uri);
    }
    at = at.parent.kind === 1 ? at.parent : null;
  }
  return Object.fromEntries(found);
}
