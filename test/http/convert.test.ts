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
import { fakeParts } from './fake-parts.ts';

const root = findRoot();
const UBL = writeUbl(toInvoice(DraftInvoice.parse(LEAST)).invoice);
const CII = readFileSync(`${root}/test/invoice/cii-invoice.xml`, 'utf8');
const WITH_UUID = UBL.replace('<cbc:ID>', '<cbc:UUID>u-1</cbc:UUID><cbc:ID>');
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  api = await startApi(fakeParts({ validator }), { checkAnswers: 'throw' });
});
afterAll(() => api.close());

type Body = { xml: string; semantic_digest: string; lost: unknown[]; code?: string };

const post = (path: string, body: string | FormData, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: typeof body === 'string' ? { 'Content-Type': 'application/xml', ...headers } : headers,
    body,
  });

const convert = async (xml: string, query: string) => (await (await post(`/api/convert?${query}`, xml)).json()) as Body;

describe('POST /api/convert', () => {
  it('returns the invoice in the other syntax with its validation and the same semantic digest', async () => {
    const cii = await convert(UBL, 'to=cii');
    expect(cii).toMatchObject({ to: 'cii', lost: [], validation: { filename: 'invoice.xml' } });
    expect(cii.xml).toContain('<rsm:CrossIndustryInvoice');
    const back = await convert(cii.xml, 'to=ubl');
    expect(back).toMatchObject({ to: 'ubl', lost: [], validation: { valid: true, document_type: 'ubl-invoice' } });
    expect(back.semantic_digest).toBe(cii.semantic_digest);
  });

  it('returns the document alone as application/xml', async () => {
    const response = await post('/api/convert?to=ubl', CII, { Accept: 'application/xml' });
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await response.text()).toMatch(/^<\?xml [^>]*>\s*<Invoice xmlns=/);
  });

  it('returns an invoice of the requested syntax without its envelope', async () => {
    const enveloped = `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader/>${UBL.replace(/^<\?xml[^>]*>\s*/, '')}</StandardBusinessDocument>`;
    const { xml, lost } = await convert(enveloped, 'to=ubl');
    expect(lost).toEqual([]);
    expect(xml).toMatch(/^<\?xml [^>]*>\s*<Invoice /);
  });

  it('rejects a conversion that loses content, and lists the losses', async () => {
    const response = await post('/api/convert?to=cii', WITH_UUID);
    expect(response.status).toBe(422);
    const lost = [{ business_term: null, path: '/Invoice/cbc:UUID', value: 'u-1' }];
    expect(await response.json()).toMatchObject({ code: 'conversion_loses_content', lost });
    expect(await convert(WITH_UUID, 'to=cii&allow_loss=true')).toMatchObject({ lost, to: 'cii' });
  });

  it.each(['<a/>', 'no xml', ''])('rejects %j, which is not an invoice', async (body) => {
    const response = await post('/api/convert?to=cii', body);
    expect([400, 422]).toContain(response.status);
    if (body !== '') expect(await response.json()).toMatchObject({ code: 'not_an_invoice' });
  });

  it('requires a syntax', async () => {
    expect((await post('/api/convert', UBL)).status).toBe(400);
    expect((await post('/api/convert?to=edifact', UBL)).status).toBe(400);
  });
});

describe('POST /api/compare', () => {
  const compare = (left: string, right: string) =>
    post('/api/compare', JSON.stringify({ left: { content: left }, right: { filename: 'r.xml', content: right } }), {
      'Content-Type': 'application/json',
    });

  it('finds no difference between an invoice and its conversion', async () => {
    const { xml } = await convert(UBL, 'to=cii');
    const compared = (await (await compare(UBL, xml)).json()) as { semantic_digests: string[] };
    expect(compared).toMatchObject({ equal: true, differences: [] });
    expect(new Set(compared.semantic_digests).size).toBe(1);
  });

  it('lists differences by business term, and what changes for the amount due', async () => {
    const changed = UBL.replace(/(<cbc:PayableAmount[^>]*>)313\.65/, '$1300.65');
    expect(await (await compare(UBL, changed)).json()).toMatchObject({
      equal: false,
      differences: [
        {
          business_term: 'BT-115',
          group: 'totals',
          label: { en: 'amount due for payment' },
          left: '313.65',
          right: '300.65',
          left_location: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount',
          effect: 'amount_due',
        },
      ],
      totals: { amount_due: { left: '313.65', right: '300.65', difference: '-13' }, tax: { difference: '0' } },
    });
  });

  it('takes a form with two files', async () => {
    const form = new FormData();
    form.append('left', new Blob([UBL], { type: 'application/xml' }), 'a.xml');
    form.append('right', new Blob([CII], { type: 'application/xml' }), 'b.xml');
    expect(await (await post('/api/compare', form)).json()).toMatchObject({ equal: false });
    form.delete('right');
    expect(await (await post('/api/compare', form)).json()).toMatchObject({ code: 'two_files_needed' });
  });

  it('names the file that is not an invoice', async () => {
    const response = await compare(UBL, '<a/>');
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'not_an_invoice', detail: expect.stringContaining('r.xml') });
  });
});
