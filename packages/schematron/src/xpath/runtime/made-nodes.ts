import { XmlDocument, XmlText } from '../../xml/index.ts';
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
