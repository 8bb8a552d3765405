import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { type Ending, makeEnding } from '../../../lib/cancellable.ts';
import { giveWayAsSession } from '../../../platform/threads/index.ts';
import { processorTimeOfGroup, watchGroup } from '../chromium/memory.ts';
import { type ChromiumPlace, type Way, waysToRun } from '../chromium/ways-to-run.ts';
import { PAPER } from './geometry.ts';
import { NotPrinted } from './not-printed.ts';
import type { PrintLog } from './print-protocol.ts';

/**
 * A running Chromium that prints sheets, each on a page that no other sheet is on: the next one gets it emptied. Pages run no
 * script and reach no network, so that nothing of a sheet outlives its document.
 */
export type RunningBrowser = {
  /** An empty page: no script of its own, no network, laid out for print. */
  readonly open: () => Promise<OpenPage>;
  /** Makes the page that the next `open` gives. Never fails: then that one does. */
  readonly prepare: () => Promise<void>;
  readonly isAlive: () => boolean;
  /** How often it has opened a page. */
  readonly opened: () => number;
  /** What its processes hold for themselves, in bytes; 0 where the system does not tell. */
  readonly memory: () => number;
  /** What its running processes have used, in milliseconds; null where the system does not report it. */
  readonly processorTime: () => number | null;
  /** Its process, for those who watch it. */
  readonly pid: number;
  readonly kill: () => void;
  readonly close: () => Promise<void>;
  /** The outcome of work on a page, or an error when the browser ends: a call to it may then never be answered. */
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
  /** Empties the page for the next sheet; one that has printed much, or that cannot be emptied, is closed. Never fails. */
  readonly giveBack: () => void;
  readonly close: () => Promise<void>;
};

const LAUNCH_MS = 30_000;
/**
 * Nobody looks at the page: what it shows on a screen is as little as can be, laid out as it is printed, and painted by no
 * thread of its own. That is a quarter of the processor's time for a PDF.
 */
const VIEWPORT = { width: Math.ceil(PAPER.width), height: 1 };
const UNSEEN = ['--disable-threaded-animation', '--disable-threaded-compositing'];
/** So much of a PDF comes in one message, in bytes. */
const CHUNK = 4 * 1024 * 1024;
/** To open a page costs the processor three times what printing a small sheet does: one prints so many characters, 200 small sheets. */
const PRINTED_A_PAGE = 6_000_000;
/**
 * A page lets go of what it has printed when it is asked to: of 3.5 MB a small sheet, of 26 MB one with 120 KB of text. That
 * takes a third of the time of a sheet, and is asked for after so many characters.
 */
const BETWEEN_COLLECTIONS = 600_000;
/** Of the looks at the browser's memory; pages have a process that was started before them. */
const SEARCH_EVERY = 3;

/**
 * Starts Chromium in the safest way that works on this machine.
 *
 * @param signal nobody waits for it any more: what is not unpacked yet never will be
 * @throws NotPrinted `unavailable` when it cannot run here
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
        log[way.sandbox ? 'info' : 'warn']({ browserPid: found.pid }, `Chromium prints pages ${way.says}`);
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
    // The service has an orderly end of its own.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });

function watch(browser: Browser, way: Way): RunningBrowser {
  const pid = Number(readFileSync(way.pidFile, 'utf8'));
  giveWayAsSession(pid);
  let opened = 0;
  const idle: Promise<EmptyPage>[] = [];
  const { end, during } = makeEnding();
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
    const ending = makeEnding();
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
    // The connection may outlive the process as long as one of its children holds the pipe.
    isAlive: () => browser.isConnected() && isRunning(pid),
    opened: () => opened,
    memory: watchGroup(pid, SEARCH_EVERY),
    processorTime: () => processorTimeOfGroup(pid),
    pid,
    kill: () => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
      end(new Error('Browser has been closed'));
    },
    close: () => browser.close(),
    during,
  };
}

/** A page with nothing on it. */
type EmptyPage = {
  readonly context: BrowserContext;
  /**
   * The page by the browser's own protocol: Playwright's calls for the same wait for events of a page that loads, and take twice
   * the time of this process.
   */
  readonly session: CDPSession;
  readonly frameId: string;
  /** As that of the browser, for a page that ends by itself. */
  readonly during: Ending['during'];
  /** How many characters it was filled with, and how many of these it has let go of. */
  printed: number;
  collected: number;
};

// Nothing is loaded from outside: once the text is read, all of it is there.
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
    const asked = page.session.send('Runtime.evaluate', { expression, returnByValue: true });
    const { result, exceptionDetails } = await page.during(asked);
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
