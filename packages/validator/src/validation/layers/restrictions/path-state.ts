import { UNKNOWN_NAME, type XmlElement } from '@e-invoice/schematron/xml';
import type { CountedPlace, NameEnd, PathNode } from './path-node.ts';

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
  /** Whether an element without attributes and children may violate a restriction of the scopes that it opens. */
  readonly opensRequired: boolean;
  readonly #states: PathStates;
  readonly #active: readonly Active[];
  readonly #open: number;
  readonly #next = new Map<number, PathState>();
  /** The name ends that the next state depends on, also for names that are not declared. */
  readonly #ends: readonly NameEnd[];

  /**
   * @param reached path nodes that match the element
   * @param open number of scopes open around the element
   */
  constructor(states: PathStates, reached: readonly Active[], open: number) {
    const excluded = new Set(reached.flatMap(({ node }) => node.excluded));
    const places = [...new Set(reached.flatMap(({ node }) => node.places))].filter((place) => !excluded.has(place));
    const opened = places.map(({ root }, at) => ({ node: root, level: open + at }));
    const anywhere = { node: states.anywhere, level: 0 };
    this.hits = reached.flatMap(({ node, level }) => node.elements.map((index) => ({ level, index })));
    this.attributes = attributeHits([...reached, anywhere, ...opened]);
    this.opens = places;
    this.opensRequired = places.some(({ required }) => required.length > 0);
    this.#states = states;
    this.#active = [...reached, ...opened, anywhere];
    this.#open = open + places.length;
    this.#ends = this.#active.flatMap(({ node }) => [...node.byEnd.values()]);
  }

  /** The state of a child element. */
  of(element: XmlElement): PathState {
    const { name } = element;
    // All names that are not declared have one id, so a state that depends on such a name is not kept under its id.
    if (name === UNKNOWN_NAME && this.#ends.some((end) => hasEnd(element, end))) return this.#after(element);
    let state = this.#next.get(name);
    if (state === undefined) {
      state = this.#after(element);
      this.#next.set(name, state);
    }
    return state;
  }

  #after(element: XmlElement): PathState {
    const reached = this.#active.flatMap(({ node, level }) =>
      nextNodes(node, element).map((next) => ({ node: next, level })),
    );
    return this.#states.stateOf(reached, this.#open);
  }
}

function nextNodes({ next, byEnd }: PathNode, element: XmlElement): PathNode[] {
  const named = next.get(element.name);
  const matched = [...byEnd.values()].filter((end) => hasEnd(element, end)).map(({ node }) => node);
  return named === undefined ? matched : [named, ...matched];
}

const hasEnd = ({ uri, local }: XmlElement, name: NameEnd): boolean =>
  (name.uri === null || name.uri === uri) && local.endsWith(name.end);

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
