/** Who holds the slots of a pool, so that the long jobs of one owner never hold all of them. */
type OwnerSlots = {
  /**
   * Takes a slot for a job that begins.
   *
   * @param giveWay called once when the job turned out long, and its owner holds more slots with long jobs than it may
   * @returns what gives the slot back; null when the owner's long jobs hold as many slots as they may
   */
  readonly enter: (owner: string, giveWay: () => void) => (() => void) | null;
};

/** A job counts as long after so many milliseconds. Shorter ones give their slots back before others miss them. */
const LONG = 1_000;

/** How many slots are left to others. */
const LEFT_TO_OTHERS = 2;

/** @param slots how many jobs of the pool run at once; of a single slot nothing can be left to others */
export function makeOwnerSlots(slots: number, long: number = LONG): OwnerSlots {
  const most = Math.max(1, slots - Math.min(LEFT_TO_OTHERS, Math.floor(slots / 2)));
  const longJobs = new Map<string, number>();
  const count = (owner: string, by: number): number => {
    const now = (longJobs.get(owner) ?? 0) + by;
    if (now === 0) longJobs.delete(owner);
    else longJobs.set(owner, now);
    return now;
  };
  return {
    enter: (owner, giveWay) => {
      if (slots > 1 && (longJobs.get(owner) ?? 0) >= most) return null;
      let isLong = false;
      const timer = setTimeout(() => {
        if (slots > 1 && (longJobs.get(owner) ?? 0) >= most) return giveWay();
        isLong = true;
        count(owner, 1);
      }, long);
      return () => {
        clearTimeout(timer);
        if (isLong) count(owner, -1);
        isLong = false;
      };
    },
  };
}
