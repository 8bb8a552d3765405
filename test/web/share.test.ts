import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { addressOf, axeFindings, downloadedBy, loaded, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const WRONG = read('test/golden/wrong-amount-due/invoice.xml');
const EARLIER = read('schematron/canaries/earlier.good.xml');

const sample = async (page: Page, which: 'right' | 'wrong'): Promise<void> => {
  await page.click(`[data-sample=${which}]`);
  await page.waitForSelector('#verdict');
};

describe.skipIf(reason !== null)(`sharing a result${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('the result is available as a table, as text, and in formats for programs', async () => {
    const { page, faults, close } = await pages.open('/');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) });
    await page.waitForSelector('#verdict');
    const of = (format: string) => downloadedBy(page, `[data-download=${format}]`);
    const csv = await of('csv');
    expect([csv.name, csv.type]).toEqual(['f.vysledok.csv', 'text/csv']);
    expect(csv.text.split('\r\n')[0]).toMatch(/^level;layer;rule_id;message_sk/);
    expect(csv.text.split('\r\n')[1]).toMatch(/^fatal;EN16931;BR-CO-16;/);
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

  it.each(['/', '/en/'])('prints a valid invoice on one A4 page (%s)', async (path) => {
    const { page, close } = await pages.open(path);
    await sample(page, 'right');
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
    const [, , width, height] = (await pdf.getPage(1)).view as [number, number, number, number];
    expect([pdf.numPages, Math.round(width), Math.round(height)]).toEqual([1, 595, 842]);
    await close();
  });

  it('prints a report on one sheet, starting with the verdict and with the rules of each mistake', async () => {
    const { page, close } = await pages.open('/');
    await sample(page, 'wrong');
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
    const { text } = await extractText(pdf, { mergePages: false });
    expect(text).toHaveLength(1);
    expect(text[0]).toContain('Neposielajte: 3 chyby');
    expect(text.join(' ')).toContain('BR-CO-16');
    expect(text.join(' ')).toMatch(/SHA-256\): ?[0-9a-f]{16}/);
    expect(text.join(' ')).not.toContain('Stiahnuť');
    // The comparison is printed, its form is not.
    await page.click('.compare summary');
    await page.fill('.compare input', '2026-03-31');
    await page.click('.compare button');
    await page.waitForFunction(() => document.querySelector('.compare')?.textContent?.includes('Zistenia sú rovnaké'));
    const again = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
    const pdfText = (await extractText(again, { mergePages: true })).text;
    expect(pdfText).toContain('Zistenia sú rovnaké');
    expect(pdfText).not.toMatch(/Porovnať|Deň/);
    await close();
  });

  it('creates a link with only rules and locations, which another browser shows', async () => {
    const { page, requests, faults, close } = await pages.open('/', { serviceWorkers: 'block' });
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) });
    await page.waitForSelector('#verdict');
    await loaded(page);
    requests.length = 0;
    await page.click('[data-action=link]');
    const link = await page.locator('#offered textarea').inputValue();
    expect(link).toMatch(/^http:\/\/[^/]+\/#r=[\w-]{20,400}$/);
    expect(await axeFindings(page)).toEqual([]);
    await page.click('[data-close]');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('verdict');
    expect([requests, faults]).toEqual([[], []]);
    await close();

    const other = await pages.open(link);
    await other.page.waitForSelector('#verdict');
    expect(await other.page.locator('#verdict').textContent()).toBe('Neposielajte: 1 chyba');
    const report = await other.page.locator('.report').textContent();
    expect(report).toContain('BR-CO-16');
    expect(report).toContain('/Invoice/cac:LegalMonetaryTotal');
    expect(report).not.toContain('2027-0001');
    expect(await axeFindings(other.page)).toEqual([]);
    await other.page.click('.other');
    expect(await other.page.locator('#verdict').textContent()).toBe('Do not send: 1 mistake');
    await other.page.setInputFiles('#file', { name: 'g.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) });
    await other.page.waitForSelector('.picture');
    expect((await addressOf(other.page)).hash).toBe('');
    expect(other.faults).toEqual([]);
    await other.close();
  });

  it('rejects a link without a report', async () => {
    const { page, close } = await pages.open('/#r=broken');
    await page.waitForSelector('#trouble:not([hidden])');
    expect(await page.locator('#trouble').textContent()).toBe(
      'Tento odkaz neobsahuje žiadny výsledok alebo je neúplný.',
    );
    await close();
  });

  it('offers an e-mail to the supplier in both languages with a copy button, but not for a valid invoice', async () => {
    const { page, requests, faults, close } = await pages.open('/', { serviceWorkers: 'block' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sample(page, 'wrong');
    await loaded(page);
    requests.length = 0;
    await page.click('[data-action=mail]');
    const [slovak, english] = await page
      .locator('#offered textarea')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
    expect(slovak).toContain('má 3 chyby, takže ho v tejto podobe nemôžeme spracovať.');
    expect(english).toContain('has 3 mistakes');
    await page.click('[data-copy="0"]');
    await page.waitForFunction(() => document.querySelector('#announcement')?.textContent === 'Skopírované');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(slovak);
    expect(await axeFindings(page)).toEqual([]);
    expect([requests, faults]).toEqual([[], []]);
    await page.click('[data-action=another]');
    await sample(page, 'right');
    expect(await page.locator('[data-action=mail]').count()).toBe(0);
    await close();
  });

  it('compares with the rules of another day and handles days without rules', async () => {
    const { page, requests, faults, close } = await pages.open('/', { serviceWorkers: 'block' });
    // Until August 2026 an amount due required a due date or payment terms (BR-CO-25).
    const undated = EARLIER.replace(/<cbc:DueDate>[^<]*<\/cbc:DueDate>/, '');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(undated) });
    await page.waitForSelector('#verdict');
    await page.click('.compare summary');
    expect(await page.inputValue('#day')).toBe('2025-10-06');
    const compareWith = async (day: string, says: RegExp): Promise<string> => {
      await page.fill('#day', day);
      await page.click('#compare button');
      await page.waitForFunction(
        (text) => new RegExp(text).test(document.querySelector('#compared')?.textContent ?? ''),
        says.source,
      );
      return (await page.locator('#compared').textContent()) ?? '';
    };
    const spring = await compareWith('2026-03-31', /podľa pravidiel platných 31\.\s3\.\s2026 nie\./);
    expect(spring).toContain('BR-CO-25');
    expect(await axeFindings(page)).toEqual([]);
    await compareWith('2019-01-01', /Pravidlá platné 1\.\s1\.\s2019 tu nie sú\./);
    await compareWith('2099-01-01', /Zistenia sú rovnaké[\s\S]*ešte len príde/);
    await page.click('.other');
    await page.click('.compare summary');
    await compareWith('2026-03-31', /not by those of 31 March 2026/);
    expect(faults).toEqual([]);
    expect(requests.filter((address) => !address.includes('/assets/') && !address.endsWith('/'))).toEqual([]);
    await close();
  });
});
