import { NodeKind, type XmlNode } from '@e-invoice/schematron/xml';
import { readableLocation } from '../../src/modules/validation/reference-validator/index.ts';

/** The path of a node with the position of every step, in the format of the golden locations. */
export function fullLocation(node: XmlNode): string {
  return node.kind === NodeKind.DOCUMENT ? '/' : readableLocation(pathOf(node));
}

function pathOf(node: XmlNode): string {
  if (node.kind === NodeKind.DOCUMENT) return '';
  const start = `${pathOf(node.parent)}/`;
  if (node.kind === NodeKind.ATTRIBUTE) return `${start}@${node.uri === '' ? '' : `Q{${node.uri}}`}${node.local}`;
  const siblings = node.parent.children.filter((sibling) => stepOf(sibling) === stepOf(node));
  return `${start}${stepOf(node)}[${siblings.indexOf(node) + 1}]`;
}

function stepOf(node: Exclude<XmlNode, { readonly kind: 2 | 9 }>): string {
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
