import { cutText, NodeKind, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import { NAMESPACES } from './load-structure.ts';

const PREFIXES = new Map([...NAMESPACES].map(([prefix, uri]) => [uri, prefix]));
const LIMIT = 200;

/**
 * The name of an element or attribute with the usual prefix, independent of the prefix in the document. A name
 * outside the UBL namespaces is shown with its namespace, so that a wrong namespace is visible.
 */
export function readableName(node: XmlElement | XmlAttribute): string {
  if (node.kind === NodeKind.ATTRIBUTE) return node.prefix === '' ? node.local : `${node.prefix}:${node.local}`;
  const { uri, local } = node;
  const prefix = PREFIXES.get(uri);
  if (prefix !== undefined) return `${prefix}:${local}`;
  return isDocumentName(node) || uri === '' ? local : cutText(`{${uri}}${local}`, LIMIT);
}

const isDocumentName = ({ uri, local }: XmlElement): boolean =>
  uri === `urn:oasis:names:specification:ubl:schema:xsd:${local}-2`;
