import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { giveWayAsSession } from '../../runtime/threads/index.ts';
import { watchGroup } from '../chromium/memory.ts';
import { type ChromiumPlace, type Way, waysToRun } from '../chromium/ways-to-run.ts';
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
  /** Its process, for those who watch it. */
  readonly pid: number;
  readonly kill: () => void;
  readonly close: () => Promise<void>;
  /** Rejects when the browser has ended or is killed; a call to one of its pages may then never be answered. */
  readonly gone: Promise<never>;
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
  /** Empties the page for the next sheet; one that has had many, or that cannot be emptied, is closed. Never fails. */
  readonly giveBack: () => void;
  readonly close: () => Promise<void>;
};

const LAUNCH_MS = 30_000;
/** To open a page costs the processor three times what printing a sheet does; its process grows with what it has printed. */
const SHEETS_A_PAGE = 50;
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
        log[way.sandbox ? 'info' : 'warn']({ pid: found.pid }, `Chromium prints pages ${way.says}`);
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
    args: [...args],
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
  let end: (error: Error) => void;
  const gone = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Between pages nobody waits for it.
  gone.catch(() => undefined);
  browser.once('disconnected', () => {
    way.remove();
    end(new Error('Browser has been closed'));
  });
  const make = async (): Promise<EmptyPage> => {
    const context = await browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: 'block' });
    await context.route('**/*', (route) => route.abort());
    const page = await context.newPage();
    await page.emulateMedia({ media: 'print' });
    return { context, page, sheets: 0 };
  };
  const keep = (page: Promise<EmptyPage>): void => {
    idle.push(page);
    page.catch(() => {
      if (idle.includes(page)) idle.splice(idle.indexOf(page), 1);
    });
  };
  const giveBack = (page: EmptyPage): void => {
    if (page.sheets >= SHEETS_A_PAGE) page.context.close().catch(() => undefined);
    else keep(page.page.setContent('', { waitUntil: 'domcontentloaded', timeout: 0 }).then(() => page));
  };
  return {
    open: async () => {
      opened += 1;
      const page = await (idle.shift()?.catch(make) ?? make());
      page.sheets += 1;
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
    gone,
  };
}

/** A page with nothing on it. */
type EmptyPage = { readonly context: BrowserContext; readonly page: Page; sheets: number };

const toOpenPage = (empty: EmptyPage, giveBack: (page: EmptyPage) => void): OpenPage => ({
  // Nothing is loaded from outside: there is nothing to wait for but the text.
  fill: (html) => empty.page.setContent(html, { waitUntil: 'domcontentloaded', timeout: 0 }),
  evaluate: (expression) => empty.page.evaluate(expression),
  print: () => empty.page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true }),
  giveBack: () => giveBack(empty),
  close: () => empty.context.close(),
});
