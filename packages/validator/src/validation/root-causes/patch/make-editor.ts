import {
  locationOf,
  NodeKind,
  spanOf,
  stringValue,
  valueSpanOf,
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import { own } from '../../../own.ts';
import { readableName, type Slot, type Structure, slotsOf } from '../../layers/structure/index.ts';
import { markCharge, termLocationOf } from '../../terms/index.ts';
import { elementsIn } from '../../ubl-elements.ts';
import { termPath, termPathOf } from '../paths.ts';
import { type Edit, escapeText, escapeValue, shorten } from './edit.ts';
import { type Fragment, writeFragment, writtenName } from './fragment.ts';

/** Creates edits of one document. Methods return null when the edit is not safe. */
export type Editor = {
  readonly replaceText: (element: XmlElement, value: string) => Edit | null;
  readonly replaceValue: (attribute: XmlAttribute, value: string) => Edit;
  readonly addAttribute: (element: XmlElement, name: string, value: string) => Edit;
  /** Inserts a fragment at the position that the syntax requires. */
  readonly insert: (parent: XmlElement, fragment: Fragment) => Edit | null;
  readonly remove: (node: XmlElement | XmlAttribute) => Edit;
  /** Rebinds a prefix (default: that of the element) to another namespace, at the element that declares it. */
  readonly redeclare: (element: XmlElement, uri: string, prefix?: string) => Edit | null;
  readonly rename: (element: XmlElement, name: string) => Edit | null;
  /** Sorts the children of an element in the order of the syntax: one edit per moved child. */
  readonly reorder: (parent: XmlElement, moved: readonly XmlElement[]) => readonly Edit[] | null;
};

export function makeEditor({ text }: XmlDocument, structure: Structure): Editor {
  const { namespaces } = structure.vocabulary;
  const nameOf = (element: XmlElement): string => readableName(element, structure.vocabulary);
  const isLeaf = (element: XmlElement): boolean => element.children.every(({ kind }) => kind === NodeKind.TEXT);
  const spaceBefore = (offset: number): number => {
    let at = offset;
    while (at > 0 && ' \t\n'.includes(text[at - 1]!)) at -= 1;
    return at;
  };
  const indentOf = (element: XmlElement): string => text.slice(spaceBefore(element.offset), element.offset);

  return {
    replaceText(element, value) {
      if (!isLeaf(element)) return null;
      const { contentStart, contentEnd, nameEnd, start, end, isSelfClosing } = spanOf(text, element);
      const name = text.slice(start + 1, nameEnd);
      const splice = isSelfClosing
        ? { start: contentStart, end, text: `>${escapeText(value)}</${name}>` }
        : { start: contentStart, end: contentEnd, text: escapeText(value) };
      return {
        op: 'replace',
        xpath: locationOf(element),
        path: termPathOf(element),
        before: stringValue(element),
        after: value,
        splices: [splice],
      };
    },
    replaceValue(attribute, value) {
      const splice = { ...valueSpanOf(text, attribute), text: escapeValue(value) };
      return {
        op: 'replace',
        xpath: locationOf(attribute),
        path: termPathOf(attribute),
        before: attribute.value,
        after: value,
        splices: [splice],
      };
    },
    addAttribute(element, name, value) {
      const { nameEnd } = spanOf(text, element);
      const splice = { start: nameEnd, end: nameEnd, text: ` ${name}="${escapeValue(value)}"` };
      return {
        op: 'insert',
        xpath: `${locationOf(element)}/@${name}`,
        path: `${termPathOf(element)}/@${name}`,
        before: null,
        after: value,
        splices: [splice],
      };
    },
    insert(parent, fragment) {
      const slots = slotsOf(structure, parent);
      const slot = slots?.find(({ element }) => element === fragment.name);
      if (slots === null || slot === undefined) return null;
      const children = elementsIn(parent);
      const previous = lastBefore(slots, children, slot, nameOf);
      const neighbour = previous ?? children[0];
      const indent = neighbour === undefined ? `${indentOf(parent)}  ` : indentOf(neighbour);
      const xml = writeFragment(fragment, parent, indent, namespaces);
      const span = spanOf(text, parent);
      if (xml === null || span.isSelfClosing) return null;
      const at = previous === null ? span.contentStart : spanOf(text, previous).end;
      const same = children.filter((child) => nameOf(child) === fragment.name).length;
      const step = same === 0 ? fragment.name : `${fragment.name}[${same + 1}]`;
      const xpath = `${locationOf(parent)}/${step}`;
      return {
        op: 'insert',
        xpath,
        path: pathOfFragment(parent, fragment),
        before: null,
        after: xml,
        splices: [{ start: at, end: at, text: `${indent}${xml}` }],
      };
    },
    remove(node) {
      const [xpath, path] = [locationOf(node), termPathOf(node)];
      if (node.kind === NodeKind.ATTRIBUTE) {
        const start = spaceBefore(node.offset);
        const splice = { start, end: valueSpanOf(text, node).end + 1, text: '' };
        return { op: 'remove', xpath, path, before: node.value, after: null, splices: [splice] };
      }
      const { start, end } = spanOf(text, node);
      const before = shorten(text.slice(start, end));
      return {
        op: 'remove',
        xpath,
        path,
        before,
        after: null,
        splices: [{ start: spaceBefore(start), end, text: '' }],
      };
    },
    redeclare(element, uri, prefix = element.prefix) {
      const name = prefix === '' ? 'xmlns' : `xmlns:${prefix.replaceAll('.', '\\.')}`;
      const { nameEnd } = spanOf(text, element);
      const xpath = `${locationOf(element)}/namespace::*[name()='${prefix}']`;
      const path = termPathOf(element);
      const before = element.declared === null ? undefined : own(element.declared, prefix);
      if (before === undefined) {
        if (prefix !== '') return null;
        const splice = { start: nameEnd, end: nameEnd, text: ` xmlns="${escapeValue(uri)}"` };
        return { op: 'insert', xpath, path, before: null, after: uri, splices: [splice] };
      }
      const found = new RegExp(`[ \\t\\n]${name}[ \\t\\n]*=[ \\t\\n]*(["'])`, 'g');
      found.lastIndex = nameEnd;
      if (found.exec(text) === null) return null;
      const start = found.lastIndex;
      const end = text.indexOf(text[start - 1]!, start);
      return { op: 'replace', xpath, path, before, after: uri, splices: [{ start, end, text: escapeValue(uri) }] };
    },
    rename(element, name) {
      const written = writtenName(name, element, namespaces);
      const span = spanOf(text, element);
      if (written === null) return null;
      const splices = [{ start: span.start + 1, end: span.nameEnd, text: written }];
      if (!span.isSelfClosing) splices.push({ start: span.contentEnd + 2, end: span.end, text: `${written}>` });
      const before = text.slice(span.start + 1, span.nameEnd);
      return {
        op: 'replace',
        xpath: locationOf(element),
        path: termPathOf(element),
        before: `<${before}>`,
        after: `<${written}>`,
        renamedTo: name,
        splices,
      };
    },
    reorder(parent, moved) {
      const slots = slotsOf(structure, parent);
      if (slots === null) return null;
      const children = elementsIn(parent);
      const remaining = children.filter((child) => !moved.includes(child));
      const edits: Edit[] = [];
      for (const element of moved) {
        const slot = slots.find((it) => it.element === nameOf(element));
        if (slot === undefined) return null;
        const previous = lastBefore(slots, remaining, slot, nameOf);
        const { start, end } = spanOf(text, element);
        const at = previous === null ? spanOf(text, parent).contentStart : spanOf(text, previous).end;
        const from = spaceBefore(start);
        const sibling = children[children.indexOf(element) - 1];
        edits.push({
          op: 'move',
          xpath: locationOf(element),
          path: termPathOf(element),
          before: sibling === undefined ? null : locationOf(sibling),
          after: previous === null ? null : locationOf(previous),
          splices: [
            { start: from, end, text: '' },
            { start: at, end: at, text: text.slice(from, end) },
          ],
        });
      }
      return edits;
    },
  };
}

/** The path of a fragment that is inserted into an element. */
function pathOfFragment(parent: XmlElement, { name, content }: Fragment): string {
  const indicator = typeof content === 'string' ? undefined : content.find((child) => child.name === INDICATOR);
  const step = markCharge(name, indicator?.content === 'true');
  return termPath(`${termLocationOf(parent)}/${step}`);
}

const INDICATOR = 'cbc:ChargeIndicator';

/** The last child that must precede, or shares, the slot. */
function lastBefore(
  slots: readonly Slot[],
  children: readonly XmlElement[],
  slot: Slot,
  nameOf: (element: XmlElement) => string,
): XmlElement | null {
  const place = new Map(slots.map(({ element, index }) => [element, index]));
  return children.findLast((child) => (place.get(nameOf(child)) ?? Number.POSITIVE_INFINITY) <= slot.index) ?? null;
}
