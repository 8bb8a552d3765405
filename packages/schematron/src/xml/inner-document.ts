import { nameBit } from './names.ts';
import { NodeKind, XmlDocument, type XmlElement, type XmlNode, type XmlParent } from './tree.ts';

/**
 * Makes an element the root of its own document, so that an invoice in an envelope is validated exactly like one
 * without envelope. Nothing is copied: nodes, text and offsets remain those of the file, so that lines and columns
 * refer to the file, and `within` lets paths include the envelope.
 *
 * Afterwards the parent of the element is the new document, in which it has no siblings. The envelope still lists the
 * element in `children`, but its sibling links end at it.
 *
 * @param outer the document that contains the element
 */
export function makeInnerDocument(outer: XmlDocument, root: XmlElement): XmlDocument {
  const { parent } = root;
  if (parent.kind === NodeKind.DOCUMENT) return parent;
  const inner = new XmlDocument(outer.text, outer.names);
  inner.known = outer.known;
  inner.within = parent;
  inner.offset = root.offset;
  inner.root = root;
  inner.children = [root];
  inner.first = root;
  inner.kids = nameBit(root.name);
  // Create the children before the sibling link behind the element is cut.
  void parent.children;
  root.next = null;
  root.same = null;
  inner.lastOrder = root.lastOrder;
  inner.elementLists = outer.elementLists.map((list) => insideOf(root, list));
  inner.attributeLists = outer.attributeLists.map((list) => insideOf(root, list));
  root.declared = declaredFor(root);
  root.parent = inner;
  return inner;
}

/** The nodes of a list that are the element itself or inside it. */
const insideOf = <T extends XmlNode>({ order, lastOrder }: XmlElement, list: readonly T[]): readonly T[] =>
  list.filter((node) => node.order >= order && node.order <= lastOrder);

/**
 * The namespace declarations of the element and those it inherits: prefixes in values are resolved along the
 * ancestors.
 */
function declaredFor(root: XmlElement): XmlElement['declared'] {
  let declared = root.declared;
  for (let at: XmlParent = root.parent; at.kind === NodeKind.ELEMENT; at = at.parent) {
    if (at.declared !== null) declared = Object.assign(Object.create(null), at.declared, declared);
  }
  return declared;
}
