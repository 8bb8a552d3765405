import { type Breaker, makeBreaker } from '../../../lib/breaker.ts';
import { NotYet } from '../../../lib/retry-later.ts';
import { makeSemaphore, type Semaphore } from '../../../lib/semaphore.ts';
import { pressed, type Submitted } from './submitted.ts';

/** Limits per partner and process. */
type RateLimits = {
  /** Concurrent submits. */
  readonly atOnce: number;
  /** Submits started per second. */
  readonly perSecond: number;
};

/** Rate limiter with concurrency limit, pacing and circuit breaker per partner. */
type Lanes = {
  /**
   * Runs a submit when the limits allow it; returns `pressure` without a call while the circuit breaker is open. When
   * the submit returns null, the partner was not called.
   *
   * @throws NotYet when the wait would be too long; the signal's reason on abort; what the submit throws
   */
  readonly run: <T extends Submitted | null>(
    partner: string,
    limits: RateLimits,
    submit: () => Promise<T>,
    signal: AbortSignal,
  ) => Promise<T | Submitted>;
};

type RateLimitLane = { readonly semaphore: Semaphore; readonly breaker: Breaker; nextAt: number; users: number };

/** Consecutive failures that open the circuit breaker, and its first pause in milliseconds. */
const FAILURES = 5;
const PAUSE = 15_000;
/**
 * Maximum wait in milliseconds for the concurrency limit, and then for the pacing: a waiting job occupies a worker
 * slot.
 */
const LONGEST_WAIT = 60_000;

/**
 * Creates the rate limiter of a process.
 *
 * @param now returns milliseconds since the epoch
 * @param pause waits for a number of milliseconds
 */
export function makeLanes(
  now: () => number,
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  longestWait: number = LONGEST_WAIT,
): Lanes {
  const lanes = new Map<string, RateLimitLane>();

  const rateLimitOf = (partner: string, { atOnce }: RateLimits): RateLimitLane => {
    const found = lanes.get(partner);
    if (found !== undefined) return found;
    const breaker = makeBreaker({ failures: FAILURES, pause: PAUSE, now });
    const lane = { semaphore: makeSemaphore(atOnce), breaker, nextAt: 0, users: 0 };
    lanes.set(partner, lane);
    return lane;
  };

  const enter = async (semaphore: Semaphore, signal: AbortSignal): Promise<() => void> => {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(new NotYet('partner queue')), longestWait);
    try {
      return await semaphore.enter(AbortSignal.any([signal, tooLong.signal]));
    } finally {
      clearTimeout(timer);
    }
  };

  const judge = (breaker: Breaker, { outcome, ...told }: Submitted): void => {
    const code = 'code' in told ? told.code : null;
    if (code === 'unreachable' || code === 'no_answer' || code === 'temporarily_unavailable') breaker.failed();
    else breaker.succeeded();
  };

  return {
    run: async (partner, limits, submit, signal) => {
      const lane = rateLimitOf(partner, limits);
      lane.users += 1;
      let leave: (() => void) | null = null;
      try {
        leave = await enter(lane.semaphore, signal);
        const startAt = Math.max(now(), lane.nextAt);
        if (startAt - now() > longestWait) throw new NotYet('partner rate limit');
        lane.nextAt = startAt + 1000 / limits.perSecond;
        if (startAt > now()) await pause(startAt - now(), signal);
        if (!lane.breaker.mayTry())
          return pressed('temporarily_unavailable', null, Math.max(1, lane.breaker.opensIn()));
        const submitted = await submit().catch((error: unknown) => {
          lane.breaker.forgotten();
          throw error;
        });
        if (submitted === null) lane.breaker.forgotten();
        else judge(lane.breaker, submitted);
        return submitted;
      } finally {
        leave?.();
        lane.users -= 1;
        // Frees the memory of idle partners; the next submit reads the current limits.
        if (lane.users === 0 && lane.breaker.state() === 'closed' && lane.nextAt <= now()) lanes.delete(partner);
      }
    },
  };
}
