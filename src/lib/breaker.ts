/** Stops asking somebody who keeps failing, and tries carefully again after a while. */
export type Breaker = {
  /** Whether one more may be asked now. In `half-open` only one may until it is known how it went. */
  readonly mayTry: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** The attempt ended without saying anything of the other side. */
  readonly forgotten: () => void;
  readonly state: () => 'closed' | 'open' | 'half-open';
  /** Milliseconds until it tries again; 0 when it does now. */
  readonly opensIn: () => number;
};

/**
 * @param failures in a row that open it
 * @param pause how long it stays open, in milliseconds; doubled at each failed trial, up to sixteen times
 */
export function makeBreaker({ failures, pause, now }: { failures: number; pause: number; now: () => number }): Breaker {
  let inRow = 0;
  let openings = 0;
  let openUntil: number | null = null;
  let trying = false;
  const state = (): 'closed' | 'open' | 'half-open' =>
    openUntil === null ? 'closed' : now() < openUntil ? 'open' : 'half-open';
  return {
    state,
    mayTry: () => {
      const at = state();
      if (at === 'open' || (at === 'half-open' && trying)) return false;
      trying = at === 'half-open';
      return true;
    },
    succeeded: () => {
      inRow = 0;
      openings = 0;
      openUntil = null;
      trying = false;
    },
    failed: () => {
      // Who was under way when it opened tells nothing new.
      if (state() === 'open') return;
      inRow += 1;
      trying = false;
      if (openUntil === null && inRow < failures) return;
      openUntil = now() + pause * 2 ** Math.min(openings, 4);
      openings += 1;
    },
    forgotten: () => {
      trying = false;
    },
    opensIn: () => (openUntil === null ? 0 : Math.max(0, openUntil - now())),
  };
}
