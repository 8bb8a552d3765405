import type { CountedPlace, PathNode } from './path-node.ts';

/**
 * An occurrence: the index of the open scope that it counts in (0: the document), and of the restriction in that
 * scope.
 */
export type Hit = { readonly level: number; readonly index: number };

/** A path that continues below an element, and the index of its scope. */
type Active = { readonly node: PathNode; readonly level: number };

/**
 * State of all paths of a table at an element; depends only on the names of the element and its ancestors. Elements
 * with equal state share one instance, across documents.
 */
export class PathState {
  /** Restrictions of which the element is an occurrence; `attributes`: the same for its attributes, by name id. */
  readonly hits: readonly Hit[];
  readonly attributes: ReadonlyMap<number, readonly Hit[]>;
  /** The scopes that the element opens. */
  readonly opens: readonly CountedPlace[];
  readonly #states: PathStates;
  readonly #active: readonly Active[];
  readonly #open: number;
  readonly #next = new Map<number, PathState>();

  /**
   * @param reached path nodes that match the element
   * @param open number of scopes open around the element
   */
  constructor(states: PathStates, reached: readonly Active[], open: number) {
    const places = reached.flatMap(({ node }) => (node.place === null ? [] : [node.place]));
    this.hits = reached.flatMap(({ node, level }) => node.elements.map((index) => ({ level, index })));
    this.attributes = attributeHits([...reached, { node: states.anywhere, level: 0 }]);
    this.opens = places;
    this.#states = states;
    this.#active = [...reached, ...places.map(({ root }, at) => ({ node: root, level: open + at }))];
    this.#open = open + places.length;
  }

  /** The state of a child element with this name id. */
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

/** The states of one table, created on demand. */
export class PathStates {
  readonly anywhere: PathNode;
  readonly #known = new Map<string, PathState>();
  readonly #ids = new Map<PathNode, number>();

  constructor(anywhere: PathNode) {
    this.anywhere = anywhere;
  }

  /**
   * Returns an existing equal state if there is one, so the number of states is bounded by the paths of the table.
   */
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
