import { queueOwnerOf } from './queue-owner.ts';

type FairSemaphoreParts = {
  /** Maximum number of holders in total and per owner. A lower limit per owner leaves room for the others. */
  readonly most: number;
  readonly mostOfOwner: number;
  /** Maximum number of waiters in total and per owner. */
  readonly mostWaiting: number;
  readonly mostWaitingOfOwner: number;
};

/** Semaphore that serves owners in turn, within this process: an owner with many requests delays only itself. */
export type FairSemaphore = {
  /**
   * Waits for a slot.
   *
   * @returns releases the slot; call it once
   * @throws SemaphoreFull when the limit of waiters is reached; the signal's reason when it aborts first
   */
  readonly enter: (owner: string, signal: AbortSignal) => Promise<() => void>;
  readonly waiting: () => number;
};

/** The limit of waiters is reached, in total or for this owner. */
export class SemaphoreFull extends Error {
  constructor(waiting: number) {
    super(`${waiting} wait already`);
    this.name = 'SemaphoreFull';
  }
}

type Owner = {
  inside: number;
  /**
   * Number of the last grant to this owner, counted over all owners; 0 when it has had no slot since it was created.
   */
  served: number;
  readonly waiting: Set<() => void>;
};

export function makeFairSemaphore({
  most,
  mostOfOwner,
  mostWaiting,
  mostWaitingOfOwner,
}: FairSemaphoreParts): FairSemaphore {
  const owners = new Map<string, Owner>();
  let inside = 0;
  let waiting = 0;
  let granted = 0;

  const forget = (name: string, owner: Owner): void => {
    if (owner.inside === 0 && owner.waiting.size === 0) owners.delete(name);
  };
  /** Selects the waiting owner that was served the longest ago; owners that were never served come first. */
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
      granted += 1;
      owner.served = granted;
      owner.inside += 1;
      inside += 1;
      first!();
    }
  };

  return {
    enter: (of, signal) =>
      new Promise((resolve, reject) => {
        const name = queueOwnerOf(of);
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
