import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { drawn, openXml, usePages, waitForCache } from './open-page.ts';

const reason = await whyNoChromium();
const CII = readFileSync(new URL('../../schematron/canaries/en16931-cii.good.xml', import.meta.url), 'utf8');
const WRONG = CII.replace(/(<ram:DuePayableAmount[^>]*>)[^<]*/, (_, tag) => `${tag}999.00`);
const verdictIs = (page: Page, says: string) =>
  page.waitForFunction((text) => document.querySelector('#verdict')?.textContent === text, says);
const give = (page: Page, name: string, content: string) =>
  page.setInputFiles('#file', { name, mimeType: 'text/xml', buffer: Buffer.from(content) });

describe.skipIf(reason !== null)(`a CII invoice${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('is validated in the browser, with its mistakes, their lines and the marked preview', async () => {
    const { page, faults, close } = await pages.open('/en/');
    await give(page, 'cii.xml', WRONG);
    await verdictIs(page, 'Do not send: 1 mistake');
    expect(await page.locator('.cause .rule').first().textContent()).toBe('BR-CO-16');
    expect(await page.locator('.verdict dl').textContent()).toContain('Tatranský obchod');
    expect(await page.locator('#compare').count()).toBe(1);
    const line = WRONG.slice(0, WRONG.indexOf('<ram:SpecifiedTradeSettlementHeaderMonetarySummation')).split(
      '\n',
    ).length;
    expect(await page.locator('.cause [data-line]').first().getAttribute('data-line')).toBe(String(line));
    await drawn(page);
    expect(await page.locator('.picture .sheet .mark').first().getAttribute('data-cause')).toBe('1');
    expect(await page.locator('.picture .sheet').textContent()).not.toContain('rules were not applied');
    expect(await page.locator('[data-correction]').first().textContent()).toContain('999.00 → ');
    expect(faults).toEqual([]);
    await close();
  });

  it('can be edited and corrected like UBL', async () => {
    const { page, faults, close } = await pages.open('/en/');
    const wrong = CII.replace(/(<ram:LineTotalAmount>\d+)\./, '$1,');
    await give(page, 'cii.xml', wrong);
    await verdictIs(page, 'Do not send: 1 mistake');
    await page.locator('[data-correction] button').click();
    await verdictIs(page, 'You can send this invoice');
    await openXml(page);
    const content = page.locator('.editor .cm-content');
    await content.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('<a/>');
    await verdictIs(page, 'This is not an invoice that we can check');
    await page.click('[data-edit=undo]');
    await verdictIs(page, 'You can send this invoice');
    expect(faults).toEqual([]);
    await close();
  });

  it('is validated offline after the first visit, even if no CII invoice was opened before', async () => {
    const { page, close } = await pages.open('/', { serviceWorkers: 'allow' });
    await waitForCache(page);
    await page.context().setOffline(true);
    await page.goto(pages.url('/en/'));
    await page.waitForSelector('.ways:not([hidden])');
    await give(page, 'cii.xml', WRONG);
    await verdictIs(page, 'Do not send: 1 mistake');
    await drawn(page);
    await close();
  });

  it('is validated in a hybrid PDF', async () => {
    const { page, close } = await pages.open('/en/');
    const pdf = await PDFDocument.create();
    pdf.addPage();
    await pdf.attach(Buffer.from(WRONG), 'factur-x.xml', { mimeType: 'text/xml' });
    const buffer = Buffer.from(await pdf.save());
    await page.setInputFiles('#file', { name: 'hybrid.pdf', mimeType: 'application/pdf', buffer });
    await verdictIs(page, 'Do not send: 1 mistake');
    expect(await page.locator('.verdict').textContent()).toContain('hybrid.pdf › factur-x.xml');
    await close();
  });

  it('is counted in a batch by its mistakes', async () => {
    const { page, close } = await pages.open('/en/');
    const file = (name: string, content: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
    await page.setInputFiles('#file', [file('good.xml', CII), file('wrong.xml', WRONG)]);
    await page.waitForFunction(() => document.body.textContent?.includes('Do not send: 1 mistake'));
    await close();
  });
});
