/** Not a slot: nobody has asked for that name. */
export const NOT_ASKED = -1;

/**
 * The names of which somebody has asked for all nodes of a document. Documents that are read later keep these nodes while
 * they are read. They are some of the declared names, so there is a bound to them.
 */
export class IndexedNames {
  /** By name id. */
  readonly #slots: number[] = [];
  count = 0;

  /** Where documents keep the nodes of that name, or `NOT_ASKED`. */
  slotOf(name: number): number {
    return name < this.#slots.length ? this.#slots[name]! : NOT_ASKED;
  }

  /** The same, given now when there is none. */
  ask(name: number): number {
    const known = this.slotOf(name);
    if (known !== NOT_ASKED) return known;
    while (this.#slots.length <= name) this.#slots.push(NOT_ASKED);
    this.#slots[name] = this.count;
    this.count += 1;
    return this.count - 1;
  }
}

const NONE: readonly never[] = Object.freeze([]);

/** An empty list for every name that was asked for until now. */
export const makeNodeLists = <T>({ count }: IndexedNames): (readonly T[])[] => new Array(count).fill(NONE);

/** Adds a node behind those of its name. */
export function keepNode<T>(lists: (readonly T[])[], slot: number, node: T): void {
  const list = lists[slot]!;
  if (list.length === 0) lists[slot] = [node];
  else (list as T[]).push(node);
}
