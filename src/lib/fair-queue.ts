/** A queue that several owners share: each is served in turn, however much the others have put in. */
type FairQueue<T> = {
  readonly push: (owner: string, item: T) => void;
  /** The next owner's oldest item; undefined when nothing waits. */
  readonly shift: () => T | undefined;
  /** Takes an item out of its turn; false when it does not wait any more. Linear in what its owner has waiting. */
  readonly remove: (owner: string, item: T) => boolean;
  readonly size: () => number;
  /** Whether anything of another owner waits. */
  readonly hasOthers: (owner: string) => boolean;
};

/** Makes an empty queue. Every operation but `remove` costs the same whatever waits. */
export function makeFairQueue<T>(): FairQueue<T> {
  // A Map keeps the order in which its keys came: the first owner is the one whose turn it is.
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

/** What was taken is dropped once it is the larger part, so that taking costs the same however long the queue is. */
const compacted = <T>({ items, from }: Waiting<T>): Waiting<T> =>
  from * 2 > items.length ? { items: items.slice(from), from: 0 } : { items, from };
