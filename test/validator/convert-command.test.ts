import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { convertInvoice } from '../../packages/validator/src/command/convert-invoice.ts';
import { diffInvoices } from '../../packages/validator/src/command/diff-invoices.ts';
import { readConvertOptions, readDiffOptions, UsageError } from '../../packages/validator/src/command/options.ts';
import { FileRefused } from '../../packages/validator/src/command/read-invoice-file.ts';
import { writeComparison } from '../../packages/validator/src/command/write-comparison.ts';
import {
  compare,
  convert,
  type InvoiceComparison,
  type InvoiceDifference,
} from '../../packages/validator/src/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeZip } from '../support/make-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'einvoice-convert-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const CII = readFileSync(`${findRoot()}/test/invoice/cii-invoice.xml`);
const { xml: UBL } = await convert(CII, { to: 'ubl' });
const DUE = /<cbc:PayableAmount[^>]*>([^<]*)/.exec(UBL)![1]!;
const TAX = /<cac:TaxTotal><cbc:TaxAmount[^>]*>([^<]*)/.exec(UBL.replaceAll(/>\s+</g, '><'))![1]!;
const cii = write('cii.xml', CII);
const ubl = write('ubl.xml', UBL);
const lossy = write('lossy.xml', UBL.replace('<cbc:ID>', '<cbc:UUID>u-1\n2</cbc:UUID><cbc:ID>'));
const changed = write('changed.xml', UBL.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$11.00'));

/** Collects what a command writes to standard output and standard error. */
function watchOutput() {
  const written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, done?: () => void) => {
    written.out += text;
    done?.();
    return true;
  }) as typeof process.stdout.write);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.err += String(text);
    return true;
  });
  return written;
}

const refusal = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('parameters of einvoice-validate convert and diff', () => {
  it('have the defaults that the help states', () => {
    expect(readConvertOptions(['a.xml', '--to', 'cii'], false)).toEqual({
      ...{ place: 'a.xml', to: 'cii', allowLoss: false, language: 'sk', output: undefined },
    });
    expect(readConvertOptions(['--to=ubl', '--allow-loss', '-o', 'b.xml', '--lang', 'en'], true)).toEqual({
      ...{ place: '-', to: 'ubl', allowLoss: true, language: 'en', output: 'b.xml' },
    });
    expect(readDiffOptions(['a.xml', 'b.xml'])).toEqual({
      ...{ left: 'a.xml', right: 'b.xml', format: 'text', language: 'sk' },
    });
    expect([readDiffOptions(['--help']), readConvertOptions(['--version'], false)]).toEqual(['help', 'version']);
  });

  it.each([
    [() => readConvertOptions(['--to', 'ubl'], false), 'convert takes one invoice', 'prevádza jednu faktúru'],
    [() => readConvertOptions(['a', 'b', '--to', 'ubl'], false), 'convert takes one invoice', 'prevádza jednu faktúru'],
    [() => readConvertOptions(['a'], false), 'Specify the syntax of the result', 'Uveďte syntax výsledku'],
    [
      () => readConvertOptions(['a', '--to', 'pdf'], false),
      '--to takes ubl, cii, not "pdf"',
      'Voľba --to môže mať iba hodnoty',
    ],
    [
      () => readConvertOptions(['a', '--ruleset', 'x'], false),
      'Unknown option --ruleset',
      'Voľbu --ruleset program nepozná',
    ],
    [() => readDiffOptions(['a.xml']), 'diff compares two invoices', 'diff porovnáva dve faktúry'],
    [() => readDiffOptions(['a', 'b', 'c']), 'diff compares two invoices', 'diff porovnáva dve faktúry'],
    [() => readDiffOptions(['-', '-']), 'only once', 'iba raz'],
    [
      () => readDiffOptions(['a', 'b', '--format', 'sarif']),
      '--format takes text, json',
      'Voľba --format môže mať iba',
    ],
  ])('%s is rejected with a message in both languages', (options, english, slovak) => {
    let refused: unknown;
    try {
      options();
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(UsageError);
    const { text } = refused as UsageError;
    expect([text.en, text.sk]).toEqual([expect.stringContaining(english), expect.stringContaining(slovak)]);
  });
});

describe('einvoice-validate convert', () => {
  const options = { to: 'ubl', allowLoss: false, language: 'en', output: undefined } as const;

  it('writes the invoice to standard output or to a file', async () => {
    const written = watchOutput();
    expect(await convertInvoice({ ...options, place: cii })).toBe(0);
    expect(written).toEqual({ out: UBL, err: '' });
    const output = join(folder, 'out.xml');
    expect(await convertInvoice({ ...options, place: cii, output })).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe(UBL);
  });

  it('writes nothing when values would be lost, unless the loss is allowed, and lists the values', async () => {
    const lossyToCii = { ...options, place: lossy, to: 'cii' } as const;
    const refused = watchOutput();
    expect(await convertInvoice(lossyToCii)).toBe(1);
    const list = `${lossy}: Values that cannot be written in CII (1):\n  no term  /Invoice/cbc:UUID  u-1 2\n`;
    expect(refused).toEqual({ out: '', err: `${list}To accept the loss, use --allow-loss.\n` });
    vi.restoreAllMocks();
    const allowed = watchOutput();
    expect(await convertInvoice({ ...lossyToCii, allowLoss: true })).toBe(0);
    expect(allowed).toEqual({ out: expect.stringContaining('<rsm:CrossIndustryInvoice'), err: list });
    vi.restoreAllMocks();
    const slovak = watchOutput();
    expect(await convertInvoice({ ...lossyToCii, language: 'sk' })).toBe(1);
    expect(slovak.err).toContain('nedajú zapísať (1):\n  bez kódu  /Invoice/cbc:UUID');
  });

  it('takes the only file of an archive', async () => {
    const written = watchOutput();
    const place = write('one.zip', makeZip([{ name: 'in.xml', content: CII }]));
    expect(await convertInvoice({ ...options, place })).toBe(0);
    expect(written.out).toBe(UBL);
  });

  it.each([
    ['other.xml', '<a/>', 'It is not a UBL or CII invoice'],
    ['paper.pdf', '%PDF-1.7', 'This is a PDF; extract the XML of the invoice from it first'],
    ['two.zip', makeZip(['a.xml', 'b.xml'].map((name) => ({ name, content: '<a/>' }))), 'It contains several files'],
    ['text.zip', makeZip([{ name: 'a.txt', content: 'text' }]), 'It contains no invoice'],
  ])('rejects %s, which is not one invoice', async (name, content, reason) => {
    const error = await refusal(convertInvoice({ ...options, place: write(name, content) }));
    expect(error).toBeInstanceOf(FileRefused);
    expect((error as FileRefused).text.en).toContain(`${join(folder, name)}: ${reason}`);
  });
});

describe('einvoice-validate diff', () => {
  const diff = async (left: string, right: string, format: 'text' | 'json' = 'text', language: 'sk' | 'en' = 'en') => {
    const written = watchOutput();
    const code = await diffInvoices({ left, right, format, language });
    vi.restoreAllMocks();
    return { code, out: written.out.replaceAll(`${folder}/`, '') };
  };

  it('reports equal invoices with exit code 0, whatever their syntax', async () => {
    const out = `cii.xml ↔ ubl.xml: no difference\n\nAmount due: ${DUE} (unchanged)\nVAT: ${TAX} (unchanged)\n`;
    expect(await diff(cii, ubl)).toEqual({ code: 0, out });
  });

  it('lists differences in a table, then the change of the amount due and of the VAT', async () => {
    const { code, out } = await diff(ubl, changed);
    const [title, , header, row, , due, tax] = out.split('\n');
    expect([code, title]).toEqual([1, 'ubl.xml ↔ changed.xml: 1 difference']);
    expect(header!.trim().split(/ {2,}/)).toEqual(['Term', 'Name', 'Left', 'Right', 'Effect']);
    expect(row!.trim().split(/ {2,}/)).toEqual(['BT-115', 'amount due for payment', DUE, '1.00', 'amount due']);
    expect(header!.indexOf('Right')).toBe(row!.indexOf('1.00'));
    expect(due).toMatch(new RegExp(`^Amount due: ${DUE} → 1\\.00 \\(-[\\d.]+\\)$`));
    expect(tax).toBe(`VAT: ${TAX} (unchanged)`);
    const slovak = (await diff(ubl, changed, 'text', 'sk')).out;
    expect(slovak).toContain('ubl.xml ↔ changed.xml: 1 rozdiel\n');
    expect(slovak).toMatch(/BT-115 {2}suma na úhradu .* suma na úhradu\n\nSuma na úhradu: /);
  });

  it('writes the comparison of the package as JSON', async () => {
    const { code, out } = await diff(ubl, changed, 'json');
    expect([code, JSON.parse(out)]).toEqual([1, await compare(readFileSync(ubl), readFileSync(changed))]);
  });

  it('names the file that is not an invoice', async () => {
    const other = write('no.xml', '<a/>');
    for (const [left, right] of [
      [ubl, other],
      [other, ubl],
    ] as const) {
      const error = await refusal(diffInvoices({ left, right, format: 'text', language: 'en' }));
      expect((error as FileRefused).text.sk).toBe(`${other}: Nie je faktúra v syntaxi UBL ani CII`);
    }
  });

  it('shows missing values, values of several lines, and lines in another order', () => {
    const difference: InvoiceDifference = {
      business_term: 'BT-22',
      group: 'document',
      label: { sk: 'poznámka', en: 'note' },
      ...{ left: null, right: 'first\nsecond \u001b[2J', left_location: null, right_location: null },
      effect: 'text',
    };
    const comparison: InvoiceComparison = {
      ...{ equal: false, semantic_digests: ['a', 'b'], semantic_digest_version: 1, differences: [difference] },
      totals: {
        amount_due: { left: '1.00', right: null, difference: null },
        tax: { left: '1', right: '2.5', difference: '1.5' },
      },
    };
    const shown = { left: 'a.xml', right: 'b.xml', language: 'en' } as const;
    const text = writeComparison(comparison, shown);
    expect(text).toContain('  BT-22  note  –     first second \uFFFD[2J  text\n');
    expect(text).toContain('Amount due: 1.00 → –\nVAT: 1 → 2.5 (+1.5)\n');
    expect(writeComparison({ ...comparison, equal: true, differences: [] }, shown)).toContain(
      'The lines are in a different order.',
    );
  });
});
