import { nameBit, UNKNOWN_NAME } from './names.ts';
import { NodeKind, type XmlChild, type XmlElement } from './tree.ts';

/**
 * Above this number of children, the first child of each name is indexed, so that a lookup does not scan all
 * children.
 */
const MANY_CHILDREN = 16;

/**
 * Links the child elements of a completely parsed element (`first`, `next`, `same`, `kids`, `heads`): those among the
 * nodes from `start` up to `end`. Returns whether all of them are elements.
 */
export function linkChildren(parent: XmlElement, nodes: readonly XmlChild[], start: number, end: number): boolean {
  let count = 0;
  let last: XmlElement | null = null;
  for (let i = start; i < end; i++) {
    const child = nodes[i]!;
    if (child.kind !== NodeKind.ELEMENT) continue;
    if (last === null) parent.first = child;
    else last.next = child;
    last = child;
    count += 1;
  }
  if (count > MANY_CHILDREN) linkMany(parent);
  else linkFew(parent);
  return count === end - start;
}

function linkFew(parent: XmlElement): void {
  for (let child = parent.first; child !== null; child = child.next) {
    const { name } = child;
    if (name === UNKNOWN_NAME) continue;
    const bit = nameBit(name);
    // Most names occur once.
    if ((parent.kids & bit) !== 0) {
      let earlier = childNamed(parent, name)!;
      while (earlier.same !== null) earlier = earlier.same;
      if (earlier !== child) earlier.same = child;
    }
    parent.kids |= bit;
  }
}

function linkMany(parent: XmlElement): void {
  const heads = new Map<number, XmlElement>();
  const tails = new Map<number, XmlElement>();
  for (let child = parent.first; child !== null; child = child.next) {
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

/** The first child element with that name id, which unknown names never have; `same` links to the others. */
export function childNamed({ first, kids, heads }: Family, name: number): XmlElement | null {
  if ((kids & nameBit(name)) === 0) return null;
  if (heads !== null) return heads.get(name) ?? null;
  let child = first;
  while (child !== null && child.name !== name) child = child.next;
  return child;
}

type Family = Pick<XmlElement, 'first' | 'kids' | 'heads'>;
