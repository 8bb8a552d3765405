import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { extractText } from 'unpdf';
import { afterAll, describe, expect, it } from 'vitest';
import { NotPrinted } from '../../src/modules/rendering/index.ts';
import { startPrinter, whyNoChromium } from '../support/chromium.ts';
import { withoutTimeout } from '../support/renderers.ts';
import { AT, draft, lines, ORDINARY, PAID, print } from './print.ts';

const has = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;
const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, maxBuffer: 64 * 1024 * 1024 }).toString('utf8');
/** Text of all pages without layout, because pdftotext is not always installed. */
const wordsOf = async (pdf: Buffer): Promise<string> =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text;
const pagesOf = (pdf: Buffer): string[] => textOf(pdf).split('\f').slice(0, -1);

const reason = await whyNoChromium();
if (reason !== null) console.warn(`Tests that print PDFs are skipped: ${reason}`);

describe.skipIf(reason !== null)('an invoice as PDF', () => {
  const { printer } = startPrinter();
  afterAll(() => printer.close());

  it('is A4, tagged, titled, in its language, with bookmarks and the identical XML', async () => {
    const xml = draft({ ...PAID, note: 'Ďakujeme za objednávku.' });
    const pdf = await print(printer, xml);
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(document.getPageCount()).toBe(1);
    const { width, height } = document.getPage(0).getSize();
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    expect(document.getTitle()).toBe('Faktúra 2027-0001');
    expect(document.getAuthor()).toBe('Strojáreň Poprad s. r. o.');
    const catalog = document.catalog.toString();
    expect(catalog).toContain('/Lang (sk)');
    expect(catalog).toMatch(/\/Marked true[\s\S]*\/StructTreeRoot[\s\S]*\/Outlines[\s\S]*\/DisplayDocTitle true/);
    const [attached, ...others] = document.getAttachments();
    expect(others).toEqual([]);
    expect(attached).toMatchObject({ name: 'invoice.xml', mimeType: 'text/xml', afRelationship: 'Source' });
    expect(Buffer.from(attached!.data).toString('utf8')).toBe(xml);
  });

  it('fits on one A4 page for an ordinary invoice of four lines', async () => {
    const { contact, lines, ...fields } = ORDINARY;
    const xml = draft({ ...PAID, ...fields, lines }).replace(
      /(?=<\/cac:Party>\s*<\/cac:AccountingSupplierParty>)/,
      contact,
    );
    const pdf = await print(printer, xml);
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
  });

  it('is independent of the sheets printed earlier on the same page', async () => {
    const first = await print(printer, draft({ ...PAID, note: 'Tajomstvo prvého.', lines: lines(60) }));
    const second = await print(printer, draft({ ...PAID, note: 'Poznámka druhého.' }));
    expect(await wordsOf(first)).toContain('Tajomstvo prvého.');
    expect(second.includes('Tajomstvo')).toBe(false);
    expect(await wordsOf(second)).not.toContain('Tajomstvo');
    await print(printer, draft({ ...PAID, lines: lines(60) }), 'en');
    const again = await print(printer, draft({ ...PAID, note: 'Poznámka druhého.' }));
    expect(await wordsOf(again)).toBe(await wordsOf(second));
    expect(again.length).toBe(second.length);
  });

  it('embeds the files of supporting documents and does not print their content', async () => {
    const content = Buffer.from('deň;kWh\n1;27,5\n');
    const attachment = `<cac:AdditionalDocumentReference><cbc:ID>M-1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="../invoice.xml.csv">${content.toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
    const pdf = await print(printer, draft(PAID).replace('<cac:AccountingSupplierParty>', `${attachment}$&`));
    const files = (await PDFDocument.load(pdf, { updateMetadata: false })).getAttachments();
    expect(files.map(({ name, mimeType, afRelationship }) => [name, mimeType, afRelationship])).toEqual([
      ['invoice.xml', 'text/xml', 'Source'],
      ['invoice.xml.csv', 'text/csv', 'Supplement'],
    ]);
    expect(Buffer.from(files[1]!.data)).toEqual(content);
    expect(pdf.toString('latin1')).not.toContain('data:text/csv');
  });

  it('ISO 19005-3: declares part 3 level B, has matching XMP and document information, an output intent and an id', async () => {
    const pdf = await print(printer, draft({ ...PAID, sellerName: 'Müller & Söhne <GmbH>' }), 'en');
    const text = pdf.toString('utf8');
    expect(text).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    expect(text).toContain('<rdf:li xml:lang="x-default">Invoice 2027-0001</rdf:li>');
    expect(text).toContain('<rdf:li>Müller &amp; Söhne &lt;GmbH&gt;</rdf:li>');
    expect(text).toMatch(/\/S \/GTS_PDFA1 .*\/DestOutputProfile \d+ 0 R/);
    expect(text).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(document.getAuthor()).toBe('Müller & Söhne <GmbH>');
    expect(document.getCreationDate()).toEqual(new Date(AT));
  });

  it.skipIf(!has('qpdf'))('passes qpdf --check', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'einvoice-pdf-'));
    writeFileSync(join(folder, 'a.pdf'), await print(printer, draft(PAID)));
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', join(folder, 'a.pdf')]);
    rmSync(folder, { recursive: true });
    expect(`${stdout}${stderr}`).toContain('No syntax or stream encoding errors found');
    expect(status).toBe(0);
  });

  it.skipIf(!has('pdftotext'))('contains every text of the page, and number and page in the footer', async () => {
    const pdf = await print(printer, draft({ ...PAID, note: 'Tovar zostáva do zaplatenia naším majetkom.' }));
    const text = textOf(pdf).replaceAll(/\s+/g, ' ');
    for (const phrase of [
      'Strojáreň Poprad s. r. o.',
      'Odberateľ a. s.',
      '313,65 €',
      'SK31 1200 0000 1987 4263 7541',
      '20270001',
      'Oprava čerpadla',
      'Tovar zostáva do zaplatenia naším majetkom.',
      'REKAPITULÁCIA DPH',
    ]) {
      expect(text).toContain(phrase);
    }
    expect(text).toMatch(/Faktúra 2027-0001 Strana 1 \/ 1 $/);
  });

  it.skipIf(!has('pdftotext'))('shows U+FFFD for characters that no font contains', async () => {
    // Private use characters of the last plane: no font contains them.
    const pdf = await print(printer, draft({ ...PAID, buyerName: 'Odberateľ \u{10ff00}\u{10ff01}, a. s.' }));
    expect(textOf(pdf)).toContain('Odberateľ \uFFFD\uFFFD, a. s.');
  });

  it.skipIf(!has('pdftotext'))(
    'repeats the header of a long table and carries its total from page to page',
    async () => {
      const pages = pagesOf(await print(printer, draft({ ...PAID, lines: lines(300) })));
      expect(pages.length).toBeGreaterThan(8);
      const amountAfter = (page: string, words: string): string | undefined =>
        new RegExp(`${words}\\s+([\\d\\s\u00a0]+,\\d\\d)`).exec(page)?.[1]?.replaceAll(/[\s\u00a0]/g, '');
      let sum = 0;
      let seen = 0;
      for (const page of pages) {
        const nets = [...page.matchAll(/^ *\d+ +Položka.* {2}([\d\u00a0 ]+,\d\d)[\u00a0 ]€ *$/gm)].map(([, net]) =>
          Math.round(Number(net!.replaceAll(/[\u00a0 ]/g, '').replace(',', '.')) * 100),
        );
        if (nets.length === 0) continue;
        expect(page).toContain('Spolu bez DPH');
        const carried = (sum / 100).toFixed(2).replace('.', ',');
        if (seen > 0) expect(amountAfter(page, 'Prenos z predchádzajúcej strany')).toBe(carried);
        sum += nets.reduce((all, net) => all + net, 0);
        seen += nets.length;
        const after = (sum / 100).toFixed(2).replace('.', ',');
        if (seen < 300) expect(amountAfter(page, 'Prenos na ďalšiu stranu')).toBe(after);
        else expect(page).not.toContain('Prenos na ďalšiu stranu');
      }
      expect(seen).toBe(300);
    },
  );

  it('does not execute scripts or load resources in invoice text', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url!);
      response.end('x');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hostile =
      `<script>fetch("${address}/script")</script><img src="${address}/image"><link rel=stylesheet href="${address}/css">` +
      `<iframe src="${address}/frame"></iframe><style>@import "${address}/import"; body{background:url(${address}/url)}</style>` +
      `<meta http-equiv="refresh" content="0;url=${address}/refresh"><img src="file:///etc/passwd">`;
    try {
      await print(printer, draft({ ...PAID, note: hostile, sellerName: hostile.slice(0, 190) }));
      // Even if the escaping and the policy of the page failed, the browser blocks the requests.
      const broken = (html: string): string =>
        html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '').replace('<main>', `<main>${hostile}`);
      expect(broken('<main>')).toContain('<script>');
      await print(printer, draft(PAID), 'sk', broken).catch(() => undefined);
      expect(requests).toEqual([]);
    } finally {
      server.close();
    }
  });

  it('is not printed after the caller aborts', async () => {
    const caller = { ...withoutTimeout, signal: AbortSignal.abort(new Error('left')) };
    await expect(print(printer, draft(PAID), 'sk', undefined, caller)).rejects.toThrow('left');
  });

  it('is rejected by a closed printer', async () => {
    const { printer } = startPrinter();
    await printer.close();
    await expect(print(printer, draft(PAID))).rejects.toThrow(NotPrinted);
  });
});
