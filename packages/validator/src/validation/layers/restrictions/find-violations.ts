import { learnNames, type XmlAttribute, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import type { RestrictionTable } from './make-restriction-table.ts';
import type { CountedPlace } from './path-node.ts';
import type { Hit, PathState } from './path-state.ts';
import type { Restriction } from './read-restrictions.ts';

export type Violation = {
  readonly restriction: Restriction;
  /** The scope that breaks the restriction: the document element, or the element in which occurrences are counted. */
  readonly node: XmlElement;
  /** The first occurrence beyond the maximum; null when an occurrence is missing. */
  readonly found: XmlElement | XmlAttribute | null;
};

/**
 * Occurrences within one scope. Both collections are keyed by restriction index and are null until the first
 * occurrence.
 */
type Tally = {
  readonly element: XmlElement;
  readonly place: CountedPlace;
  counts: number[] | null;
  surplus: Map<number, XmlElement | XmlAttribute> | null;
};

const makeTally = (element: XmlElement, place: CountedPlace): Tally => ({
  element,
  place,
  counts: null,
  surplus: null,
});

const NO_VIOLATIONS: readonly Violation[] = Object.freeze([]);

/**
 * Checks all restrictions of a table in one walk. Violations are in document order of their scopes, then in the order
 * of the table.
 *
 * @throws Error when the document was read with another name pool than the table
 */
export function findViolations(table: RestrictionTable, document: XmlDocument): readonly Violation[] {
  if (document.names !== table.names) throw new Error('The document was read with other names than the restrictions');
  learnNames(document);
  const { root } = document;
  const whole = makeTally(root, table.document);
  const violations: Violation[] = [];
  count(root, table.start, [whole]);
  walkChildren(root, table.start, [whole], violations);
  checkCounts(whole, violations);
  if (violations.length === 0) return NO_VIOLATIONS;
  // Inner scopes close first. The sort is stable, so violations of one scope keep the order of the table.
  return violations.sort((a, b) => a.node.order - b.node.order);
}

/** @param open enclosing scopes, the document first; hits refer to them by index */
function walkChildren(parent: XmlElement, state: PathState, open: Tally[], violations: Violation[]): void {
  for (let child = parent.first; child !== null; child = child.next) {
    const at = state.of(child);
    const isEmpty = child.first === null && child.attributes.length === 0;
    if (isEmpty && !at.opensRequired) {
      if (at.hits.length > 0) count(child, at, open);
      continue;
    }
    const around = open.length;
    for (const place of at.opens) open.push(makeTally(child, place));
    if (at.hits.length > 0 || child.attributes.length > 0) count(child, at, open);
    if (child.first !== null) walkChildren(child, at, open, violations);
    while (open.length > around) checkCounts(open.pop()!, violations);
  }
}

function count(element: XmlElement, { hits, attributes }: PathState, open: readonly Tally[]): void {
  for (let i = 0; i < hits.length; i++) add(open, hits[i]!, element);
  for (let i = 0; i < element.attributes.length; i++) {
    const attribute = element.attributes[i]!;
    const own = attributes.get(attribute.name);
    if (own !== undefined) for (const hit of own) add(open, hit, attribute);
  }
}

function add(open: readonly Tally[], { level, index }: Hit, found: XmlElement | XmlAttribute): void {
  const tally = open[level]!;
  const { restrictions } = tally.place;
  tally.counts ??= new Array(restrictions.length).fill(0);
  const amount = tally.counts[index]! + 1;
  tally.counts[index] = amount;
  if (amount !== restrictions[index]!.occurs.most + 1) return;
  tally.surplus ??= new Map();
  tally.surplus.set(index, found);
}

function checkCounts({ element, place, counts, surplus }: Tally, violations: Violation[]): void {
  const { restrictions, required } = place;
  const isMissing = (index: number): boolean => (counts?.[index] ?? 0) < restrictions[index]!.occurs.least;
  if (surplus === null && !required.some(isMissing)) return;
  restrictions.forEach((restriction, index) => {
    const found = surplus?.get(index) ?? null;
    if (found !== null || isMissing(index)) violations.push({ restriction, node: element, found });
  });
}
