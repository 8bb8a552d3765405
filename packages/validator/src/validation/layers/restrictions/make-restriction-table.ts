import { NamePool } from '@e-invoice/schematron/xml';
import type { CountedPlace, PathNode } from './path-node.ts';
import { type PathState, PathStates } from './path-state.ts';
import type { Path, Restriction, Step } from './read-restrictions.ts';

export type RestrictionTable = {
  readonly names: NamePool;
  readonly restrictions: readonly Restriction[];
  readonly document: CountedPlace;
  /** State of the paths at the document element. */
  readonly start: PathState;
};

const makePlace = (): CountedPlace => ({ restrictions: [], root: makeNode(), required: [] });

const makeNode = (): PathNode => ({ next: new Map(), elements: [], attributes: new Map(), place: null });

/**
 * Compiles restrictions into a form that is checked in one walk; paths share their common prefixes.
 *
 * @param names pool for the element names, shared with the pack and its documents
 * @throws Error when a path that starts with `//` is counted within an element
 */
export function makeRestrictionTable(restrictions: readonly Restriction[], names = new NamePool()): RestrictionTable {
  const document = makePlace();
  /** Paths that may start at any element; their occurrences are counted in the whole document. */
  const anywhere = makeNode();
  for (const restriction of restrictions) {
    const { within, path } = restriction;
    if (within === null) {
      count(path.anywhere ? anywhere : document.root, path, enter(document, restriction), names);
      continue;
    }
    if (path.anywhere) throw new Error(`${restriction.ruleId}: a path from anywhere is counted in the whole document`);
    // All nodes of the scope share one index: `line` means two element names.
    const ends = follow(anywhere, within, names);
    const place = ends[0]?.place ?? makePlace();
    for (const end of ends) end.place = place;
    count(place.root, path, enter(place, restriction), names);
  }
  const start = new PathStates(anywhere).stateOf([{ node: document.root, level: 0 }], 1);
  return { names, restrictions, document, start };
}

function enter({ restrictions, required }: CountedPlace, restriction: Restriction): number {
  const index = restrictions.push(restriction) - 1;
  if (restriction.occurs.least > 0) required.push(index);
  return index;
}

function count(from: PathNode, path: Path, index: number, names: NamePool): void {
  for (const node of follow(from, path.steps, names)) {
    if (path.attribute === null) node.elements.push(index);
    else {
      const name = names.declare('', path.attribute);
      const indexes = node.attributes.get(name);
      if (indexes === undefined) node.attributes.set(name, [index]);
      else indexes.push(index);
    }
  }
}

/** Returns the nodes at the end of the steps and creates missing ones. */
function follow(from: PathNode, steps: readonly Step[], names: NamePool): PathNode[] {
  let nodes = [from];
  for (const step of steps) {
    nodes = nodes.flatMap((node) =>
      step.map((expanded) => {
        const name = nameOf(expanded, names);
        const known = node.next.get(name);
        if (known !== undefined) return known;
        const made = makeNode();
        node.next.set(name, made);
        return made;
      }),
    );
  }
  return nodes;
}

function nameOf(expanded: string, names: NamePool): number {
  const end = expanded.indexOf('}');
  return names.declare(expanded.slice(1, end), expanded.slice(end + 1));
}
