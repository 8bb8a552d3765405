import { type Breaker, makeBreaker } from '../../../lib/breaker.ts';
import { RetryLater } from '../../../lib/retry-later.ts';
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
   * @throws RetryLater when the wait would be too long; the signal's reason on abort; what the submit throws
   */
  readonly run: <T extends Submitted | null>(
    partner: string,
    limits: RateLimits,
    submit: () => Promise<T>,
    signal: AbortSignal,
  ) => Promise<T | Submitted>;
};

type PartnerLimiter = { readonly semaphore: Semaphore; readonly breaker: Breaker; nextAt: number; users: number };

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
export function makePartnerRateLimits(
  now: () => number,
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  longestWait: number = LONGEST_WAIT,
): Lanes {
  const limiters = new Map<string, PartnerLimiter>();

  const rateLimitOf = (partner: string, { atOnce }: RateLimits): PartnerLimiter => {
    const found = limiters.get(partner);
    if (found !== undefined) return found;
    const breaker = makeBreaker({ failures: FAILURES, pause: PAUSE, now });
    const limiter = { semaphore: makeSemaphore(atOnce), breaker, nextAt: 0, users: 0 };
    limiters.set(partner, limiter);
    return limiter;
  };

  const enter = async (semaphore: Semaphore, signal: AbortSignal): Promise<() => void> => {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(new RetryLater('partner queue')), longestWait);
    try {
      return await semaphore.enter(AbortSignal.any([signal, tooLong.signal]));
    } finally {
      clearTimeout(timer);
    }
  };

  const recordResult = (breaker: Breaker, { outcome, ...details }: Submitted): void => {
    const code = 'code' in details ? details.code : null;
    if (code === 'unreachable' || code === 'no_answer' || code === 'temporarily_unavailable') breaker.failed();
    else breaker.succeeded();
  };

  return {
    run: async (partner, limits, submit, signal) => {
      const limiter = rateLimitOf(partner, limits);
      limiter.users += 1;
      let leave: (() => void) | null = null;
      try {
        leave = await enter(limiter.semaphore, signal);
        const startAt = Math.max(now(), limiter.nextAt);
        if (startAt - now() > longestWait) throw new RetryLater('partner rate limit');
        limiter.nextAt = startAt + 1000 / limits.perSecond;
        if (startAt > now()) await pause(startAt - now(), signal);
        if (!limiter.breaker.mayTry())
          return pressed('temporarily_unavailable', null, Math.max(1, limiter.breaker.opensIn()));
        const submitted = await submit().catch((error: unknown) => {
          limiter.breaker.forgotten();
          throw error;
        });
        if (submitted === null) limiter.breaker.forgotten();
        else recordResult(limiter.breaker, submitted);
        return submitted;
      } finally {
        leave?.();
        limiter.users -= 1;
        // Frees the memory of idle partners; the next submit reads the current limits.
        if (limiter.users === 0 && limiter.breaker.state() === 'closed' && limiter.nextAt <= now())
          limiters.delete(partner);
      }
    },
  };
}
