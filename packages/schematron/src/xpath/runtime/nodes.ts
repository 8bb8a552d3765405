import { own } from '../../own.ts';
import {
  cutText,
  documentOf,
  NodeKind,
  stringValue,
  type XmlElement,
  type XmlNode,
  type XmlParent,
} from '../../xml/index.ts';
import { atomText } from './cast.ts';
import { trimXml } from './numbers.ts';
import { type Atomic, type Item, isNodeItem, QName, Untyped } from './values.ts';
import { fail } from './xpath-error.ts';

/**
 * Typed value of a node in an untyped tree (XPath data model, section 6): xs:string for comments and instructions.
 */
export function atomOf(node: XmlNode): Untyped | string {
  const text = stringValue(node);
  return node.kind === NodeKind.COMMENT || node.kind === NodeKind.INSTRUCTION ? text : new Untyped(text);
}

/** The tagged atomic value of a tagged item. */
export function atomize(item: Item): Atomic {
  return isNodeItem(item) ? atomOf(item) : item;
}

/** fn:string of a tagged item. */
export function itemText(item: Item): string {
  return isNodeItem(item) ? stringValue(item) : atomText(item);
}

/** The items as xsl:value-of writes them: adjacent text nodes are merged and empty ones ignored. */
export function simpleContent(items: readonly Item[]): string {
  const parts: string[] = [];
  let isOpen = false;
  for (const item of items) {
    const isText = isNodeItem(item) && item.kind === NodeKind.TEXT;
    if (isText && item.value === '') continue;
    if (isText && isOpen) parts[parts.length - 1] += item.value;
    else parts.push(itemText(item));
    isOpen = isText;
  }
  return parts.join(' ');
}

export function nameOf(node: XmlNode | null): string {
  if (node === null) return '';
  if (node.kind === NodeKind.ELEMENT || node.kind === NodeKind.ATTRIBUTE) {
    return node.prefix === '' ? node.local : `${node.prefix}:${node.local}`;
  }
  return node.kind === NodeKind.INSTRUCTION ? node.target : '';
}

export function localNameOf(node: XmlNode | null): string {
  if (node === null) return '';
  if (node.kind === NodeKind.ELEMENT || node.kind === NodeKind.ATTRIBUTE) return node.local;
  return node.kind === NodeKind.INSTRUCTION ? node.target : '';
}

export function namespaceOf(node: XmlNode | null): string {
  return node !== null && (node.kind === NodeKind.ELEMENT || node.kind === NodeKind.ATTRIBUTE) ? node.uri : '';
}

export function nodeNameOf(node: XmlNode | null): QName | null {
  if (node === null) return null;
  if (node.kind === NodeKind.ELEMENT || node.kind === NodeKind.ATTRIBUTE) {
    return new QName(node.prefix, node.uri, node.local);
  }
  return node.kind === NodeKind.INSTRUCTION ? new QName('', '', node.target) : null;
}

/** URI of a prefix in scope on the element, or undefined. */
function namespaceFor(element: XmlElement, prefix: string): string | undefined {
  if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace';
  for (let at: XmlNode | null = element; at !== null; at = at.parent) {
    const uri = at.kind === NodeKind.ELEMENT && at.declared !== null ? own(at.declared, prefix) : undefined;
    if (uri !== undefined) return uri === '' ? undefined : uri;
  }
  return undefined;
}

/** fn:in-scope-prefixes. */
export function prefixesInScope(element: XmlElement): string[] {
  const seen = new Map<string, string>([['xml', '']]);
  for (let at: XmlNode | null = element; at !== null; at = at.parent) {
    if (at.kind !== NodeKind.ELEMENT || at.declared === null) continue;
    for (const [prefix, uri] of Object.entries(at.declared)) {
      if (!seen.has(prefix)) seen.set(prefix, uri === '' ? 'undeclared' : '');
    }
  }
  return [...seen].filter(([, state]) => state === '').map(([prefix]) => prefix);
}

const QNAME = /^(?:([\p{L}_][\p{L}\p{N}._\-\u00b7\p{M}]*):)?([\p{L}_][\p{L}\p{N}._\-\u00b7\p{M}]*)$/u;

function splitQName(text: string): [string, string] {
  const parts = QNAME.exec(trimXml(text));
  return parts === null ? fail('FOCA0002', `"${cutText(text, 80)}" is no QName`) : [parts[1] ?? '', parts[2]!];
}

/** fn:resolve-QName. */
export function resolveQName(text: string | null, element: XmlElement): QName | null {
  if (text === null) return null;
  const [prefix, local] = splitQName(text);
  const uri = namespaceFor(element, prefix);
  if (uri === undefined && prefix !== '') return fail('FONS0004', `no namespace for the prefix ${prefix}`);
  return new QName(prefix, uri ?? '', local);
}

/** fn:QName. */
export function makeQName(uri: string, text: string): QName {
  const [prefix, local] = splitQName(text);
  return prefix !== '' && uri === ''
    ? fail('FOCA0002', `prefix without namespace: ${text}`)
    : new QName(prefix, uri, local);
}

/** fn:namespace-uri-for-prefix. */
export function uriForPrefix(prefix: string, element: XmlElement): string | null {
  return namespaceFor(element, prefix) ?? null;
}

/** fn:lang: whether the nearest `xml:lang` is the language or a sublanguage of it. */
export function hasLang(language: string, node: XmlNode): boolean {
  for (let at: XmlNode | null = node; at !== null; at = at.parent) {
    if (at.kind !== NodeKind.ELEMENT) continue;
    for (const attribute of at.attributes) {
      if (attribute.local !== 'lang' || attribute.uri !== 'http://www.w3.org/XML/1998/namespace') continue;
      const own = attribute.value.toLowerCase();
      const requested = language.toLowerCase();
      return own === requested || own.startsWith(`${requested}-`);
    }
  }
  return false;
}

/** Deep equality of two nodes (XPath functions, section 15.3.1); ignores comments and instructions inside. */
export function equalNodes(a: XmlNode, b: XmlNode): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === NodeKind.DOCUMENT && b.kind === NodeKind.DOCUMENT) return equalContent(a, b);
  if (a.kind === NodeKind.ELEMENT && b.kind === NodeKind.ELEMENT) {
    if (a.local !== b.local || a.uri !== b.uri || a.attributes.length !== b.attributes.length) return false;
    const paired = a.attributes.every((one) =>
      b.attributes.some((other) => one.local === other.local && one.uri === other.uri && one.value === other.value),
    );
    return paired && equalContent(a, b);
  }
  return localNameOf(a) === localNameOf(b) && namespaceOf(a) === namespaceOf(b) && stringValue(a) === stringValue(b);
}

function equalContent(a: XmlNode & { children: unknown }, b: XmlNode & { children: unknown }): boolean {
  const content = (node: typeof a): XmlNode[] =>
    (node.children as readonly XmlNode[]).filter((c) => c.kind === NodeKind.ELEMENT || c.kind === NodeKind.TEXT);
  const x = content(a);
  const y = content(b);
  return x.length === y.length && x.every((child, i) => equalNodes(child, y[i]!));
}

/** fn:generate-id: unique for every node of the document. */
export function nodeId(node: XmlNode | null): string {
  return node === null ? '' : `n${node.order}`;
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** fn:id: the elements of the node's tree whose `xml:id` is one of the ids in the texts; the first element per id. */
export function elementsById(texts: readonly string[], node: XmlNode): XmlElement[] {
  const ids = new Set(texts.flatMap((text) => text.split(/[ \t\r\n]+/)).filter(Boolean));
  const found: XmlElement[] = [];
  const visit = (parent: XmlParent): void => {
    for (const child of parent.children) {
      if (child.kind !== NodeKind.ELEMENT) continue;
      const id = child.attributes.find(({ local, uri }) => local === 'id' && uri === XML_NAMESPACE);
      if (id !== undefined && ids.delete(id.value.trim())) found.push(child);
      visit(child);
    }
  };
  if (ids.size > 0) visit(documentOf(node));
  return found;
}
