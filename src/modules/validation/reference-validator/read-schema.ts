import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Element, type Node, parseXmlDocument } from 'slimdom';

export const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron';
export const XSLT = 'http://www.w3.org/1999/XSL/Transform';

const isElement = (node: Node): node is Element => node.nodeType === 1;

export const elementsOf = (parent: Node): Element[] => parent.childNodes.filter(isElement);

/** Local name of a Schematron element, or null for an element of another namespace. */
export const schematronName = (element: Element): string | null =>
  element.namespaceURI === SCHEMATRON ? element.localName : null;

export const childrenNamed = (parent: Node, name: string): Element[] =>
  elementsOf(parent).filter((child) => schematronName(child) === name);

/**
 * Reads a schema with all inclusions (ISO 19757-3, 5.4.4 include and 5.4.3 extends with href).
 *
 * @returns the document element, with every inclusion replaced by its target
 * @throws Error when a file cannot be read or parsed, or includes itself
 */
export function readSchema(file: string): Element {
  const root = readResolved(resolve(file), []);
  if (schematronName(root) !== 'schema') throw new Error(`${file}: the document element is not a Schematron schema`);
  return root;
}

function readResolved(file: string, readers: readonly string[]): Element {
  if (readers.includes(file)) throw new Error(`${file} includes itself`);
  let root: Element | null;
  try {
    root = parseXmlDocument(readFileSync(file, 'utf8')).documentElement;
  } catch (cause) {
    throw new Error(`cannot read ${file}`, { cause });
  }
  if (root === null) throw new Error(`${file} has no document element`);
  resolveInclusions(root, dirname(file), [...readers, file]);
  return root;
}

function resolveInclusions(parent: Element, folder: string, readers: readonly string[]): void {
  for (const child of elementsOf(parent)) {
    const name = schematronName(child);
    const href = name === 'include' || name === 'extends' ? child.getAttribute('href') : null;
    if (href === null) {
      resolveInclusions(child, folder, readers);
      continue;
    }
    const target = readTarget(href, folder, readers);
    for (const node of name === 'include' ? [target] : [...target.childNodes]) parent.insertBefore(node, child);
    parent.removeChild(child);
  }
}

/** Resolves an href to the document element of a file, or to the element with the id of the fragment. */
function readTarget(href: string, folder: string, readers: readonly string[]): Element {
  const [path = '', id] = href.split('#');
  if (path === '') throw new Error(`the inclusion "${href}" does not reference a file`);
  const root = readResolved(resolve(folder, decodeURI(path)), readers);
  if (id === undefined) return root;
  const found = findById(root, id);
  if (found === null) throw new Error(`${href} does not reference an element`);
  return found;
}

function findById(element: Element, id: string): Element | null {
  if (element.getAttribute('id') === id || element.getAttribute('xml:id') === id) return element;
  for (const child of elementsOf(element)) {
    const found = findById(child, id);
    if (found !== null) return found;
  }
  return null;
}
