import { cutText, NodeKind, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import { NAMESPACES } from './load-structure.ts';

const PREFIXES = new Map([...NAMESPACES].map(([prefix, uri]) => [uri, prefix]));
const LIMIT = 200;

/**
 * An element or attribute as people know it: with the usual prefix (whatever the document uses), with the namespace
 * itself where that is not one of UBL's, so that a name in a wrong namespace does not look right.
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
