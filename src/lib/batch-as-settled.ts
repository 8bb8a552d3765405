/**
 * Yields the results of promises in batches, as they resolve, so that a slow promise does not delay the others.
 *
 * @param promises must not reject
 * @param waitTimeoutMs how long a batch waits for further results, in milliseconds
 */
export async function* batchAsSettled<T>(
  promises: readonly Promise<T>[],
  waitTimeoutMs: number,
): AsyncGenerator<readonly T[], void, void> {
  let open = promises.length;
  let there: T[] = [];
  let wake = (): void => undefined;
  for (const promise of promises) {
    promise.then((value) => {
      open -= 1;
      there.push(value);
      wake();
    });
  }
  /** Resolves when no promise is pending or the time has passed; without a time, when the first result arrives. */
  const wait = (milliseconds: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = milliseconds === null ? undefined : setTimeout(resolve, milliseconds);
      wake = () => {
        if (open > 0 && milliseconds !== null) return;
        clearTimeout(timer);
        resolve();
      };
    });
  for (let delivered = 0; delivered < promises.length; ) {
    if (there.length === 0) await wait(null);
    if (open > 0) await wait(waitTimeoutMs);
    const wave = there;
    there = [];
    delivered += wave.length;
    yield wave;
  }
}
