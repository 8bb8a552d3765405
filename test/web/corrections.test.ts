import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { makeZip } from '../support/make-zip.ts';
import { addressOf, axeFindings, downloadedBy, usePages } from './open-page.ts';

const reason = await whyNoChromium();
const WRONG = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');
const RIGHT = readFileSync(new URL('../../schematron/canaries/sk.good.xml', import.meta.url), 'utf8');
const SAMPLE = readFileSync(new URL('../../web/samples/wrong.xml', import.meta.url), 'utf8');

describe.skipIf(reason !== null)(`the front page${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('applies a correction, asks for confirmation if it changes amounts, and changes only the affected bytes', async () => {
    const { page, faults, close } = await pages.open('/en/');
    const crlf = SAMPLE.replaceAll('\n', '\r\n');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'application/xml', buffer: Buffer.from(crlf) });
    await page.waitForSelector('#verdict');
    const correct = async (text: string): Promise<void> => {
      const item = page.locator('[data-correction]', { hasText: text });
      await item.getByRole('button', { name: 'Correct and check again' }).click();
    };
    await correct('eur → EUR');
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('2 mistakes'));
    await correct('ks → H87');
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('1 mistake'));
    await correct('665.03 → 655.03');
    expect(await page.locator('#verdict').textContent()).toBe('Do not send: 1 mistake');
    await page.getByRole('button', { name: 'Yes, correct it' }).click();
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent === 'You can send this invoice');
    // The packaged browser does not save downloads; the test reads the created blob.
    const downloaded = await page.evaluate(async () => {
      const blobs: Blob[] = [];
      URL.createObjectURL = (blob) => {
        blobs.push(blob as Blob);
        return '#';
      };
      document.querySelector<HTMLElement>('[data-action=corrected]')?.click();
      return blobs[0]?.text();
    });
    const changed = crlf.replace('"eur"', '"EUR"').replace('"ks"', '"H87"').replace('665.03', '655.03');
    expect(downloaded).toBe(changed);
    await page.click('[data-action=undo]');
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('3 mistakes'));
    expect(faults).toEqual([]);
    await close();
  });

  it('offers questions where several corrections remain, and shows those that the answers keep', async () => {
    const { page, faults, close } = await pages.open('/en/');
    const scaled = RIGHT.replace('>4</cbc:InvoicedQuantity>', '>4000</cbc:InvoicedQuantity>');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'application/xml', buffer: Buffer.from(scaled) });
    await page.waitForSelector('.questions');
    const shown = () => page.locator('[data-correction]:visible b').allTextContents();
    const offered = await shown();
    expect(offered.length).toBeGreaterThan(2);
    await page.locator('.questions').getByRole('button', { name: 'No', exact: true }).click();
    expect(await shown()).toEqual(['Line 2, invoiced quantity (BT-129): 4000 → 4']);
    expect(await page.locator('.questions').textContent()).toContain('Your answers lead to:');
    await page.locator('.questions').getByRole('button', { name: 'Show all corrections' }).click();
    expect(await shown()).toEqual(offered);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('Back leads from a file of a batch to the list regardless of visited mistakes, and Forward returns to the file', async () => {
    const { page, close } = await pages.open('/');
    const zip = makeZip(['a', 'b'].map((name) => ({ name: `${name}.xml`, content: Buffer.from(WRONG) })));
    await page.setInputFiles('#file', { name: 'maj.zip', mimeType: 'application/zip', buffer: zip });
    const isTable = () => page.waitForSelector('.month');
    const isFile = (name: string) =>
      page.waitForFunction((file) => document.querySelector('.verdict')?.textContent?.includes(file), name);
    await isTable();
    await page.locator('.month .link', { hasText: 'b.xml' }).click();
    await isFile('b.xml');
    await page.locator('.cause h3 a').first().click();
    expect((await addressOf(page)).hash).toBe('#cause-1');
    await page.goBack();
    await isFile('b.xml');
    await page.goBack();
    await isTable();
    await page.goForward();
    await isFile('b.xml');
    await page.goForward();
    expect((await addressOf(page)).hash).toBe('#cause-1');
    await page.locator('[data-action="back"]').click();
    await isTable();
    await page.goBack();
    await isFile('b.xml');
    await page.locator('[data-action="another"]').click();
    await page.goBack();
    expect(await page.locator('#result').isHidden()).toBe(true);
    await close();
  });

  it('validates a ZIP archive and lists the worst files first; each opens and leads back', async () => {
    const { page, faults, close } = await pages.open('/');
    const zip = makeZip([
      { name: 'dobra.xml', content: Buffer.from(RIGHT) },
      { name: 'zla.xml', content: Buffer.from(WRONG) },
      { name: 'poznamky.txt', content: Buffer.from('nič') },
    ]);
    await page.setInputFiles('#file', { name: 'maj.zip', mimeType: 'application/zip', buffer: zip });
    await page.waitForSelector('.month');
    expect(await page.locator('.month tbody th').allTextContents()).toEqual(['zla.xml', 'dobra.xml']);
    expect(await page.locator('.verdict').textContent()).toContain('1 z 2 faktúr treba opraviť. 1 môžete poslať.');
    expect(await axeFindings(page)).toEqual([]);
    const table = (await downloadedBy(page, '[data-download=csv]')).text.split('\r\n');
    expect(table[0]).toBe(
      'súbor;výsledok;chyby;na kontrolu;číslo;dátum;dodávateľ;prvá chyba;pravidlo;rovnaká faktúra ako',
    );
    expect(table[1]).toMatch(/^dobra\.xml;Faktúru môžete poslať;0;/);
    expect(table[2]).toMatch(/^zla\.xml;Neposielajte: 1 chyba;1;.*;BR-CO-16;$/);
    expect(table[3]).toMatch(/^poznamky\.txt;Neskontrolované: nie je faktúra/);
    await page.getByRole('button', { name: 'zla.xml' }).click();
    expect(await page.locator('#verdict').textContent()).toBe('Neposielajte: 1 chyba');
    await page.click('[data-action=back]');
    expect(await page.locator('.month tbody tr').count()).toBe(2);
    const broken = Buffer.from('PK\u0003\u0004 nothing');
    await page.setInputFiles('#file', { name: 'x.zip', mimeType: 'application/zip', buffer: broken });
    await page.waitForSelector('#trouble:not([hidden])');
    // Names the failed file and the result that is still shown.
    expect(await page.locator('#trouble').textContent()).toMatch(
      /^x\.zip: Tento archív ZIP je poškodený alebo neúplný .* Nižšie ostáva predchádzajúci výsledok\.$/,
    );
    expect(await page.locator('.month tbody tr').count()).toBe(2);
    expect(faults).toEqual([]);
    await close();
  });

  it('opens archives among several files and reports encrypted ones, alone or among others', async () => {
    const { page, faults, close } = await pages.open('/');
    const secret = { name: 'tajna.xml', content: Buffer.from(WRONG), isEncrypted: true };
    const zip = (...entries: Parameters<typeof makeZip>[0]) => ({
      name: 'maj.zip',
      mimeType: 'application/zip',
      buffer: makeZip(entries),
    });
    const letter = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('Dobrý deň') };
    await page.setInputFiles('#file', [zip({ name: 'zla.xml', content: Buffer.from(WRONG) }, secret), letter]);
    await page.waitForSelector('.month');
    expect(await page.locator('.month tbody th').allTextContents()).toEqual(['maj.zip › zla.xml', 'list.txt']);
    expect(await page.locator('.month tbody').textContent()).toContain('Súbor je obyčajný text');
    expect(await page.locator('.verdict').textContent()).toContain('tajna.xml: je chránený heslom');
    await page.setInputFiles('#file', zip(secret));
    await page.waitForSelector('#trouble:not([hidden])');
    expect(await page.locator('#trouble').textContent()).toMatch(/^Z archívu .*\(tajna\.xml je chránený heslom\)/);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the file that was opened last although a correction of the previous one was running', async () => {
    const { page, faults, close } = await pages.open('/en/');
    // The dialog appears if the correction finished first and would be lost.
    page.on('dialog', (dialog) => void dialog.accept());
    const give = (name: string): Promise<void> =>
      page.setInputFiles('#file', { name, mimeType: 'application/xml', buffer: Buffer.from(SAMPLE) });
    const correct = (text: string): Promise<void> =>
      page.locator('[data-correction]', { hasText: text }).getByRole('button', { name: 'Correct and check' }).click();
    await give('a.xml');
    await page.waitForSelector('#verdict');
    await correct('eur → EUR');
    await give('b.xml');
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent?.includes('b.xml'));
    // By the time of this request, any late result has arrived.
    await correct('ks → H87');
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('2 mistakes'));
    expect(await page.locator('.verdict').textContent()).toContain('b.xml');
    expect(await page.locator('[data-correction]', { hasText: 'eur → EUR' }).count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('preserves a correction in the list of the batch and shows rule texts in the language chosen later', async () => {
    const { page, faults, close } = await pages.open('/en/');
    // Accepts losing the correction.
    page.on('dialog', (dialog) => void dialog.accept());
    const zip = makeZip([{ name: 'a.xml', content: Buffer.from(SAMPLE) }]);
    await page.setInputFiles('#file', { name: 'may.zip', mimeType: 'application/zip', buffer: zip });
    await page.getByRole('button', { name: 'a.xml' }).click();
    const item = page.locator('[data-correction]', { hasText: 'eur → EUR' });
    await item.getByRole('button', { name: 'Correct and check again' }).click();
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('2 mistakes'));
    await page.click('[data-action=back]');
    expect(await page.locator('.month tbody').textContent()).toContain('Do not send: 2 mistakes');
    await page.getByRole('button', { name: 'a.xml' }).click();
    await page.click('.other');
    const switched = await page.locator('.rules li').allTextContents();
    await page.click('[data-action=another]');
    const buffer = Buffer.from(SAMPLE.replace('"eur"', '"EUR"'));
    await page.setInputFiles('#file', { name: 'a.xml', mimeType: 'application/xml', buffer });
    await page.waitForSelector('#verdict');
    expect(switched).toEqual(await page.locator('.rules li').allTextContents());
    expect(faults).toEqual([]);
    await close();
  });

  it('opens hybrid PDFs, also with leading bytes, and explains why a PDF is locked or has no invoice', async () => {
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    const make = async (xml: string | null, isLocked = false): Promise<Buffer> => {
      const pdf = await PDFDocument.create();
      pdf.addPage();
      if (isLocked) pdf.encrypt({ userPassword: 'a', ownerPassword: 'b' });
      if (xml !== null) await pdf.attach(new TextEncoder().encode(xml), 'factur-x.xml', { mimeType: 'text/xml' });
      return Buffer.from(await pdf.save());
    };
    const { page, faults, close } = await pages.open('/');
    const give = async (buffer: Buffer): Promise<void> =>
      page.setInputFiles('#file', { name: 'f.pdf', mimeType: 'application/pdf', buffer });
    for (const [pdf, why] of [
      [await make(null), 'nie je vložená faktúra'],
      [await make(WRONG, true), 'je chránené heslom alebo zašifrované'],
    ] as const) {
      await give(pdf);
      await page.waitForFunction((text) => document.getElementById('trouble')?.textContent?.includes(text), why);
      expect(await page.locator('#trouble').isVisible()).toBe(true);
    }
    // PDF readers search the first kilobyte for the header.
    await give(Buffer.concat([Buffer.from('\r\n'), await make(WRONG)]));
    await page.waitForSelector('#verdict');
    expect(await page.locator('#verdict').textContent()).toBe('Neposielajte: 1 chyba');
    expect(await page.locator('.verdict').textContent()).toContain('f.pdf › factur-x.xml');
    expect(faults).toEqual([]);
    await close();
  });

  it('opens offline after the first visit', async () => {
    const { page, close } = await pages.open('/', { serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.goto(pages.url('/en/'));
    await page.waitForSelector('.ways:not([hidden])');
    await page.click('[data-sample=wrong]');
    await page.waitForSelector('#verdict');
    expect(await page.locator('#verdict').textContent()).toBe('Do not send: 3 mistakes');
    await close();
  });
});
