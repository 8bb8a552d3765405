import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { writeUbl } from '@e-invoice/validator/invoice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { toShown } from '../../src/modules/rendering/render-metadata.ts';
import { findRoot } from '../../src/platform/index.ts';
import { LEAST } from '../drafts/drafts.ts';
import { startPrinter, whyNoChromium } from '../support/chromium.ts';
import { findAgainstPdfA } from '../support/pdf-a.ts';
import { withoutTimeout } from '../support/renderers.ts';

const draft = (fields: object = {}): Buffer =>
  Buffer.from(writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, ...fields })).invoice));
const LONG = Array.from({ length: 60 }, (_, index) => ({ ...LEAST.lines[0]!, description: `Položka ${index + 1}` }));

describe.skipIf((await whyNoChromium()) !== null)('ISO 19005-3, level B, checked rules', () => {
  const { printer } = startPrinter();
  let plain: Buffer;
  const print = async (xml: Buffer, language: 'sk' | 'en' = 'sk', change: object = {}) => {
    const rendered = { ...toShown(renderInvoice(xml, { language, issues: null })), ...change };
    return Buffer.from(await printer.print({ rendered, xml, language, at: Date.UTC(2027, 0, 1) }, withoutTimeout));
  };

  beforeAll(async () => {
    plain = await print(draft());
  });
  afterAll(() => printer.close());

  it.each<[string, Buffer, 'sk' | 'en']>([
    ['a plain invoice', draft(), 'sk'],
    [
      'in English, with all supported fields',
      draft({ sellerName: 'Ħal & <Ümläut> „Žltý kôň“', note: 'β Ж ½ €' }),
      'en',
    ],
    ['with payment codes', draft({ sellerIban: 'SK3112000000198742637541', dueDate: '2027-01-29' }), 'sk'],
    ['with several pages', draft({ lines: LONG }), 'sk'],
    ['from CII', readFileSync(`${findRoot()}/test/invoice/cii-invoice.xml`), 'sk'],
  ])('%s', async (_, xml, language) => {
    expect(await findAgainstPdfA(await print(xml, language))).toEqual([]);
  });

  it('characters without a font are printed as U+FFFD, and detected if they are not replaced', async () => {
    const xml = draft({ note: '𓀀𓁀' });
    expect(await findAgainstPdfA(await print(xml))).toEqual([]);
    const hasFont = spawnSync('fc-list', [':charset=13000']).stdout?.length > 0;
    const found = await findAgainstPdfA(await print(xml, 'sk', { unprintable: { characters: '', fields: [] } }));
    if (!hasFont) expect(found.join()).toContain('6.2.11.8');
  });

  it.each<[string, string, (pdf: PDFDocument) => void]>([
    [
      'a font that is not embedded',
      '6.2.11.4.1',
      (pdf) => eachOf(pdf, 'FontDescriptor', (each) => remove(each, 'FontFile2')),
    ],
    [
      'a standard font of the viewer',
      '6.2.11.2',
      (pdf) => eachOf(pdf, 'Font', (each) => set(pdf, each, 'Subtype', 'Type1')),
    ],
    ['wrong glyph widths', '6.2.11.5', (pdf) => eachOf(pdf, 'Font', (each) => widen(pdf, each))],
    ['no output intent', '6.2.3', ({ catalog }) => remove(catalog, 'OutputIntents')],
    [
      'a script',
      '6.5.1',
      (pdf) => pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj({ S: 'JavaScript', JS: PDFString.of('1') })),
    ],
    ['an event action', '6.5.2', (pdf) => pdf.catalog.set(PDFName.of('AA'), pdf.context.obj({}))],
    ['another title', '6.6.3', (pdf) => pdf.setTitle('Other')],
    ['no metadata', '6.6.2.1', ({ catalog }) => remove(catalog, 'Metadata')],
    ['a file that is not associated', '6.8', ({ catalog }) => remove(catalog, 'AF')],
    [
      'a file without a relationship',
      '6.8',
      (pdf) => eachOf(pdf, 'Filespec', (each) => remove(each, 'AFRelationship')),
    ],
    ['optional content', '6.9', (pdf) => pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({}))],
  ])('detects %s: %s', async (_, clause, change) => {
    const document = await PDFDocument.load(plain, { updateMetadata: false });
    change(document);
    const changed = Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
    expect((await findAgainstPdfA(changed)).join('\n')).toContain(clause);
  });

  it('detects bytes after the end and an invalid header', async () => {
    const found = await findAgainstPdfA(Buffer.concat([plain, Buffer.from('\nmore')]));
    expect(found.join('\n')).toContain('6.1.3');
    const other = Buffer.from(plain);
    other.write('%abcd', other.indexOf('\n') + 1);
    expect((await findAgainstPdfA(other)).join('\n')).toContain('6.1.2');
  });
});

function eachOf({ context }: PDFDocument, type: string, change: (dictionary: PDFDict) => void): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && object.lookup(PDFName.of('Type')) === PDFName.of(type)) change(object);
  }
}

const remove = (dictionary: PDFDict, key: string): unknown => dictionary.delete(PDFName.of(key));

const set = ({ context }: PDFDocument, dictionary: PDFDict, key: string, value: string): void =>
  dictionary.set(PDFName.of(key), context.obj(value));

/** Sets wrong widths for all glyphs of a font. */
function widen({ context }: PDFDocument, font: PDFDict): void {
  if (font.lookup(PDFName.of('W')) instanceof PDFArray) font.set(PDFName.of('W'), context.obj([0, 60_000, 4321]));
}
