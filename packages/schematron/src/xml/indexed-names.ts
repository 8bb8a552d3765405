/** Returned instead of a slot for a name that is not indexed. */
export const NOT_INDEXED = -1;

/**
 * Names for which documents collect all nodes while they are parsed. A name is added when a rule first looks up all
 * its nodes. Only declared names can be added, so their number is bounded.
 */
export class IndexedNames {
  /** By name id. */
  readonly #slots: number[] = [];
  count = 0;

  /** The slot in which documents store the nodes with that name, or `NOT_ASKED`. */
  slotOf(name: number): number {
    return name < this.#slots.length ? this.#slots[name]! : NOT_INDEXED;
  }

  /** The same; allocates a slot if necessary. */
  addSlot(name: number): number {
    const known = this.slotOf(name);
    if (known !== NOT_INDEXED) return known;
    while (this.#slots.length <= name) this.#slots.push(NOT_INDEXED);
    this.#slots[name] = this.count;
    this.count += 1;
    return this.count - 1;
  }
}

const NONE: readonly never[] = Object.freeze([]);

/** One empty list for every name that is indexed so far. */
export const makeNodeLists = <T>({ count }: IndexedNames): (readonly T[])[] => new Array(count).fill(NONE);

/** Appends a node to the list of its name. */
export function addNode<T>(lists: (readonly T[])[], slot: number, node: T): void {
  const list = lists[slot]!;
  if (list.length === 0) lists[slot] = [node];
  else (list as T[]).push(node);
}
