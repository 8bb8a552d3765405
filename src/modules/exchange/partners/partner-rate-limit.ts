import { type Breaker, makeBreaker } from '../../../lib/breaker.ts';
import { NotYet } from '../../../lib/retry-later.ts';
import { makeSemaphore, type Semaphore } from '../../../lib/semaphore.ts';
import { pressed, type Submitted } from './submitted.ts';

/** How one process treats one partner. */
type RateLimits = {
  /** Documents that are handed over at once. */
  readonly atOnce: number;
  /** And how many begin in a second at most. */
  readonly perSecond: number;
};

/** The way to each partner: few at once, not too fast, and not at all for a while after too many failures in a row. */
type Lanes = {
  /**
   * Runs a submit when it is its turn; `pressure` without asking the partner while its circuit breaker is open. Null from
   * the submit: the partner was not asked.
   *
   * @throws NotYet when its turn does not come soon; the signal's reason when that aborts; what the submit throws
   */
  readonly run: <T extends Submitted | null>(
    partner: string,
    limits: RateLimits,
    submit: () => Promise<T>,
    signal: AbortSignal,
  ) => Promise<T | Submitted>;
};

type RateLimitLane = { readonly semaphore: Semaphore; readonly breaker: Breaker; nextAt: number; users: number };

/** Failures in a row after which a partner is left alone, and for how long at first, in milliseconds. */
const FAILURES = 5;
const PAUSE = 15_000;
/** A place, and then a start, is waited for so long at most, in milliseconds: a job that waits holds a place of its own. */
const LONGEST_WAIT = 60_000;

/** Makes the lanes of a process; `now` in milliseconds since the epoch, `pause` waits. */
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
    const timer = setTimeout(() => tooLong.abort(new NotYet('the turn with the partner')), longestWait);
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
        if (startAt - now() > longestWait) throw new NotYet('the pace of the partner');
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
        // A partner that is at rest costs no memory; new limits count from then on.
        if (lane.users === 0 && lane.breaker.state() === 'closed' && lane.nextAt <= now()) lanes.delete(partner);
      }
    },
  };
}
