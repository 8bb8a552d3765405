import type { Counter, Log } from '../../runtime/index.ts';
import type { OpenPage, RunningBrowser } from '../pdf.ts';
import { NotPrinted } from './not-printed.ts';

export type PressParts = {
  readonly start: () => Promise<RunningBrowser>;
  /** How many pages are printed at once. */
  readonly pages: number;
  /** How many may wait for their turn. */
  readonly waiting: number;
  /** The most that one page may take, in milliseconds, from its turn on. */
  readonly timeLimit: number;
  /** The most memory that the browser may hold for itself, in bytes. */
  readonly memoryLimit: number;
  /** After so many pages another browser takes over. */
  readonly pagesPerBrowser: number;
  readonly log: Log;
  readonly endings: Counter<'outcome'>;
};

/** Prints pages in one browser that is started with the first page, and started again when it breaks. */
export type Press = {
  /**
   * Lets the work print on an empty page; a page that came to nothing with its browser is printed again.
   *
   * @throws NotPrinted; what the work throws; the signal's reason once it aborts
   */
  readonly print: (work: (page: OpenPage) => Promise<Buffer>, signal?: AbortSignal) => Promise<Buffer>;
  /** Waits for the pages that are printed, and ends the browser. */
  readonly close: () => Promise<void>;
  /** The process of the browser; null while there is none. */
  readonly pid: () => number | null;
};

type Task = {
  readonly work: (page: OpenPage) => Promise<Buffer>;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: unknown) => void;
  /** How often the browser broke while it was printed. From the first time on it is printed alone. */
  breaks: number;
};

/** How often a page may break the browser. */
const MOST_BREAKS = 2;
/** A browser that does not start is not tried again for so long, in milliseconds. */
const START_PAUSE = 30_000;
const WATCH_MS = 200;
/** How long a page may take to close before its browser is taken for stuck, in milliseconds. */
const CLOSE_MS = 5_000;

/** Makes the press; nothing is started yet. */
export function makePress(parts: PressParts): Press {
  const { log, endings, memoryLimit, timeLimit } = parts;
  const waiting: Task[] = [];
  const running = new Set<Task>();
  let browser: Promise<RunningBrowser> | null = null;
  let current: RunningBrowser | null = null;
  let refusal: { readonly error: unknown; readonly until: number } | null = null;
  const uses = new Map<RunningBrowser, number>();
  let overfull = false;
  let closed = false;
  let watching: NodeJS.Timeout | null = null;

  const retire = (old: RunningBrowser): void => {
    if (old === current) {
      browser = null;
      current = null;
    }
    if ((uses.get(old) ?? 0) === 0) old.close().catch(() => old.kill());
  };

  const getBrowser = async (): Promise<RunningBrowser> => {
    if (current !== null && (!current.isAlive() || current.opened() >= parts.pagesPerBrowser)) retire(current);
    if (refusal !== null && refusal.until > performance.now()) throw refusal.error;
    browser ??= parts.start();
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
    // What is left of a browser that died ends too: its pages hear of it, and are printed again.
    for (const used of uses.keys()) if (!used.isAlive()) used.kill();
    if (current === null || current.memory() <= memoryLimit) return;
    overfull = true;
    log.error({ limit: memoryLimit }, 'Chromium was ended: it held too much memory');
    current.kill();
  };

  const printOnce = async (task: Task): Promise<Buffer> => {
    const used = await getBrowser();
    uses.set(used, (uses.get(used) ?? 0) + 1);
    const limits = limitsOf(task, timeLimit);
    let page: OpenPage | null = null;
    const opening = used.open();
    try {
      page = await Promise.race([opening, limits.ended, used.gone]);
      return await Promise.race([task.work(page), limits.ended, used.gone]);
    } catch (error) {
      if (error instanceof NotPrinted || (used.isAlive() && !isGone(error))) throw error;
      throw new NotPrinted(overfull ? 'memory' : 'crash', 'Chromium ended', error);
    } finally {
      limits.clear();
      const closing = opening.then((opened) => closePage(opened, used)).catch(() => undefined);
      if (page !== null) await closing;
      uses.set(used, uses.get(used)! - 1);
      if (uses.get(used) === 0) uses.delete(used);
      if (used !== current) retire(used);
    }
  };

  const finish = (task: Task, outcome: string, tell: () => void): void => {
    endings.inc({ outcome });
    running.delete(task);
    tell();
    next();
  };

  const run = async (task: Task): Promise<void> => {
    running.add(task);
    watching ??= setInterval(watch, WATCH_MS);
    try {
      const pdf = await printOnce(task);
      finish(task, 'printed', () => task.resolve(pdf));
    } catch (error) {
      const broke = error instanceof NotPrinted && (error.reason === 'crash' || error.reason === 'memory');
      // Printed with others, nobody knows whose page it was.
      const guilty =
        task.breaks > 0 || (running.size === 1 && error instanceof NotPrinted && error.reason === 'memory');
      if (!broke || closed || task.breaks >= MOST_BREAKS || (guilty && error.reason === 'memory')) {
        const outcome = error instanceof NotPrinted ? error.reason : 'failed';
        return finish(task, outcome, () => task.reject(error));
      }
      log.warn({ err: error }, 'Chromium broke; the page is printed again');
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
      if (task.signal?.aborted) finish(task, 'aborted', () => task.reject(task.signal?.reason));
      else void run(task);
    }
  }

  return {
    print: (work, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new NotPrinted('closed', 'the service ends'));
        if (waiting.length >= parts.waiting) {
          endings.inc({ outcome: 'busy' });
          return reject(new NotPrinted('busy', `${waiting.length} pages wait`));
        }
        waiting.push({ work, signal, resolve, reject, breaks: 0 });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new NotPrinted('closed', 'the service ends'));
      const end = performance.now() + timeLimit;
      while (running.size > 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 20));
      if (watching !== null) clearInterval(watching);
      await browser?.then(
        (last) => last.close().catch(() => last.kill()),
        () => undefined,
      );
    },
    pid: () => current?.pid ?? null,
  };
}

/** Rejects at the time limit or when the signal aborts. */
function limitsOf({ signal }: Task, timeLimit: number): { readonly ended: Promise<never>; readonly clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let abort: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotPrinted('time', `${timeLimit} ms`)), timeLimit);
    abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
  // Whoever waits for it may have left.
  ended.catch(() => undefined);
  return {
    ended,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

/** The page or its browser ended under the call; the browser may not have been heard of yet. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /Page crashed|Target closed|has been closed|disconnected/i.test(error.message);

async function closePage(page: OpenPage, browser: RunningBrowser): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS, 'late');
  });
  const ended = await Promise.race([page.close().catch(() => undefined), late, browser.gone.catch(() => undefined)]);
  clearTimeout(timer);
  if (ended === 'late') browser.kill();
}
