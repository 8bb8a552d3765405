/**
 * Lets many who want the same thing at once share one piece of work; each may stop waiting by itself.
 *
 * @returns `share(key, work)`: the running work's outcome when there is one under the key, else that of `work`
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
