import type { IndexedNames } from './indexed-names.ts';
import type { XmlAttribute, XmlDocument, XmlElement } from './tree.ts';

/** All elements of the document with that name id, in document order. */
export function elementsNamed(document: XmlDocument, name: number): readonly XmlElement[] {
  return nodesNamed(document, name, document.names.indexedElements, document.elementLists, (element, add) => {
    if (element.name === name) add(element);
  });
}

/** All attributes of the document with that name id, in document order. */
export function attributesNamed(document: XmlDocument, name: number): readonly XmlAttribute[] {
  return nodesNamed(
    document,
    name,
    document.names.indexedAttributes,
    document.attributeLists,
    ({ attributes }, add) => {
      for (let i = 0; i < attributes.length; i++) if (attributes[i]!.name === name) add(attributes[i]!);
    },
  );
}

/** Returns the list collected during parsing; if the name was not indexed then, collects the nodes now. */
function nodesNamed<T>(
  document: XmlDocument,
  name: number,
  indexedNames: IndexedNames,
  lists: (readonly T[])[],
  collect: (element: XmlElement, add: (node: T) => void) => void,
): readonly T[] {
  const slot = indexedNames.addSlot(name);
  const known = lists[slot];
  if (known !== undefined) return known;
  const found: T[] = [];
  walk(document.first, (element) => collect(element, (node) => found.push(node)));
  lists[slot] = found;
  return found;
}

function walk(first: XmlElement | null, visit: (element: XmlElement) => void): void {
  for (let element = first; element !== null; element = element.next) {
    visit(element);
    if (element.first !== null) walk(element.first, visit);
  }
}
