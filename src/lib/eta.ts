/** How far work on many items is. */
type Progress = {
  readonly status: string;
  readonly total: number;
  /** Those that ended, the failed ones among them. */
  readonly done: number;
  readonly failed: number;
  readonly since: Date;
};

/**
 * How many seconds the rest takes at the pace so far; null while nothing runs, or nothing has succeeded yet. What failed
 * may have failed at the door, and says nothing of the pace.
 *
 * @param now milliseconds since the epoch
 */
export function secondsLeft({ status, total, done, failed, since }: Progress, now: number): number | null {
  const worked = done - failed;
  if (status !== 'running' || worked === 0) return null;
  return Math.ceil(((now - since.getTime()) * (total - done)) / worked / 1000);
}
