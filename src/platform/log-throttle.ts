/** Logs a message that may repeat without limit. */
export type ThrottledLog = (fields: object, message: string) => void;

/** Minimum interval between equal messages, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Logs the first of equal messages immediately, then at most one per second: the last one, with the number of
 * occurrences (`times`). Without the limit, the log could fill the disk during an outage and prolong it.
 *
 * @param write writes a line
 */
export function makeThrottledLog(write: ThrottledLog): ThrottledLog {
  let timer: NodeJS.Timeout | null = null;
  let times = 0;
  let last: readonly [object, string] | null = null;
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = null;
      if (last === null) return;
      const [fields, message] = last;
      last = null;
      write({ ...fields, times }, message);
      times = 0;
      rest();
    }, PAUSE_MS).unref();
  };
  return (fields, message) => {
    if (timer !== null) {
      times += 1;
      last = [fields, message];
      return;
    }
    write({ ...fields, times: 1 }, message);
    rest();
  };
}
