import { makeProblem, type Problem } from '../problems/problems.ts';
import type { Middleware } from '../routing/state.ts';

/** Those who watch the service are told of its stop by itself. */
export const WATCHED_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** By then another process has most likely taken over, in seconds. */
const RETRY_S = '5';

/** When a call is not taken any more, and when it is not waited for any more. */
export type Stop = {
  /** Aborts when the service begins to stop. */
  readonly stopping: AbortSignal;
  /** Aborts when the time for running calls is over. */
  readonly over: AbortSignal;
};

/**
 * Refuses what comes after the stop has begun, and lets what came before finish; what has not done so in time is still
 * told why.
 *
 * The middleware throws Problem `stopping`.
 */
export function whileStopping({ stopping, over }: Stop): Middleware {
  const open = new Set<() => void>();
  over.addEventListener('abort', () => {
    for (const giveUp of open) giveUp();
  });
  return (ctx, next) => {
    if (stopping.aborted) {
      ctx.set('Connection', 'close');
      if (!WATCHED_PATHS.has(ctx.path)) throw makeStopping();
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(makeStopping());
      open.add(giveUp);
      next()
        .then(resolve, reject)
        .finally(() => open.delete(giveUp));
    });
  };
}

const makeStopping = (): Problem => makeProblem('stopping', {}, { headers: { 'Retry-After': RETRY_S } });
