import type { NamePool } from './names.ts';
import type { ResolvedName } from './resolved-names.ts';

/**
 * The XML tree: the XPath data model (document, element, attribute, text, comment, processing instruction).
 * `parseXml` creates it; by convention it is immutable, and only `makeInnerDocument` changes it afterwards.
 *
 * `order` numbers every node in document order (an element, then its attributes, then its content), so that document
 * order and containment are integer comparisons. `offset` is the offset in `XmlDocument.text` (UTF-16 units).
 */
export const NodeKind = { ELEMENT: 1, ATTRIBUTE: 2, TEXT: 3, INSTRUCTION: 7, COMMENT: 8, DOCUMENT: 9 } as const;

export type XmlNode = XmlDocument | XmlElement | XmlAttribute | XmlText | XmlComment | XmlInstruction;
export type XmlParent = XmlDocument | XmlElement;
export type XmlChild = XmlElement | XmlText | XmlComment | XmlInstruction;

/** Shared by all elements without attributes or children to save memory. Never written to. */
export const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([] as XmlAttribute[]);
export const NO_CHILDREN: readonly XmlChild[] = Object.freeze([] as XmlChild[]);

// Fields are declared and assigned only in constructors: a field without `declare` is first initialised to undefined
// for each node.

export class XmlElement {
  readonly kind = NodeKind.ELEMENT;
  // The fields read most often come first: an element is larger than a cache line.
  /** Pool id of the expanded name (`names.ts`). */
  declare name: number;
  /**
   * First child element; each child links to the next one and to the next with the same name id. Set when the element
   * ends.
   */
  declare first: XmlElement | null;
  declare next: XmlElement | null;
  declare same: XmlElement | null;
  /** The name bits (`nameBit`) of the child elements: a missing bit saves a search. */
  declare kids: number;
  /** The text if a single text is the whole content; null otherwise. */
  declare only: string | null;
  /** The first child of each name, if there are many children. */
  declare heads: ReadonlyMap<number, XmlElement> | null;
  declare attributes: readonly XmlAttribute[];
  declare order: number;
  /** Order of the last node inside (its own if empty): `a` contains `b` when a.order < b.order <= a.lastOrder. */
  declare lastOrder: number;
  /** Offset of the `<` of the start tag. */
  declare offset: number;
  /** Offset of the `<` of the end tag; for `<a/>`, where one tag is both, of that end. */
  declare endOffset: number;
  declare parent: XmlParent;
  /**
   * The child list once it is created; null while the content is a single text, or elements with only white space
   * between them.
   */
  declare made: readonly XmlChild[] | null;
  /** Namespace declarations on this element: prefix (`''`: the default) to URI; null if it has no declarations. */
  declare declared: Readonly<Record<string, string>> | null;
  /** The resolved name: shared by all elements with that name. */
  declare readonly resolvedName: ResolvedName;

  constructor(order: number, offset: number, parent: XmlParent, resolvedName: ResolvedName) {
    this.name = resolvedName.name;
    this.first = null;
    this.next = null;
    this.same = null;
    this.kids = 0;
    this.only = null;
    this.heads = null;
    this.attributes = NO_ATTRIBUTES;
    this.order = order;
    this.lastOrder = order;
    this.offset = offset;
    this.endOffset = offset;
    this.parent = parent;
    this.made = NO_CHILDREN;
    this.declared = null;
    this.resolvedName = resolvedName;
  }

  /**
   * All child nodes. Text nodes are created lazily: most are the value of an element, which `only` holds, or white
   * space between tags, and rules navigate by elements.
   */
  get children(): readonly XmlChild[] {
    this.made ??= makeChildren(this);
    return this.made;
  }

  get prefix(): string {
    return this.resolvedName.prefix;
  }

  get local(): string {
    return this.resolvedName.local;
  }

  get uri(): string {
    return this.resolvedName.uri;
  }
}

export class XmlAttribute {
  readonly kind = NodeKind.ATTRIBUTE;
  declare name: number;
  declare value: string;
  declare order: number;
  /** Offset of the first character of the attribute name. */
  declare offset: number;
  declare parent: XmlElement;
  declare readonly resolvedName: ResolvedName;

  constructor(order: number, offset: number, parent: XmlElement, resolvedName: ResolvedName, value: string) {
    this.name = resolvedName.name;
    this.value = value;
    this.order = order;
    this.offset = offset;
    this.parent = parent;
    this.resolvedName = resolvedName;
  }

  get prefix(): string {
    return this.resolvedName.prefix;
  }

  get local(): string {
    return this.resolvedName.local;
  }

  get uri(): string {
    return this.resolvedName.uri;
  }
}

/** Character data; adjacent text and CDATA are one node. */
export class XmlText {
  readonly kind = NodeKind.TEXT;
  readonly name = 0;
  declare order: number;
  declare offset: number;
  declare parent: XmlParent;
  declare value: string;

  constructor(order: number, offset: number, parent: XmlParent, value: string) {
    this.order = order;
    this.offset = offset;
    this.parent = parent;
    this.value = value;
  }
}

export class XmlComment {
  readonly kind = NodeKind.COMMENT;
  readonly name = 0;
  declare order: number;
  declare offset: number;
  declare parent: XmlParent;
  declare value: string;

  constructor(order: number, offset: number, parent: XmlParent, value: string) {
    this.order = order;
    this.offset = offset;
    this.parent = parent;
    this.value = value;
  }
}

export class XmlInstruction {
  readonly kind = NodeKind.INSTRUCTION;
  readonly name = 0;
  declare order: number;
  declare offset: number;
  declare parent: XmlParent;
  declare target: string;
  declare value: string;

  constructor(order: number, offset: number, parent: XmlParent, target: string, value: string) {
    this.order = order;
    this.offset = offset;
    this.parent = parent;
    this.target = target;
    this.value = value;
  }
}

export class XmlDocument {
  readonly kind = NodeKind.DOCUMENT;
  readonly name = 0;
  order = 0;
  lastOrder = 0;
  /** 0; for a document inside another, the offset of its document element. */
  offset = 0;
  readonly parent = null;
  /** The element of the outer document that contained this one (`makeInnerDocument`); null for a whole file. */
  within: XmlElement | null = null;
  children: readonly XmlChild[] = NO_CHILDREN;
  /** The document element as the only child element, in the fields that elements have. */
  first: XmlElement | null = null;
  kids = 0;
  readonly heads = null;
  /** Elements and attributes in document order, by the slots of their names (`indexed-names.ts`, `name-index.ts`). */
  elementLists: (readonly XmlElement[])[] = [];
  attributeLists: (readonly XmlAttribute[])[] = [];
  root!: XmlElement;
  /** The decoded text that offsets refer to: without byte order mark, every line end a line feed. */
  declare text: string;
  /** The pool of its name ids, and the number of names when the tree was created. */
  declare readonly names: NamePool;
  declare known: number;

  constructor(text: string, names: NamePool) {
    this.text = text;
    this.names = names;
    this.known = names.count;
  }
}

/** The string value of a node as defined by XPath (`fn:string`). */
export function stringValue(node: XmlNode): string {
  if (node.kind === NodeKind.ELEMENT) return node.only ?? joinTexts(node.children);
  return node.kind === NodeKind.DOCUMENT ? joinTexts(node.children) : node.value;
}

function joinTexts(children: readonly XmlChild[]): string {
  let text = '';
  for (const child of children) {
    if (child.kind === NodeKind.TEXT) text += child.value;
    else if (child.kind === NodeKind.ELEMENT) text += stringValue(child);
  }
  return text;
}

/** The order of the last node inside a node; its own order for nodes that cannot have content. */
export const lastOrderOf = (node: XmlNode): number =>
  node.kind === NodeKind.ELEMENT || node.kind === NodeKind.DOCUMENT ? node.lastOrder : node.order;

/** The document node above a node. */
export function documentOf(node: XmlNode): XmlDocument {
  let at = node;
  while (at.parent !== null) at = at.parent;
  return at as XmlDocument;
}

/** Creates the children of an element whose only text, or white space between elements, has not been created yet. */
function makeChildren(element: XmlElement): readonly XmlChild[] {
  if (element.only === null) {
    const elements: XmlElement[] = [];
    for (let child = element.first; child !== null; child = child.next) elements.push(child);
    return withBlanks(element, elements);
  }
  const { text } = documentOf(element);
  // The text starts after the start tag; `>` in attribute values does not end the tag.
  let at = element.offset;
  let quote = '';
  for (let sign = ''; sign !== '>' || quote !== ''; at += 1) {
    sign = text[at]!;
    if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
  }
  return [new XmlText(element.lastOrder, at, element, element.only)];
}

/**
 * Adds the white space between the children: a gap in the node numbers marks each one.
 *
 * @param children all other children of a completely parsed element
 */
export function withBlanks(element: XmlElement, children: readonly XmlChild[]): XmlChild[] {
  const { text } = documentOf(element);
  const all: XmlChild[] = [];
  let order = element.order + element.attributes.length;
  for (const child of [...children, null]) {
    if ((child?.order ?? element.lastOrder + 1) > order + 1) {
      const end = child?.offset ?? element.endOffset;
      let at = end;
      while (text.charCodeAt(at - 1) <= 0x20) at -= 1;
      all.push(new XmlText(order + 1, at, element, text.slice(at, end)));
    }
    if (child === null) break;
    all.push(child);
    order = lastOrderOf(child);
  }
  return all;
}
