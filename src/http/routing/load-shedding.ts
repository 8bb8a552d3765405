import { text } from '../../../locales/index.ts';
import { type Backlog, shareOf } from '../../platform/queue/index.ts';
import type { AppParts } from '../app-parts.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';

/** Resource that limits a route: this process's thread, or the workers' queue. */
export type Load = 'inline' | 'queued';

/** An admitted request. Both methods may be called at any time and repeatedly. */
type Entered = {
  /**
   * Takes a slot. Called when the body is complete, so that slow uploads do not occupy slots.
   *
   * @throws Problem `overloaded` when too many requests are in progress
   */
  readonly begin: () => void;
  readonly leave: () => void;
};

/** Load shedding: rejects work early instead of letting every client wait. */
export type Admission = {
  /**
   * Admits a request before its body is read. Under load new requests are rejected, so that admitted ones finish
   * within the limits.
   *
   * @throws Problem `overloaded`
   */
  readonly enter: (load: Load | undefined) => Entered;
  /**
   * Checks the workspace's backlog once the caller is known. The limit is per workspace, so that one tenant does not
   * block the others.
   *
   * @throws Problem `backlog_full`
   */
  readonly admitQueued: (workspaceId: string) => Promise<void>;
  readonly close: () => void;
};

/** Interval at which the event loop lag is measured, in milliseconds. */
const BEAT_MS = 50;

/** Decay of the lag per measurement: it halves in 250 ms. */
const FORGET = 0.87;

/** How long a count of the backlog is cached, in milliseconds. */
const COUNT_MS = 1_000;

/** Factor by which requests may exceed the slots, for those whose bodies were read while the slots filled up. */
const CROWD = 2;

/** Lag within this time after the start is caused by the start itself. */
const START_MS = 10_000;

const FREE: Entered = { begin: () => undefined, leave: () => undefined };

/** Detail text of a rejection because of event loop lag, which does not depend on the number of requests. */
const LATE = text('load-shedding.late');

const RETRY_OVERLOADED_S = 1;
const RETRY_BACKLOG_S = 15;

/**
 * Creates the load shedding of one process; it measures the event loop until it is closed.
 *
 * @param startMs for this many milliseconds lag causes no rejections
 */
export function makeAdmission(
  app: Pick<AppParts, 'config' | 'queue' | 'metrics'>,
  { startMs = START_MS }: { readonly startMs?: number } = {},
): Admission {
  const { maxInline, maxLag, maxBacklog } = app.config.pressure;
  const refused = app.metrics.counter({
    name: 'http_requests_refused_total',
    help: 'Requests rejected by load shedding.',
    labels: ['reason'],
  });
  // A series that first appears with its first event shows no increase, so that no alert would fire.
  for (const reason of ['lag', 'inline', 'backlog']) refused.inc({ reason }, 0);
  let lag = 0;
  let inside = 0;
  /** Number of requests admitted and not finished. */
  let running = 0;
  const startEnds = performance.now() + startMs;
  let due = performance.now() + BEAT_MS;
  const beat = setInterval(() => {
    const now = performance.now();
    lag = Math.max(now - due, lag * FORGET);
    due = now + BEAT_MS;
  }, BEAT_MS).unref();
  app.metrics.gauge({
    name: 'event_loop_late_seconds',
    help: 'Recent event loop delay.',
    collect: (gauge) => gauge.set(lag / 1000),
  });

  let counting: { readonly at: number; readonly count: Promise<Backlog> } | null = null;
  const backlog = (): Promise<Backlog> => {
    const now = performance.now();
    // Concurrent callers share one count; after a failure the next call counts again.
    if (counting === null || now - counting.at > COUNT_MS) {
      counting = { at: now, count: app.queue.backlog(maxBacklog + 1) };
    }
    return counting.count;
  };

  const admitQueued = async (workspaceId: string): Promise<void> => {
    const share = shareOf(await backlog(), maxBacklog, workspaceId);
    if (share.waiting < share.limit) return;
    refused.inc({ reason: 'backlog' });
    throw makeProblem('backlog_full', share, { headers: { 'Retry-After': String(RETRY_BACKLOG_S) } });
  };

  const turnAway = (reason: 'lag' | 'inline'): Problem => {
    refused.inc({ reason });
    const headers = { 'Retry-After': String(RETRY_OVERLOADED_S) };
    return makeProblem('overloaded', {}, reason === 'lag' ? { headers, detail: LATE } : { headers });
  };

  return {
    enter: (load) => {
      if (load === undefined) return FREE;
      // If no other request is in progress, rejecting this one would not reduce the lag.
      if (running > 0 && lag > maxLag && performance.now() > startEnds) throw turnAway('lag');
      if (inside >= maxInline) throw turnAway('inline');
      running += 1;
      let place: 'none' | 'taken' | 'left' = 'none';
      return {
        begin: () => {
          if (place !== 'none' || load === 'queued') return;
          if (inside >= CROWD * maxInline) throw turnAway('inline');
          inside += 1;
          place = 'taken';
        },
        leave: () => {
          if (place === 'left') return;
          if (place === 'taken') inside -= 1;
          running -= 1;
          place = 'left';
        },
      };
    },
    admitQueued,
    close: () => clearInterval(beat),
  };
}
