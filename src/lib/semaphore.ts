/** Limits concurrency within this process, in first-come order. */
export type Semaphore = {
  /**
   * Waits for a slot.
   *
   * @returns releases the slot; call it once
   * @throws the signal's reason when it aborts first
   */
  readonly enter: (signal: AbortSignal) => Promise<() => void>;
  readonly inside: () => number;
};

/** @param most maximum number of holders */
export function makeSemaphore(most: number): Semaphore {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (inside < most && waiting.length > 0) {
      inside += 1;
      waiting.shift()!();
    }
  };
  const leave = (): void => {
    inside -= 1;
    admit();
  };
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const give = (): void => {
          signal.removeEventListener('abort', abort);
          let left = false;
          resolve(() => {
            if (left) return;
            left = true;
            leave();
          });
        };
        const abort = (): void => {
          const at = waiting.indexOf(give);
          if (at !== -1) waiting.splice(at, 1);
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
        waiting.push(give);
        admit();
      }),
    inside: () => inside,
  };
}
