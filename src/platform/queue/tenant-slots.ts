/** Slots of a pool by owner, so that long jobs of a few owners cannot occupy all of them. */
type OwnerSlots = {
  /**
   * Takes a slot for a starting job.
   *
   * @param giveWay called at most once, when the job is long and must release its slot for others
   * @returns a function that releases the slot; null when the owner is at its limit
   */
  readonly enter: (owner: string, giveWay: () => void) => (() => void) | null;
};

/** Milliseconds after which a job counts as long. Shorter jobs release their slots before others are delayed. */
const LONG = 1_000;

/** Number of slots reserved for short jobs. */
const LEFT_TO_SHORT = 2;

/**
 * Limits long jobs to all slots but two. Above that, the owner with the most long jobs releases one, so that busy
 * owners get equal shares. The only long job of an owner is never interrupted.
 *
 * @param slots concurrency of the pool; a single slot is not limited
 */
export function makeTenantSlots(slots: number, long: number = LONG): OwnerSlots {
  const most = Math.max(1, slots - Math.min(LEFT_TO_SHORT, Math.floor(slots / 2)));
  /** Callbacks that interrupt the long jobs of each owner, newest last. */
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
  /** The owner with the most long jobs, except this one. */
  const largestBeside = (owner: string): string | null => {
    let largest: string | null = null;
    for (const other of longJobs.keys()) {
      if (other !== owner && (largest === null || countOf(other) > countOf(largest))) largest = other;
    }
    return largest;
  };
  /** True when one more long job would be the first to be interrupted. */
  const hasItsShare = (owner: string): boolean => {
    const largest = largestBeside(owner);
    const count = countOf(owner);
    return slots > 1 && total >= most && count > 0 && (largest === null || count + 1 >= countOf(largest));
  };

  return {
    enter: (owner, giveWay) => {
      if (hasItsShare(owner)) return null;
      // A separate function object per job.
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
 * For jobs that must not be interrupted: an owner gets at most half of the slots, whatever the duration of its jobs.
 *
 * @param slots concurrency of the pool
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
