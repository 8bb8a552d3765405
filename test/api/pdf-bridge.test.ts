import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/api/index.ts';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { writeUbl } from '../../src/invoice/index.ts';
import { DraftInvoice } from '../../src/preview/index.ts';
import { toInvoice } from '../../src/preview/to-invoice.ts';
import { makePdfReader } from '../../src/render/index.ts';
import { findRoot } from '../../src/runtime/index.ts';
import { makeValidator } from '../../src/validation/index.ts';
import { LEAST } from '../preview/drafts.ts';
import { startPrinter, whyNoChromium } from '../support/chromium.ts';
import { fakeParts } from './fake-parts.ts';

const root = findRoot();
const UBL = writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, note: 'Príliš žltá\r\nfaktúra' })).invoice);
const CII = readFileSync(`${root}/test/invoice/cii-invoice.xml`, 'utf8');
const MAX_XML = 20_000;
const { printer } = startPrinter();
let api: Awaited<ReturnType<typeof startApi>>;
/** Keyless calls per client and day that are left. */
let calls = 1_000;

beforeAll(async () => {
  const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  const parts = fakeParts({ validator, printer, pdfReader: makePdfReader({ maxXmlBytes: MAX_XML }) });
  const config = { ...parts.config, maxXmlBytes: MAX_XML, publicDailyLimit: 1_000 };
  const accounts = { ...parts.accounts, takePublicCall: async () => (calls > 0 ? 1_000 - --calls : null) };
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

async function pdfWith(files: Files, change: (document: PDFDocument) => void = () => undefined): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawSquare({ size: 10 });
  for (const [name, content] of Object.entries(files)) {
    await document.attach(Buffer.from(content as string), name, {
      mimeType: name.endsWith('.txt') ? 'text/plain' : 'text/xml',
    });
  }
  await document.flush();
  change(document);
  return document.save();
}

const withProfile = (id: string): string => CII.replace('urn:cen.eu:en16931:2017', id);

describe('a hybrid PDF', () => {
  it.each([
    ['factur-x.xml', 'urn:factur-x.eu:1p0:minimum', 'MINIMUM'],
    ['factur-x.xml', 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic', 'BASIC'],
    ['zugferd-invoice.xml', 'urn:cen.eu:en16931:2017', 'EN 16931'],
    ['ZUGFeRD-invoice.xml', 'urn:cen.eu:en16931:2017#conformant#urn:zugferd.de:2p0:extended', 'EXTENDED'],
    ['xrechnung.xml', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', 'XRECHNUNG'],
    ['something-else.xml', 'urn:example:own', 'urn:example:own'],
  ])('gives %s with %s: %s', async (name, id, profile) => {
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

  it('with UBL is validated too, in the language that is asked for', async () => {
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
  ])('%s that is no EN 16931 invoice is given back, and told to be none', async (name, xml) => {
    const body = await (await send(await pdfWith({ [name]: xml }))).json();
    const warnings = [{ code: 'not_shown' }];
    expect(body).toMatchObject({ embedded: { filename: name }, xml, summary: null, html: null, warnings });
  });

  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['without a file', () => pdfWith({}), 'pdf_without_invoice'],
    [
      'with other files',
      () => pdfWith({ 'a.xml': '<note/>', 'factur-x.xml': 'no XML', 'b.txt': UBL }),
      'pdf_without_invoice',
    ],
    [
      'that is encrypted',
      () => pdfWith({ 'invoice.xml': UBL }, (pdf) => pdf.encrypt({ userPassword: 'a', ownerPassword: 'b' })),
      'pdf_encrypted',
    ],
    ['that is broken', async () => Buffer.from('%PDF-1.7\n1 0 obj <<'), 'pdf_unreadable'],
    [
      'whose file unpacks to too much',
      () => pdfWith({ 'invoice.xml': Buffer.alloc(4 * MAX_XML + 1, 'a') }),
      'pdf_reading_limit_reached',
    ],
    ['whose file is a packed gigabyte', () => pdfWith({}, (pdf) => addBomb(pdf)), 'pdf_reading_limit_reached'],
    ['whose file is packed twice over', () => pdfWith({}, (pdf) => addBomb(pdf, 2)), 'pdf_reading_limit_reached'],
  ])('%s is a 422', async (_, make, code) => {
    const response = await send(await make());
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, code]);
  });
});

/**
 * Puts a packed gigabyte in the place of an attached file: plain, and packed twice, so that its size is not known
 * before.
 */
function addBomb({ context, catalog }: PDFDocument, filters = 1): void {
  const packed = deflateSync(Buffer.alloc(1_000_000_000));
  const content = filters === 1 ? packed : deflateSync(packed);
  const file = context.stream(content, { Filter: Array.from({ length: filters }, () => 'FlateDecode') });
  const spec = context.obj({ Type: 'Filespec', F: PDFString.of('x.xml'), EF: { F: context.register(file) } });
  const names = { EmbeddedFiles: { Kids: [{ Names: [PDFString.of('x.xml'), context.register(spec)] }] } };
  catalog.set(PDFName.of('Names'), context.obj(names));
}

describe.skipIf((await whyNoChromium()) !== null)('an XML invoice', () => {
  it.each([
    ['UBL', UBL],
    ['CII', CII],
  ])('in %s becomes a PDF, out of which it comes back byte for byte', async (_, xml) => {
    const response = await send(xml, 'application/xml');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const back = await send(new Uint8Array(await response.arrayBuffer()));
    expect(((await back.json()) as { xml: string }).xml).toBe(xml);
  });
});

it('what is neither is a 422; too large XML is a 413', async () => {
  expect((await send('<x/>', 'application/xml')).status).toBe(422);
  expect((await send(UBL.padEnd(MAX_XML + 1), 'application/xml')).status).toBe(413);
});

it('counts keyless calls under the public daily limit', async () => {
  calls = 1;
  expect((await send('<x/>', 'application/xml')).status).toBe(422);
  const refused = await send('<x/>', 'application/xml');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'public_soft_limit_reached', limit: 1_000 });
  calls = 1_000;
});
