/** Tells something that may be told without end. */
export type ThrottledLog = (fields: object, message: string) => void;

/** So long the same thing is not told again, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Tells the first of many like things at once, and of those that follow one a second: the last of them, with how many
 * they were (`times`). A log that grows with every call of an outage would fill the disk that may be its cause.
 *
 * @param tell writes a line
 */
export function makeSeldom(tell: ThrottledLog): ThrottledLog {
  let timer: NodeJS.Timeout | null = null;
  let times = 0;
  let last: readonly [object, string] | null = null;
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = null;
      if (last === null) return;
      const [fields, message] = last;
      last = null;
      tell({ ...fields, times }, message);
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
    tell({ ...fields, times: 1 }, message);
    rest();
  };
}
