import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { looksAt } from '../support/cases.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { addressOf, axeFindings, drawn, loaded, openXml, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const WRONG = read('test/golden/wrong-amount-due/invoice.xml');

/** Opens a file through the file input. */
const give = (page: Page, name: string, text: string): Promise<void> =>
  page.setInputFiles('#file', { name, mimeType: 'application/xml', buffer: Buffer.from(text) });
const verdictOf = (page: Page): Promise<string | null> => page.locator('#verdict').textContent();

describe.skipIf(reason !== null)(`the front page${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('validates a file, shows and announces verdict, mistake and fix, without policy violations', async () => {
    const { page, faults, close } = await pages.open('/');
    await give(page, 'f.xml', WRONG);
    expect(await verdictOf(page)).toBe('Neposielajte: 1 chyba');
    expect(await page.locator('#announcement').textContent()).toBe('Neposielajte: 1 chyba');
    expect(await page.locator('.cause h3').textContent()).toContain('Suma na úhradu nie je správna');
    expect(await page.locator('.todo').textContent()).toContain('Skontrolujte, koľko má kupujúci naozaj zaplatiť');
    expect(await page.locator('table.sum').textContent()).toContain('Vychádza');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('verdict');
    expect(faults).toEqual([]);
    await close();
  });

  it('does not shift the layout while work is in progress', async () => {
    const { page, close } = await pages.open('/');
    await give(page, 'f.xml', WRONG);
    await page.waitForSelector('#verdict');
    const moved = await page.evaluate(() => {
      const placeOf = (): string => JSON.stringify(document.getElementById('verdict')!.getBoundingClientRect());
      const before = placeOf();
      document.body.classList.add('working');
      return [before, placeOf()];
    });
    expect(moved[1]).toBe(moved[0]);
    await close();
  });

  it('can be used with the keyboard only: a sample, its mistake, and its line', async () => {
    const { page, close } = await pages.open('/en/');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.sample ?? '');
    for (let i = 0; i < 20 && (await focused()) !== 'wrong'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#verdict');
    expect(await verdictOf(page)).toBe('Do not send: 3 mistakes');
    const isAtCause = () => page.evaluate(() => document.activeElement?.closest('.cause h3') != null);
    for (let i = 0; i < 20 && !(await isAtCause()); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect((await addressOf(page)).hash).toBe('#cause-1');
    // Focus continues at the mistake, so its own link is next.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^line \d+ of the file$/);
    await close();
  });

  it('sends no request while twenty invoices are validated, and works offline', async () => {
    const { page, requests, close } = await pages.open('/', { serviceWorkers: 'allow' });
    await loaded(page);
    requests.length = 0;
    await page.context().setOffline(true);
    for (let i = 0; i < 20; i++) {
      await give(page, `${i}.xml`, WRONG.replace('<cbc:ID>', `<cbc:ID>${i}`));
      await page.waitForFunction((n) => document.querySelector('.verdict')?.textContent?.includes(`${n}.xml`), i);
    }
    expect(await verdictOf(page)).toBe('Neposielajte: 1 chyba');
    await drawn(page);
    // Rarely used rules and readers are loaded as well.
    await give(page, 'self.xml', read('schematron/canaries/peppol-selfbilling-3.good.xml'));
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent?.includes('self.xml'));
    await give(page, 'cii.xml', read('schematron/canaries/en16931-cii.good.xml'));
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent?.includes('cii.xml'));
    expect(await verdictOf(page)).toBe('Faktúru môžete poslať');
    await give(page, 'f.pdf', '%PDF-1.7');
    await page.waitForSelector('#trouble:not([hidden])');
    expect(await page.locator('#trouble').textContent()).toContain('f.pdf: Toto PDF je poškodené');
    await openXml(page);
    expect(requests).toEqual([]);
    await close();
  });

  it('keeps the verdict visible on a phone while the XML scrolls to a mistake; selecting a line scrolls to the XML', async () => {
    const { page, close } = await pages.open('/', { viewport: { width: 320, height: 640 } });
    await give(page, 'f.xml', WRONG.replace('</Invoice>', '</Other>'));
    const isEnd = () => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-scroller')?.scrollTop ?? 0;
    await page.waitForFunction(isEnd);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.click('.cause [data-line]');
    const isSeen = () => document.getElementById('pane-xml')!.getBoundingClientRect().top < innerHeight;
    await page.waitForFunction(isSeen);
    await close();
  });

  it('closes a menu on Escape, which returns the focus to it, and on interaction outside of it', async () => {
    const { page, close } = await pages.open('/');
    await give(page, 'f.xml', WRONG);
    await page.waitForSelector('#verdict');
    const open = () => page.locator('.menu[open]').count();
    await page.click('.menu summary >> nth=0');
    await page.keyboard.press('Tab');
    expect(await open()).toBe(1);
    await page.keyboard.press('Escape');
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    expect([await open(), focused]).toEqual([0, 'SUMMARY']);
    await page.keyboard.press('Enter');
    await page.click('#verdict');
    expect(await open()).toBe(0);
    await close();
  });

  it('long names in a table with many files widen its columns only as needed', async () => {
    const { page, close } = await pages.open('/', { viewport: { width: 1280, height: 900 } });
    const named = WRONG.replaceAll(/(<cbc:(?:RegistrationName|ID)>)[^<]*/g, `$1${'Q'.repeat(400)}`);
    await page.setInputFiles(
      '#file',
      ['x'.repeat(200), 'b'].map((name) => ({
        name: `${name}.xml`,
        mimeType: 'application/xml',
        buffer: Buffer.from(named),
      })),
    );
    await page.waitForSelector('table.month');
    const [table, verdict] = await page.evaluate(() =>
      ['table.month', 'table.month tbody td'].map((selector) => document.querySelector(selector)!.clientWidth),
    );
    expect(table).toBeLessThan(1_600);
    // Nor does it squeeze another column.
    expect(verdict).toBeGreaterThan(100);
    await close();
  });

  it('switches the language without a reload and preserves the result', async () => {
    const { page, requests, faults, close } = await pages.open('/', { serviceWorkers: 'allow' });
    await page.click('[data-sample=right]');
    await page.waitForSelector('#verdict');
    expect(await verdictOf(page)).toBe('Faktúru môžete poslať');
    await drawn(page);
    await loaded(page);
    requests.length = 0;
    await page.click('.other');
    expect(await verdictOf(page)).toBe('You can send this invoice');
    const { pathname } = await addressOf(page);
    expect([pathname, await page.title()]).toEqual(['/en/', 'Check an e-invoice – E-invoice service']);
    await page.click('.other');
    expect(await verdictOf(page)).toBe('Faktúru môžete poslať');
    expect([requests, faults]).toEqual([[], []]);
    await close();
  });

  it('accepts pasted text and shows markup in an invoice as text', async () => {
    const { page, faults, close } = await pages.open('/en/');
    const hostile = '<img src=x onerror=alert(1)>';
    await page.click('#paste summary');
    await page.fill('#text', WRONG.replace('2027-0001', hostile.replaceAll('<', '&lt;')));
    await page.click('#judge');
    await page.waitForSelector('#verdict');
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it.each(looksAt(['/', '/en/']))(
    'axe reports no violations on $page, $colorScheme, $width px; no content is wider than the window',
    async (look) => {
      const { page: path, colorScheme, width } = look;
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page, close } = await pages.open(path, options);
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect([await axeFindings(page), await widest()]).toEqual([[], width]);
      await page.click('[data-sample=wrong]');
      await drawn(page);
      expect([await axeFindings(page), await widest()]).toEqual([[], width]);
      await close();
    },
  );
});
