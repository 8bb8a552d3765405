import { readFileSync } from 'node:fs';
import { writeUbl } from '@e-invoice/validator/invoice';
import { makeValidator } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { startApi } from '../../src/composition/api.ts';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { findRoot } from '../../src/platform/index.ts';
import { LEAST } from '../drafts/drafts.ts';
import { startPrinter, whyNoChromium } from '../support/chromium.ts';
import { fakeParts } from './fake-parts.ts';

const root = findRoot();
const XML = writeUbl(toInvoice(DraftInvoice.parse(LEAST)).invoice);
const { printer } = startPrinter();
let api: Awaited<ReturnType<typeof startApi>>;
/** API on a machine where Chromium cannot start. */
let unable: typeof api;
beforeAll(async () => {
  const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  api = await startApi(fakeParts({ validator, printer }), { checkAnswers: 'throw' });
  unable = await startApi(fakeParts({ validator, printer: startPrinter({ path: '/no/chromium' }).printer }), {
    checkAnswers: 'throw',
  });
});
afterAll(async () => {
  await api.close();
  await unable.close();
  await printer.close();
});

const post = (body: string, query = '', key: string | null = 'developer', target = api) =>
  fetch(`${target.url}/api/invoice-render${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', ...(key !== null && { 'X-API-Key': key }) },
    body,
  });

it('contract 5: returns summary, html and warnings', async () => {
  const response = await post(XML);
  expect(response.status).toBe(200);
  const body = (await response.json()) as { html: string };
  expect(body).toMatchObject({
    summary: { invoice_id: '2027-0001', payable_amount: '313.65', line_count: 1 },
    warnings: [],
  });
  expect(body.html).toMatch(/^<!doctype html>/);
});

it('format=html returns the page under a policy that runs and fetches nothing', async () => {
  const response = await post(XML, '?format=html&lang=en');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
  expect(await response.text()).toContain('<html lang="en">');
});

it('annotate=issues shows findings next to the values', async () => {
  const wrong = XML.replace(/(<cbc:PayableAmount[^>]*>)313\.65/, '$1313.56');
  const marked = await (await post(wrong, '?format=html&annotate=issues')).text();
  expect(marked).toMatch(/BR-CO-16.*class="marked">313,56[^<]*<\/bdi><a class="mark fatal"[^>]*>1</s);
  expect(await (await post(wrong, '?format=html')).text()).not.toContain('BR-CO-16');
});

it('renders CII with its own summary', async () => {
  const response = await post(readFileSync(`${root}/test/invoice/cii-invoice.xml`, 'utf8'));
  expect(await response.json()).toMatchObject({
    summary: { invoice_id: '2027-0042', payable_amount: '100.00' },
    warnings: [{ code: 'cii_preview_only' }],
  });
});

it('returns 422 with the reason for a file that is not an invoice, and requires a key', async () => {
  const response = await post('<x/>');
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'invoice_unreadable']);
  expect((await post(XML, '', null)).status).toBe(401);
});

// Private-use character of the last plane, which no font has.
const UNPRINTABLE = XML.replace(LEAST.buyerName, 'Odberateľ \u{10ff00}');

it('reports characters without a font, with their field', async () => {
  const { warnings } = (await (await post(UNPRINTABLE)).json()) as { warnings: unknown };
  expect(warnings).toMatchObject([
    { code: 'not_printed', detail: { en: expect.stringContaining('BT-44 (\u{10ff00})') } },
  ]);
});

describe.skipIf((await whyNoChromium()) !== null)('format=pdf', () => {
  it('names the fields with characters that no font has in a header', async () => {
    expect((await post(UNPRINTABLE, '?format=pdf')).headers.get('x-not-printed')).toBe('BT-44');
    expect((await post(XML, '?format=pdf')).headers.get('x-not-printed')).toBeNull();
  });

  it('returns the PDF with a file name from the invoice number', async () => {
    const response = await post(XML.replace('2027-0001', 'Č. 2027/1'), '?format=pdf');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="C-.-2027-1.pdf"');
    const pdf = Buffer.from(await response.arrayBuffer());
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.4');
    expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
  });

  it('is also selected by Accept, in English', async () => {
    const response = await fetch(`${api.url}/api/invoice-render?lang=en`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/xml', 'X-API-Key': 'developer', Accept: 'application/pdf' },
      body: XML,
    });
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toContain('xml:lang="x-default">Invoice 2027');
  });
});

it('returns an error without Chromium, while HTML still works', async () => {
  const response = await post(XML, '?format=pdf', 'developer', unable);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('60');
  expect(await response.json()).toMatchObject({ code: 'pdf_unavailable' });
  expect((await post(XML, '?format=html', 'developer', unable)).status).toBe(200);
});
