import { cutText, NodeKind, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import { UBL_VOCABULARY, type Vocabulary } from './vocabulary.ts';

const LIMIT = 200;

/**
 * The name of an element or attribute with the usual prefix, independent of the prefix in the document. A name
 * outside the namespaces of the vocabulary is shown with its namespace, so that a wrong namespace is visible.
 */
export function readableName(node: XmlElement | XmlAttribute, vocabulary: Vocabulary = UBL_VOCABULARY): string {
  if (node.kind === NodeKind.ATTRIBUTE) return node.prefix === '' ? node.local : `${node.prefix}:${node.local}`;
  const { uri, local } = node;
  const prefix = vocabulary.prefixes.get(uri);
  if (prefix !== undefined) return `${prefix}:${local}`;
  return vocabulary.isDocumentName(uri, local) || uri === '' ? local : cutText(`{${uri}}${local}`, LIMIT);
}
