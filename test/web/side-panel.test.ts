import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { axeFindings, drawn, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const SAMPLE = readFileSync(new URL('../../web/samples/wrong.xml', import.meta.url), 'utf8');

/** The numbers of the selected causes in the address, in the report and on the invoice. */
const looked = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('.picture')?.shadowRoot;
    const here = root?.querySelector('.here');
    return {
      address: location.hash,
      report: document.querySelector<HTMLElement>('.cause.here')?.dataset.cause ?? null,
      invoice: (here?.matches('.mark') === true ? here : here?.nextElementSibling)?.textContent ?? null,
    };
  });

describe.skipIf(reason !== null)(`side panel of the report${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('numbers mistakes in invoice and XML; selecting one updates all views', async () => {
    const { page, faults, close } = await pages.open('/');
    await page.click('[data-sample=wrong]');
    await drawn(page);
    expect(await page.locator('.picture .sheet').textContent()).toContain('Dunajské stavby');
    const marks = await page.locator('.picture .mark').allTextContents();
    expect([...new Set(marks)].sort()).toEqual(['1', '2', '3']);
    // On the invoice.
    await page.locator('.picture .mark[data-cause="3"]').first().click();
    await expect.poll(() => looked(page)).toEqual({ address: '#cause-3', report: '3', invoice: '3' });
    // In the report.
    await page.click('#cause-2 h3 a');
    await expect.poll(() => looked(page)).toEqual({ address: '#cause-2', report: '2', invoice: '2' });
    // The XML scrolls to the selected cause when it becomes visible, and its marker selects the cause.
    await page.click('#tab-xml');
    await expect.poll(() => page.locator('.editor .cm-here').textContent()).toContain('InvoicedQuantity');
    await page.locator('.editor .cm-cause', { hasText: '1' }).first().click();
    await page.click('#tab-invoice');
    // The wrong currency is marked at its price, not at the line number.
    expect(await page.locator('.picture .lines .marked[data-bt="BT-146"]').count()).toBe(1);
    expect(await page.locator('.picture .lines .n .mark').count()).toBe(0);
    await expect.poll(() => looked(page)).toEqual({ address: '#cause-1', report: '1', invoice: '1' });
    // A marked value acts as its mark.
    await page.locator('.picture .marked', { hasText: 'ks' }).first().click();
    await expect.poll(() => looked(page)).toEqual({ address: '#cause-2', report: '2', invoice: '2' });
    await page.click('#cause-1 .rules summary');
    await page.locator('#cause-1 [data-line]').first().click();
    await expect.poll(() => page.locator('#tab-xml').getAttribute('aria-selected')).toBe('true');
    expect(faults).toEqual([]);
    await close();
  });

  it('opens the XML at the selected line, even before the editor is loaded', async () => {
    const { page, faults, close } = await pages.open('/status');
    let load = (): void => undefined;
    const isSelected = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/assets/xml-pane*', async (route) => {
      await isSelected;
      await route.continue();
    });
    await page.goto(pages.url('/'));
    await page.click('[data-sample=wrong]');
    await page.locator('#cause-2 [data-line]').first().click();
    await expect.poll(() => page.locator('.tools').textContent()).toContain('Načítavam XML');
    load();
    await expect.poll(() => page.locator('.editor .cm-here').textContent()).toContain('InvoicedQuantity');
    expect(await page.locator('.tools').textContent()).not.toContain('Načítavam XML');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the mark of a missing item name below the line number', async () => {
    const { page, close } = await pages.open('/');
    const withoutName = SAMPLE.replace('<cbc:Name>Sprievodca po Tatrách</cbc:Name>', '');
    expect(withoutName).not.toBe(SAMPLE);
    const buffer = Buffer.from(withoutName);
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'application/xml', buffer });
    await drawn(page);
    const marks = page.locator('.picture .lines .n .mark');
    expect(await marks.count()).toBe(1);
    const boxes = await marks.first().evaluate((mark) => {
      const number = document.createRange();
      number.selectNodeContents(mark.previousSibling!);
      return { mark: mark.getBoundingClientRect().top, number: number.getBoundingClientRect().bottom };
    });
    // Rounding can move an edge by one pixel.
    expect(boxes.mark).toBeGreaterThanOrEqual(boxes.number - 1);
    await close();
  });

  it('switches between invoice and XML with the keyboard and preserves the selected mistake in the address', async () => {
    const { page, close } = await pages.open('/en/#cause-2');
    await page.click('[data-sample=wrong]');
    await drawn(page);
    await page.focus('#tab-invoice');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('tab-xml');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.locator('.picture .mark[data-cause="3"]').first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => looked(page)).toEqual({ address: '#cause-3', report: '3', invoice: '3' });
    await close();
  });

  it('shows numbers in forced colors and disables animations if reduced motion is preferred', async () => {
    const { page, faults, close } = await pages.open('/', { forcedColors: 'active', reducedMotion: 'reduce' });
    await page.click('[data-sample=wrong]');
    await drawn(page);
    const styleOf = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    expect(await styleOf('.picture .mark', 'border-top-style')).toBe('solid');
    expect(await styleOf('.cause .number', 'border-top-style')).toBe('solid');
    expect(await styleOf('.button', 'transition-duration')).toMatch(/^0s/);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('renders the invoice again after a correction and in the other language', async () => {
    const { page, close } = await pages.open('/');
    await page.click('[data-sample=wrong]');
    await drawn(page);
    await page.click('.other');
    await page.waitForFunction(() =>
      document.querySelector('.picture')?.shadowRoot?.querySelector('.sheet')?.textContent?.includes('Amount due'),
    );
    const item = page.locator('[data-correction]', { hasText: 'eur → EUR' });
    await item.getByRole('button', { name: 'Correct and check again' }).click();
    await page.waitForFunction(
      () => document.querySelector('.picture')?.shadowRoot?.querySelector('.mark[data-cause="3"]') === null,
    );
    expect(await page.locator('.picture .mark').count()).toBeGreaterThan(0);
    await close();
  });
});
