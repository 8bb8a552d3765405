import { type NamePool, NodeKind, readText, type XmlChild, XmlDocument, XmlText } from '../../xml/index.ts';
import type { RunState } from './run-state.ts';

/** A temporary tree of nothing but text (XSLT 2.0, section 9.4). Made nodes come after all others in document order. */
export function makeTree(d: RunState, text: string): XmlDocument {
  const tree = new XmlDocument('', d.document.names);
  d.made += 1;
  tree.lastOrder = d.document.lastOrder + d.made;
  if (text !== '') tree.children = [new XmlText(tree.lastOrder, 0, tree, text)];
  return tree;
}

/** A text node of its own, also an empty one. */
export function makeText(d: RunState, text: string): XmlText {
  const tree = makeTree(d, '');
  const node = new XmlText(tree.lastOrder, 0, tree, text);
  tree.children = [node];
  return node;
}

/** An XML text that the rules bring, where its nodes come in document order, and what was made of it. */
type Brought = {
  readonly text: string;
  readonly order: number;
  /** Whether it is content: the document element only holds it together. */
  readonly isContent: boolean;
  tree: XmlDocument | null;
};

/** The tree of an XML text that the rules bring: the same nodes for every document that is judged. */
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
    // What is made only when somebody asks is numbered by what is around it.
    if (child.kind === NodeKind.ELEMENT) {
      moveOrders(child.children, by);
      child.lastOrder += by;
      for (const attribute of child.attributes) attribute.order += by;
    }
    child.order += by;
  }
}
