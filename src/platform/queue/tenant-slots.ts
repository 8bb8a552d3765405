/** Who holds the slots of a pool, so that the long jobs of a few owners never hold all of them. */
type OwnerSlots = {
  /**
   * Takes a slot for a job that begins.
   *
   * @param giveWay called once, at most, when the job is long and others shall have its slot
   * @returns what gives the slot back; null when the owner has as many as it may
   */
  readonly enter: (owner: string, giveWay: () => void) => (() => void) | null;
};

/** A job counts as long after so many milliseconds. Shorter ones give their slots back before others miss them. */
const LONG = 1_000;

/** How many slots are left to short jobs. */
const LEFT_TO_SHORT = 2;

/**
 * Long jobs hold all slots but two at most. Where they would hold more, the owner with the most of them gives one up: of
 * several that have much to do each gets the same. The only long job of an owner goes on in any case.
 *
 * @param slots how many jobs of the pool run at once; of a single slot nothing can be left to others
 */
export function makeOwnerSlots(slots: number, long: number = LONG): OwnerSlots {
  const most = Math.max(1, slots - Math.min(LEFT_TO_SHORT, Math.floor(slots / 2)));
  /** What the long jobs of each owner are told when they shall give way, the newest last. */
  const longJobs = new Map<string, (() => void)[]>();
  let total = 0;

  const countOf = (owner: string): number => longJobs.get(owner)?.length ?? 0;
  const add = (owner: string, job: () => void): void => {
    longJobs.set(owner, [...(longJobs.get(owner) ?? []), job]);
    total += 1;
  };
  const remove = (owner: string, job: () => void): void => {
    const jobs = longJobs.get(owner) ?? [];
    const others = jobs.filter((one) => one !== job);
    total -= jobs.length - others.length;
    if (others.length === 0) longJobs.delete(owner);
    else longJobs.set(owner, others);
  };
  /** Of all but this owner the one with the most. */
  const largestBeside = (owner: string): string | null => {
    let largest: string | null = null;
    for (const other of longJobs.keys()) {
      if (other !== owner && (largest === null || countOf(other) > countOf(largest))) largest = other;
    }
    return largest;
  };
  /** One long job more would be the first to give way. */
  const hasItsShare = (owner: string): boolean => {
    const largest = largestBeside(owner);
    const count = countOf(owner);
    return slots > 1 && total >= most && count > 0 && (largest === null || count + 1 >= countOf(largest));
  };

  return {
    enter: (owner, giveWay) => {
      if (hasItsShare(owner)) return null;
      // An object of its own for every job.
      const job = (): void => giveWay();
      const timer = setTimeout(() => {
        if (hasItsShare(owner)) return giveWay();
        const largest = total >= most ? largestBeside(owner) : null;
        add(owner, job);
        if (largest === null || countOf(largest) < 2) return;
        const newest = longJobs.get(largest)!.at(-1)!;
        remove(largest, newest);
        newest();
      }, long);
      return () => {
        clearTimeout(timer);
        remove(owner, job);
      };
    },
  };
}

/**
 * For jobs that may not be interrupted: an owner has half of the slots at most, however long its jobs are.
 *
 * @param slots as above
 */
export function makeHalves(slots: number): OwnerSlots {
  const most = Math.max(1, Math.floor(slots / 2));
  const running = new Map<string, number>();
  return {
    enter: (owner) => {
      const count = running.get(owner) ?? 0;
      if (slots > 1 && count >= most) return null;
      running.set(owner, count + 1);
      return () => {
        const left = running.get(owner)! - 1;
        if (left === 0) running.delete(owner);
        else running.set(owner, left);
      };
    },
  };
}
