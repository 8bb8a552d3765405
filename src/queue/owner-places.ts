/** Who holds the places of a pool, so that the long jobs of one owner never hold all of them. */
type OwnerPlaces = {
  /**
   * Takes a place for a job that begins.
   *
   * @param giveWay called once when the job turned out long, and its owner holds more places with long jobs than it may
   * @returns what gives the place back; null when the owner's long jobs hold as many places as they may
   */
  readonly enter: (owner: string, giveWay: () => void) => (() => void) | null;
};

/** A job counts as long after so many milliseconds. Shorter ones give their places back before others miss them. */
const LONG = 1_000;

/** How many places are left to others. */
const LEFT_TO_OTHERS = 2;

/** @param places how many jobs of the pool run at once; of a single place nothing can be left to others */
export function makeOwnerPlaces(places: number, long: number = LONG): OwnerPlaces {
  const most = Math.max(1, places - Math.min(LEFT_TO_OTHERS, Math.floor(places / 2)));
  const longJobs = new Map<string, number>();
  const count = (owner: string, by: number): number => {
    const now = (longJobs.get(owner) ?? 0) + by;
    if (now === 0) longJobs.delete(owner);
    else longJobs.set(owner, now);
    return now;
  };
  return {
    enter: (owner, giveWay) => {
      if (places > 1 && (longJobs.get(owner) ?? 0) >= most) return null;
      let isLong = false;
      const timer = setTimeout(() => {
        if (places > 1 && (longJobs.get(owner) ?? 0) >= most) return giveWay();
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
