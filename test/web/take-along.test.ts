import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, whyNoChromium } from '../support/chromium.ts';
import { downloadedBy, openPage, servePages } from './open-page.ts';

const reason = await whyNoChromium();
const WRONG = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');

let browser: Browser;
let api: Awaited<ReturnType<typeof servePages>>;

const sample = async (page: Page, which: 'right' | 'wrong'): Promise<void> => {
  await page.click(`[data-sample=${which}]`);
  await page.waitForSelector('#verdict');
};

describe.skipIf(reason !== null)(`what is taken along${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([servePages(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  it('is the result as a table, as a text, and for programs', async () => {
    const { page, faults, close } = await openPage(browser, `${api.url}/`);
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) });
    await page.waitForSelector('#verdict');
    const of = (format: string) => downloadedBy(page, `[data-download=${format}]`);
    const csv = await of('csv');
    expect([csv.name, csv.type]).toEqual(['f.vysledok.csv', 'text/csv']);
    expect(csv.text.split('\r\n')[0]).toMatch(/^level,layer,rule_id,message_sk/);
    expect(csv.text.split('\r\n')[1]).toMatch(/^fatal,EN16931,BR-CO-16,/);
    const markdown = await of('markdown');
    expect([markdown.name, markdown.text.includes('### Suma na úhradu')]).toEqual(['f.vysledok.md', true]);
    const json = await of('json');
    expect(JSON.parse(json.text)).toMatchObject({ filename: 'f.xml', fatal_count: 1, valid: false });
    const { runs, version } = JSON.parse((await of('sarif')).text);
    expect(version).toBe('2.1.0');
    expect(runs[0].tool.driver.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(runs[0].results[0]).toMatchObject({ ruleId: 'BR-CO-16', level: 'error' });
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['/', '/en/'])('is one printed A4 page for a valid invoice (%s)', async (path) => {
    const { page, close } = await openPage(browser, api.url + path);
    await sample(page, 'right');
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
    const [, , width, height] = (await pdf.getPage(1)).view as [number, number, number, number];
    expect([pdf.numPages, Math.round(width), Math.round(height)]).toEqual([1, 595, 842]);
    await close();
  });

  it('is a printed report that begins with the verdict and has the rules behind each mistake', async () => {
    const { page, close } = await openPage(browser, `${api.url}/`);
    await sample(page, 'wrong');
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
    const { text } = await extractText(pdf, { mergePages: false });
    expect(text[0]).toContain('Neposielajte: 3 chyby');
    expect(text.join(' ')).toContain('BR-CO-16');
    expect(text.join(' ')).toMatch(/SHA-256\): ?[0-9a-f]{16}/);
    expect(text.join(' ')).not.toContain('Stiahnuť');
    await close();
  });
});
