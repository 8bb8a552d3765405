import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { type Ending, makeCancellable } from '../../../lib/cancellable.ts';
import { giveWayAsSession } from '../../../platform/threads/index.ts';
import { processorTimeOfGroup, watchGroup } from '../chromium/memory.ts';
import { type ChromiumPlace, type Way, waysToRun } from '../chromium/ways-to-run.ts';
import { PAPER } from './geometry.ts';
import { NotPrinted } from './not-printed.ts';
import type { PrintLog } from './print-protocol.ts';

/**
 * A running Chromium that prints sheets. Each sheet has a page of its own while it is printed; emptied pages are
 * reused. Pages run no scripts and have no network access, so no data of a sheet survives its document.
 */
export type RunningBrowser = {
  /** Returns an empty page in print layout, without scripts and network access. */
  readonly open: () => Promise<OpenPage>;
  /** Creates the page for the next `open`. Never rejects: that `open` reports the error. */
  readonly prepare: () => Promise<void>;
  readonly isAlive: () => boolean;
  readonly opened: () => number;
  /** Private memory of its processes in bytes; 0 if unavailable. */
  readonly memory: () => number;
  /** Processor time of its running processes in milliseconds; null if unavailable. */
  readonly processorTime: () => number | null;
  readonly pid: number;
  readonly kill: () => void;
  readonly close: () => Promise<void>;
  /**
   * Returns the result of work on a page, or rejects when the browser exits: a pending call may then never settle.
   */
  readonly during: Ending['during'];
};

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export type OpenPage = {
  readonly fill: (html: string) => Promise<void>;
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly print: () => Promise<Buffer>;
  /**
   * Empties the page for the next sheet. A page that has printed much or cannot be emptied is closed. Never rejects.
   */
  readonly giveBack: () => void;
  readonly close: () => Promise<void>;
};

const LAUNCH_MS = 30_000;
/**
 * The page is never displayed, so the screen viewport is minimal, with the width of the print layout, and threaded
 * compositing is disabled. That saves a quarter of the processor time of a PDF.
 */
const VIEWPORT = { width: Math.ceil(PAPER.width), height: 1 };
const UNSEEN = ['--disable-threaded-animation', '--disable-threaded-compositing'];
const CHUNK = 4 * 1024 * 1024;
/**
 * Number of characters that a page prints before it is closed: 200 small sheets. Opening a page takes three times the
 * processor time of printing a small sheet.
 */
const PRINTED_A_PAGE = 6_000_000;
/**
 * Number of characters after which garbage collection is forced in a page. Otherwise a page retains what it has
 * printed: 3.5 MB for a small sheet, 26 MB for one with 120 KB of text. A collection takes a third of the time of a
 * sheet.
 */
const BETWEEN_COLLECTIONS = 600_000;
/** Of memory checks, see `watchGroup`. A new page uses a process that was started earlier. */
const SEARCH_EVERY = 3;

/**
 * Starts Chromium in the safest way that works on this machine.
 *
 * @param signal aborts unpacking
 * @throws NotPrinted `unavailable` if Chromium cannot run on this machine
 */
export async function startBrowser(place: ChromiumPlace, log: PrintLog, signal: AbortSignal): Promise<RunningBrowser> {
  let ways: readonly Way[];
  try {
    ways = await waysToRun(place, signal);
  } catch (error) {
    throw new NotPrinted('unavailable', (error as Error).message, error);
  }
  let reason: unknown = null;
  let found: RunningBrowser | null = null;
  for (const way of ways) {
    if (found === null) {
      try {
        found = watch(await launch(way), way);
        log[way.sandbox ? 'info' : 'warn']({ browserPid: found.pid }, `Chromium prints pages ${way.description}`);
        continue;
      } catch (error) {
        reason = error;
      }
    }
    way.remove();
  }
  if (found !== null) return found;
  throw new NotPrinted('unavailable', `Chromium does not start: ${firstLines(reason)}`, reason);
}

const firstLines = (error: unknown): string => (error as Error).message.split('\n').slice(0, 2).join(' ');

const launch = ({ executablePath, args, env, sandbox }: Way): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [...args, ...UNSEEN],
    env: { ...env },
    chromiumSandbox: sandbox,
    timeout: LAUNCH_MS,
    // The service handles these signals itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });

function watch(browser: Browser, way: Way): RunningBrowser {
  const pid = Number(readFileSync(way.pidFile, 'utf8'));
  giveWayAsSession(pid);
  let opened = 0;
  const idle: Promise<EmptyPage>[] = [];
  const { end, during } = makeCancellable();
  browser.once('disconnected', () => {
    way.remove();
    end(new Error('Browser has been closed'));
  });
  const make = async (): Promise<EmptyPage> => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      offline: true,
      serviceWorkers: 'block',
      viewport: VIEWPORT,
    });
    await context.route('**/*', (route) => route.abort());
    const page = await context.newPage();
    await page.emulateMedia({ media: 'print' });
    const ending = makeCancellable();
    page.once('crash', () => ending.end(new Error('Page crashed')));
    const session = await context.newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    return { context, session, frameId: frameTree.frame.id, during: ending.during, printed: 0, collected: 0 };
  };
  const keep = (page: Promise<EmptyPage>): void => {
    idle.push(page);
    page.catch(() => {
      if (idle.includes(page)) idle.splice(idle.indexOf(page), 1);
    });
  };
  const giveBack = (page: EmptyPage): void => {
    if (page.printed >= PRINTED_A_PAGE) page.context.close().catch(() => undefined);
    else keep(empty(page).then(() => page));
  };
  return {
    open: async () => {
      opened += 1;
      const page = await (idle.shift()?.catch(make) ?? make());
      return toOpenPage(page, giveBack);
    },
    prepare: async () => {
      if (idle.length === 0) keep(make());
      await idle[0]?.catch(() => undefined);
    },
    // The connection may outlive the process while one of its child processes holds the pipe open.
    isAlive: () => browser.isConnected() && isRunning(pid),
    opened: () => opened,
    memory: watchGroup(pid, SEARCH_EVERY),
    processorTime: () => processorTimeOfGroup(pid),
    pid,
    kill: () => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // The process has already exited.
      }
      end(new Error('Browser has been closed'));
    },
    close: () => browser.close(),
    during,
  };
}

type EmptyPage = {
  readonly context: BrowserContext;
  /**
   * The DevTools protocol session of the page. The equivalent Playwright calls wait for load events and take twice
   * the time of this process.
   */
  readonly session: CDPSession;
  readonly frameId: string;
  /** Like `during` of the browser, for a crash of only this page. */
  readonly during: Ending['during'];
  /** Number of characters printed so far, and the value of `printed` at the last garbage collection. */
  printed: number;
  collected: number;
};

// No external resources are loaded, so the page is complete once its text is set.
async function fill(page: EmptyPage, html: string): Promise<void> {
  page.printed += html.length;
  await page.during(page.session.send('Page.setDocumentContent', { frameId: page.frameId, html }));
}

async function empty(page: EmptyPage): Promise<void> {
  await fill(page, '');
  if (page.printed - page.collected < BETWEEN_COLLECTIONS) return;
  page.collected = page.printed;
  await page.during(page.session.send('HeapProfiler.collectGarbage'));
}

const toOpenPage = (page: EmptyPage, giveBack: (page: EmptyPage) => void): OpenPage => ({
  fill: (html) => fill(page, html),
  evaluate: async (expression) => {
    const evaluation = page.session.send('Runtime.evaluate', { expression, returnByValue: true });
    const { result, exceptionDetails } = await page.during(evaluation);
    if (exceptionDetails !== undefined) throw new Error(result.description ?? exceptionDetails.text);
    return result.value;
  },
  print: () => page.during(printPage(page.session)),
  giveBack: () => giveBack(page),
  close: () => page.context.close(),
});

async function printPage(session: CDPSession): Promise<Buffer> {
  const { stream } = await session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    transferMode: 'ReturnAsStream',
  });
  const chunks: Buffer[] = [];
  for (let isEnd = false; !isEnd; ) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle: stream!, size: CHUNK });
    chunks.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
    isEnd = eof;
  }
  await session.send('IO.close', { handle: stream! });
  return Buffer.concat(chunks);
}
