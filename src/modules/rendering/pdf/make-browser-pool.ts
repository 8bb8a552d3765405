import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../../lib/with-timeout.ts';
import { LEAST_SHARE, NotPrinted } from './not-printed.ts';
import type { PrintLog } from './print-protocol.ts';
import type { OpenPage, RunningBrowser } from './start-browser.ts';

type PoolParts = {
  readonly start: (signal: AbortSignal) => Promise<RunningBrowser>;
  readonly pages: number;
  /** Time limit per page in milliseconds, excluding time in the queue. */
  readonly timeLimit: number;
  /** Maximum private memory of the browser, in bytes. */
  readonly memoryLimit: number;
  /** Number of pages after which the browser is replaced. */
  readonly pagesPerBrowser: number;
  readonly log: PrintLog;
};

/** Prints pages in one browser, which starts with the first page and restarts after a crash. */
type BrowserPool = {
  /**
   * Runs the work on an empty page. A page that fails because its browser crashed, or because it ran out of time
   * while other pages were printing, is retried alone in a fresh browser: a second failure is then caused by the page
   * itself.
   *
   * @throws NotPrinted; errors of the work; the reason of the signal
   */
  readonly print: (work: (page: OpenPage) => Promise<Buffer>, signal?: AbortSignal) => Promise<Buffer>;
  /** Starts the browser with a prepared page. Never rejects: the next `print` reports the error. */
  readonly warmUp: () => Promise<void>;
  /** Waits for pages in progress and stops the browser. */
  readonly close: () => Promise<void>;
  readonly pid: () => number | null;
};

type Task = {
  readonly work: (page: OpenPage) => Promise<Buffer>;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: unknown) => void;
  /** Number of failures. After the first one the page is printed alone, in a fresh browser. */
  breaks: number;
  /**
   * Whether other pages were printed in the same browser concurrently or before: it may not have released their
   * memory.
   */
  shared: boolean;
  fresh: boolean;
};

/** How often a page may crash the browser. */
const MAX_BREAKS = 2;
/** How long a browser that failed to start is not retried, in milliseconds. */
const START_PAUSE = 30_000;
const WATCH_MS = 200;
/** How long closing a page may take before the browser counts as stuck, in milliseconds. */
const CLOSE_MS = 5_000;

/** Creates the pool without starting a browser. */
export function makeBrowserPool(parts: PoolParts): BrowserPool {
  const { log, memoryLimit, timeLimit } = parts;
  const waiting: Task[] = [];
  const running = new Set<Task>();
  let browser: Promise<RunningBrowser> | null = null;
  let current: RunningBrowser | null = null;
  let refusal: { readonly error: unknown; readonly until: number } | null = null;
  const uses = new Map<RunningBrowser, number>();
  let overfull = false;
  let closed = false;
  const closing = new AbortController();
  let watching: NodeJS.Timeout | null = null;

  const retire = (old: RunningBrowser): void => {
    if (old === current) {
      browser = null;
      current = null;
    }
    if ((uses.get(old) ?? 0) === 0) old.close().catch(() => old.kill());
  };

  const getBrowser = async (mostOpened: number): Promise<RunningBrowser> => {
    if (current !== null && (!current.isAlive() || current.opened() >= mostOpened)) retire(current);
    if (refusal !== null && refusal.until > performance.now()) throw refusal.error;
    browser ??= parts.start(closing.signal);
    try {
      current = await browser;
      return current;
    } catch (error) {
      browser = null;
      refusal = { error, until: performance.now() + START_PAUSE };
      throw error;
    }
  };

  const watch = (): void => {
    // Kill remaining processes of a crashed browser, so that its pages fail and are retried.
    for (const used of uses.keys()) if (!used.isAlive()) used.kill();
    if (current === null || current.memory() <= memoryLimit) return;
    overfull = true;
    log.error({ limit: memoryLimit }, 'chromium terminated: memory limit exceeded');
    current.kill();
  };

  const printOnce = async (task: Task): Promise<Buffer> => {
    const used = await getBrowser(task.breaks > 0 ? 1 : parts.pagesPerBrowser);
    task.fresh = used.opened() === 0;
    uses.set(used, (uses.get(used) ?? 0) + 1);
    const limits = limitsOf(task, timeLimit, used);
    let page: OpenPage | null = null;
    let isWhole = false;
    const opening = used.open();
    try {
      page = await used.during(Promise.race([opening, limits.ended]));
      const pdf = await used.during(Promise.race([task.work(page), limits.ended]));
      isWhole = true;
      return pdf;
    } catch (error) {
      if (error instanceof NotPrinted || (used.isAlive() && !isGone(error))) throw error;
      throw new NotPrinted(overfull ? 'memory' : 'crash', 'Chromium ended', error);
    } finally {
      limits.clear();
      // A page on which printing failed is not reused.
      if (isWhole) page?.giveBack();
      else {
        const closing = opening.then((opened) => closePage(opened, used)).catch(() => undefined);
        if (page !== null) await closing;
      }
      uses.set(used, uses.get(used)! - 1);
      if (uses.get(used) === 0) uses.delete(used);
      if (used !== current) retire(used);
    }
  };

  const finish = (task: Task, settle: () => void): void => {
    running.delete(task);
    settle();
    next();
  };

  const run = async (task: Task): Promise<void> => {
    running.add(task);
    task.shared = false;
    if (running.size > 1) for (const each of running) each.shared = true;
    watching ??= setInterval(watch, WATCH_MS);
    try {
      const pdf = await printOnce(task);
      finish(task, () => task.resolve(pdf));
    } catch (error) {
      if (closed || isSettled(task, error)) return finish(task, () => task.reject(error));
      log.warn({ err: error }, 'page failed to print; retrying it in a browser of its own');
      task.breaks += 1;
      running.delete(task);
      waiting.unshift(task);
      next();
    }
  };

  function next(): void {
    if (running.size === 0) {
      overfull = false;
      if (waiting.length === 0 && watching !== null) {
        clearInterval(watching);
        watching = null;
      }
    }
    while (waiting.length > 0 && running.size < parts.pages) {
      const isAlone = waiting[0]!.breaks > 0 || [...running].some(({ breaks }) => breaks > 0);
      if (isAlone && running.size > 0) return;
      const task = waiting.shift()!;
      if (task.signal?.aborted) finish(task, () => task.reject(task.signal?.reason));
      else void run(task);
    }
  }

  return {
    print: (work, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new NotPrinted('closed', 'the service is shutting down'));
        waiting.push({ work, signal, resolve, reject, breaks: 0, shared: false, fresh: false });
        next();
      }),
    warmUp: async () => {
      try {
        if (!closed) await (await getBrowser(parts.pagesPerBrowser)).prepare();
      } catch (error) {
        if (!closed) log.info({ err: error }, 'browser warm-up failed');
      }
    },
    close: async () => {
      closed = true;
      closing.abort(new NotPrinted('closed', 'the service is shutting down'));
      for (const { reject } of waiting.splice(0)) reject(new NotPrinted('closed', 'the service is shutting down'));
      const end = performance.now() + timeLimit;
      while (running.size > 0 && performance.now() < end) await pause(20);
      if (watching !== null) clearInterval(watching);
      await browser?.then(
        (last) => last.close().catch(() => last.kill()),
        () => undefined,
      );
    },
    pid: () => current?.pid ?? null,
  };
}

/** Whether an error is final for a page: not if another page of its browser may be the cause. */
function isSettled({ shared, fresh, breaks }: Task, error: unknown): boolean {
  if (!(error instanceof NotPrinted) || !error.isFinal) return true;
  if (error.reason === 'crash') return breaks >= MAX_BREAKS;
  return !shared && (fresh || error.reason === 'time');
}

/**
 * Returns the error for a page at its time limit. If the browser received little processor time, the machine was busy
 * and the page can be retried. The processor time includes other pages of the browser, so concurrently printed pages
 * are retried alone.
 */
function atTimeLimit(timeLimit: number, used: number | null): NotPrinted {
  if (used === null || used >= LEAST_SHARE * timeLimit) return new NotPrinted('time', `${timeLimit} ms`);
  return new NotPrinted('busy', `${timeLimit} ms elapsed; the browser used ${used} ms of CPU time`);
}

/** Rejects at the time limit or when the signal aborts. */
function limitsOf(
  { signal }: Task,
  timeLimit: number,
  browser: Pick<RunningBrowser, 'processorTime'>,
): { readonly ended: Promise<never>; readonly clear: () => void } {
  const before = browser.processorTime();
  const used = (): number | null => {
    const now = before === null ? null : browser.processorTime();
    return now === null || before === null ? null : Math.max(0, now - before);
  };
  let timer: NodeJS.Timeout | undefined;
  let abort: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(atTimeLimit(timeLimit, used())), timeLimit);
    abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
  // Prevents an unhandled rejection if the result is no longer awaited.
  ended.catch(() => undefined);
  return {
    ended,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

/**
 * Whether the page or its browser ended during the call, according to the messages of Playwright and Chromium. A
 * crash rejects the call with "Target crashed" before or after the event "Page crashed", and during printing with
 * "Printing failed".
 */
const isGone = (error: unknown): boolean => error instanceof Error && GONE.test(error.message);
const GONE =
  /(?:Page|Target) crashed|Target closed|session (?:crashed|closed)|has been closed|disconnected|Printing failed/i;

async function closePage(page: OpenPage, browser: RunningBrowser): Promise<void> {
  const closed = browser.during(page.close()).catch(() => undefined);
  await within(closed, CLOSE_MS, () => browser.kill());
}
