import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { decodeXml, writerOf } from '../../web/decode.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { axeFindings, downloadedBy, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const WRONG = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');

describe('XML that was edited', () => {
  it.each([
    ['UTF-8', Buffer.from('<a>ž\n</a>')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<a>ž\n</a>')],
    ['Windows ends of lines', Buffer.from('<a>ž\r\n</a>\r\n')],
  ])('is written back as it came: %s', (_, bytes) => {
    const shown = decodeXml(bytes).replaceAll('\r\n', '\n');
    expect(Buffer.from(writerOf(bytes)!(shown))).toEqual(bytes);
    expect(Buffer.from(writerOf(bytes)!(shown.replace('ž', 'š')))).toEqual(
      Buffer.from(bytes.toString().replace('ž', 'š')),
    );
  });

  it.each([
    ['another encoding', Buffer.from('<?xml version="1.0" encoding="windows-1250"?><a/>')],
    ['UTF-16', Buffer.from('\ufeff<a/>', 'utf16le')],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0x61, 0xff, 0x3e])],
    ['mixed ends of lines', Buffer.from('<a>\r\n\n</a>')],
    ['ends of lines of an old kind', Buffer.from('<a>\r</a>')],
  ])('cannot be written where more would change: %s', (_, bytes) => expect(writerOf(bytes)).toBeNull());
});

const verdictIs = (page: Page, says: string) =>
  page.waitForFunction((text) => document.querySelector('#verdict')?.textContent === text, says);

describe.skipIf(reason !== null)(`editing${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('is judged at the pause, can be taken back, and shows what differs; only what was written is other', async () => {
    const { page, asked, faults, close } = await pages.open('/');
    const crlf = WRONG.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(crlf) });
    await verdictIs(page, 'Neposielajte: 1 chyba');
    asked.length = 0;
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
    expect([asked, faults]).toEqual([[], []]);
    await close();
  });

  it('is not offered where the file would change beyond what was written', async () => {
    const { page, close } = await pages.open('/');
    const mixed = WRONG.replace('\n', '\r\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(mixed) });
    await verdictIs(page, 'Neposielajte: 1 chyba');
    expect(await page.locator('.tools').textContent()).toContain('Len na čítanie');
    expect(await page.locator('[data-edit]').count()).toBe(0);
    await close();
  });

  it('shows a file of one line divided, marks its places, and writes none of the breaks', async () => {
    const { page, faults, close } = await pages.open('/');
    const oneLine = WRONG.replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(/>\s+</g, '><')
      .trim()
      .replace('?>', '?>\r\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(oneLine) });
    await verdictIs(page, 'Neposielajte: 1 chyba');
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
