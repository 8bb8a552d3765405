import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { makeZip } from '../support/make-zip.ts';
import { axeFindings, downloadedBy, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const WRONG = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');
const MANY = readFileSync(new URL('../../web/samples/wrong.xml', import.meta.url), 'utf8');
const RIGHT = readFileSync(new URL('../../web/samples/right.xml', import.meta.url), 'utf8');
const JPEG = Buffer.from('ffd8ffe0', 'hex');
const DOCX = makeZip([{ name: '[Content_Types].xml', content: '<Types/>' }]);

type Entries = Parameters<typeof makeZip>[0];

const give = (page: Page, entries: Entries): Promise<void> =>
  page.setInputFiles('#file', { name: 'january.zip', mimeType: 'application/zip', buffer: makeZip(entries) });

/** Lets the worker validate that number of files; the others wait for `release`. */
const holdAfter = (page: Page, files: number): Promise<void> =>
  page.evaluate((count) => {
    let free = count;
    const held: (() => void)[] = [];
    const post = Worker.prototype.postMessage as (message: unknown, transfer: unknown) => void;
    Worker.prototype.postMessage = function hold(message: { question: { kind: string } }, transfer: unknown) {
      const send = (): void => post.call(this, message, transfer);
      if (message.question.kind !== 'judge') send();
      else if (free > 0) {
        free -= 1;
        send();
      } else held.push(send);
    };
    Object.assign(globalThis, {
      release: () => {
        free = Number.POSITIVE_INFINITY;
        for (const send of held.splice(0)) send();
      },
    });
  }, files);

const release = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { release: () => void }).release());

/** Records the announcements to screen readers from now on. */
const announcements = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(() => {
    const texts: string[] = [];
    const status = document.getElementById('announcement')!;
    new MutationObserver(() => texts.push(status.textContent ?? '')).observe(status, { childList: true });
    Object.assign(globalThis, { texts });
  });
  return () => page.evaluate(() => (globalThis as unknown as { texts: string[] }).texts);
};

const nameOf = (index: number): string => `Dodávateľ/faktúra-${index}.xml`;

describe.skipIf(reason !== null)(`the start page${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('offers only the choice of an XML file for a picture or a document', async () => {
    const { page, faults, close } = await pages.open('/');
    for (const [name, buffer] of [
      ['blok.jpg', JPEG],
      ['faktúra.docx', DOCX],
    ] as const) {
      await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer });
      await page.waitForFunction((file) => document.querySelector('.verdict')?.textContent?.includes(file), name);
      expect(await page.locator('.editor, .menu, [data-action=mail]').count()).toBe(0);
      expect(await page.locator('.bar button').allTextContents()).toEqual(['Vybrať XML']);
    }
    expect(await axeFindings(page)).toEqual([]);
    const chosen = page.waitForEvent('filechooser');
    await page.click('[data-action=choose]');
    await chosen;
    expect(faults).toEqual([]);
    await close();
  });

  it('asks for text if the paste field is empty', async () => {
    const { page, close } = await pages.open('/');
    await page.click('#paste summary');
    await page.fill('#text', '  ');
    await page.click('#judge');
    expect(await page.locator('#text-fault').textContent()).toBe('Vložte sem text faktúry v XML.');
    expect(await page.locator('#result').isHidden()).toBe(true);
    await page.fill('#text', WRONG);
    await page.click('#judge');
    await page.waitForSelector('#verdict');
    await close();
  });

  it('exports issues with absolute URLs of their rules', async () => {
    const { page, close } = await pages.open('/');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) });
    await page.waitForSelector('#verdict');
    const [, line] = (await downloadedBy(page, '[data-download=csv]')).text.split('\r\n');
    expect(line).toMatch(/;http:\/\/127\.0\.0\.1:\d+\/chyby\/BR-CO-16\/$/);
    await close();
  });

  it('has an icon that the Content Security Policy permits', async () => {
    const { page, faults, close } = await pages.open('/');
    const load = (path: string): Promise<number> =>
      page.evaluate(
        (src) =>
          new Promise<number>((resolve) => {
            const image = new Image();
            image.onload = () => resolve(image.naturalWidth);
            image.onerror = () => resolve(0);
            image.src = src;
          }),
        path,
      );
    expect(await load('/favicon.ico')).toBe(32);
    expect(await load('/favicon.svg')).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await close();
  });
});

describe.skipIf(reason !== null)(`a month on the page${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('shows progress and lists files during validation; after cancellation names the files that were not validated', async () => {
    const { page, faults, close } = await pages.open('/');
    await holdAfter(page, 2);
    await give(page, [
      ...[0, 1, 2].map((n) => ({ name: nameOf(n), content: RIGHT })),
      { name: 'a.jpg', content: JPEG },
    ]);
    await page.waitForSelector('.growing tbody tr:nth-child(2)');
    expect(await page.locator('#progress .count').textContent()).toBe('2 z 4');
    expect(await page.locator('#progress progress').getAttribute('value')).toBe('2');
    expect(await page.locator('.ask').isVisible()).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Zrušiť' }).click();
    await page.waitForSelector('.month');
    expect(await page.locator('.verdict.check').textContent()).toContain('skontrolované 2 z 4, neskontrolované 2');
    expect(await page.locator('.month tbody tr').count()).toBe(2);
    expect(await page.locator('#progress').isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows progress for one file; after cancellation accepts another file', async () => {
    const { page, faults, close } = await pages.open('/');
    await holdAfter(page, 0);
    const file = { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) };
    await page.setInputFiles('#file', file);
    await page.waitForSelector('#progress:not([hidden])');
    expect(await page.locator('#progress').textContent()).toContain('Kontrolujem f.xml');
    expect(await page.locator('.ask').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Zrušiť' }).click();
    await page.waitForSelector('.ask:visible');
    expect(await page.locator('#trouble').isVisible()).toBe(false);
    await release(page);
    await page.setInputFiles('#file', file);
    await page.waitForSelector('#verdict');
    expect(faults).toEqual([]);
    await close();
  });

  it('announces every tenth of the work, not every file', async () => {
    const { page, close } = await pages.open('/');
    await holdAfter(page, 1);
    const readAnnouncements = await announcements(page);
    await give(
      page,
      Array.from({ length: 40 }, (_, n) => ({ name: nameOf(n), content: RIGHT })),
    );
    await page.waitForSelector('.growing');
    await release(page);
    await page.waitForSelector('.month');
    const steps = (await readAnnouncements()).filter((text) => text.startsWith('Skontrolované'));
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `Skontrolované ${n * 4} z 40`));
    await close();
  });

  it('opens a file while others are being validated, and continues', async () => {
    const { page, close } = await pages.open('/');
    await holdAfter(page, 1);
    await give(
      page,
      [0, 1, 2].map((n) => ({ name: nameOf(n), content: WRONG })),
    );
    await page.click('.growing [data-row="0"]');
    await page.waitForSelector('#verdict');
    await release(page);
    await page.waitForSelector('#progress', { state: 'hidden' });
    await page.click('[data-action=back]');
    await page.waitForSelector('.month');
    expect(await page.locator('.month tbody tr').count()).toBe(3);
    await close();
  });

  it('sorts by the number of errors shown, then by name; filters by verdict and by error', async () => {
    const { page, close } = await pages.open('/');
    await give(page, [
      { name: 'a/good.xml', content: RIGHT },
      { name: 'b/10.xml', content: WRONG },
      { name: 'b/9.xml', content: WRONG },
      { name: 'worst.xml', content: MANY },
    ]);
    await page.waitForSelector('.month');
    expect(await page.locator('#verdict').textContent()).toBe('3 z 4 faktúr treba opraviť. 1 môžete poslať.');
    expect(await page.locator('.verdict .sign').textContent()).toBe('✕');
    const names = () => page.locator('.month tbody tr:not([hidden]) th').allTextContents();
    expect(await names()).toEqual(['worst.xml', 'b/9.xml', 'b/10.xml', 'a/good.xml']);
    await page.click('[data-filter=go]');
    expect(await names()).toEqual(['a/good.xml']);
    await page.locator('.chip', { hasText: 'Suma na úhradu' }).click();
    expect(await names()).toEqual(['worst.xml', 'b/9.xml', 'b/10.xml']);
    await page.click('[data-row="1"]');
    await page.click('[data-action=back]');
    expect(await names()).toHaveLength(3);
    await close();
  });

  it.each([
    ['/', 'Opakované faktúry: 2', 'Rovnaká faktúra ako 1.xml', 'Rovnaký súbor ako 1.xml', 'rovnaká faktúra ako'],
    ['/en/', 'Repeated invoices: 2', 'Same invoice as 1.xml', 'Same file as 1.xml', 'same invoice as'],
  ])(
    'names the first file of the same invoice, and the verdicts stay (%s)',
    async (path, line, invoice, file, column) => {
      const { page, close } = await pages.open(path);
      const other = RIGHT.replace(/<cbc:ID>[^<]+/, '<cbc:ID>2026-OTHER');
      await give(page, [
        { name: '1.xml', content: RIGHT },
        { name: '2.xml', content: `${RIGHT}\n` },
        { name: '3.xml', content: RIGHT },
        { name: '4.xml', content: other },
      ]);
      await page.waitForSelector('.month');
      expect(await page.locator('.verdict.go').textContent()).toContain(line);
      const hints = await page
        .locator('.month tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.querySelector('td .folder')?.textContent ?? ''));
      expect(hints).toEqual(['', invoice, file, '']);
      expect(await axeFindings(page)).toEqual([]);
      const [head, ...rows] = (await downloadedBy(page, '[data-download=csv]')).text.trim().split('\r\n');
      expect(head!.endsWith(column)).toBe(true);
      expect(rows.map((row) => /[;,]([^;,]*)$/.exec(row)?.[1])).toEqual(['', '1.xml', '1.xml', '']);
      await close();
    },
  );

  it('opens a nested archive, names entries that are not invoices, and then shows no green verdict', async () => {
    const { page, close } = await pages.open('/');
    const inner = makeZip([{ name: 'b.xml', content: WRONG }]);
    const others: Entries = [
      { name: 'faktúra 3.docx', content: DOCX },
      { name: 'blok.jpg', content: JPEG },
    ];
    await give(page, [{ name: 'm/a.xml', content: RIGHT }, { name: 'm/dodávateľ.zip', content: inner }, ...others]);
    await page.waitForSelector('.month');
    expect(await page.locator('.month tbody th').allTextContents()).toEqual(['m/dodávateľ.zip › b.xml', 'm/a.xml']);
    const skipped = 'Preskočené (nie sú faktúra): 2 – faktúra 3.docx, blok.jpg';
    expect(await page.locator('.verdict.stop').textContent()).toContain(skipped);
    const deep = makeZip([{ name: 'deep.zip', content: inner }]);
    await give(page, [
      { name: 'a.xml', content: RIGHT },
      { name: 'inner.zip', content: deep },
    ]);
    await page.waitForSelector('.verdict.check');
    expect(await page.locator('.verdict').textContent()).toContain('inner.zip › deep.zip: je archív');
    await close();
  });

  it('shows cards on a phone: the file comes first, fits the window, and opens', async () => {
    const { page, close } = await pages.open('/', { viewport: { width: 320, height: 640 } });
    await give(
      page,
      [0, 1].map((n) => ({ name: `${'priečinok '.repeat(9)}/${n}.xml`, content: WRONG })),
    );
    await page.waitForSelector('.month');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const boxes = await page
      .locator('.month tbody tr:first-child > *')
      .evaluateAll((cells) =>
        cells.map((cell) => ({ left: cell.getBoundingClientRect().left, right: cell.getBoundingClientRect().right })),
      );
    expect(boxes.every(({ left, right }) => left >= 0 && right <= 320)).toBe(true);
    expect(await page.locator('.month tbody tr:first-child > *').first().textContent()).toContain('0.xml');
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('.month tbody tr').first().click();
    await page.waitForSelector('#outcome');
    await close();
  });

  it('Back leads from the batch, or from a single file, to the start page, and Forward shows the result again', async () => {
    const { page, close } = await pages.open('/');
    const file = { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(WRONG) };
    await page.setInputFiles('#file', file);
    await page.waitForSelector('#verdict');
    await page.locator('.cause h3 a').first().click();
    await page.goBack();
    expect(await page.locator('#verdict').isVisible()).toBe(true);
    await page.goBack();
    await page.waitForSelector('.ask:visible');
    expect(await page.locator('#verdict').isVisible()).toBe(false);
    await page.click('.other');
    await page.waitForSelector('.ask:visible');
    await page.goForward();
    await page.waitForSelector('#verdict:visible');
    expect(await page.locator('#verdict').textContent()).toBe('Do not send: 1 mistake');
    // Another file replaces the result, so one step back is still the start page.
    await give(page, [{ name: 'a.xml', content: RIGHT }]);
    await page.waitForSelector('.month');
    await page.goBack();
    await page.waitForSelector('.ask:visible');
    await close();
  });
});
