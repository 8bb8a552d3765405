/** Queue shared by several owners, served round-robin regardless of how many items each owner has. */
type FairQueue<T> = {
  readonly push: (owner: string, item: T) => void;
  /** Removes and returns the next owner's oldest item; undefined when the queue is empty. */
  readonly shift: () => T | undefined;
  /** Removes a waiting item; false when it is not in the queue. Linear in the number of the owner's items. */
  readonly remove: (owner: string, item: T) => boolean;
  readonly size: () => number;
  /** True when another owner has waiting items. */
  readonly hasOthers: (owner: string) => boolean;
};

/** Creates an empty queue. Every operation except `remove` takes constant time. */
export function makeFairQueue<T>(): FairQueue<T> {
  // A Map preserves insertion order: the first owner is served next.
  const owners = new Map<string, Waiting<T>>();
  let size = 0;
  return {
    push: (owner, item) => {
      const waiting = owners.get(owner);
      if (waiting === undefined) owners.set(owner, { items: [item], from: 0 });
      else waiting.items.push(item);
      size += 1;
    },
    shift: () => {
      const first = owners.entries().next();
      if (first.done) return undefined;
      const [owner, waiting] = first.value;
      const item = waiting.items[waiting.from]!;
      waiting.from += 1;
      size -= 1;
      owners.delete(owner);
      if (waiting.from < waiting.items.length) owners.set(owner, compacted(waiting));
      return item;
    },
    remove: (owner, item) => {
      const waiting = owners.get(owner);
      const at = waiting?.items.indexOf(item, waiting.from) ?? -1;
      if (waiting === undefined || at === -1) return false;
      waiting.items.splice(at, 1);
      size -= 1;
      if (waiting.from >= waiting.items.length) owners.delete(owner);
      return true;
    },
    size: () => size,
    hasOthers: (owner) => owners.size > (owners.has(owner) ? 1 : 0),
  };
}

type Waiting<T> = { items: T[]; from: number };

/** Drops the consumed prefix once it is the larger part, so that `shift` takes amortized constant time. */
const compacted = <T>({ items, from }: Waiting<T>): Waiting<T> =>
  from * 2 > items.length ? { items: items.slice(from), from: 0 } : { items, from };
