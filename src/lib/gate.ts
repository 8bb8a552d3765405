/** Lets so many through at once, the others in their order; how many adapts to how busy the other side says it is. */
export type Gate = {
  /**
   * Waits for a place.
   *
   * @returns what gives the place back; call it once
   * @throws the signal's reason when that aborts first
   */
  readonly enter: (signal: AbortSignal) => Promise<() => void>;
  /** The other side is too busy: half as many from now on, one at least. */
  readonly narrow: () => void;
  /** It went well: after some of these, one more, up to the most. */
  readonly widen: () => void;
  readonly width: () => number;
  readonly inside: () => number;
};

/** How many successes in a row make the gate one wider. */
const STEADY = 20;

/** @param most how many may be inside at once at best */
export function makeGate(most: number): Gate {
  let width = most;
  let inside = 0;
  let steady = 0;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (inside < width && waiting.length > 0) {
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
    narrow: () => {
      width = Math.max(1, Math.floor(width / 2));
      steady = 0;
    },
    widen: () => {
      steady += 1;
      if (steady < STEADY || width >= most) return;
      steady = 0;
      width += 1;
      admit();
    },
    width: () => width,
    inside: () => inside,
  };
}
