import { writeUbl } from '@e-invoice/validator/invoice';
import { describe, expect, it } from 'vitest';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { LEAST } from '../drafts/drafts.ts';
import { launchChromium, whyNoChromium } from '../support/chromium.ts';

const PDF = '%PDF-1.4\n1 0 obj\n';
const CSV_TYPE = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

type Input = readonly [filename: string, mimeCode: string, content: string | Buffer];

function rendered(...inputs: readonly Input[]) {
  const attachments = inputs.map(([filename, mimeCode, content], index) => ({
    id: `M-${index + 1}`,
    description: null,
    url: null,
    file: { filename, mimeCode, content: Buffer.from(content).toString('base64') },
  }));
  const { invoice } = toInvoice(DraftInvoice.parse(LEAST));
  return renderInvoice(Buffer.from(writeUbl({ ...invoice, attachments })), { language: 'sk', issues: null });
}
const namesOf = (...inputs: readonly Input[]): string[] => rendered(...inputs).files.map(({ name }) => name);

const reason = await whyNoChromium();
if (reason !== null) console.warn(`Tests that save files from a page are skipped: ${reason}`);

describe('supporting documents in the invoice (BG-24, BT-125)', () => {
  it('can be saved from the page with identical bytes and their name', () => {
    const { html, files } = rendered(['merania č. 1.csv', CSV_TYPE, 'deň;kWh\n1;27,5\n']);
    const [, name, content] = /<span class="file"> · <a download="([^"]*)" href="data:text\/csv;base64,([^"]*)">/.exec(
      html,
    )!;
    expect(name).toBe('merania č. 1.csv');
    expect(Buffer.from(content!, 'base64').toString('utf8')).toBe('deň;kWh\n1;27,5\n');
    expect(files).toHaveLength(1);
  });

  it.each<Input>([
    ['a.png', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
    ['a.jpeg', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a.xlsx', XLSX, Buffer.from([0x50, 0x4b, 3, 4, 0])],
    ['a.ods', ODS, Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(26), Buffer.from(`mimetype${ODS}PK`)])],
    ['a.pdf', 'Application/PDF ', PDF],
  ])('accepts %s, a type of EN 16931', (name, type, content) => {
    expect(namesOf([name, type, content])).toEqual([name]);
  });

  it.each([
    ['a.pdf', 'application/octet-stream', PDF, 'application/pdf', 'a.pdf'],
    ['a.pdf', 'application/pdf"><script>', PDF, 'application/pdf', 'a.pdf'],
    ['a.pdf', '', PDF, 'application/pdf', 'a.pdf'],
    ['a.jpg', 'image/jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', 'a.jpg'],
    ['a.html', 'text/html', PDF, 'application/pdf', 'a.html.pdf'],
    ['a.pdf', 'application/pdf', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', 'a.pdf.jpg'],
  ])('%s of type %s is opened with the type that its first bytes prove', (name, type, content, mediaType, saved) => {
    const { files, html } = rendered([name, type, content]);
    expect(files).toMatchObject([{ mediaType, name: saved }]);
    expect(html).toContain(`href="data:${mediaType};base64,`);
  });

  it.each<Input>([
    ['a.html', 'text/html', '<script>alert(1)</script>'],
    ['a.svg', 'image/svg+xml', '<svg onload="alert(1)"/>'],
    ['a.xml', 'application/xml', '<a/>'],
    ['a.js', 'text/javascript', 'alert(1)'],
    ['a.exe', 'application/octet-stream', 'MZ'],
    ['a.pdf', 'application/pdf', '<html><script>alert(1)</script>'],
    ['a.png', 'image/png', '<svg/>'],
    ['a.csv', CSV_TYPE, '\ufeff <!doctype html><script>1</script>'],
    ['a.csv', CSV_TYPE, 'MZ\u0000'],
    ['a.xlsx', XLSX, 'D0CF11E0'],
    ['a.ods', ODS, Buffer.from([0x50, 0x4b, 3, 4, 0])],
    ['a.pdf', 'application/pdf"><script>', 'x'],
    ['a.pdf', 'text/html,application/pdf', 'x'],
    ['a.pdf', 'application/pdf', ''],
  ])('%s of type %s with content %j is listed with a reason and cannot be opened', (name, type, content) => {
    const { html, files } = rendered([name, type, content]);
    expect(files).toEqual([]);
    expect(html).not.toContain('data:');
    expect(html).toMatch(content === '' ? /Prílohy/ : /súbor tohto typu sa tu nedá otvoriť|nezodpovedá jeho typu/);
  });

  it.each([
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['C:\\Windows\\System32\\a.pdf', 'C Windows System32 a.pdf'],
    ['faktúra.pdf.exe', 'faktúra.pdf.exe.pdf'],
    ['faktura\u202efdp.exe', 'fakturafdp.exe.pdf'],
    ['a\u0085b\r\nContent-Type: text/html.pdf', 'abContent-Type text html.pdf'],
    ['"><script>alert(1)</script>.pdf', 'script alert(1) script.pdf'],
    ['CON', '_CON.pdf'],
    ['nul.pdf', '_nul.pdf'],
    ['...', '1.pdf'],
    ['', '1.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    [`${'ž'.repeat(500)}.pdf`, `${'ž'.repeat(80)}.pdf`],
  ])('the name %j is saved as %j', (filename, saved) => {
    const { html, files } = rendered([filename, 'application/pdf', PDF]);
    expect(files.map(({ name }) => name)).toEqual([saved]);
    expect(html).not.toMatch(/<script/);
  });

  it('duplicate names are made unique, ignoring case', () => {
    const of = (name: string): Input => [name, 'application/pdf', PDF];
    expect(namesOf(of('a.pdf'), of('A.PDF'), of('a'))).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf']);
  });

  it('at most 20 files and 5 MB per invoice can be opened; the others are listed', () => {
    const many = Array.from({ length: 22 }, (_, index): Input => [`${index}.pdf`, 'application/pdf', PDF]);
    expect(namesOf(...many)).toHaveLength(20);
    const large: Input = ['l.pdf', 'application/pdf', PDF.padEnd(3 * 1024 * 1024)];
    const { html, files } = rendered(large, large, ['s.pdf', 'application/pdf', PDF]);
    expect(files.map(({ bytes }) => bytes.length)).toEqual([3 * 1024 * 1024, PDF.length]);
    expect(html).toContain('než sa tu dá otvoriť');
  });

  it.skipIf(reason !== null)(
    'a browser saves a large file from the page despite the Content Security Policy',
    async () => {
      const content = PDF.padEnd(3 * 1024 * 1024);
      const { html } = rendered(['zmluva.pdf', 'application/pdf', content]);
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.setContent(html);
        const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.file a').click()]);
        expect(download.suggestedFilename()).toBe('zmluva.pdf');
        // The test browser cannot write files, so the content is read from the data URL of the download.
        const saved = Buffer.from(download.url().replace('data:application/pdf;base64,', ''), 'base64');
        expect(saved.toString('latin1') === content).toBe(true);
        expect(page.url()).toBe('about:blank');
      } finally {
        await browser.close();
      }
    },
  );
});
