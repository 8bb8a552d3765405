import { makeGivenUp } from '../../lib/failure-cache.ts';
import { makeFairQueue } from '../../lib/fair-queue.ts';
import { turnOf } from '../../lib/queue-owner.ts';
import { traced } from '../../lib/tracing.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

import { ThreadStopped } from './stopped.ts';
import { makeThreadSlot } from './thread-slot.ts';

/**
 * What a request is expected to cost, from what can be seen of it without doing the work: `small` well under 50 ms,
 * `medium` about a second, `large` anything up to the limits.
 */
const COSTS = ['small', 'medium', 'large'] as const;
export type Cost = (typeof COSTS)[number];

type ThreadPoolParts = {
  /** Begins the names of its metrics: `<name>_stopped_total`, `<name>_waiting`. */
  readonly name: string;
  /** The threads' program; it calls `serveRequests`. */
  readonly script: URL;
  readonly setup: unknown;
  readonly threads: number;
  /** The most that one request may take, in milliseconds, and the heap of its thread, in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** Which threads end when nothing is asked of them for long: one that large requests alone need, or all of them. */
  readonly ending?: 'reserve' | 'all';
  /** Whether even the first one starts when it is needed, for a process that seldom asks; all of them end then. */
  readonly onDemand?: boolean;
  /** How long that is, in milliseconds; a minute unless told otherwise. */
  readonly idleTime?: number;
  /** Overrides `EXPECTED`, in milliseconds of processor time. */
  readonly expected?: Readonly<Record<Cost, number>>;
  readonly log: Log;
  readonly metrics: Metrics;
};

export type PoolRequest<Request> = {
  readonly request: Request;
  /** What of the request is handed over instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
  /** For whom: owners are served in turn, and one that sends without end waits for itself. */
  readonly owner: string;
  readonly cost: Cost;
  /**
   * It is ended after so many milliseconds of the processor already, and neither done again nor given up: the caller knows what
   * else to do about it.
   */
  readonly onlyFor?: number;
  /** Names the work itself; what was given up once is not tried again for a while. Asked for when it is needed. */
  readonly fingerprint: () => string;
  readonly signal?: AbortSignal | undefined;
};

/** Does work in threads that can be ended, fairly. */
export type ThreadPool<Request, Reply> = {
  /**
   * @throws ThreadStopped at the limit of time or memory, now or lately; the signal's reason once it aborts while the
   *   request still waits; Error for a defect, and for a pool that has ended
   */
  readonly run: (request: PoolRequest<Request>) => Promise<Reply>;
  /** Starts the threads that are not there yet; where all of them end, the one for small requests alone. */
  readonly warmUp: () => void;
  /** How many threads there are now. */
  readonly threads: () => number;
  /** How many requests wait for a thread. */
  readonly waiting: () => number;
  /** Ends the threads; what is not done yet is rejected. */
  readonly close: () => Promise<void>;
};

/**
 * Milliseconds of processor time after which a request that costs more than its class is ended when others wait for its
 * thread. It then waits among the large ones, with the rest of its time.
 */
const EXPECTED: Readonly<Record<Cost, number>> = { small: 1_000, medium: 3_000, large: Number.POSITIVE_INFINITY };

const IDLE = 60_000;

/**
 * A thread that is not there yet is started for large requests at once, for others when more than so many wait for each
 * thread before it: fewer than the jobs that a worker process does at once, so that small files alone bring the second.
 */
const WORTH_A_THREAD = 4;

type Task<Request, Reply> = Omit<PoolRequest<Request>, 'cost'> & {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
  /** It waits no more. */
  readonly taken: () => void;
  /** Milliseconds of processor time that attempts before this one have used. */
  used: number;
};

/**
 * Makes the pool. Its slots differ in what they take: with three of them the first does small requests alone, the
 * second medium ones too, any other everything, and each prefers the costliest that it takes. So no number of large
 * requests makes a small or medium one wait for a thread, and one that costs more than its class gives way to others.
 * All attempts of a request together use the time limit at most.
 */
export function makeThreadPool<Request, Reply>(parts: ThreadPoolParts): ThreadPool<Request, Reply> {
  const { name, log, metrics, timeLimit, onDemand = false, idleTime = IDLE, expected: expectedOf = EXPECTED } = parts;
  const ending = onDemand ? 'all' : (parts.ending ?? 'reserve');
  const stopped = metrics.counter({
    name: `${name}_stopped_total`,
    help: 'Requests whose thread was ended at a limit.',
    labels: ['reason'],
  });
  // A series that begins with its first event has not increased, and no alert would fire.
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
  const failureCache = makeGivenUp<ThreadStopped>(() => performance.now());
  let closed = false;

  const giveUp = (task: Task<Request, Reply>, error: ThreadStopped): void => {
    failureCache.add(task.fingerprint(), error);
    stopped.inc({ reason: error.reason });
    log.error({ pool: name, reason: error.reason }, 'a request was given up: its thread was ended');
    task.reject(error);
  };

  /** The limit of all attempts together. */
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
    const turn = turnOf(task.owner);
    const isWaitedFor = (): boolean => takes.some((each) => each !== 'large' && queues[each].hasOthers(turn));
    // A request that is done again must still be whole.
    const isLast = cost === 'large' || onlyFor !== undefined;
    const expected = isLast ? limit : expectedOf[cost];
    try {
      task.resolve(
        (await slot.ask(task.request, { limit, expected, isWaitedFor }, isLast ? (task.transfer ?? []) : [])) as Reply,
      );
    } catch (error) {
      // What is put back into a queue that has ended would wait for ever.
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
      // A thread that stays for small requests alone goes as the event loop does.
      data: { setup: parts.setup, givesWay: ends || (takes[0] !== 'small' && index > 0) },
      idleTime: ends ? idleTime : null,
      // The others compete with what a start still does.
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
        if (queues[cost].remove(turnOf(task.owner), task) || queues.large.remove(turnOf(task.owner), task))
          reject(signal?.reason);
      };
      let waits = true;
      const taken = (): void => {
        waits = false;
        signal?.removeEventListener('abort', leave);
      };
      const task: Task<Request, Reply> = { ...request, resolve, reject, taken, used: 0 };
      queues[cost].push(turnOf(task.owner), task);
      next();
      if (waits) signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    run: (asked) => traced({ name, kind: 'internal', attributes: { 'einvoice.cost': asked.cost } }, () => run(asked)),
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

/** What the slot of an index takes, what it prefers first. */
function takenBy(index: number, threads: number): readonly Cost[] {
  if (threads === 1) return ['small', 'medium', 'large'];
  if (index === 0) return threads === 2 ? ['small', 'medium'] : ['small'];
  return index === 1 && threads > 2 ? ['medium', 'small'] : ['large', 'medium', 'small'];
}
