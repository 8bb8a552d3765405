import { turnOf } from './queue-owner.ts';

type FairSemaphoreParts = {
  /** How many may be inside at once, and how many of them for one owner: with fewer, others find a place. */
  readonly most: number;
  readonly mostOfOwner: number;
  /** How many may wait, and how many of them for one owner. */
  readonly mostWaiting: number;
  readonly mostWaitingOfOwner: number;
};

/** Lets so many of this process through at once, owners in turn: one that comes without end waits for itself. */
export type FairSemaphore = {
  /**
   * Waits for a place.
   *
   * @returns what gives the place back; call it once
   * @throws SemaphoreFull when too many wait; the signal's reason when that aborts first
   */
  readonly enter: (owner: string, signal: AbortSignal) => Promise<() => void>;
  readonly waiting: () => number;
};

/** Nobody is let in to wait any more, of this owner or of all. */
export class SemaphoreFull extends Error {
  constructor(waiting: number) {
    super(`${waiting} wait already`);
    this.name = 'SemaphoreFull';
  }
}

type Owner = {
  inside: number;
  /** When it last got a place, as a count of places given; 0: not since it came. */
  served: number;
  readonly waiting: Set<() => void>;
};

/** Makes a semaphore with nobody inside. */
export function makeFairSemaphore({
  most,
  mostOfOwner,
  mostWaiting,
  mostWaitingOfOwner,
}: FairSemaphoreParts): FairSemaphore {
  const owners = new Map<string, Owner>();
  let inside = 0;
  let waiting = 0;
  let given = 0;

  const forget = (name: string, owner: Owner): void => {
    if (owner.inside === 0 && owner.waiting.size === 0) owners.delete(name);
  };
  /** Whoever waits and was not served for the longest time; of those who never were, the first. */
  const nextOwner = (): Owner | null => {
    let next: Owner | null = null;
    for (const owner of owners.values()) {
      if (owner.waiting.size === 0 || owner.inside >= mostOfOwner) continue;
      if (next === null || owner.served < next.served) next = owner;
    }
    return next;
  };
  const admit = (): void => {
    for (let owner = nextOwner(); inside < most && owner !== null; owner = nextOwner()) {
      const [first] = owner.waiting;
      owner.waiting.delete(first!);
      waiting -= 1;
      given += 1;
      owner.served = given;
      owner.inside += 1;
      inside += 1;
      first!();
    }
  };

  return {
    enter: (of, signal) =>
      new Promise((resolve, reject) => {
        const name = turnOf(of);
        if (signal.aborted) return reject(signal.reason);
        const owner = owners.get(name) ?? { inside: 0, served: 0, waiting: new Set() };
        const isFree = inside < most && owner.inside < mostOfOwner;
        if (!isFree && (waiting >= mostWaiting || owner.waiting.size >= mostWaitingOfOwner)) {
          return reject(new SemaphoreFull(waiting));
        }
        owners.set(name, owner);
        const give = (): void => {
          signal.removeEventListener('abort', abort);
          let left = false;
          resolve(() => {
            if (left) return;
            left = true;
            owner.inside -= 1;
            inside -= 1;
            forget(name, owner);
            admit();
          });
        };
        const abort = (): void => {
          owner.waiting.delete(give);
          waiting -= 1;
          forget(name, owner);
          reject(signal.reason);
        };
        signal.addEventListener('abort', abort, { once: true });
        owner.waiting.add(give);
        waiting += 1;
        admit();
      }),
    waiting: () => waiting,
  };
}
