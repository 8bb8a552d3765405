import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { drawn, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const WRONG = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url));
const FILE = { name: 'f.xml', mimeType: 'text/xml', buffer: WRONG };
const trouble = (page: Page) => page.locator('#trouble:not([hidden])').textContent();

describe.skipIf(reason !== null)(`a bad connection${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('validates a file that was chosen before the script loaded', async () => {
    const { page, close } = await pages.open('/status');
    let come = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route('**/assets/page.js', async (route) => {
      await isWanted;
      await route.continue();
    });
    await page.goto(pages.url('/'), { waitUntil: 'commit' });
    await page.setInputFiles('#file', FILE);
    come();
    await page.waitForSelector('#verdict');
    expect(await page.locator('.verdict').textContent()).toContain('f.xml');
    await close();
  });

  it('reports a loading error instead of an invalid invoice, and validates the next file after reconnecting', async () => {
    const { page, close } = await pages.open('/status');
    let isLost = true;
    await page.route('**/assets/worker.js', (route) => (isLost ? route.abort() : route.continue()));
    await page.goto(pages.url('/'));
    await page.waitForSelector('.ways:not([hidden])');
    await page.setInputFiles('#file', FILE);
    expect(await trouble(page)).toContain('Skontrolujte pripojenie a skúste to znova.');
    isLost = false;
    await page.setInputFiles('#file', FILE);
    await page.waitForSelector('#verdict');
    expect(await page.locator('#trouble').isHidden()).toBe(true);
    await close();
  });

  it('reports that the editor could not be loaded, stays usable, and loads it on request', async () => {
    const { page, close } = await pages.open('/status');
    let isLost = true;
    await page.route('**/assets/xml-pane*', (route) => (isLost ? route.abort() : route.continue()));
    await page.goto(pages.url('/'));
    await page.waitForSelector('.ways:not([hidden])');
    await page.setInputFiles('#file', FILE);
    await page.click('.cause [data-line]');
    const retry = page.locator('.tools button', { hasText: 'Skúsiť znova' });
    await retry.waitFor();
    expect(await page.locator('.tools').textContent()).toContain('Skontrolujte pripojenie a skúste to znova.');
    expect(await page.locator('#announcement').textContent()).toContain('Skontrolujte pripojenie');
    await page.click('#tab-invoice');
    await drawn(page);
    await page.click('.cause [data-line]');
    await retry.waitFor();
    isLost = false;
    await retry.click();
    await expect.poll(() => page.locator('.editor .cm-here').textContent()).toContain('LegalMonetaryTotal');
    expect(await page.locator('.tools').textContent()).not.toContain('Skontrolujte pripojenie');
    await close();
  });

  it('reports that the invoice could not be rendered, and renders it on request', async () => {
    const { page, close } = await pages.open('/status');
    let isLost = true;
    await page.route('**/assets/html-*', (route) => (isLost ? route.abort() : route.continue()));
    await page.goto(pages.url('/'));
    await page.waitForSelector('.ways:not([hidden])');
    await page.setInputFiles('#file', FILE);
    const retry = page.locator('.picture button', { hasText: 'Skúsiť znova' });
    await retry.waitFor();
    isLost = false;
    await retry.click();
    await drawn(page);
    await close();
  });

  it('without scripts shows the chosen file and no privacy notice', async () => {
    const { page, close } = await pages.open('/', { javaScriptEnabled: false });
    const { width, height } = (await page.locator('#file').boundingBox())!;
    expect([width > 100, height > 15]).toEqual([true, true]);
    expect(await page.getByText('Nič sa neodosiela').isVisible()).toBe(false);
    expect(await page.locator('noscript button').isVisible()).toBe(true);
    await close();
  });
});
