import { nameBit } from './names.ts';
import { NodeKind, XmlDocument, type XmlElement, type XmlNode, type XmlParent } from './tree.ts';

/**
 * Makes an element the document element of a document of its own: an invoice in an envelope is then judged exactly as
 * if it came alone. Nothing is copied: nodes, text and offsets stay those of the file, so that lines and columns point
 * into it, and `within` lets paths go through the envelope.
 *
 * The element's parent is the new document from then on, where it has no siblings; the envelope still has it among its
 * `children`, but the links from child to child end there.
 *
 * @param outer the document that the element was read in
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
  // Before the link to what comes behind it is gone.
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

/** The nodes of a list that stand in the element, which itself is one of them. */
const insideOf = <T extends XmlNode>({ order, lastOrder }: XmlElement, list: readonly T[]): readonly T[] =>
  list.filter((node) => node.order >= order && node.order <= lastOrder);

/** The element's own declarations with those it inherits: prefixes in values are looked up along the ancestors. */
function declaredFor(root: XmlElement): XmlElement['declared'] {
  let declared = root.declared;
  for (let at: XmlParent = root.parent; at.kind === NodeKind.ELEMENT; at = at.parent) {
    if (at.declared !== null) declared = Object.assign(Object.create(null), at.declared, declared);
  }
  return declared;
}
