import { makeInnerDocument } from './inner-document.ts';
import { linkChildren } from './link-children.ts';
import { type NamePool, nameBit, UNKNOWN_NAME } from './names.ts';
import { readText } from './parse.ts';
import { NodeKind, type XmlDocument, type XmlElement, type XmlNode, type XmlParent } from './tree.ts';

/**
 * Assigns the ids of names that were added to the pool after the document was parsed. Existing ids do not change, so
 * references to its nodes stay valid.
 */
export function learnNames(document: XmlDocument): void {
  const { names, root } = document;
  if (document.known === names.count) return;
  document.known = names.count;
  learn(root, names);
  document.kids = nameBit(root.name);
}

function learn(element: XmlElement, names: NamePool): void {
  if (element.name === UNKNOWN_NAME) element.name = names.find(element.uri, element.local);
  for (const attribute of element.attributes) {
    if (attribute.name === UNKNOWN_NAME) attribute.name = names.find(attribute.uri, attribute.local);
  }
  if (element.first === null) return;
  // An element that was made the root of its own document belongs to that document.
  const children = element.children.filter(({ parent }) => parent === element);
  for (const child of children) {
    if (child.kind !== NodeKind.ELEMENT) continue;
    learn(child, names);
    child.next = null;
    child.same = null;
  }
  element.first = null;
  element.heads = null;
  element.kids = 0;
  linkChildren(element, children, 0, children.length);
}

/** A document parsed a second time, and the mapping of its nodes to the original nodes. */
type ReadAgain = { readonly document: XmlDocument; readonly originalOf: (node: XmlNode) => XmlNode };

/** Parses the document again with the names of another pool, for rules that use a pool other than the document's. */
export function readAgain(original: XmlDocument, names: NamePool): ReadAgain {
  const whole = readText(original.text, names);
  const document =
    original.within === null ? whole : makeInnerDocument(whole, elementAt(whole.root, original.root.order));
  let originals: Map<number, XmlNode> | null = null;
  return {
    document,
    originalOf: (node) => {
      originals ??= nodesByOrder(original);
      return originals.get(node.order)!;
    },
  };
}

/** The element with that number in document order. */
function elementAt(root: XmlElement, order: number): XmlElement {
  let at = root;
  while (at.order !== order) {
    let child = at.first!;
    while (child.lastOrder < order) child = child.next!;
    at = child;
  }
  return at;
}

function nodesByOrder(document: XmlDocument): Map<number, XmlNode> {
  const found = new Map<number, XmlNode>([[document.order, document]]);
  const add = (parent: XmlParent): void => {
    for (const child of parent.children) {
      found.set(child.order, child);
      if (child.kind !== NodeKind.ELEMENT) continue;
      for (const attribute of child.attributes) found.set(attribute.order, attribute);
      add(child);
    }
  };
  add(document);
  return found;
}
