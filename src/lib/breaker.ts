/** Circuit breaker: stops calling a service that keeps failing and tries again after a pause. */
export type Breaker = {
  /** True when a call may be made now. In `half-open` only one call is allowed until its outcome is recorded. */
  readonly mayTry: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** Records that the attempt ended without a result that describes the service. */
  readonly forgotten: () => void;
  readonly state: () => 'closed' | 'open' | 'half-open';
  /** Milliseconds until the next attempt is allowed; 0 when it is allowed now. */
  readonly opensIn: () => number;
};

/**
 * @param failures number of consecutive failures that open the breaker
 * @param pause how long it stays open, in milliseconds; doubled after each failed trial, up to a factor of 16
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
      // Ignore calls that were in flight when the breaker opened.
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
