import { type Backlog, shareOf } from '../../platform/queue/index.ts';
import type { AppParts } from '../app-parts.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';

/** What a route's work weighs on: this process's thread, or the workers' queue. */
export type Load = 'inline' | 'queued';

/** A request that was let in. Both may be called at any time, and again. */
type Entered = {
  /**
   * Its body is there, and its work begins: only now it takes a place, so that whoever sends slowly keeps nobody out.
   *
   * @throws Problem `overloaded` when many more came in meanwhile than there are places
   */
  readonly begin: () => void;
  readonly leave: () => void;
};

/** Turns work away while this process can still say so, instead of letting every caller wait. */
export type Admission = {
  /**
   * Lets a request in, before anything of its body is read. A new one is the first that can be spared: what is let in
   * is answered within the limits.
   *
   * @throws Problem `overloaded`
   */
  readonly enter: (load: Load | undefined) => Entered;
  /**
   * Whether the workspace may have more waiting, once it is known who calls: what one has submitted keeps no other out.
   *
   * @throws Problem `backlog_full`
   */
  readonly admitQueued: (workspaceId: string) => Promise<void>;
  readonly close: () => void;
};

/** How often the event loop is asked how late it is, in milliseconds. */
const BEAT_MS = 50;

/** A long delay is forgotten at this rate a beat: half of it in a quarter of a second. */
const FORGET = 0.87;

/** How long a count of the backlog is used, in milliseconds. */
const COUNT_MS = 1_000;

/** Requests whose bodies came in while the places were taken may be so many times as many as there are places. */
const CROWD = 2;

/** Delays of the first milliseconds after the start come from the start itself. */
const START_MS = 10_000;

const FREE: Entered = { begin: () => undefined, leave: () => undefined };

/** Of a request that is rejected because the event loop is late: the number of requests is not the reason. */
const LATE = {
  sk: 'Proces služby práve odpovedá oneskorene, napríklad preto, že je počítač zaťažený. Z tejto požiadavky neprečítal nič.',
  en: 'The process of the service responds late right now, for example because the machine is busy. It has read nothing of this request.',
};

const RETRY_OVERLOADED_S = 1;
const RETRY_BACKLOG_S = 15;

/**
 * Makes the admission of one process; it watches its event loop until it is closed.
 *
 * @param startMs for so many milliseconds from now on, a late event loop rejects nothing
 */
export function makeAdmission(
  app: Pick<AppParts, 'config' | 'queue' | 'metrics'>,
  { startMs = START_MS }: { readonly startMs?: number } = {},
): Admission {
  const { maxInline, maxLag, maxBacklog } = app.config.pressure;
  const refused = app.metrics.counter({
    name: 'http_requests_refused_total',
    help: 'Requests turned away under pressure.',
    labels: ['reason'],
  });
  // A series that begins with its first event has not increased, and no alert would fire.
  for (const reason of ['lag', 'inline', 'backlog']) refused.inc({ reason }, 0);
  let lag = 0;
  let inside = 0;
  /** Requests that were let in and have not ended. */
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
    help: 'How late the event loop was lately.',
    collect: (gauge) => gauge.set(lag / 1000),
  });

  let counting: { readonly at: number; readonly count: Promise<Backlog> } | null = null;
  const backlog = (): Promise<Backlog> => {
    const now = performance.now();
    // Many ask for one count; one that fails is told to those who asked, and counted anew.
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
      // Without another request in progress, rejecting this one would not make the event loop any faster.
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
