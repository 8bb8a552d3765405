import { NodeKind, type XmlNode } from '@e-invoice/schematron/xml';

/** The `fn:path` of a node, with `{uri}name` for names in a namespace. */
export function fnPath(node: XmlNode): string {
  const name = ({ uri, local }: { uri: string; local: string }): string => (uri === '' ? local : `{${uri}}${local}`);
  const step = (of: XmlNode): string => {
    switch (of.kind) {
      case NodeKind.ELEMENT:
        return name(of);
      case NodeKind.TEXT:
        return 'text()';
      case NodeKind.COMMENT:
        return 'comment()';
      case NodeKind.INSTRUCTION:
        return `processing-instruction(${of.target})`;
      default:
        return '';
    }
  };
  if (node.kind === NodeKind.DOCUMENT) return '/';
  const above = node.parent.kind === NodeKind.DOCUMENT ? '' : fnPath(node.parent);
  if (node.kind === NodeKind.ATTRIBUTE) return `${above}/@${name(node)}`;
  const before = node.parent.children.slice(0, node.parent.children.indexOf(node) + 1);
  return `${above}/${step(node)}[${before.filter((sibling) => step(sibling) === step(node)).length}]`;
}
