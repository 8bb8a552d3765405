import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import jsQR from 'jsqr';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawReport, type Report } from '../../src/modules/evidence/index.ts';
import { makeReportPrinter } from '../../src/modules/evidence/pdf/make-report-printer.ts';
import type { Grade } from '../../src/modules/evidence/pdf/sheet.ts';
import { describeReport } from '../../src/modules/evidence/report-content.ts';
import { makeLog, makeMetrics } from '../../src/platform/index.ts';
import { findAgainstPdfA } from '../support/pdf-a.ts';
import { makeSampleReports } from './sample-reports.ts';

const SITE = 'https://faktury.example.sk';

const sheetOf = (report: Report, grade: Grade = 'signed', site: string | null = SITE) => ({
  protocol: describeReport(report, report.language ?? 'sk'),
  at: report.created_at,
  grade,
  site,
});

const textsOf = async (pdf: Uint8Array): Promise<string[]> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
};

/**
 * Checks that fail as expected: the checker is for PDF/A-3 with an embedded file, the reports are PDF/A-2 without
 * files.
 */
const OF_PART_3 = new Set(['6.6.4 part and level: identification', '6.8 embedded files: no file is seen']);

describe('report.pdf', () => {
  let reports: ReadonlyMap<string, Report>;
  beforeAll(async () => {
    reports = await makeSampleReports();
  });

  it.each([
    ['valid', 1],
    ['valid-en', 1],
    ['credit-note', 1],
    ['long-names', 1],
    ['greek-cyrillic', 1],
    ['invalid', 2],
    ['invalid-en', 2],
    ['no-invoice', 1],
    ['not-xml', 1],
    ['many-errors', 2],
    ['long-names-and-file', 1],
    ['self-billed', 1],
    ['vat-in-euros', 1],
    ['thousand-lines', 2],
    ['hostile', 2],
  ])('%s: is valid, reproducible PDF/A-2b with %i numbered pages', async (name, pages) => {
    const report = reports.get(name)!;
    const pdf = await drawReport(sheetOf(report));
    expect((await findAgainstPdfA(pdf)).filter((found) => !OF_PART_3.has(found))).toEqual([]);
    expect(pdf.toString('latin1')).toMatch(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    expect((await drawReport(sheetOf(report))).equals(pdf)).toBe(true);
    const texts = await textsOf(pdf);
    expect(texts).toHaveLength(pages);
    for (const [index, text] of texts.entries()) {
      const number = name.endsWith('-en') ? `page ${index + 1} of ${pages}` : `strana ${index + 1} z ${pages}`;
      expect(text).toContain(number);
      if (index > 0) expect(text).toContain(report.id);
    }
    expect(texts.join(' ')).toContain(report.sha256);
  });

  it('contains verdict, parties, VAT, rules and grade in the language of the report', async () => {
    const [text] = await textsOf(await drawReport(sheetOf(reports.get('valid')!)));
    for (const phrase of [
      'Doklad vyhovuje použitým pravidlám: bez nálezov.',
      'Tatranský obchod, s. r. o.',
      'IČO (registračné číslo) 31333532 35757442',
      'IČ DPH SK2020317068 SK2020273893',
      'Spolu s DPH 655,03 EUR',
      'Európska norma EN 16931 1.3.16 (zverejnené 14. 4. 2026)',
      'Posúdené vrstvy Zápis XML · Štruktúra UBL · Norma EN 16931',
      'S – základná alebo znížená sadzba 23 %',
      'Uhradené vopred 100,00 EUR',
      'Zaokrúhlenie 0,02 EUR',
      'Suma na úhradu 555,05 EUR',
      'Podpísaný. Záznam podpísala služba',
      `${SITE}/overit-dokaz/`,
      '4. 5. 2026',
    ]) {
      expect(text).toContain(phrase);
    }
    const [english] = await textsOf(await drawReport(sheetOf(reports.get('valid-en')!, 'signed_and_logged')));
    expect(english).toContain('Signed and publicly logged.');
    expect(english).toContain('4 May 2026');
    expect(english).toContain(`${SITE}/en/verify/`);
  });

  it('keeps rules, grade and verification together on the last page', async () => {
    for (const name of ['invalid', 'many-errors', 'thousand-lines', 'hostile']) {
      const last = (await textsOf(await drawReport(sheetOf(reports.get(name)!)))).at(-1)!;
      for (const text of ['Použité pravidlá', 'Stupeň dôkazu', 'Ako protokol overiť']) expect(last).toContain(text);
    }
  });

  it('shows the type of a self-billed invoice, and VAT in euros for a foreign currency', async () => {
    const [selfBilled] = await textsOf(await drawReport(sheetOf(reports.get('self-billed')!)));
    expect(selfBilled).toContain('faktúra (UBL 2.1), typ 389: vyhotovená odberateľom');
    const [foreign] = await textsOf(await drawReport(sheetOf(reports.get('vat-in-euros')!)));
    for (const text of ['Suma na úhradu 555,05 CZK', 'DPH v mene EUR 4,72 EUR', '92,00 CZK'])
      expect(foreign).toContain(text);
  });

  it('is limited in size regardless of the number and length of the texts', async () => {
    const base = reports.get('invalid')!;
    const long = 'Slovo '.repeat(10_000);
    const [issue, cause] = [base.issues[0]!, base.root_causes[0]!];
    const fix = { ...cause.fix, sk: long, program: { ...cause.fix.program, sk: '' } };
    const correction = { title: { sk: long, en: '' } };
    const worst = {
      ...base,
      summary: { ...base.summary, payable_amount: '1'.repeat(60_000), invoice_id: '2'.repeat(60_000) },
      issues: Array.from({ length: 2_000 }, (_, index) => {
        const digits = '3'.repeat(6_000);
        return {
          ...issue,
          rule_id: `R-${index % 200}`,
          message: long.slice(0, 6_000),
          value: digits,
          expected: digits,
        };
      }),
      root_causes: Array.from({ length: 200 }, () => ({
        ...cause,
        title: { sk: long, en: '' },
        explanation: { sk: long, en: '' },
        fix,
        rule_ids: Array.from({ length: 500 }, (_, index) => `BR-${index}`),
        corrections: Array.from({ length: 50 }, () => correction),
      })),
    };
    const texts = await textsOf(await drawReport(sheetOf(worst as unknown as Report)));
    expect(texts.length).toBeLessThan(100);
    expect(texts.join(' ')).toContain('Ďalšie príčiny (170) sú v súbore evidence.json.');
  });

  it('replaces an arrow that the font lacks, and never separates a location from its rule at a page break', async () => {
    const texts = await textsOf(await drawReport(sheetOf(reports.get('invalid')!)));
    expect(texts[0]).toContain('suma na úhradu (BT-115): 1,00 -> 555,05');
    expect(texts.join(' ')).not.toContain('\uFFFD');
    expect(texts[1]).toMatch(/^(?:BR|UBL|PEPPOL|SK)-\S+ /);
  });

  it('extracts Greek and Cyrillic text, and mentions characters that the font lacks', async () => {
    const [text] = await textsOf(await drawReport(sheetOf(reports.get('greek-cyrillic')!)));
    expect(text).toContain('Ελληνικά Ναυπηγεία Α.Ε.');
    expect(text).toContain('ТОВ «Київський завод» – България ЕООД');
    expect(text).not.toContain('Znaky, ktoré písmo');
    const hostile = (await textsOf(await drawReport(sheetOf(reports.get('hostile')!)))).join(' ');
    expect(hostile).toContain('<script>alert(1)</script> �txt.exe %PDF-1.7 endobj');
    expect(hostile).toContain('Znaky, ktoré písmo tohto súboru nemá');
  });

  it('is tagged and contains no script, action, link, form, file or transparency for a hostile invoice', async () => {
    const document = await PDFDocument.load(await drawReport(sheetOf(reports.get('hostile')!)), {
      updateMetadata: false,
    });
    const dictionaries = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object))
      .filter((object) => object instanceof PDFDict);
    const keys = new Set(dictionaries.flatMap((each) => each.keys().map((key) => key.decodeText())));
    for (const key of ['JS', 'JavaScript', 'OpenAction', 'AA', 'Annots', 'AcroForm', 'EF', 'SMask', 'ca', 'CA', 'URI'])
      expect(keys, key).not.toContain(key);
    expect(document.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
    expect(document.catalog.lookup(PDFName.of('Lang'))?.toString()).toBe('(sk)');
    const kinds = new Set(dictionaries.map((each) => each.lookup(PDFName.of('S'))?.toString()));
    for (const kind of ['/Document', '/H1', '/H2', '/Table', '/TR', '/TH', '/TD', '/P', '/Figure'])
      expect(kinds).toContain(kind);
  });

  it('contains a QR code with only the address of the verification page', async () => {
    const document = await PDFDocument.load(await drawReport(sheetOf(reports.get('valid')!)), {
      updateMetadata: false,
    });
    expect(readQr(document)).toBe(`${SITE}/overit-dokaz/`);
    const without = await drawReport(sheetOf(reports.get('valid')!, 'signed', null));
    expect((await textsOf(without))[0]).toContain('Na stránke /overit-dokaz/ tejto služby');
  });

  it('has the same bytes when rendered in a worker thread', async () => {
    const printer = makeReportPrinter({
      log: makeLog({ level: 'silent', role: 'test' }, process.stderr),
      metrics: makeMetrics('test'),
    });
    try {
      const sheet = sheetOf(reports.get('invalid')!);
      expect(Buffer.from(await printer.print(sheet)).equals(await drawReport(sheet))).toBe(true);
    } finally {
      await printer.close();
    }
  });
});

/** Decodes the QR code from the drawn rectangles. */
function readQr(document: PDFDocument): string | null {
  const contents = document.getPage(0).node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const text = streams
    .map((stream) => (stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : new Uint8Array()))
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
    .join('\n');
  const figure = text.slice(text.indexOf('/Figure'));
  const squares = [...figure.slice(0, figure.indexOf('EMC')).matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map(
    (found) => found.slice(1).map(Number) as [number, number, number, number],
  );
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const scale = 5;
  const margin = 40;
  const size = 78 * scale + 2 * margin;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [x, y, width, height] of squares) {
    const [fromX, toX] = [Math.round((x - left) * scale), Math.round((x - left + width) * scale)];
    const [fromY, toY] = [Math.round((y - top) * scale), Math.round((y - top + height) * scale)];
    for (let row = fromY; row < toY; row++)
      for (let column = fromX; column < toX; column++)
        pixels.fill(
          0,
          ((row + margin) * size + column + margin) * 4,
          ((row + margin) * size + column + margin) * 4 + 3,
        );
  }
  return (jsQR as unknown as typeof jsQR.default)(pixels, size, size)?.data ?? null;
}
