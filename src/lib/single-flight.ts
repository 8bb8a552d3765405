/**
 * Shares one run of work among concurrent callers with the same key. Each caller may stop waiting independently.
 *
 * @returns `share(key, work)`: the outcome of the work running under the key, else the outcome of `work`
 */
export function makeSingleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const made = work().finally(() => running.delete(key));
    running.set(key, made);
    return made;
  };
}
