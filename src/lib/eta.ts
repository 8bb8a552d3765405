/** Progress of work on many items. */
type Progress = {
  readonly status: string;
  readonly total: number;
  /** Finished items, including failed ones. */
  readonly done: number;
  readonly failed: number;
  readonly since: Date;
};

/**
 * Estimates the remaining seconds at the current rate; null when the work is not running or no item has succeeded.
 * Failed items are excluded, because items that are rejected immediately would distort the rate.
 *
 * @param now milliseconds since the epoch
 */
export function secondsLeft({ status, total, done, failed, since }: Progress, now: number): number | null {
  const worked = done - failed;
  if (status !== 'running' || worked === 0) return null;
  return Math.ceil(((now - since.getTime()) * (total - done)) / worked / 1000);
}
