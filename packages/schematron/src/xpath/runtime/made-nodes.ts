import { type NamePool, NodeKind, readText, type XmlChild, XmlDocument, XmlText } from '../../xml/index.ts';
import type { RunState } from './run-state.ts';

/**
 * A temporary tree that contains only text (XSLT 2.0, section 9.4). Constructed nodes follow all others in document
 * order.
 */
export function makeTree(d: RunState, text: string): XmlDocument {
  const tree = new XmlDocument('', d.document.names);
  d.made += 1;
  tree.lastOrder = d.document.lastOrder + d.made;
  if (text !== '') tree.children = [new XmlText(tree.lastOrder, 0, tree, text)];
  return tree;
}

/** A text node without parent; it may be empty. */
export function makeText(d: RunState, text: string): XmlText {
  const tree = makeTree(d, '');
  const node = new XmlText(tree.lastOrder, 0, tree, text);
  tree.children = [node];
  return node;
}

/** An XML text of the rules, the node number at which its tree starts, and the tree once it is parsed. */
type Brought = {
  readonly text: string;
  readonly order: number;
  /** Whether it is content: the document element is only a wrapper. */
  readonly isContent: boolean;
  tree: XmlDocument | null;
};

/** The tree of an XML text of the rules; the nodes are shared by all validated documents. */
export function openTree(brought: Brought, names: NamePool): XmlDocument {
  brought.tree ??= makeBrought(brought, names);
  return brought.tree;
}

function makeBrought({ text, order, isContent }: Brought, names: NamePool): XmlDocument {
  const tree = readText(text, names);
  const { root } = tree;
  if (isContent) {
    tree.children = root.children;
    tree.first = root.first;
    tree.kids = root.kids;
    for (const child of root.children) child.parent = tree;
  }
  tree.order = order;
  tree.lastOrder += order;
  moveOrders(tree.children, order);
  return tree;
}

function moveOrders(children: readonly XmlChild[], by: number): void {
  for (const child of children) {
    // Nodes that are created lazily get their numbers from the nodes around them.
    if (child.kind === NodeKind.ELEMENT) {
      moveOrders(child.children, by);
      child.lastOrder += by;
      for (const attribute of child.attributes) attribute.order += by;
    }
    child.order += by;
  }
}
