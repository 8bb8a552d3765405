import { makeProblem, type Problem } from '../problems/problems.ts';
import type { Middleware } from '../routing/state.ts';

/** Monitoring endpoints, which report the shutdown themselves. */
export const WATCHED_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** In seconds; another process has most likely taken over by then. */
const RETRY_S = '5';

/** Signals of a shutdown. */
export type Stop = {
  /** Aborts when the shutdown begins. */
  readonly stopping: AbortSignal;
  /** Aborts when the grace period for running calls ends. */
  readonly over: AbortSignal;
};

/**
 * Rejects requests that arrive after the shutdown has begun, and lets running ones finish. A request that does not
 * finish within the grace period gets the same problem.
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
