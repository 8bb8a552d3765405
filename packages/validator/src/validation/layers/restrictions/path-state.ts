import type { CountedPlace, PathNode } from './path-node.ts';

/** An occurrence of a restriction: in which of the open places it counts, 0 the document, and its index there. */
export type Hit = { readonly level: number; readonly index: number };

/** A path that goes through an element, and the open place it belongs to. */
type Active = { readonly node: PathNode; readonly level: number };

/**
 * Where all paths of a table have got to at an element: what is known there from the names above it alone. Elements
 * that stand alike share one, also those of other documents.
 */
export class PathState {
  /** What an element here is an occurrence of, and each of its attributes, by name id. */
  readonly hits: readonly Hit[];
  readonly attributes: ReadonlyMap<number, readonly Hit[]>;
  /** The places that open with an element here. */
  readonly opens: readonly CountedPlace[];
  readonly #states: PathStates;
  readonly #active: readonly Active[];
  readonly #open: number;
  readonly #next = new Map<number, PathState>();

  /** `reached` are the path nodes that lead to the element, `open` how many places are open around it. */
  constructor(states: PathStates, reached: readonly Active[], open: number) {
    const places = reached.flatMap(({ node }) => (node.place === null ? [] : [node.place]));
    this.hits = reached.flatMap(({ node, level }) => node.elements.map((index) => ({ level, index })));
    this.attributes = attributeHits([...reached, { node: states.anywhere, level: 0 }]);
    this.opens = places;
    this.#states = states;
    this.#active = [...reached, ...places.map(({ root }, at) => ({ node: root, level: open + at }))];
    this.#open = open + places.length;
  }

  /** The state of a child element with that name id. */
  of(name: number): PathState {
    const known = this.#next.get(name);
    if (known !== undefined) return known;
    const reached = [...this.#active, { node: this.#states.anywhere, level: 0 }].flatMap(({ node, level }) => {
      const next = node.next.get(name);
      return next === undefined ? [] : [{ node: next, level }];
    });
    const made = this.#states.stateOf(reached, this.#open);
    this.#next.set(name, made);
    return made;
  }
}

/** The states of one table, made as documents come to them. */
export class PathStates {
  readonly anywhere: PathNode;
  readonly #known = new Map<string, PathState>();
  readonly #ids = new Map<PathNode, number>();

  constructor(anywhere: PathNode) {
    this.anywhere = anywhere;
  }

  /** Equal states are one: there are as many as the paths of the table can tell apart. */
  stateOf(reached: readonly Active[], open: number): PathState {
    const key = [open, ...reached.map(({ node, level }) => `${this.#idOf(node)}:${level}`)].join(' ');
    let state = this.#known.get(key);
    if (state === undefined) {
      state = new PathState(this, reached, open);
      this.#known.set(key, state);
    }
    return state;
  }

  #idOf(node: PathNode): number {
    const id = this.#ids.get(node) ?? this.#ids.size;
    this.#ids.set(node, id);
    return id;
  }
}

function attributeHits(active: readonly Active[]): Map<number, readonly Hit[]> {
  const hits = new Map<number, Hit[]>();
  for (const { node, level } of active) {
    for (const [name, indexes] of node.attributes) {
      const own = indexes.map((index) => ({ level, index }));
      hits.set(name, [...(hits.get(name) ?? []), ...own]);
    }
  }
  return hits;
}
