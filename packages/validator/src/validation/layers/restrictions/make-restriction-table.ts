import { NamePool } from '@e-invoice/schematron/xml';
import type { CountedPlace, PathNode } from './path-node.ts';
import { type PathState, PathStates } from './path-state.ts';
import type { Path, Restriction, Scope, Step } from './read-restrictions.ts';

export type RestrictionTable = {
  readonly names: NamePool;
  readonly restrictions: readonly Restriction[];
  readonly document: CountedPlace;
  /** State of the paths at the document element. */
  readonly start: PathState;
};

const makePlace = (): CountedPlace => ({ restrictions: [], root: makeNode(), required: [] });

const makeNode = (): PathNode => ({
  next: new Map(),
  byEnd: new Map(),
  elements: [],
  attributes: new Map(),
  places: [],
  excluded: [],
});

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
  const places = new Map<string, CountedPlace>();
  for (const restriction of restrictions) {
    const { within, writtenWithin, path } = restriction;
    if (within === null) {
      count(path.anywhere ? anywhere : document.root, path, enter(document, restriction), names);
      continue;
    }
    if (path.anywhere) throw new Error(`${restriction.ruleId}: a path from anywhere is counted in the whole document`);
    let place = places.get(writtenWithin!);
    if (place === undefined) {
      place = makePlace();
      places.set(writtenWithin!, place);
      addScope(place, within, { anywhere, document: document.root, names });
    }
    count(place.root, path, enter(place, restriction), names);
  }
  const states = new PathStates(anywhere);
  return { names, restrictions, document, start: states.stateOf([{ node: document.root, level: 0 }], 1) };
}

type Starts = { readonly anywhere: PathNode; readonly document: PathNode; readonly names: NamePool };

/** Adds the scope to all nodes that open it and all that exclude it; they share one index of restrictions. */
function addScope(scope: CountedPlace, { of, except }: Scope, { anywhere, document, names }: Starts): void {
  const nodesOf = (places: Scope['of']): PathNode[] =>
    places.flatMap((place) => follow(place.anywhere ? anywhere : document, place.steps, names));
  for (const node of nodesOf(of)) node.places.push(scope);
  for (const node of nodesOf(except)) node.excluded.push(scope);
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
  for (const step of steps) nodes = nodes.flatMap((node) => step.map((expanded) => nextNode(node, expanded, names)));
  return nodes;
}

function nextNode(from: PathNode, expanded: string, names: NamePool): PathNode {
  const [, uri = '', isEnd = '', local = ''] = /^\{([^}]*)\}(\*?)(.*)$/.exec(expanded) ?? [];
  if (isEnd === '') {
    const name = names.declare(uri, local);
    const node = from.next.get(name) ?? makeNode();
    from.next.set(name, node);
    return node;
  }
  const known = from.byEnd.get(expanded) ?? { uri: uri === '*' ? null : uri, end: local, node: makeNode() };
  from.byEnd.set(expanded, known);
  return known.node;
}
