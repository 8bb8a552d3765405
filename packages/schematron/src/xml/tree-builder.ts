import { XmlStop } from './fault.ts';
import { addNode, type IndexedNames, makeNodeLists, NOT_INDEXED } from './indexed-names.ts';
import type { XmlLimits } from './limits.ts';
import { linkChildren } from './link-children.ts';
import { nameBit } from './names.ts';
import {
  checkDeclaration,
  declaredPrefix,
  makeDeclarations,
  makeOutermostScope,
  NamespaceScope,
} from './namespaces.ts';
import {
  NodeKind,
  withBlanks,
  XmlAttribute,
  type XmlChild,
  XmlComment,
  type XmlDocument,
  XmlElement,
  XmlInstruction,
  type XmlParent,
  XmlText,
} from './tree.ts';

const SPACE = 0x20;

/**
 * Builds the tree from parser events, checks what the parser leaves to its caller (namespaces, limits), and tracks
 * offsets: each event ends at a known offset, where the next one starts.
 */
export class TreeBuilder {
  readonly #document: XmlDocument;
  readonly #limits: XmlLimits;
  readonly #text: string;
  /** Start offset of the markup or text being read. */
  at: number;
  /**
   * Start offsets of the last text and the last end tag: the parser finds faults in them after it has reported them.
   */
  textAt = 0;
  endTagAt = 0;
  /** The element that the last end tag closed. */
  closed: XmlElement | null = null;
  #parent: XmlParent;
  #scope: NamespaceScope;
  readonly #indexedElements: IndexedNames;
  readonly #indexedAttributes: IndexedNames;
  #order = 0;
  #depth = 0;
  /** Children of all open elements, innermost last; `#starts` has the start index of each element. */
  readonly #children: XmlChild[] = [];
  #top = 0;
  readonly #starts: number[] = [];
  #start = 0;
  /** The last text, which may be the whole content of its element, and its offset; null if another node came last. */
  #pending: string | null = null;
  #pendingAt = 0;
  /** The attributes of the start tag being read. */
  #count = 0;
  readonly #names: string[] = [];
  readonly #values: string[] = [];
  readonly #offsets: number[] = [];
  #attributesEnd = 0;

  constructor(document: XmlDocument, at: number, limits: XmlLimits) {
    this.#document = document;
    const { names } = document;
    this.#scope = makeOutermostScope(names);
    this.#indexedElements = names.indexedElements;
    this.#indexedAttributes = names.indexedAttributes;
    document.elementLists = makeNodeLists(names.indexedElements);
    document.attributeLists = makeNodeLists(names.indexedAttributes);
    this.#parent = document;
    this.#text = document.text;
    this.at = at;
    this.#limits = limits;
  }

  /** The element whose content is being read; null outside the document element. */
  get open(): XmlElement | null {
    return this.#parent.kind === NodeKind.ELEMENT ? this.#parent : null;
  }

  /** @param end offset after its closing quote */
  addAttribute(name: string, value: string, offset: number, end: number): void {
    const index = this.#count;
    if (index === this.#limits.attributes) {
      throw new XmlStop('too-many-attributes', this.at, null, String(this.#limits.attributes));
    }
    this.#count = index + 1;
    this.#names[index] = name;
    this.#values[index] = value;
    this.#offsets[index] = offset;
    this.#attributesEnd = end;
  }

  /** Whether the current start tag already has an attribute with that name. */
  hasAttribute(name: string): boolean {
    for (let index = 0; index < this.#count; index += 1) if (this.#names[index] === name) return true;
    return false;
  }

  /** Offset of the name of the attribute being read. */
  nextAttributeOffset(): number {
    const text = this.#text;
    let at = this.#attributesEnd;
    if (at <= this.at) {
      at = this.at + 1;
      while (text.charCodeAt(at) > SPACE) at += 1;
    }
    while (text.charCodeAt(at) <= SPACE) at += 1;
    return at;
  }

  /** Offset of the second occurrence of the attribute with that name. */
  repeatedAttributeOffset(name: string): number {
    const first = this.#names.indexOf(name);
    const second = this.#names.indexOf(name, first + 1);
    return this.#offsets[second] ?? this.at;
  }

  startElement(qname: string, end: number): void {
    const offset = this.at;
    const parent = this.#parent;
    this.#depth += 1;
    if (this.#depth > this.#limits.depth)
      throw new XmlStop('too-deep', offset, `<${qname}>`, String(this.#limits.depth));
    const declared = this.#count === 0 ? null : this.#takeDeclarations();
    let scope = this.#scope;
    if (declared !== null) scope = this.#scope = new NamespaceScope(this.#document.names, scope, declared);
    const resolvedName = scope.resolveElement(qname, offset);
    const element = new XmlElement(this.#nextOrder(), offset, parent, resolvedName);
    const slot = this.#indexedElements.slotOf(resolvedName.name);
    if (slot !== NOT_INDEXED) addNode(this.#document.elementLists, slot, element);
    if (declared !== null) {
      element.declared = declared;
      scope.owner = element;
    }
    if (this.#count > 0) element.attributes = this.#takeAttributes(element);
    if (parent === this.#document) this.#document.root = element;
    this.#push(element);
    this.#starts.push(this.#start);
    this.#start = this.#top;
    this.#parent = element;
    this.at = end;
  }

  endElement(end: number): void {
    const element = this.#parent as XmlElement;
    element.lastOrder = this.#order;
    element.endOffset = this.at;
    if (this.#top > this.#start) this.#endParent(element);
    else if (this.#pending !== null) {
      element.only = this.#pending;
      element.made = null;
      this.#pending = null;
    } else if (this.#order > element.order + element.attributes.length) {
      element.only = this.#text.slice(this.textAt, this.at);
      element.made = null;
    }
    if (this.#scope.owner === element) this.#scope = this.#scope.outer!;
    this.#parent = element.parent;
    this.#start = this.#starts.pop()!;
    this.#depth -= 1;
    this.closed = element;
    this.endTagAt = this.at;
    this.at = end;
  }

  #endParent(element: XmlElement): void {
    this.#keepPending();
    const isPlain = linkChildren(element, this.#children, this.#start, this.#top);
    element.made = isPlain ? null : withBlanks(element, this.#children.slice(this.#start, this.#top));
    this.#top = this.#start;
  }

  addText(value: string, end: number): void {
    const offset = this.at;
    this.textAt = offset;
    this.at = end;
    // Only white space, which is not a node, occurs outside the document element; the parser rejects anything else.
    if (this.#depth === 0 || value === '') return;
    if (this.#pending !== null) {
      this.#pending += value;
      return;
    }
    this.#nextOrder();
    this.#pendingAt = offset;
    this.#pending = value;
  }

  /** White space between two tags, unchanged in the source: it gets a node number, but the node is created lazily. */
  addBlank(end: number): void {
    this.textAt = this.at;
    this.at = end;
    this.#nextOrder();
  }

  addComment(value: string, end: number): void {
    this.#push(new XmlComment(this.#nextOrder(), this.at, this.#parent, value));
    this.at = end;
  }

  addInstruction(target: string, value: string, end: number): void {
    const after = this.#text.charCodeAt(this.at + 2 + target.length);
    if ((value !== '' && after > SPACE) || target.includes(':')) {
      throw new XmlStop('instruction-malformed', this.at, `<?${target}`);
    }
    this.#push(new XmlInstruction(this.#nextOrder(), this.at, this.#parent, target, value));
    this.at = end;
  }

  finish(): void {
    this.#document.children = this.#children.slice(0, this.#top);
    this.#document.lastOrder = this.#order;
    this.#document.first = this.#document.root;
    this.#document.kids = nameBit(this.#document.root.name);
  }

  /** Extracts the namespace declarations of the start tag; the lists then contain only attributes. */
  #takeDeclarations(): Record<string, string> | null {
    let declared: Record<string, string> | null = null;
    let count = 0;
    for (let index = 0; index < this.#count; index += 1) {
      const name = this.#names[index]!;
      const value = this.#values[index]!;
      const offset = this.#offsets[index]!;
      const prefix = declaredPrefix(name);
      if (prefix === null) {
        this.#names[count] = name;
        this.#values[count] = value;
        this.#offsets[count] = offset;
        count += 1;
        continue;
      }
      checkDeclaration(prefix, value, offset);
      declared ??= makeDeclarations();
      declared[prefix] = value;
    }
    this.#count = count;
    return declared;
  }

  #takeAttributes(element: XmlElement): XmlAttribute[] {
    const attributes: XmlAttribute[] = new Array(this.#count);
    let prefixed = 0;
    for (let index = 0; index < this.#count; index += 1) {
      const offset = this.#offsets[index]!;
      const resolvedName = this.#scope.resolveAttribute(this.#names[index]!, offset);
      const attribute = new XmlAttribute(this.#nextOrder(), offset, element, resolvedName, this.#values[index]!);
      attributes[index] = attribute;
      const slot = this.#indexedAttributes.slotOf(resolvedName.name);
      if (slot !== NOT_INDEXED) addNode(this.#document.attributeLists, slot, attribute);
      if (resolvedName.prefix !== '') prefixed += 1;
    }
    if (prefixed > 1) refuseSameNames(attributes);
    this.#count = 0;
    return attributes;
  }

  #push(node: XmlChild): void {
    this.#children[this.#top++] = node;
  }

  /** Stores a text that is not the whole content of its element. */
  #keepPending(): void {
    if (this.#pending === null) return;
    this.#push(new XmlText(this.#order, this.#pendingAt, this.#parent, this.#pending));
    this.#pending = null;
  }

  /** The number of the next node. */
  #nextOrder(): number {
    this.#keepPending();
    const order = this.#order + 1;
    if (order > this.#limits.nodes) throw new XmlStop('too-many-nodes', this.at, null, String(this.#limits.nodes));
    this.#order = order;
    return order;
  }
}

/** The parser compares attribute names as written, but two prefixes may be bound to one namespace. */
function refuseSameNames(attributes: readonly XmlAttribute[]): void {
  const seen = new Set<string>();
  for (const { prefix, uri, local, offset } of attributes) {
    const key = `{${uri}}${local}`;
    if (seen.has(key)) throw new XmlStop('attribute-duplicate', offset, `${prefix}:${local}`);
    seen.add(key);
  }
}
