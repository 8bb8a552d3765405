import { NodeKind, type XmlChild, type XmlNode, type XmlParent } from '../xml/index.ts';

const indexes = new WeakMap<XmlParent, Map<XmlNode, number>>();

/** An XPath 2.0 expression that locates the node without prefixes: every step has a namespace and a position. */
export function pathOf(node: XmlNode): string {
  if (node.kind === NodeKind.DOCUMENT) return '/';
  const { parent } = node;
  const above = parent.kind === NodeKind.DOCUMENT ? '' : pathOf(parent);
  if (node.kind === NodeKind.ATTRIBUTE)
    return `${above}/@${node.uri === '' ? node.local : `*:${node.local}[namespace-uri()=${quoted(node.uri)}]`}`;
  return `${above}/${testOf(node)}[${positionsIn(parent).get(node)}]`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function testOf(node: XmlChild): string {
  switch (node.kind) {
    case NodeKind.ELEMENT:
      return node.uri === '' ? node.local : `*:${node.local}[namespace-uri()=${quoted(node.uri)}]`;
    case NodeKind.TEXT:
      return 'text()';
    case NodeKind.COMMENT:
      return 'comment()';
    case NodeKind.INSTRUCTION:
      return `processing-instruction('${node.target}')`;
  }
}

/** Computes the positions of all children at once, so that many findings below one parent stay linear. */
function positionsIn(parent: XmlParent): Map<XmlNode, number> {
  const known = indexes.get(parent);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  const positions = new Map<XmlNode, number>();
  for (const child of parent.children) {
    const test = testOf(child);
    const position = (counts.get(test) ?? 0) + 1;
    counts.set(test, position);
    positions.set(child, position);
  }
  indexes.set(parent, positions);
  return positions;
}
