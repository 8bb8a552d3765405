import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../catalog/installed.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { makeTestDatabase } from '../support/database.ts';
import { makeZip } from '../support/make-zip.ts';
import { builtWeb } from '../web/built-web.ts';
import { usePages } from '../web/open-page.ts';
import { openApi } from './open-api.ts';

const reason = await whyNoChromium();
const read = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url));
const WRONG = read('test/golden/wrong-amount-due/invoice.xml');
const RIGHT = read('web/samples/right.xml');

/** Number of clicks per task in web/README.md. */
const CLICKS = new Map(
  [
    ...read('web/README.md')
      .toString()
      .matchAll(/^\| (.+?) \| .+? \| (\d+) \|$/gm),
  ].map(([, task, clicks]) => [task, Number(clicks)]),
);

/** Counts user actions; choosing a file is one click, like dropping one. */
function handOn(page: Page) {
  const hand = { clicks: 0 };
  return {
    hand,
    click: async (selector: string, on: Page = page): Promise<void> => {
      hand.clicks += 1;
      await on.click(selector);
    },
    give: async (name: string, buffer: Buffer): Promise<void> => {
      hand.clicks += 1;
      await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer });
      await page.waitForSelector('#verdict');
    },
  };
}

describe.skipIf(reason !== null)(`five tasks of a new user${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages(async () => {
    const [catalog, web, database] = await Promise.all([loadCatalog(), builtWeb(), makeTestDatabase()]);
    return openApi({}, 'sandbox', database, { catalog: async () => catalog, web });
  });

  it('finds out why an invoice is rejected', async () => {
    const { page, close } = await pages.open('/');
    const { hand, give } = handOn(page);
    await give('f.xml', WRONG);
    expect(await page.locator('#verdict').textContent()).toBe('Neposielajte: 1 chyba');
    for (const seen of ['.cause h3', '.todo', '.cause .sum']) expect(await page.locator(seen).isVisible()).toBe(true);
    expect(hand.clicks).toBe(CLICKS.get('find out why it is rejected'));
    await close();
  });

  it('corrects the invoice', async () => {
    const { page, close } = await pages.open('/');
    const { hand, give, click } = handOn(page);
    await give('f.xml', WRONG);
    await click('[data-correction] button');
    await click('[data-correction] button:has-text("Áno")');
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent === 'Faktúru môžete poslať');
    await click('[data-action=corrected]');
    expect(hand.clicks).toBe(CLICKS.get('correct it'));
    await close();
  });

  it('proves the result', async () => {
    const { page, close } = await pages.open('/');
    const { hand, give, click } = handOn(page);
    await give('f.xml', WRONG);
    await click('.menu:has([data-service=evidence]) summary');
    const [service] = await Promise.all([page.waitForEvent('popup'), click('[data-service=evidence]')]);
    await service.waitForFunction(() => document.querySelector('#answer')?.textContent?.includes('.zip'));
    expect(hand.clicks).toBe(CLICKS.get('prove it'));
    await close();
  });

  it('writes to the supplier', async () => {
    const { page, close } = await pages.open('/', { permissions: ['clipboard-write'] });
    const { hand, give, click } = handOn(page);
    await give('f.xml', WRONG);
    await click('[data-action=mail]');
    await click('[data-copy="0"]');
    await page.waitForFunction(() => /^(Skop|Ozna)/.test(document.querySelector('[data-copy="0"]')?.textContent ?? ''));
    expect(await page.inputValue('#text-0')).toContain('Suma na úhradu');
    expect(hand.clicks).toBe(CLICKS.get('ask the supplier'));
    await close();
  });

  it('validates the invoices of a month', async () => {
    const { page, close } = await pages.open('/');
    const { hand, give, click } = handOn(page);
    const files = Array.from({ length: 12 }, (_, index) => ({ name: `${index}.xml`, content: RIGHT }));
    await give('month.zip', makeZip([...files, { name: 'bad.xml', content: WRONG }]));
    expect(await page.locator('.month tbody tr').first().textContent()).toContain('bad.xml');
    await click('[data-row="0"]');
    await page.waitForSelector('.cause');
    expect(hand.clicks).toBe(CLICKS.get('validate a month'));
    await close();
  });
});
