import type { XmlElement, XmlNode } from '../xml/index.ts';
import type { QueryBinding, Source, SourcePosition } from './model.ts';
import type { SourceFiles } from './source-files.ts';
import type { Faults } from './unsupported-construct.ts';

export const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron';
export const XSLT = 'http://www.w3.org/1999/XSL/Transform';
const XINCLUDE = 'http://www.w3.org/2001/XInclude';

/** Context shared by all reading functions. */
export type ReadingContext = {
  readonly files: SourceFiles;
  readonly faults: Faults;
  readonly queryBinding: QueryBinding;
  /** Replaces the parameters of an abstract pattern; the identity outside of one (ISO 19757-3, 6.3). */
  readonly substitute: (text: string) => string;
};

export const isSchematron = (element: XmlElement, local: string): boolean =>
  element.uri === SCHEMATRON && element.local === local;

export const isElement = (node: XmlNode): node is XmlElement => node.kind === 1;

/** The value of an attribute in no namespace, with parameters replaced; null if absent. */
export function attribute(reading: ReadingContext, element: XmlElement, local: string): string | null {
  for (const candidate of element.attributes) {
    if (candidate.uri === '' && candidate.local === local) return reading.substitute(candidate.value);
  }
  return null;
}

/** An attribute that holds an expression, with its position. */
export function expression(reading: ReadingContext, element: XmlElement, local: string): Source | null {
  const text = attribute(reading, element, local);
  if (text === null) return null;
  const node = element.attributes.find((candidate) => candidate.uri === '' && candidate.local === local)!;
  const namespaces = reading.files.prefixesAt(element);
  const source = { text, place: reading.files.place(node), ...(namespaces !== null && { namespaces }) };
  for (const [, , href] of text.matchAll(DOCUMENT)) reading.files.openDocument(source.place, href!);
  return source;
}

/**
 * A call that references an XML file by a literal. A match inside a string has no effect except that the file is
 * read.
 */
const DOCUMENT = /\b(?:document|doc|doc-available)\s*\(\s*(['"])(.*?)\1/g;

/** The same; a missing attribute is a fault. */
export function requiredExpression(reading: ReadingContext, element: XmlElement, local: string): Source {
  const found = expression(reading, element, local);
  if (found !== null && found.text.trim() !== '') return found;
  const place = reading.files.place(element);
  reading.faults.add(place, `<${element.local}> needs a ${local} attribute`);
  return { text: '()', place };
}

export const fault = (reading: ReadingContext, element: XmlElement, reason: string): void =>
  reading.faults.add(reading.files.place(element), reason);

/**
 * `include` of Schematron, and of XInclude (section 3.1) for a whole XML file, which published sources use to share
 * functions.
 */
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
 * The child elements after `include` (replaced by the referenced element) and `extends href` (replaced by the content
 * of the referenced element).
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
 * Handles an unexpected element: foreign elements are ignored (ISO 19757-3, 5.1), but an XSLT instruction or an
 * unknown Schematron element would change the result and is refused.
 */
export function ignoreOrRefuse(reading: ReadingContext, element: XmlElement, inside: string): void {
  if (element.uri === XSLT) fault(reading, element, `xsl:${element.local} is not supported in <${inside}>`);
  else if (element.uri === SCHEMATRON && !['p', 'title', 'properties', 'property'].includes(element.local)) {
    fault(reading, element, `<${element.local}> is not known in <${inside}>`);
  }
}

export const placeOf = (reading: ReadingContext, node: XmlNode): SourcePosition => reading.files.place(node);

/** The namespaces in scope at the element, without the default namespace. */
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
