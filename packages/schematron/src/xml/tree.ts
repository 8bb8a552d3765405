import type { NamePool } from './names.ts';

/**
 * The XML tree: the XPath data model (document, element, attribute, text, comment, processing instruction)
 * as plain frozen-in-practice objects, made once by `parseXml`; `makeInnerDocument` alone changes one afterwards.
 *
 * `order` numbers every node in document order (an element, then its attributes, then its content), so document
 * order and "is inside" are integer comparisons. `offset` is the place in `XmlDocument.text` (UTF-16 units).
 */
export const NodeKind = { ELEMENT: 1, ATTRIBUTE: 2, TEXT: 3, INSTRUCTION: 7, COMMENT: 8, DOCUMENT: 9 } as const;

export type XmlNode = XmlDocument | XmlElement | XmlAttribute | XmlText | XmlComment | XmlInstruction;
export type XmlParent = XmlDocument | XmlElement;
export type XmlChild = XmlElement | XmlText | XmlComment | XmlInstruction;

/** Shared by all elements without attributes or children, so that they cost nothing. Never written to. */
export const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([] as XmlAttribute[]);
export const NO_CHILDREN: readonly XmlChild[] = Object.freeze([] as XmlChild[]);

export class XmlElement {
  readonly kind = NodeKind.ELEMENT;
  /** Pool id of the expanded name (`names.ts`). */
  name: number;
  order: number;
  /** Order of the last node inside (its own, when empty): `a` contains `b` when a.order < b.order <= a.lastOrder. */
  lastOrder: number;
  /** Of the `<` of the start tag. */
  offset: number;
  parent: XmlParent;
  children: readonly XmlChild[];
  attributes: readonly XmlAttribute[];
  prefix: string;
  local: string;
  uri: string;
  /** Child elements: the first, and of each the next; of those with one name id the next. Made when the element ends. */
  first: XmlElement | null;
  next: XmlElement | null;
  same: XmlElement | null;
  /** The bits (`nameBit`) of the names of its child elements: a bit that is missing saves a search. */
  kids: number;
  /** The first child of each name, where there are many children. */
  heads: ReadonlyMap<number, XmlElement> | null;
  /** Namespace declarations on this element itself: prefix (`''` the default) to URI; null when there is none. */
  declared: Readonly<Record<string, string>> | null;

  constructor(
    name: number,
    order: number,
    offset: number,
    parent: XmlParent,
    prefix: string,
    local: string,
    uri: string,
  ) {
    this.name = name;
    this.order = order;
    this.lastOrder = order;
    this.offset = offset;
    this.parent = parent;
    this.children = NO_CHILDREN;
    this.attributes = NO_ATTRIBUTES;
    this.prefix = prefix;
    this.local = local;
    this.uri = uri;
    this.first = null;
    this.next = null;
    this.same = null;
    this.kids = 0;
    this.heads = null;
    this.declared = null;
  }
}

export class XmlAttribute {
  readonly kind = NodeKind.ATTRIBUTE;
  name: number;
  order: number;
  /** Of the first character of the attribute's name. */
  offset: number;
  parent: XmlElement;
  value: string;
  prefix: string;
  local: string;
  uri: string;

  constructor(
    name: number,
    order: number,
    offset: number,
    parent: XmlElement,
    prefix: string,
    local: string,
    uri: string,
    value: string,
  ) {
    this.name = name;
    this.order = order;
    this.offset = offset;
    this.parent = parent;
    this.value = value;
    this.prefix = prefix;
    this.local = local;
    this.uri = uri;
  }
}

/** Character data; adjacent text and CDATA are one node. */
export class XmlText {
  readonly kind = NodeKind.TEXT;
  readonly name = 0;
  order: number;
  offset: number;
  parent: XmlParent;
  value: string;

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
  order: number;
  offset: number;
  parent: XmlParent;
  value: string;

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
  order: number;
  offset: number;
  parent: XmlParent;
  target: string;
  value: string;

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
  /** 0; of a document inside another, where its document element starts. */
  offset = 0;
  readonly parent = null;
  /** The element of another document that this one was found in (`makeInnerDocument`); null for a file of its own. */
  within: XmlElement | null = null;
  children: readonly XmlChild[] = NO_CHILDREN;
  /** The document element as the only child element, as elements have it. */
  first: XmlElement | null = null;
  kids = 0;
  readonly heads = null;
  /** Elements and attributes in document order, by the slots of their names (`asked-names.ts`, `name-index.ts`). */
  elementLists: (readonly XmlElement[])[] = [];
  attributeLists: (readonly XmlAttribute[])[] = [];
  /** The document element. */
  root!: XmlElement;
  /** The decoded text that offsets point into: without byte order mark, every line end a line feed. */
  text: string;
  /** Where the ids of its names come from, and how many names there were when the tree was made. */
  readonly names: NamePool;
  known: number;

  constructor(text: string, names: NamePool) {
    this.text = text;
    this.names = names;
    this.known = names.count;
  }
}

/** The string value of a node as XPath defines it (`fn:string`). */
export function stringValue(node: XmlNode): string {
  switch (node.kind) {
    case NodeKind.ELEMENT:
    case NodeKind.DOCUMENT: {
      const { children } = node;
      if (children.length === 1) {
        const only = children[0]!;
        if (only.kind === NodeKind.TEXT) return only.value;
      }
      let text = '';
      for (const child of children) {
        if (child.kind === NodeKind.TEXT) text += child.value;
        else if (child.kind === NodeKind.ELEMENT) text += stringValue(child);
      }
      return text;
    }
    default:
      return node.value;
  }
}
