import {
  locationOf,
  makeInnerDocument,
  NodeKind,
  parseXml,
  positionOf,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '@e-invoice/schematron/xml';
import { readableLocation } from './readable-location.ts';
import type { OpinionIssue } from './reference-result.ts';

type Location = Pick<OpinionIssue, 'location' | 'xpath' | 'line' | 'column'>;

/** Converts locations reported by the processors to the product's format. */
export type Locator = {
  /** Location from `fn:path`: `/Q{urn:…}Invoice[1]/Q{urn:…}ID[1]`, `…/@currencyID`. */
  readonly ofPath: (path: string) => Location;
  /**
   * Location from libxml2: `/Invoice/cac:InvoiceLine[2]` with the prefixes of the file, `*` for an element without a
   * prefix.
   */
  readonly ofLibxml: (path: string) => Location;
};

/**
 * Parses the file again after validation to find lines and columns.
 *
 * @param index index of the validated document's root element in the file, in document order from 0
 */
export function makeLocator(bytes: Uint8Array, index: number, maxBytes: number): Locator {
  const parsed = parseXml(bytes, { limits: { bytes: maxBytes } });
  const document = parsed.ok ? documentAt(parsed.document, index) : null;
  const toLocation = (node: XmlNode | null, path: string): Location => {
    if (document === null || node === null) return { location: path, xpath: path, line: null, column: null };
    const location = locationOf(node);
    return { location, xpath: location, ...positionOf(document, node.offset) };
  };
  const walkByUri = makeWalk(byUri);
  const walkByPrefix = makeWalk(byPrefix);
  return {
    ofPath: (path) => toLocation(walkByUri(document, splitPath(path)), readableLocation(path)),
    ofLibxml: (path) => toLocation(walkByPrefix(document, path.split('/').slice(1)), path),
  };
}

type Walk = (from: XmlNode | null, steps: readonly string[]) => XmlNode | null;

/** The children of a node are indexed once. */
function makeWalk(keysOf: KeysOf): Walk {
  const indexes = new Map<XmlElement | XmlDocument, Map<string, XmlNode>>();
  const childAt = (parent: XmlNode, step: string): XmlNode | null => {
    if (parent.kind !== NodeKind.ELEMENT && parent.kind !== NodeKind.DOCUMENT) return null;
    if (step.startsWith('@')) return attributeAt(parent, step.slice(1));
    let known = indexes.get(parent);
    if (known === undefined) {
      known = indexChildren(parent, keysOf);
      indexes.set(parent, known);
    }
    return known.get(step.endsWith(']') ? step : `${step}[1]`) ?? null;
  };
  return (from, steps) => {
    let node = from;
    for (const step of steps) node = node === null ? null : childAt(node, step);
    return node;
  };
}

type KeysOf = (node: XmlNode) => readonly string[];

const byUri: KeysOf = (node) => {
  switch (node.kind) {
    case NodeKind.ELEMENT:
      return [`Q{${node.uri}}${node.local}`];
    case NodeKind.TEXT:
      return ['text()'];
    case NodeKind.COMMENT:
      return ['comment()'];
    case NodeKind.INSTRUCTION:
      return [`processing-instruction(${node.target})`];
    default:
      return [];
  }
};

/** libxml2 writes `*` for an element without a prefix that has a namespace; its position then counts all elements. */
const byPrefix: KeysOf = (node) => {
  if (node.kind !== NodeKind.ELEMENT) return byUri(node);
  return ['*', node.prefix === '' ? node.local : `${node.prefix}:${node.local}`];
};

function indexChildren(parent: XmlElement | XmlDocument, keysOf: KeysOf): Map<string, XmlNode> {
  const counts = new Map<string, number>();
  const index = new Map<string, XmlNode>();
  for (const child of parent.children) {
    for (const key of keysOf(child)) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      index.set(`${key}[${count}]`, child);
    }
  }
  return index;
}

function attributeAt(parent: XmlElement | XmlDocument, name: string): XmlNode | null {
  if (parent.kind !== NodeKind.ELEMENT) return null;
  return (
    parent.attributes.find(
      ({ uri, prefix, local }) =>
        name === (uri === '' ? local : `Q{${uri}}${local}`) || name === (prefix === '' ? local : `${prefix}:${local}`),
    ) ?? null
  );
}

/** Splits a path at slashes outside `Q{…}`, because namespaces contain slashes. */
const splitPath = (path: string): string[] => path.match(/@?(?:Q\{[^}]*\})?[^/]+/g) ?? [];

/** Returns the document whose root is the element with this index. */
function documentAt(file: XmlDocument, index: number): XmlDocument | null {
  if (index === 0) return file;
  let left = index;
  const find = (element: XmlElement): XmlElement | null => {
    if (left === 0) return element;
    left -= 1;
    for (const child of element.children) {
      const found = child.kind === NodeKind.ELEMENT ? find(child) : null;
      if (found !== null) return found;
    }
    return null;
  };
  const root = find(file.root);
  return root === null ? null : makeInnerDocument(file, root);
}
