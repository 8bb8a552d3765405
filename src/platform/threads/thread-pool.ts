import { makeFailureCache } from '../../lib/failure-cache.ts';
import { makeFairQueue } from '../../lib/fair-queue.ts';
import { queueOwnerOf } from '../../lib/queue-owner.ts';
import { traced } from '../../lib/tracing.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

import { ThreadStopped } from './stopped.ts';
import { makeThreadSlot } from './thread-slot.ts';

/**
 * Cost estimate of a request without executing it: `small` well below 50 ms, `medium` about a second, `large` up to
 * the limits.
 */
const COSTS = ['small', 'medium', 'large'] as const;
export type Cost = (typeof COSTS)[number];

type ThreadPoolParts = {
  /** Prefix of its metrics: `<name>_stopped_total`, `<name>_waiting`. */
  readonly name: string;
  /** Program of the threads; it calls `serveRequests`. */
  readonly script: URL;
  readonly setup: unknown;
  readonly threads: number;
  /** Limits per request: time in milliseconds, heap of the thread in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** Which threads end when idle: those for large requests only, or all. */
  readonly ending?: 'reserve' | 'all';
  /**
   * Whether the first thread also starts on demand, for a process with infrequent requests; all threads end when
   * idle.
   */
  readonly onDemand?: boolean;
  /** Idle time in milliseconds; default: one minute. */
  readonly idleTime?: number;
  /** Overrides `EXPECTED`, in milliseconds of processor time. */
  readonly expected?: Readonly<Record<Cost, number>>;
  readonly log: Log;
  readonly metrics: Metrics;
};

export type PoolRequest<Request> = {
  readonly request: Request;
  /** Buffers of the request to transfer instead of copying. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Owner of the request. Owners are served fairly; one that sends continuously only delays itself. */
  readonly owner: string;
  readonly cost: Cost;
  /** Processor time in milliseconds after which the request is ended without a retry; the caller has a fallback. */
  readonly onlyFor?: number;
  /** Identifies the work; stopped work is rejected for a while without another attempt. Called when needed. */
  readonly fingerprint: () => string;
  readonly signal?: AbortSignal | undefined;
};

/** Fair pool of terminable threads. */
export type ThreadPool<Request, Reply> = {
  /**
   * @throws ThreadStopped when the time or memory limit is reached, now or recently for the same fingerprint; the
   *   signal's reason when it aborts while the request waits; Error for a defect or a closed pool
   */
  readonly run: (request: PoolRequest<Request>) => Promise<Reply>;
  /** Starts missing threads; where all threads end when idle, only the one for small requests. */
  readonly warmUp: () => void;
  /** Current number of threads. */
  readonly threads: () => number;
  /** Number of waiting requests. */
  readonly waiting: () => number;
  /** Ends the threads; unfinished requests are rejected. */
  readonly close: () => Promise<void>;
};

/**
 * Milliseconds of processor time after which a request that exceeds its class is preempted when others wait for its
 * thread. It then waits as `large`, with its remaining time.
 */
const EXPECTED: Readonly<Record<Cost, number>> = { small: 1_000, medium: 3_000, large: Number.POSITIVE_INFINITY };

const IDLE = 60_000;

/**
 * A missing thread is started for large requests immediately, for others when more than this many requests wait per
 * existing thread. This is below the concurrency of a worker process, so that small files start a second thread too.
 */
const WORTH_A_THREAD = 4;

type Task<Request, Reply> = Omit<PoolRequest<Request>, 'cost'> & {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
  /** Called when the request leaves the waiting queue. */
  readonly taken: () => void;
  /** Milliseconds of processor time used by earlier attempts. */
  used: number;
};

/**
 * Creates the pool. Slots accept different costs: of three slots the first accepts small requests only, the second
 * also medium ones, all others any, and each prefers the most expensive it accepts. Large requests therefore never
 * block small or medium ones, and a request that exceeds its class is preempted. All attempts of a request share the
 * time limit.
 */
export function makeThreadPool<Request, Reply>(parts: ThreadPoolParts): ThreadPool<Request, Reply> {
  const { name, log, metrics, timeLimit, onDemand = false, idleTime = IDLE, expected: expectedOf = EXPECTED } = parts;
  const ending = onDemand ? 'all' : (parts.ending ?? 'reserve');
  const stopped = metrics.counter({
    name: `${name}_stopped_total`,
    help: 'Requests whose thread was terminated at a limit.',
    labels: ['reason'],
  });
  // Initialised to 0, since a counter that starts with its first event shows no increase and triggers no alert.
  for (const reason of ['time', 'memory']) stopped.inc({ reason }, 0);
  const queues = Object.fromEntries(COSTS.map((cost) => [cost, makeFairQueue<Task<Request, Reply>>()])) as Record<
    Cost,
    ReturnType<typeof makeFairQueue<Task<Request, Reply>>>
  >;
  const waiting = (): number => COSTS.reduce((sum, cost) => sum + queues[cost].size(), 0);
  metrics.gauge({
    name: `${name}_waiting`,
    help: 'Requests that wait for a free thread.',
    collect: (gauge) => gauge.set(waiting()),
  });
  const failureCache = makeFailureCache<ThreadStopped>(() => performance.now());
  let closed = false;

  const giveUp = (task: Task<Request, Reply>, error: ThreadStopped): void => {
    failureCache.add(task.fingerprint(), error);
    stopped.inc({ reason: error.reason });
    log.error({ pool: name, reason: error.reason }, 'thread terminated, limit exceeded');
    task.reject(error);
  };

  /** Reports the limit of all attempts together. */
  const afterAll = ({ reason, limit }: ThreadStopped): ThreadStopped =>
    new ThreadStopped(reason, reason === 'time' ? `${timeLimit} ms` : limit);

  const work = async (
    { slot, takes }: (typeof slots)[number],
    task: Task<Request, Reply>,
    cost: Cost,
  ): Promise<void> => {
    task.taken();
    if (task.signal?.aborted) return task.reject(task.signal.reason);
    const { onlyFor } = task;
    const known = onlyFor === undefined ? failureCache.find(task.fingerprint) : null;
    if (known !== null) return task.reject(known);
    const limit = Math.min(timeLimit - task.used, onlyFor ?? timeLimit);
    const turn = queueOwnerOf(task.owner);
    const isWaitedFor = (): boolean => takes.some((each) => each !== 'large' && queues[each].hasOthers(turn));
    // A request that may be retried must keep its buffers.
    const isLast = cost === 'large' || onlyFor !== undefined;
    const expected = isLast ? limit : expectedOf[cost];
    try {
      task.resolve(
        (await slot.ask(task.request, { limit, expected, isWaitedFor }, isLast ? (task.transfer ?? []) : [])) as Reply,
      );
    } catch (error) {
      // Re-queued requests of a closed pool would never settle.
      if (closed || onlyFor !== undefined || !(error instanceof ThreadStopped)) task.reject(error);
      else if (error.preemptedAfter === null) giveUp(task, task.used === 0 ? error : afterAll(error));
      else {
        task.used += error.preemptedAfter;
        queues.large.push(turn, task);
      }
    }
  };

  const slots = Array.from({ length: parts.threads }, (_, index) => {
    const takes = takenBy(index, parts.threads);
    const isReserve = takes[0] === 'large' && index > 0;
    const ends = isReserve || ending === 'all';
    const slot = makeThreadSlot({
      ...parts,
      // The permanent thread for small requests keeps the priority of the event loop.
      data: { setup: parts.setup, givesWay: ends || (takes[0] !== 'small' && index > 0) },
      idleTime: ends ? idleTime : null,
      // Other threads would compete with the rest of the startup.
      startsNow: index === 0 && !onDemand,
      onFree: () => next(),
    });
    return { slot, takes };
  });

  function next(): void {
    if (closed) return;
    for (const [index, each] of slots.entries()) {
      const { slot, takes } = each;
      if (!slot.isFree()) continue;
      for (const cost of takes) {
        const isOwn = cost === takes[0] || cost === 'large';
        if (!slot.hasThread() && !isOwn && queues[cost].size() <= WORTH_A_THREAD * index) continue;
        const task = queues[cost].shift();
        if (task === undefined) continue;
        work(each, task, cost).then(next);
        break;
      }
    }
  }

  const run = ({ cost, ...request }: PoolRequest<Request>): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The threads have ended'));
      const { signal } = request;
      if (signal?.aborted) return reject(signal.reason);
      const leave = (): void => {
        if (queues[cost].remove(queueOwnerOf(task.owner), task) || queues.large.remove(queueOwnerOf(task.owner), task))
          reject(signal?.reason);
      };
      let waits = true;
      const taken = (): void => {
        waits = false;
        signal?.removeEventListener('abort', leave);
      };
      const task: Task<Request, Reply> = { ...request, resolve, reject, taken, used: 0 };
      queues[cost].push(queueOwnerOf(task.owner), task);
      next();
      if (waits) signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    run: (threadTask) =>
      traced({ name, kind: 'internal', attributes: { 'einvoice.cost': threadTask.cost } }, () => run(threadTask)),
    warmUp: () => {
      for (const { slot } of ending === 'all' ? slots.slice(0, 1) : slots) slot.warmUp();
    },
    threads: () => slots.filter(({ slot }) => slot.hasThread()).length,
    waiting,
    close: async () => {
      closed = true;
      for (const cost of COSTS) {
        for (let task = queues[cost].shift(); task !== undefined; task = queues[cost].shift()) {
          task.taken();
          task.reject(new Error('The threads have ended'));
        }
      }
      await Promise.all(slots.map(({ slot }) => slot.close()));
    },
  };
}

/** Costs that the slot at an index accepts, preferred first. */
function takenBy(index: number, threads: number): readonly Cost[] {
  if (threads === 1) return ['small', 'medium', 'large'];
  if (index === 0) return threads === 2 ? ['small', 'medium'] : ['small'];
  return index === 1 && threads > 2 ? ['medium', 'small'] : ['large', 'medium', 'small'];
}
