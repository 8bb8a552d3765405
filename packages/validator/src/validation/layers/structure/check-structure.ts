import {
  cutText,
  learnNames,
  NodeKind,
  type XmlChild,
  type XmlDocument,
  type XmlElement,
  type XmlText,
} from '@e-invoice/schematron/xml';
import { checkAttributes, checkForeignAttributes } from './check-attributes.ts';
import { explainContent } from './explain-content.ts';
import { FindingList, type StructureFinding } from './finding.ts';
import { isLexical, isSpace } from './lexical.ts';
import type { Aggregate, Content, Datatype, Structure } from './load-structure.ts';

const NO_FINDINGS: readonly StructureFinding[] = Object.freeze([]);
const FOUND_LIMIT = 200;
const NO_ELEMENTS: Aggregate = { kind: 'aggregate', type: '', slots: [], slotByName: new Map(), isChoice: false };

/**
 * Checks a document against the structure of its vocabulary: order, cardinality, datatypes, attributes, text between
 * elements. One pass that allocates no memory for a valid document. Findings are in document order.
 *
 * @throws Error when the document was read with another name pool than the structure
 */
export function checkStructure(structure: Structure, document: XmlDocument): readonly StructureFinding[] {
  const { root } = document;
  if (document.names !== structure.names) throw new Error('The document was read with other names than the structure');
  learnNames(document);
  const findings = new FindingList(structure.vocabulary);
  const content = structure.documents.get(root.name);
  if (content === undefined) {
    const expected = [...structure.documents.values()].map(({ type }) => type);
    findings.add('UNKNOWN-ROOT', root, { found: findings.nameOf(root), expected });
  } else {
    new StructureChecker(structure, findings).checkContent(root, content);
  }
  if (findings.all.length === 0) return NO_FINDINGS;
  return findings.all.sort((a, b) => a.node.order - b.node.order);
}

class StructureChecker {
  readonly #structure: Structure;
  readonly #findings: FindingList;

  constructor(structure: Structure, findings: FindingList) {
    this.#structure = structure;
    this.#findings = findings;
  }

  checkContent(element: XmlElement, content: Content): void {
    switch (content.kind) {
      case 'aggregate':
        this.#checkAggregate(element, content);
        return;
      case 'datatype':
        this.#checkDatatype(element, content);
        return;
      default:
        checkForeignAttributes(element, this.#findings);
    }
  }

  /** Compares the children with the sequence in one pass; deviations are explained afterwards. */
  #checkAggregate(element: XmlElement, aggregate: Aggregate): void {
    const { slots, slotByName } = aggregate;
    if (element.attributes.length > 0) checkForeignAttributes(element, this.#findings);
    const count = slots.length;
    let at = -1;
    let isRegular = true;
    for (let child = element.first; child !== null; child = child.next) {
      const { name } = child;
      if (at >= 0 && slots[at]!.name === name) {
        if (slots[at]!.isSingle) isRegular = false;
        this.checkContent(child, slots[at]!.content);
        continue;
      }
      let next = at + 1;
      while (next < count && slots[next]!.name !== name) next += 1;
      if (next < count) {
        for (let skipped = at + 1; skipped < next; skipped += 1) if (slots[skipped]!.isRequired) isRegular = false;
        at = next;
        this.checkContent(child, slots[next]!.content);
        continue;
      }
      isRegular = false;
      const slot = slotByName.get(name);
      if (slot !== undefined) this.checkContent(child, slot.content);
    }
    for (let left = at + 1; left < count; left += 1) if (slots[left]!.isRequired) isRegular = false;
    if (aggregate.isChoice && element.first?.next !== null) isRegular = false;
    // White space between elements is not materialised, so `children` must not be read in that case.
    const strayText = element.made === null && element.only === null ? undefined : element.children.find(isStray);
    if (strayText !== undefined) this.#addText(element, strayText);
    if (!isRegular) explainContent(this.#structure, element, aggregate, this.#findings);
  }

  #checkDatatype(element: XmlElement, datatype: Datatype): void {
    const { only, attributes } = element;
    if (attributes.length > 0 || datatype.required !== null) checkAttributes(element, datatype, this.#findings);
    if (only !== null) this.#checkValue(element, datatype, only);
    else this.#checkMixed(element, datatype);
  }

  #checkValue(element: XmlElement, { value }: Datatype, text: string): void {
    if (isLexical(value, text)) return;
    const found = shorten(text.trim());
    const parent = this.#findings.nameOf(element);
    this.#findings.add('STRUCTURE-VALUE-INVALID', element, { found, expected: [value], parent });
  }

  /** Handles an empty value, a value interrupted by comments, and elements inside text content. */
  #checkMixed(element: XmlElement, datatype: Datatype): void {
    let text = '';
    let hasElements = false;
    for (const child of element.children) {
      if (child.kind === NodeKind.TEXT) text += child.value;
      else if (child.kind === NodeKind.ELEMENT) hasElements = true;
    }
    if (hasElements) explainContent(this.#structure, element, NO_ELEMENTS, this.#findings);
    else this.#checkValue(element, datatype, text);
  }

  #addText(element: XmlElement, text: XmlText): void {
    const found = shorten(text.value.trim());
    this.#findings.add('STRUCTURE-TEXT-UNEXPECTED', element, { found, parent: this.#findings.nameOf(element) });
  }
}

const isStray = (child: XmlChild): child is XmlText => child.kind === NodeKind.TEXT && !isBlank(child.value);

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
}

const shorten = (text: string): string => (text.length > FOUND_LIMIT ? `${cutText(text, FOUND_LIMIT - 1)}…` : text);
