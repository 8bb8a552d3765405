import { locationOf, NodeKind, stringValue, type XmlElement } from '@e-invoice/schematron/xml';
import type { Used } from './find-nodes.ts';

/** Content of the XML without a term in the semantic model. */
export type Leftover = {
  /** Absolute path of the element or attribute. */
  readonly location: string;
  readonly name: string;
  readonly value: string;
};

const NOT_CONTENT = new Set([
  'http://www.w3.org/2001/XMLSchema-instance',
  'http://www.w3.org/2000/xmlns/',
  'http://www.w3.org/XML/1998/namespace',
]);

/** All leaf elements and attributes that were not read, in document order; empty ones are ignored. */
export function listLeftovers(root: XmlElement, used: Used): Leftover[] {
  const left: Leftover[] = [];
  collect(root, used, left);
  return left;
}

function collect(element: XmlElement, used: Used, left: Leftover[]): void {
  for (const attribute of element.attributes) {
    if (used.has(attribute) || NOT_CONTENT.has(attribute.uri)) continue;
    left.push({
      location: locationOf(attribute),
      name: `${element.local}/@${attribute.local}`,
      value: attribute.value,
    });
  }
  let hasElements = false;
  for (const child of element.children) {
    if (child.kind !== NodeKind.ELEMENT) continue;
    hasElements = true;
    collect(child, used, left);
  }
  if (hasElements || used.has(element)) return;
  const value = stringValue(element);
  if (value.trim() !== '') left.push({ location: locationOf(element), name: element.local, value });
}
