import { NodeKind, stringValue, type XmlAttribute, type XmlElement } from '@e-invoice/schematron/xml';
import type { Path, Predicate, Step } from './path.ts';
import { resolve, type Variables } from './variables.ts';

/** Nodes that have been read; all others are leftovers without a term in the model. */
export type Used = Set<XmlElement | XmlAttribute>;

/** The context in which paths are evaluated. */
export type PathContext = {
  readonly root: XmlElement;
  readonly variables: Variables;
  readonly used: Used;
  /** Results of paths from the document element, which every group of a list may read. */
  readonly fromRoot?: Map<Path, XmlElement[]>;
};

/** The elements at the end of a path, in document order. Nodes compared by matching predicates are marked as used. */
export function findElements(from: XmlElement, path: Path, reading: PathContext): XmlElement[] {
  if (!path.fromRoot) return findBelow(from, path, reading);
  const known = reading.fromRoot?.get(path);
  if (known !== undefined) return known;
  const found = findBelow(reading.root, path, reading);
  reading.fromRoot?.set(path, found);
  return found;
}

function findBelow(from: XmlElement, path: Path, reading: PathContext): XmlElement[] {
  let found = [from];
  for (const step of path.steps) {
    const next: XmlElement[] = [];
    for (const element of found) {
      for (const child of element.children) {
        if (child.kind === NodeKind.ELEMENT && isNamed(child, step) && matchesAll(child, step.predicates, reading)) {
          next.push(child);
        }
      }
    }
    found = next;
  }
  return found;
}

/** The attribute with this name and no namespace. */
export function findAttribute(element: XmlElement, name: string): XmlAttribute | undefined {
  return element.attributes.find(({ local, uri }) => local === name && uri === '');
}

const isNamed = (element: XmlElement, { local, uri }: Step): boolean => element.local === local && element.uri === uri;

function matchesAll(element: XmlElement, predicates: readonly Predicate[], reading: PathContext): boolean {
  return predicates.every((predicate) => isTrue(element, predicate, reading));
}

/** xs:boolean has two lexical forms for each value. */
const BOOLEANS = new Map([
  ['0', 'false'],
  ['1', 'true'],
]);

const isEqual = (text: string, value: string | null): boolean =>
  text === value || ((value === 'true' || value === 'false') && BOOLEANS.get(text) === value);

function isTrue(element: XmlElement, predicate: Predicate, reading: PathContext): boolean {
  const { operator, steps, attribute } = predicate;
  const value = resolve(predicate.value, reading.variables);
  const ends = findElements(element, { only: null, fromRoot: false, steps, repeats: null, attribute }, reading);
  let equal = false;
  for (const end of ends) {
    const node = attribute === null ? end : findAttribute(end, attribute);
    if (node === undefined || !isEqual(stringValue(node).trim(), value)) continue;
    equal = true;
    if (operator !== '!=') reading.used.add(node);
  }
  if (operator === ':=') return true;
  return operator === '=' ? equal : !equal;
}
