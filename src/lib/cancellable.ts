/** Something that may end while work on it is under way, and then leaves that work without an answer. */
export type Ending = {
  /** It has ended; the first reason counts. */
  readonly end: (reason: Error) => void;
  /**
   * The outcome of the work, or the reason as soon as it ends.
   *
   * Not `Promise.race`: a promise that lasts keeps the outcome of each race it was in, here every PDF.
   */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
};

/** Makes one that has not ended. */
export function makeEnding(): Ending {
  const waiting = new Set<(reason: Error) => void>();
  let ended: Error | null = null;
  return {
    end: (reason) => {
      ended ??= reason;
      for (const reject of waiting) reject(ended);
      waiting.clear();
    },
    during: (work) =>
      new Promise((resolve, reject) => {
        if (ended !== null) reject(ended);
        else waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
  };
}
