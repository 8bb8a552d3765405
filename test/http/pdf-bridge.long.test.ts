import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { degrees, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { writeUbl } from '@e-invoice/validator/invoice';
import { makeValidator } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { startApi } from '../../src/composition/api.ts';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { makePdfReader, renderInvoice } from '../../src/modules/rendering/index.ts';
import { toShown } from '../../src/modules/rendering/render-metadata.ts';
import { findRoot } from '../../src/platform/index.ts';
import { LEAST } from '../drafts/drafts.ts';
import { EMBEDDED_CASES } from '../rendering/embedded-cases.ts';
import { startPrinter, whyNoChromium } from '../support/chromium.ts';
import { withoutTimeout } from '../support/renderers.ts';
import { fakeParts } from './fake-parts.ts';

const root = findRoot();
const UBL = writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, note: 'Príliš žltá\r\nfaktúra' })).invoice);
const CII = readFileSync(`${root}/test/invoice/cii-invoice.xml`, 'utf8');
const MAX_XML = 20_000;
const { printer } = startPrinter();
let api: Awaited<ReturnType<typeof startApi>>;
/** Remaining calls without a key per client and day. */
let calls = 1_000;

beforeAll(async () => {
  const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  const parts = fakeParts({ validator, printer, pdfReader: makePdfReader({ maxXmlBytes: MAX_XML }) });
  const config = { ...parts.config, maxXmlBytes: MAX_XML, publicDailyLimit: 1_000 };
  const accounts = {
    ...parts.accounts,
    takePublicCall: async () => (calls > 0 ? 1_000 - --calls : null),
    giveBackPublicCalls: async () => 1_000 - ++calls,
  };
  api = await startApi({ ...parts, config, accounts } as never, { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await printer.close();
});

const send = (body: string | Uint8Array, type = 'application/pdf', query = '') =>
  fetch(`${api.url}/api/pdf-bridge${query}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: body as never,
  });

type Files = Readonly<Record<string, string | Uint8Array>>;

async function pdfWith(
  files: Files,
  change: (document: PDFDocument) => void | Promise<void> = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawSquare({ size: 10 });
  for (const [name, content] of Object.entries(files)) {
    await document.attach(Buffer.from(content as string), name, {
      mimeType: name.endsWith('.txt') ? 'text/plain' : 'text/xml',
    });
  }
  await document.flush();
  await change(document);
  return document.save();
}

type Visible = { outcome: string; values: { business_term: string; outcome: string; printed: string | null }[] };

/** Comparison with the visible text of a PDF whose XML the bridge returns unchanged. */
async function visibleOf(pdf: Uint8Array, xml = UBL): Promise<Visible> {
  const body = (await (await send(pdf)).json()) as { xml: string; visible_values: Visible };
  expect(body.xml).toBe(xml);
  return body.visible_values;
}

const outcomeOf = ({ values }: Visible, term: string) => values.find(({ business_term }) => business_term === term);

const withProfile = (id: string): string => CII.replace('urn:cen.eu:en16931:2017', id);

describe('a hybrid PDF', () => {
  it.each(EMBEDDED_CASES)('with $is returns the invoice or the reason for its absence', async ({ pdf, expected }) => {
    const response = await send((await pdf()) as Uint8Array<ArrayBuffer>);
    const body = (await response.json()) as Record<string, unknown>;
    if (expected.number !== undefined) {
      expect(body).toMatchObject({ embedded: { filename: expected.name }, summary: { invoice_id: expected.number } });
      return;
    }
    const codes = { nothing: 'pdf_without_invoice', encrypted: 'pdf_encrypted', broken: 'pdf_unreadable' } as const;
    const code = expected.unread === undefined ? 'invoice_unreadable' : codes[expected.unread];
    expect([response.status, body.code]).toEqual([422, code]);
  });

  it('with malformed XML is rejected with the name of the file and its first error', async () => {
    const response = await send(await pdfWith({ 'factur-x.xml': Buffer.from('<a>M\xfcller</a>', 'latin1') }));
    const body = (await response.json()) as { detail: string };
    expect(body).toMatchObject({ code: 'invoice_unreadable', filename: 'factur-x.xml' });
    expect(body.detail).toContain('factur-x.xml');
    expect(body.detail).toContain('bajt FC');
  });

  it('with several invoices has a warning that names the others', async () => {
    const { pdf } = EMBEDDED_CASES.find(({ is }) => is === 'two invoices')!;
    const body = (await (await send((await pdf()) as Uint8Array<ArrayBuffer>)).json()) as {
      warnings: { code: string; detail: { sk: string } }[];
    };
    const found = body.warnings.find(({ code }) => code === 'other_invoices');
    expect(found?.detail.sk).toContain('FA-2.xml');
  });

  it.each([
    ['factur-x.xml', 'urn:factur-x.eu:1p0:minimum', 'MINIMUM'],
    ['factur-x.xml', 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic', 'BASIC'],
    ['zugferd-invoice.xml', 'urn:cen.eu:en16931:2017', 'EN 16931'],
    ['ZUGFeRD-invoice.xml', 'urn:cen.eu:en16931:2017#conformant#urn:zugferd.de:2p0:extended', 'EXTENDED'],
    ['xrechnung.xml', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', 'XRECHNUNG'],
    ['something-else.xml', 'urn:example:own', 'urn:example:own'],
  ])('returns %s with %s: %s', async (name, id, profile) => {
    const xml = withProfile(id);
    const response = await send(await pdfWith({ 'other.xml': '<note/>', [name]: xml }));
    expect(response.status).toBe(200);
    const body = (await response.json()) as { xml: string; html: string };
    expect(body).toMatchObject({
      embedded: { filename: name, profile },
      summary: { invoice_id: '2027-0042', payable_amount: '100.00' },
      warnings: [{ code: 'cii_preview_only' }],
      validation: null,
    });
    expect(body.xml).toBe(xml);
    expect(body.html).toContain('Ľubovnianske strojárne');
  });

  it('with UBL is also validated, in the requested language', async () => {
    const response = await send(await pdfWith({ 'invoice.xml': UBL }), 'application/pdf', '?lang=en');
    const body = (await response.json()) as { html: string; validation: { valid: boolean; filename: string } };
    expect(body.validation).toMatchObject({ filename: 'invoice.xml', valid: true });
    expect(body.html).toContain('<html lang="en">');
  });

  it.each([
    [
      'order-x.xml',
      '<rsm:SCRDMCCBDACIOMessageStructure xmlns:rsm="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100"/>',
    ],
    ['ZUGFeRD-invoice.xml', '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>'],
  ])('returns %s that is not an EN 16931 invoice, with a warning', async (name, xml) => {
    const body = await (await send(await pdfWith({ [name]: xml }))).json();
    const warnings = [{ code: 'not_shown' }];
    expect(body).toMatchObject({ embedded: { filename: name }, xml, summary: null, html: null, warnings });
  });

  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['without a file', () => pdfWith({}), 'pdf_without_invoice'],
    ['with other files', () => pdfWith({ 'a.xml': '<note/>', 'b.txt': 'a < b' }), 'pdf_without_invoice'],
    [
      'that is encrypted',
      () => pdfWith({ 'invoice.xml': UBL }, (pdf) => pdf.encrypt({ userPassword: 'a', ownerPassword: 'b' })),
      'pdf_encrypted',
    ],
    ['that is broken', async () => Buffer.from('%PDF-1.7\n1 0 obj <<'), 'pdf_unreadable'],
    [
      'whose file exceeds the limit when decompressed',
      () => pdfWith({ 'invoice.xml': Buffer.alloc(4 * MAX_XML + 1, 'a') }),
      'pdf_reading_limit_reached',
    ],
    ['whose file is a compressed gigabyte', () => pdfWith({}, (pdf) => addBomb(pdf)), 'pdf_reading_limit_reached'],
    ['whose file is compressed twice', () => pdfWith({}, (pdf) => addBomb(pdf, 2)), 'pdf_reading_limit_reached'],
  ])('%s returns 422', async (_, make, code) => {
    const response = await send(await make());
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, code]);
  });
});

/**
 * Replaces an attached file by a compressed gigabyte: plain, and compressed twice, so that its size is not known in
 * advance.
 */
async function addBomb({ context, catalog }: PDFDocument, filters = 1): Promise<void> {
  // Asynchronous, because this side must notice that idle connections are closed.
  const pack = promisify<Buffer, Buffer>(deflate);
  const packed = await pack(Buffer.alloc(1_000_000_000));
  const content = filters === 1 ? packed : await pack(packed);
  const file = context.stream(content, { Filter: Array.from({ length: filters }, () => 'FlateDecode') });
  const spec = context.obj({ Type: 'Filespec', F: PDFString.of('x.xml'), EF: { F: context.register(file) } });
  const names = { EmbeddedFiles: { Kids: [{ Names: [PDFString.of('x.xml'), context.register(spec)] }] } };
  catalog.set(PDFName.of('Names'), context.obj(names));
}

describe('the visible text of a hybrid PDF', () => {
  it('is unknown when there is no text, as in a scan', async () => {
    const visible = await visibleOf(await pdfWith({ 'invoice.xml': UBL }));
    expect(visible.outcome).toBe('unknown');
    expect(new Set(visible.values.map(({ outcome }) => outcome))).toEqual(new Set(['unknown']));
  });

  it.each([
    ['in German', 0, ['Gesamtbetrag|313,65 EUR', 'Netto|255,00 EUR', 'USt 23,00 %|58,65 EUR']],
    ['in English, rotated', 90, ['Total|EUR 313.65', 'Net|EUR 255.00', 'VAT (23.00 %)|EUR 58.65']],
  ])('of other software, %s, is read in columns', async (_, turn, lines) => {
    const pdf = await pdfWith({ 'factur-x.xml': UBL }, (document) => write(document, lines, turn));
    expect((await visibleOf(pdf)).outcome).toBe('found');
    const other = lines.map((line) => line.replace('58', '85'));
    const changed = await visibleOf(await pdfWith({ 'factur-x.xml': UBL }, (document) => write(document, other, turn)));
    expect(outcomeOf(changed, 'BT-110')).toMatchObject({ outcome: 'not_found' });
  });

  it('outside the page is ignored', async () => {
    const away = (document: PDFDocument) => {
      write(document, ['Total|1,00 EUR'], 0);
      document.getPage(0).drawText('313,65 EUR 255,00 EUR 58,65 EUR', { x: 50, y: -200, size: 10 });
    };
    expect((await visibleOf(await pdfWith({ 'invoice.xml': UBL }, away))).outcome).toBe('not_found');
  });

  it('is null when the XML is not a displayable invoice', async () => {
    const order = '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>';
    expect(await visibleOf(await pdfWith({ 'order-x.xml': order }), order)).toBeNull();
  });

  it.each<[string, (pdf: PDFDocument) => void]>([
    ['is very large when decompressed', (pdf) => setContent(pdf, deflateSync(Buffer.alloc(600_000_000, '(1) Tj ')), 1)],
    [
      'is compressed twice',
      (pdf) => setContent(pdf, deflateSync(deflateSync(Buffer.alloc(600_000_000, '[(1)] TJ '))), 2),
    ],
    ['is not content', (pdf) => setContent(pdf, Buffer.from('BT /F1 '.repeat(100_000) + '<<'.repeat(100_000)), 0)],
    ['references itself', callItself],
  ])('that %s does not prevent reading the XML', async (_, change) => {
    const visible = await visibleOf(await pdfWith({ 'invoice.xml': UBL }, change));
    expect(visible.outcome).toBe('unknown');
  });
});

/** Writes lines in two columns, on a page that may be rotated, in a standard font. */
function write(document: PDFDocument, lines: readonly string[], turn: number): void {
  const page = document.getPage(0);
  for (const [row, line] of lines.entries()) {
    for (const [column, text] of line.split('|').entries()) {
      const [along, down] = [50 + column * 200, 700 - row * 14];
      const place = turn === 0 ? { x: along, y: down } : { x: 600 - down / 2, y: along };
      page.drawText(text, { ...place, size: 10, rotate: degrees(turn) });
    }
  }
}

function setContent(pdf: PDFDocument, bytes: Uint8Array, filters: number): void {
  const stream = pdf.context.stream(bytes, { Filter: Array.from({ length: filters }, () => 'FlateDecode') });
  pdf.getPage(0).node.set(PDFName.of('Contents'), pdf.context.register(stream));
}

/** A form XObject that draws itself. */
function callItself(pdf: PDFDocument): void {
  const { context } = pdf;
  const self = context.nextRef();
  const form = context.stream(Buffer.from('q /F Do /F Do /F Do Q'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 9, 9],
    Resources: { XObject: { F: self } },
  });
  context.assign(self, form);
  setContent(pdf, Buffer.from('q /F Do Q'), 0);
  pdf.getPage(0).node.set(PDFName.of('Resources'), context.obj({ XObject: { F: self } }));
}

describe.skipIf((await whyNoChromium()) !== null)('a printed invoice', () => {
  const print = async (change = (html: string) => html, language: 'sk' | 'en' = 'sk', xml = UBL) => {
    const bytes = Buffer.from(xml);
    const rendered = renderInvoice(bytes, { language, issues: null });
    const shown = toShown({ ...rendered, html: change(rendered.html) });
    return printer.print({ rendered: shown, xml: bytes, language, at: 0 }, withoutTimeout);
  };

  it.each([
    ['sk', UBL],
    ['en', UBL],
    ['sk', CII],
  ] as const)('in %s shows all values of its XML', async (language, xml) => {
    const visible = await visibleOf(await print(undefined, language, xml), xml);
    expect(visible.outcome).toBe('found');
    for (const { outcome } of visible.values) expect(outcome).toBe('found');
  });

  it('with another amount in print than in the XML is reported', async () => {
    const changed = await visibleOf(await print((html) => html.replaceAll('313,65', '813,65')));
    expect(changed.outcome).toBe('contradicted');
    expect(outcomeOf(changed, 'BT-115')).toMatchObject({ outcome: 'contradicted', printed: '813,65' });
    expect(outcomeOf(changed, 'BT-109')).toMatchObject({ outcome: 'found' });
    const silent = await visibleOf(await print((html) => html.replaceAll('58,65', '')));
    expect(outcomeOf(silent, 'BT-110')).toMatchObject({ outcome: 'not_found', printed: null });
  });

  it('with fonts without Unicode mapping is unknown', async () => {
    const document = await PDFDocument.load(await print(), { updateMetadata: false });
    let fonts = 0;
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      if (object instanceof PDFDict && object.delete(PDFName.of('ToUnicode'))) fonts += 1;
    }
    expect(fonts).toBeGreaterThan(1);
    expect((await visibleOf(await document.save())).outcome).toBe('unknown');
  });
});

describe.skipIf((await whyNoChromium()) !== null)('an XML invoice', () => {
  it.each([
    ['UBL', UBL],
    ['CII', CII],
  ])('in %s is converted to a PDF that contains it byte for byte', async (_, xml) => {
    const response = await send(xml, 'application/xml');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const back = await send(new Uint8Array(await response.arrayBuffer()));
    expect(((await back.json()) as { xml: string }).xml).toBe(xml);
  });
});

it('rejects other input with 422 and too large XML with 413', async () => {
  expect((await send('<x/>', 'application/xml')).status).toBe(422);
  expect((await send(UBL.padEnd(MAX_XML + 1), 'application/xml')).status).toBe(413);
});

it('counts calls without a key against the public daily limit', async () => {
  calls = 1;
  expect((await send('<x/>', 'application/xml')).status).toBe(422);
  const refused = await send('<x/>', 'application/xml');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'public_soft_limit_reached', limit: 1_000 });
  calls = 1_000;
});
