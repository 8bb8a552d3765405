import { NodeKind, type XmlAttribute, type XmlDocument, type XmlElement } from '../../../xml/index.ts';
import type { PathNode, Place, RestrictionTable } from './make-restriction-table.ts';
import type { Restriction } from './read-restrictions.ts';

export type Violation = {
  readonly restriction: Restriction;
  /** The place that breaks the restriction: the document element, or the element counted in. */
  readonly node: XmlElement;
  /** The first occurrence beyond what is allowed; null where one is missing. */
  readonly found: XmlElement | XmlAttribute | null;
};

/** One place of the document with its counts, in the order of its restrictions. */
type Tally = {
  readonly element: XmlElement;
  readonly place: Place;
  readonly counts: Uint32Array;
  readonly surplus: (XmlElement | XmlAttribute | null)[];
};

/** Where the paths stand that go through the elements being walked: lists used as stacks, the first two in step. */
type Walk = {
  readonly table: RestrictionTable;
  readonly whole: Tally;
  readonly nodes: PathNode[];
  readonly tallies: Tally[];
  readonly open: Tally[];
  readonly violations: Violation[];
};

const makeTally = (element: XmlElement, place: Place): Tally => ({
  element,
  place,
  counts: new Uint32Array(place.restrictions.length),
  surplus: new Array(place.restrictions.length).fill(null),
});

/**
 * Checks all restrictions of a table in one walk. The violations come in document order of their places, then in the
 * order of the table.
 */
export function findViolations(table: RestrictionTable, document: XmlDocument): Violation[] {
  const whole = makeTally(document.root, table.document);
  const walk: Walk = { table, whole, nodes: [table.document.root], tallies: [whole], open: [], violations: [] };
  addAttributes(document.root, table.anywhere, whole);
  walkChildren(walk, document.root, 0);
  judge(walk, whole);
  // Places close from the inside out; sorting is stable, so that one place keeps the order of the table.
  return walk.violations.sort((a, b) => a.node.order - b.node.order);
}

/** The paths that go through `parent` stand on the stacks from `from` on. */
function walkChildren(walk: Walk, parent: XmlElement, from: number): void {
  const { nodes, tallies, open, table, whole } = walk;
  const to = nodes.length;
  const opened = open.length;
  for (const child of parent.children) {
    if (child.kind !== NodeKind.ELEMENT) continue;
    for (let index = from; index < to; index++) enter(walk, child, nodes[index]!, tallies[index]!);
    enter(walk, child, table.anywhere, whole);
    if (child.attributes.length > 0) addAttributes(child, table.anywhere, whole);
    walkChildren(walk, child, to);
    nodes.length = to;
    tallies.length = to;
    while (open.length > opened) judge(walk, open.pop()!);
  }
}

/** Takes a path one step on to the element, if it goes there. */
function enter(walk: Walk, element: XmlElement, from: PathNode, tally: Tally): void {
  const node = from.next.get(element.name);
  if (node === undefined) return;
  for (const index of node.elements) add(tally, index, element);
  if (node.attributes.size > 0) addAttributes(element, node, tally);
  if (node.next.size > 0) push(walk, node, tally);
  if (node.place !== null) {
    const opened = makeTally(element, node.place);
    walk.open.push(opened);
    push(walk, node.place.root, opened);
  }
}

function push({ nodes, tallies }: Walk, node: PathNode, tally: Tally): void {
  nodes.push(node);
  tallies.push(tally);
}

function addAttributes(element: XmlElement, node: PathNode, tally: Tally): void {
  for (const attribute of element.attributes) {
    const indexes = node.attributes.get(attribute.name);
    if (indexes !== undefined) for (const index of indexes) add(tally, index, attribute);
  }
}

function add(tally: Tally, index: number, found: XmlElement | XmlAttribute): void {
  const count = ++tally.counts[index]!;
  if (count === tally.place.restrictions[index]!.occurs.most + 1) tally.surplus[index] = found;
}

function judge({ violations }: Walk, { element, place, counts, surplus }: Tally): void {
  place.restrictions.forEach((restriction, index) => {
    const { occurs } = restriction;
    const count = counts[index]!;
    if (count > occurs.most || count < occurs.least) {
      violations.push({ restriction, node: element, found: surplus[index] ?? null });
    }
  });
}
