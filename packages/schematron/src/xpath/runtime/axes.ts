import {
  documentOf,
  attributesNamed as indexedAttributes,
  elementsNamed as indexedElements,
  NodeKind,
  type XmlAttribute,
  type XmlChild,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '../../xml/index.ts';
import type { RunState } from './run-state.ts';

export { lastOrderOf } from '../../xml/index.ts';

const NONE: readonly never[] = Object.freeze([]);

/** All elements of the document with that name id, in document order. */
export const elementsNamed = (d: RunState, name: number): readonly XmlElement[] => indexedElements(d.document, name);

/** All elements with that name id in the document of a node, which may be a tree of the rules. */
export function elementsAround(node: XmlNode, name: number): readonly XmlElement[] {
  return indexedElements(rootOf(node), name);
}

/** The document node above a node. */
export function rootOf(node: XmlNode): XmlDocument;
export function rootOf(node: XmlNode | null): XmlDocument | null;
export function rootOf(node: XmlNode | null): XmlDocument | null {
  return node && documentOf(node);
}

/** All attributes of the document with that name id, in document order. */
export const attributesNamed = (d: RunState, name: number): readonly XmlAttribute[] =>
  indexedAttributes(d.document, name);

/** Index of the first node at or after `order` in a list in document order. */
export function firstFrom(list: readonly XmlNode[], order: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]!.order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function childrenOf(node: XmlNode): readonly XmlChild[] {
  return node.kind === NodeKind.ELEMENT || node.kind === NodeKind.DOCUMENT ? node.children : NONE;
}

export function attributesOf(node: XmlNode): readonly XmlAttribute[] {
  return node.kind === NodeKind.ELEMENT ? node.attributes : NONE;
}

function collect(children: readonly XmlChild[], into: XmlNode[]): void {
  for (const child of children) {
    into.push(child);
    if (child.kind === NodeKind.ELEMENT) collect(child.children, into);
  }
}

/** The descendants (without attributes) in document order. */
export function descendants(node: XmlNode): XmlNode[] {
  const found: XmlNode[] = [];
  collect(childrenOf(node), found);
  return found;
}

/** The node itself and its descendants, in document order. */
export function descendantsOrSelf(node: XmlNode): XmlNode[] {
  const found: XmlNode[] = [node];
  collect(childrenOf(node), found);
  return found;
}

/** The node and its siblings; empty for attributes and the document. */
export function siblingsOf(node: XmlNode): readonly XmlChild[] {
  return node.kind === NodeKind.ATTRIBUTE || node.kind === NodeKind.DOCUMENT ? NONE : node.parent.children;
}

/** The nodes after the end of the node, in document order. */
export function following(node: XmlNode): XmlNode[] {
  const found: XmlNode[] = [];
  let from: XmlNode = node;
  if (node.kind === NodeKind.ATTRIBUTE) {
    from = node.parent;
    collect(from.children, found);
  }
  for (let at: XmlNode = from; at.parent !== null; at = at.parent) {
    const siblings = siblingsOf(at);
    for (let i = firstFrom(siblings, at.order) + 1; i < siblings.length; i++) {
      const sibling = siblings[i]!;
      found.push(sibling);
      if (sibling.kind === NodeKind.ELEMENT) collect(sibling.children, found);
    }
  }
  return found;
}

/** The nodes that end before the node starts, in reverse document order. */
export function preceding(node: XmlNode): XmlNode[] {
  const found: XmlNode[] = [];
  for (let at: XmlNode = node; at.parent !== null; at = at.parent) {
    const siblings = siblingsOf(at);
    for (let i = firstFrom(siblings, at.order) - 1; i >= 0; i--) {
      const inside: XmlNode[] = [siblings[i]!];
      collect(childrenOf(siblings[i]!), inside);
      for (let k = inside.length - 1; k >= 0; k--) found.push(inside[k]!);
    }
  }
  return found;
}

/** Sorts into document order without duplicates; returns the same array if it already is. */
export function inOrder<T extends XmlNode>(nodes: readonly T[]): readonly T[] {
  let last = -1;
  for (const node of nodes) {
    if (node.order <= last) return sortedUnique(nodes);
    last = node.order;
  }
  return nodes;
}

function sortedUnique<T extends XmlNode>(nodes: readonly T[]): T[] {
  const sorted = [...nodes].sort((a, b) => a.order - b.order);
  return sorted.filter((node, i) => i === 0 || node !== sorted[i - 1]);
}

/** The nodes in either of two lists in document order. */
export function union(a: readonly XmlNode[], b: readonly XmlNode[]): readonly XmlNode[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return inOrder([...a, ...b]);
}

/** The nodes of the first list that are (`keep`) or are not in the second; both lists are in document order. */
export function intersect(a: readonly XmlNode[], b: readonly XmlNode[], isIntersection: boolean): readonly XmlNode[] {
  const members = new Set(b);
  return a.filter((node) => members.has(node) === isIntersection);
}
