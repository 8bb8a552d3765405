import { nameBit, UNKNOWN_NAME } from './names.ts';
import { NodeKind, type XmlChild, type XmlElement } from './tree.ts';

/** Above this many children, the first of each name is kept, so that a search does not pass all the others. */
const MANY_CHILDREN = 32;

/** Links the child elements of an element whose end is read (`first`, `next`, `same`, `kids`, `heads`). */
export function linkChildren(parent: XmlElement, children: readonly XmlChild[]): void {
  if (children.length > MANY_CHILDREN) {
    linkMany(parent, children);
    return;
  }
  let kids = 0;
  let last: XmlElement | null = null;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.kind !== NodeKind.ELEMENT) continue;
    if (last === null) parent.first = child;
    else last.next = child;
    last = child;
    const { name } = child;
    if (name === UNKNOWN_NAME) continue;
    const bit = nameBit(name);
    if ((kids & bit) !== 0) linkToEarlier(child, children, i);
    kids |= bit;
  }
  parent.kids = kids;
}

function linkToEarlier(element: XmlElement, siblings: readonly XmlChild[], from: number): void {
  for (let i = from - 1; i >= 0; i--) {
    const sibling = siblings[i]!;
    if (sibling.kind !== NodeKind.ELEMENT || sibling.name !== element.name) continue;
    sibling.same = element;
    return;
  }
}

function linkMany(parent: XmlElement, children: readonly XmlChild[]): void {
  const heads = new Map<number, XmlElement>();
  const tails = new Map<number, XmlElement>();
  let last: XmlElement | null = null;
  for (const child of children) {
    if (child.kind !== NodeKind.ELEMENT) continue;
    if (last === null) parent.first = child;
    else last.next = child;
    last = child;
    const { name } = child;
    if (name === UNKNOWN_NAME) continue;
    const tail = tails.get(name);
    if (tail === undefined) heads.set(name, child);
    else tail.same = child;
    tails.set(name, child);
    parent.kids |= nameBit(name);
  }
  parent.heads = heads;
}

/** The first child element with that name id, which no unknown name has; `same` leads to the others. */
export function childNamed({ first, kids, heads }: Family, name: number): XmlElement | null {
  if ((kids & nameBit(name)) === 0) return null;
  if (heads !== null) return heads.get(name) ?? null;
  let child = first;
  while (child !== null && child.name !== name) child = child.next;
  return child;
}

type Family = Pick<XmlElement, 'first' | 'kids' | 'heads'>;
