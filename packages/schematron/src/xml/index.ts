/**
 * XML: parses bytes to a tree with source positions, converts positions to paths, lines and columns, and writes XML.
 *
 * It never expands an entity and reads nothing but the input bytes. A tree is immutable except that an element can
 * become the root of its own document. Contains no invoice logic except the usual prefixes of its namespaces.
 */

export { cutText } from './cut-text.ts';
export { describeXmlError } from './describe-xml-error.ts';
export type { Encoding } from './encoding.ts';
export { XML_FAULT_REASONS, type XmlFault, type XmlFaultCode, type XmlFaultReason } from './fault.ts';
export { makeNodeFinder, type NodeFinder } from './find-node.ts';
export { makeInnerDocument } from './inner-document.ts';
export { learnNames, readAgain } from './learn-names.ts';
export { DEFAULT_XML_LIMITS, type XmlLimits } from './limits.ts';
export { childNamed } from './link-children.ts';
export { locationOf } from './location.ts';
export { attributesNamed, elementsNamed } from './name-index.ts';
export { NamePool, UNKNOWN_NAME } from './names.ts';
export { type ParsedXml, parseXml, type ReadOptions, readText } from './parse.ts';
export { type Position, positionOf } from './position.ts';
export { type ElementSpan, spanOf, valueSpanOf } from './span.ts';
export {
  documentOf,
  lastOrderOf,
  NO_ATTRIBUTES,
  NO_CHILDREN,
  NodeKind,
  stringValue,
  XmlAttribute,
  type XmlChild,
  XmlComment,
  XmlDocument,
  XmlElement,
  XmlInstruction,
  type XmlNode,
  type XmlParent,
  XmlText,
} from './tree.ts';
export { type ElementToWrite, escapeAttribute, escapeText, writeXml } from './write.ts';
export { writeNode } from './write-node.ts';
