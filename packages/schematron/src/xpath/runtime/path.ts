import { NodeKind, type XmlChild, type XmlNode, type XmlParent } from '../../xml/index.ts';

const positions = new WeakMap<XmlParent, Map<XmlNode, number>>();

/** fn:path of a node (XPath functions 3.0, section 14.3): `/Q{uri}name[1]/@name`. */
export function pathOf(node: XmlNode | null): string | null {
  if (node === null) return null;
  if (node.kind === NodeKind.DOCUMENT) return '/';
  const above = node.parent.kind === NodeKind.DOCUMENT ? '' : pathOf(node.parent)!;
  if (node.kind === NodeKind.ATTRIBUTE) return `${above}/@${node.uri === '' ? '' : `Q{${node.uri}}`}${node.local}`;
  return `${above}/${testOf(node)}[${positionsIn(node.parent).get(node) ?? 1}]`;
}

function testOf(node: XmlChild): string {
  switch (node.kind) {
    case NodeKind.ELEMENT:
      return `Q{${node.uri}}${node.local}`;
    case NodeKind.TEXT:
      return 'text()';
    case NodeKind.COMMENT:
      return 'comment()';
    case NodeKind.INSTRUCTION:
      return `processing-instruction(${node.target})`;
  }
}

/** Computes the positions of all children at once, so that the paths of many siblings stay linear. */
function positionsIn(parent: XmlParent): Map<XmlNode, number> {
  let known = positions.get(parent);
  if (known === undefined) {
    known = new Map();
    const counts = new Map<string, number>();
    for (const child of parent.children) {
      const test = testOf(child);
      const position = (counts.get(test) ?? 0) + 1;
      counts.set(test, position);
      known.set(child, position);
    }
    positions.set(parent, known);
  }
  return known;
}
