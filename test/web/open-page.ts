import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Api, startApi } from '../../src/composition/api.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { fakeParts, QUIET } from '../http/fake-parts.ts';
import { launchChromium } from '../support/chromium.ts';
import { builtWeb } from './built-web.ts';

/** The API with the browser code of the pages and fake parts. */
async function servePages() {
  const catalog = await loadCatalog();
  return startApi(fakeParts({ catalog: async () => catalog, web: await builtWeb(), ...QUIET }), {
    checkAnswers: 'throw',
  });
}

/** Starts the pages and a browser for the tests of a block, by default with fake parts. */
export function usePages(start: () => Promise<Pick<Api, 'url' | 'close'>> = servePages) {
  let browser: Browser;
  let api: Pick<Api, 'url' | 'close'>;
  beforeAll(async () => {
    [api, browser] = await Promise.all([start(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });
  return {
    url: (path: string): string => new URL(path, api.url).href,
    open: (path: string, options?: BrowserContextOptions): Promise<OpenPage> =>
      openPage(browser, new URL(path, api.url).href, options),
  };
}

type OpenPage = {
  readonly page: Page;
  /** Console warnings and errors, uncaught exceptions, and violations of the Content Security Policy. */
  readonly faults: readonly string[];
  /** Requested URLs; a test may empty the list. */
  readonly requests: string[];
  readonly close: () => Promise<void>;
};

/**
 * Timeout in milliseconds for hanging tests on a busy machine: the first request waits until the code of the pages is
 * compressed.
 */
const MAX_WAITED = 300_000;

/** Opens a page and waits for its script. */
async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(MAX_WAITED);
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    // The test itself blocks service workers unless they are allowed.
    if (options.serviceWorkers !== 'allow' && message.text().startsWith('Service Worker registration blocked')) return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  context.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(address);
  if ((await page.locator('script[src*=page]').count()) > 0 && options.javaScriptEnabled !== false)
    await page.waitForSelector('.ways:not([hidden])', { state: 'attached' });
  return { page, faults, requests, close: () => context.close() };
}

/**
 * The address of the page, read in the page itself: `page.url()` lags behind, because the browser reports a navigation
 * within the page only after the key press or click has returned.
 */
export const addressOf = async (page: Page): Promise<URL> => new URL(await page.evaluate(() => location.href));

/** Waits until the invoice is rendered next to its report. */
export const drawn = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('.picture')?.shadowRoot?.querySelector('.sheet') != null);
};

/** Opens the XML tab and waits until its editor is open. */
export async function openXml(page: Page): Promise<void> {
  await page.click('#tab-xml');
  await page.locator('.editor .cm-content').waitFor();
}

/** Waits until the service worker has cached the page. */
export const waitForCache = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
};

/** Waits until the validator has loaded and cached everything, so that it sends no further requests. */
export const loaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => performance.getEntriesByName('loaded').length > 0);
};

type Downloaded = { readonly name: string; readonly type: string; readonly text: string };

/**
 * Returns the download of a click. The packaged browser does not save downloads; the created blob is read instead.
 */
export const downloadedBy = (page: Page, selector: string): Promise<Downloaded> =>
  page.evaluate(async (element) => {
    const blobs: Blob[] = [];
    let name = '';
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob);
      return '#';
    };
    HTMLAnchorElement.prototype.click = function take() {
      name = this.download;
    };
    document.querySelector<HTMLElement>(element)?.click();
    return { name, type: blobs[0]?.type ?? '', text: (await blobs[0]?.text()) ?? '' };
  }, selector);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Found = { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] };

/** Violations that axe reports by WCAG 2.2 A and AA and its own best practices, each with its element. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (where: unknown) => Promise<{ violations: Found[] }> } };
    return (await axe.run(document)).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}
