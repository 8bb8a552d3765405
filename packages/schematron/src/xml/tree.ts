import type { NamePool } from './names.ts';
import type { ResolvedName } from './resolved-names.ts';

/**
 * The XML tree: the XPath data model (document, element, attribute, text, comment, processing instruction)
 * as objects that are frozen in practice, made once by `parseXml`; `makeInnerDocument` alone changes one afterwards.
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

// Fields are declared, and written by constructors alone: a field without `declare` is made empty first, for each node.

export class XmlElement {
  readonly kind = NodeKind.ELEMENT;
  // What is read most stands together: an element is larger than what a processor reads at once.
  /** Pool id of the expanded name (`names.ts`). */
  declare name: number;
  /** Child elements: the first, and of each the next; of those with one name id the next. Made when the element ends. */
  declare first: XmlElement | null;
  declare next: XmlElement | null;
  declare same: XmlElement | null;
  /** The bits (`nameBit`) of the names of its child elements: a bit that is missing saves a search. */
  declare kids: number;
  /** What it says, when a text is all its content; null otherwise. */
  declare only: string | null;
  /** The first child of each name, where there are many children. */
  declare heads: ReadonlyMap<number, XmlElement> | null;
  declare attributes: readonly XmlAttribute[];
  declare order: number;
  /** Order of the last node inside (its own, when empty): `a` contains `b` when a.order < b.order <= a.lastOrder. */
  declare lastOrder: number;
  /** Of the `<` of the start tag. */
  declare offset: number;
  /** Of the `<` of the end tag; where a tag ends that is both. */
  declare endOffset: number;
  declare parent: XmlParent;
  /** Its children once they are made; null while only a text, or elements with nothing but white space between them, are there. */
  declare made: readonly XmlChild[] | null;
  /** Namespace declarations on this element itself: prefix (`''` the default) to URI; null when there is none. */
  declare declared: Readonly<Record<string, string>> | null;
  /** What its written name means: shared by all elements of that name. */
  declare readonly meaning: ResolvedName;

  constructor(order: number, offset: number, parent: XmlParent, meaning: ResolvedName) {
    this.name = meaning.name;
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
    this.meaning = meaning;
  }

  /**
   * All nodes in it. Texts are made when somebody asks: most are the value of an element, which `only` tells, or the white
   * space between tags, and rules go by elements.
   */
  get children(): readonly XmlChild[] {
    this.made ??= makeChildren(this);
    return this.made;
  }

  get prefix(): string {
    return this.meaning.prefix;
  }

  get local(): string {
    return this.meaning.local;
  }

  get uri(): string {
    return this.meaning.uri;
  }
}

export class XmlAttribute {
  readonly kind = NodeKind.ATTRIBUTE;
  declare name: number;
  declare value: string;
  declare order: number;
  /** Of the first character of the attribute's name. */
  declare offset: number;
  declare parent: XmlElement;
  declare readonly meaning: ResolvedName;

  constructor(order: number, offset: number, parent: XmlElement, meaning: ResolvedName, value: string) {
    this.name = meaning.name;
    this.value = value;
    this.order = order;
    this.offset = offset;
    this.parent = parent;
    this.meaning = meaning;
  }

  get prefix(): string {
    return this.meaning.prefix;
  }

  get local(): string {
    return this.meaning.local;
  }

  get uri(): string {
    return this.meaning.uri;
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
  declare text: string;
  /** Where the ids of its names come from, and how many names there were when the tree was made. */
  declare readonly names: NamePool;
  declare known: number;

  constructor(text: string, names: NamePool) {
    this.text = text;
    this.names = names;
    this.known = names.count;
  }
}

/** The string value of a node as XPath defines it (`fn:string`). */
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

/** The order of the last node inside a node: its own where nothing can be. */
export const lastOrderOf = (node: XmlNode): number =>
  node.kind === NodeKind.ELEMENT || node.kind === NodeKind.DOCUMENT ? node.lastOrder : node.order;

/** The document node above a node. */
export function documentOf(node: XmlNode): XmlDocument {
  let at = node;
  while (at.parent !== null) at = at.parent;
  return at as XmlDocument;
}

/** The children of an element whose only text, or the white space between whose elements, nobody has asked for yet. */
function makeChildren(element: XmlElement): readonly XmlChild[] {
  if (element.only === null) {
    const elements: XmlElement[] = [];
    for (let child = element.first; child !== null; child = child.next) elements.push(child);
    return withBlanks(element, elements);
  }
  const { text } = documentOf(element);
  // The text begins behind the start tag; in values of attributes `>` is no end.
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
 * Children with the white space that stands between them in the text: a number is left out where some is.
 *
 * @param children all others of an element whose end is read
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
