/** A resource that may end while callers wait for work on it. */
export type Ending = {
  /** Rejects all pending work; the first reason counts. */
  readonly end: (reason: Error) => void;
  /**
   * Settles as the work does, or rejects with the reason as soon as the resource ends.
   *
   * Not `Promise.race`: a long-lived promise retains the result of every race it took part in, here every PDF.
   */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
};

export function makeCancellable(): Ending {
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
