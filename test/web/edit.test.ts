import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { decodeXml, writerOf } from '../../web/decode.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { axeFindings, downloadedBy, loaded, openXml, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const SAMPLE = readFileSync(new URL('../../web/samples/wrong.xml', import.meta.url), 'utf8');
const WRONG = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');

describe('edited XML', () => {
  it.each([
    ['UTF-8', Buffer.from('<a>ž\n</a>')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<a>ž\n</a>')],
    ['Windows line ends', Buffer.from('<a>ž\r\n</a>\r\n')],
  ])('preserves the encoding of the file: %s', (_, bytes) => {
    const shown = decodeXml(bytes).replaceAll('\r\n', '\n');
    expect(Buffer.from(writerOf(bytes)!(shown))).toEqual(bytes);
    expect(Buffer.from(writerOf(bytes)!(shown.replace('ž', 'š')))).toEqual(
      Buffer.from(bytes.toString().replace('ž', 'š')),
    );
  });

  it.each([
    ['another encoding', Buffer.from('<?xml version="1.0" encoding="windows-1250"?><a/>')],
    ['UTF-16', Buffer.from('\ufeff<a/>', 'utf16le')],
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0x61, 0xff, 0x3e])],
    ['mixed line ends', Buffer.from('<a>\r\n\n</a>')],
    ['line ends with CR only', Buffer.from('<a>\r</a>')],
  ])('is not editable if writing would change more than the edit: %s', (_, bytes) =>
    expect(writerOf(bytes)).toBeNull(),
  );
});

const verdictIs = (page: Page, says: string) =>
  page.waitForFunction((text) => document.querySelector('#verdict')?.textContent === text, says);

describe.skipIf(reason !== null)(`editing${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('validates an edit after a pause, supports undo, shows the difference, and changes only the edited bytes', async () => {
    const { page, requests, faults, close } = await pages.open('/', { serviceWorkers: 'block' });
    const crlf = WRONG.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(crlf) });
    await verdictIs(page, 'Neposielajte: 1 chyba');
    await loaded(page);
    requests.length = 0;
    await openXml(page);
    const content = page.locator('.editor .cm-content');
    await content.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('<!-- a -->');
    // The declaration must come first (XML 1.0, 2.8).
    await verdictIs(page, 'Toto nie je faktúra, ktorú vieme posúdiť');
    expect(
      await page.evaluate(() => document.querySelector('.editor')?.shadowRoot?.activeElement?.className),
    ).toContain('cm-content');
    await page.click('[data-edit=undo]');
    await verdictIs(page, 'Neposielajte: 1 chyba');
    expect(await page.locator('[data-action=corrected]').count()).toBe(0);
    await content.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('<!-- b -->');
    await page.waitForSelector('[data-action=corrected]');
    await page.click('[data-edit=difference]');
    await page.waitForSelector('.editor .cm-changedLine');
    expect(await page.locator('[data-edit=difference]').getAttribute('aria-pressed')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    expect((await downloadedBy(page, '[data-action=corrected]')).text).toBe(`${crlf}<!-- b -->`);
    expect([requests, faults]).toEqual([[], []]);
    await close();
  });

  it('preserves edits and undo history when a correction is applied or the language changes', async () => {
    const { page, faults, close } = await pages.open('/en/');
    const text = SAMPLE.replaceAll('\r\n', '\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });
    await verdictIs(page, 'Do not send: 3 mistakes');
    await openXml(page);
    const content = page.locator('.editor .cm-content');
    await content.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('<!-- b -->');
    await page.waitForSelector('[data-action=corrected]');
    const item = page.locator('[data-correction]', { hasText: 'eur → EUR' });
    await item.getByRole('button', { name: 'Correct and check again' }).click();
    await verdictIs(page, 'Do not send: 2 mistakes');
    const written = async () => (await downloadedBy(page, '[data-action=corrected]')).text;
    expect(await written()).toBe(`${text.replace('"eur"', '"EUR"')}<!-- b -->`);
    await page.click('[data-edit=difference]');
    await page.click('.other');
    expect(await page.locator('[data-edit=difference]').getAttribute('aria-pressed')).toBe('true');
    expect(await content.getAttribute('aria-label')).toContain('XML faktúry');
    // The first undo reverts the correction, the second the earlier edit.
    await page.click('[data-edit=undo]');
    await verdictIs(page, 'Neposielajte: 3 chyby');
    expect(await written()).toBe(`${text}<!-- b -->`);
    await page.click('[data-edit=undo]');
    await page.waitForSelector('[data-action=corrected]', { state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('undoes a correction that was applied before the editor was opened', async () => {
    const { page, faults, close } = await pages.open('/en/');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(SAMPLE) });
    await verdictIs(page, 'Do not send: 3 mistakes');
    const item = page.locator('[data-correction]', { hasText: 'eur → EUR' });
    await item.getByRole('button', { name: 'Correct and check again' }).click();
    await verdictIs(page, 'Do not send: 2 mistakes');
    await openXml(page);
    expect(await page.locator('.editor .cm-here').count()).toBe(1);
    await page.click('[data-edit=undo]');
    await verdictIs(page, 'Do not send: 3 mistakes');
    await page.waitForSelector('[data-action=corrected]', { state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('validates an edit made immediately before the language changes', async () => {
    const { page, close } = await pages.open('/');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) });
    await verdictIs(page, 'Neposielajte: 1 chyba');
    await openXml(page);
    await page.locator('.editor .cm-content').focus();
    // As soon as the page has registered the edit.
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        document.querySelector<HTMLElement>('.other')?.click();
      });
      watch.observe(document.querySelector('#outcome')!, { attributes: true });
    });
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('<!-- a -->');
    await verdictIs(page, 'This is not an invoice that we can check');
    await close();
  });

  it('shows invisible and bidirectional control characters and writes them back unchanged', async () => {
    const { page, faults, close } = await pages.open('/');
    const turned = WRONG.replace('2027-0001', '2027-\u202e0001');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(turned) });
    await openXml(page);
    await page.locator('.editor .cm-content').focus();
    await page.keyboard.press('Control+Home');
    const sign = page.locator('.editor .cm-specialChar');
    await sign.waitFor();
    expect(await sign.getAttribute('title')).toContain('Riadiaci znak');
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('<!-- a -->');
    await page.waitForSelector('[data-action=corrected]');
    expect((await downloadedBy(page, '[data-action=corrected]')).text).toBe(`${turned}<!-- a -->`);
    expect(faults).toEqual([]);
    await close();
  });

  it('uses Slovak editor texts on a Slovak page, including search', async () => {
    const { page, close } = await pages.open('/en/');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) });
    await verdictIs(page, 'Do not send: 1 mistake');
    await openXml(page);
    await page.click('.other');
    await page.locator('.editor .cm-content').focus();
    await page.keyboard.press('Control+f');
    const panel = page.locator('.editor .cm-search');
    await panel.waitFor();
    expect((await panel.textContent())?.toLowerCase()).not.toMatch(/next|previous|all|case|regexp|word|replace/);
    expect(await panel.locator('input').first().getAttribute('aria-label')).toBe('Hľadať');
    expect(await axeFindings(page)).toEqual([]);
    await close();
  });

  it('highlights and edits a large file without a syntax tree', async () => {
    const { page, faults, close } = await pages.open('/');
    const [line = ''] = /<cac:InvoiceLine>[\s\S]*?<\/cac:InvoiceLine>\s*/.exec(WRONG) ?? [];
    const large = WRONG.replace(line, line.repeat(Math.ceil(250_000 / line.length)));
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(large) });
    await page.waitForSelector('#verdict');
    await openXml(page);
    const styles = ['tag', 'attribute', 'value', 'aside'].map((name) => page.locator(`.editor .cm-${name}`).first());
    for (const style of styles) await style.waitFor();
    expect(await page.locator('.editor .cm-tag').first().textContent()).toMatch(/^(ca|cb)c:\w+$/);
    expect(await page.locator('.editor .cm-foldGutter').count()).toBe(0);
    await page.locator('.editor .cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('x');
    await verdictIs(page, 'Toto nie je faktúra, ktorú vieme posúdiť');
    expect(faults).toEqual([]);
    await close();
  });

  it('is not editable if writing would change more than the edit', async () => {
    const { page, close } = await pages.open('/');
    const mixed = WRONG.replace('\n', '\r\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(mixed) });
    await verdictIs(page, 'Neposielajte: 1 chyba');
    await openXml(page);
    expect(await page.locator('.tools').textContent()).toContain('Len na čítanie');
    expect(await page.locator('[data-edit]').count()).toBe(0);
    await close();
  });

  it('pretty-prints a file on one line, marks its issues, and saves no inserted breaks', async () => {
    const { page, faults, close } = await pages.open('/');
    const oneLine = WRONG.replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(/>\s+</g, '><')
      .trim()
      .replace('?>', '?>\r\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(oneLine) });
    await verdictIs(page, 'Neposielajte: 1 chyba');
    await openXml(page);
    expect(await page.locator('.tools').textContent()).toContain('všetko v jednom riadku');
    expect(await page.locator('.editor .cm-mistake').textContent()).toBe('  <cac:LegalMonetaryTotal>');
    expect(await page.locator('.editor .cm-here').textContent()).toBe('  <cac:LegalMonetaryTotal>');
    expect(await page.locator('.where').textContent()).toContain('riadok 2 súboru');
    await page.locator('.editor .cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('<!-- b -->');
    await page.waitForSelector('[data-action=corrected]');
    expect((await downloadedBy(page, '[data-action=corrected]')).text).toBe(`${oneLine}<!-- b -->`);
    expect(faults).toEqual([]);
    await close();
  });
});
