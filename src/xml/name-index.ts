import { UNKNOWN_NAME } from './names.ts';
import type { XmlAttribute, XmlDocument, XmlElement } from './tree.ts';

const NONE: readonly never[] = Object.freeze([]);

/** All elements of the document with that name id, in document order. */
export function elementsNamed(document: XmlDocument, name: number): readonly XmlElement[] {
  document.elementIndex ??= indexElements(document);
  return document.elementIndex[name] ?? NONE;
}

/** All attributes of the document with that name id, in document order. */
export function attributesNamed(document: XmlDocument, name: number): readonly XmlAttribute[] {
  document.attributeIndex ??= indexAttributes(document);
  return document.attributeIndex[name] ?? NONE;
}

const emptyIndex = ({ names }: XmlDocument): undefined[] => new Array(names + 1).fill(undefined);

function indexElements(document: XmlDocument): (XmlElement[] | undefined)[] {
  const index: (XmlElement[] | undefined)[] = emptyIndex(document);
  walk(document.first, (element) => enter(index, element));
  return index;
}

function indexAttributes(document: XmlDocument): (XmlAttribute[] | undefined)[] {
  const index: (XmlAttribute[] | undefined)[] = emptyIndex(document);
  walk(document.first, ({ attributes }) => {
    for (let i = 0; i < attributes.length; i++) enter(index, attributes[i]!);
  });
  return index;
}

function walk(first: XmlElement | null, visit: (element: XmlElement) => void): void {
  for (let element = first; element !== null; element = element.next) {
    visit(element);
    if (element.first !== null) walk(element.first, visit);
  }
}

function enter<T extends XmlElement | XmlAttribute>(index: (T[] | undefined)[], node: T): void {
  // A name that nobody declared is never asked for.
  if (node.name === UNKNOWN_NAME) return;
  const list = index[node.name];
  if (list === undefined) index[node.name] = [node];
  else list.push(node);
}
