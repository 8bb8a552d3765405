import { chmodSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { downloadedBy, openXml, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const RIGHT = readFileSync(new URL('../../web/samples/right.xml', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
const fileOf = (name: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(RIGHT) });

/** Types at the end of the XML and clicks before the edit is validated. */
async function writeAndClick(page: Page, text: string, selector: string): Promise<void> {
  await page.locator('.editor .cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.evaluate((element) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      document.querySelector<HTMLElement>(element)?.click();
    });
    watch.observe(document.querySelector('#outcome')!, { attributes: true });
  }, selector);
  await page.keyboard.insertText(text);
}

async function write(page: Page, text: string): Promise<void> {
  await page.locator('.editor .cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

/** Records confirmation dialogs and dismisses each. */
function questionsOf(page: Page): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  return questions;
}

describe.skipIf(reason !== null)(`unsaved changes${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('a download contains the complete edit, even immediately after typing', async () => {
    const { page, faults, close } = await pages.open('/');
    await page.setInputFiles('#file', fileOf('f.xml'));
    await openXml(page);
    await write(page, '<!-- a -->');
    await page.waitForSelector('[data-action=corrected]');
    await page.evaluate(() => {
      const taken: Blob[] = [];
      Object.assign(globalThis, { taken });
      URL.createObjectURL = (blob) => {
        taken.push(blob as Blob);
        return '#';
      };
      HTMLAnchorElement.prototype.click = () => undefined;
    });
    await writeAndClick(page, '<!-- b -->', '[data-action=corrected]');
    await page.waitForFunction(() => (globalThis as unknown as { taken: Blob[] }).taken.length > 0);
    const text = await page.evaluate(() => (globalThis as unknown as { taken: Blob[] }).taken[0]!.text());
    expect(text).toBe(`${RIGHT}<!-- a --><!-- b -->`);
    expect(faults).toEqual([]);
    await close();
  });

  it('an edit stays with its file of a batch, even if the list is opened immediately', async () => {
    const { page, close } = await pages.open('/');
    await page.setInputFiles('#file', [fileOf('a.xml'), fileOf('b.xml')]);
    await page.click('[data-row="0"]');
    await openXml(page);
    await writeAndClick(page, '<!-- a -->', '[data-action=back]');
    await page.click('[data-row="0"]');
    await page.waitForSelector('[data-action=corrected]');
    expect((await downloadedBy(page, '[data-action=corrected]')).text).toBe(`${RIGHT}<!-- a -->`);
    await close();
  });

  it('leaving the page or opening another file requires confirmation until the edit is downloaded', async () => {
    const { page, close } = await pages.open('/');
    const questions = questionsOf(page);
    const reload = () => page.evaluate(() => void setTimeout(() => location.reload()));
    await page.setInputFiles('#file', fileOf('f.xml'));
    await openXml(page);
    await write(page, '<!-- a -->');
    const opened = page.waitForEvent('dialog');
    await reload();
    await opened;
    await page.waitForSelector('[data-action=corrected]');
    await page.click('[data-action=another]');
    const again = page.waitForEvent('dialog');
    await page.setInputFiles('#file', fileOf('g.xml'));
    await again;
    expect(questions).toEqual(['beforeunload', 'confirm', 'confirm']);
    expect(await page.locator('.verdict').textContent()).toContain('f.xml');
    expect((await downloadedBy(page, '[data-action=corrected]')).text).toBe(`${RIGHT}<!-- a -->`);
    const loaded = page.waitForEvent('load');
    await reload();
    await loaded;
    expect(questions).toHaveLength(3);
    await close();
  });

  it('an edit survives an attempt to open too much data, of which nothing is read', async () => {
    const { page, close } = await pages.open('/');
    const folder = mkdtempSync(join(tmpdir(), 'einvoice-large-'));
    // The browser may run as another user.
    chmodSync(folder, 0o755);
    const large = join(folder, 'month.zip');
    writeFileSync(large, '');
    // A sparse file occupies no disk space.
    truncateSync(large, 600_000_001);
    await page.setInputFiles('#file', fileOf('f.xml'));
    await page.waitForSelector('#verdict');
    await page.setInputFiles('#file', large);
    await page.waitForSelector('#trouble:not([hidden])');
    expect(await page.locator('#trouble').textContent()).toContain('viac než 600 MB');
    expect(await page.locator('.verdict').textContent()).toContain('f.xml');
    rmSync(folder, { recursive: true });
    await close();
  });

  it('an undone edit requires no confirmation', async () => {
    const { page, close } = await pages.open('/');
    const questions = questionsOf(page);
    await page.setInputFiles('#file', fileOf('f.xml'));
    await openXml(page);
    await write(page, '<!-- a -->');
    await page.click('[data-action=undo]');
    await page.waitForSelector('[data-action=undo]', { state: 'detached' });
    await page.click('[data-action=another]');
    expect([questions, await page.locator('#result').isHidden()]).toEqual([[], true]);
    await close();
  });

  it('edits and pasted text survive a language change, and messages appear in the new language', async () => {
    const { page, close } = await pages.open('/');
    await page.click('#paste summary');
    await page.fill('#text', '<Invoice/>');
    await page.setInputFiles('#file', { name: 'f.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await page.waitForSelector('#trouble:not([hidden])');
    await page.focus('.other');
    await page.keyboard.press('Enter');
    expect(await page.locator('#trouble').textContent()).toContain('f.pdf: This PDF is damaged');
    expect(await page.inputValue('#text')).toBe('<Invoice/>');
    expect(await page.locator('#text').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('other');
    await close();
  });
});
