/**
 * Gives what several promises resolve to, as many at once as are there together: one that takes long holds up none.
 *
 * @param promises none may reject
 * @param patience how long what is there waits for the rest, in milliseconds
 */
export async function* inWaves<T>(
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
  /** Resolves when none is open, when the time has passed, or, without a time, when one is there. */
  const wait = (milliseconds: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = milliseconds === null ? undefined : setTimeout(resolve, milliseconds);
      wake = () => {
        if (open > 0 && milliseconds !== null) return;
        clearTimeout(timer);
        resolve();
      };
    });
  for (let given = 0; given < promises.length; ) {
    if (there.length === 0) await wait(null);
    if (open > 0) await wait(waitTimeoutMs);
    const wave = there;
    there = [];
    given += wave.length;
    yield wave;
  }
}
