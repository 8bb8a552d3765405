import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { receiveOne } from '../support/records.ts';
import { type OpenApi, openApi } from './open-api.ts';

const XML = makeInvoice(...billing);
let api: OpenApi;
let owner: Scope;
let key: string;
beforeAll(async () => {
  api = await openApi({}, 'production');
  owner = await makeOperator(api.db);
  key = (await makeKey(makeTestAccounts(api.db), owner, 'developer')).text;
});
afterAll(() => api.close());

const post = (query: string, body = XML) =>
  fetch(`${api.url}/api/tax-data${query}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/xml' },
    body,
  });

it('POST /api/tax-data reports retained and dropped data, with the XML, marked as a preview', async () => {
  const response = await post('?role=C3');
  expect(response.status).toBe(200);
  const body = (await response.json()) as { xml: string; kept: object[]; dropped: object[] };
  expect(body).toMatchObject({ preview: true, role: 'C3', specification: { status: 'review' }, missing: [] });
  expect(body).toMatchObject({ findings: [] });
  expect(body.xml).toContain('<pxs:ReporterRole>C3</pxs:ReporterRole>');
  expect(body.kept).toContainEqual(expect.objectContaining({ terms: ['BT-1'], path: '/Invoice/cbc:ID' }));
  expect(body.dropped).toContainEqual(
    expect.objectContaining({ terms: ['BT-27'], name: { sk: 'názov predávajúceho', en: 'seller name' } }),
  );
});

it('reports violated rules with their location, in both languages', async () => {
  const country = '<cbc:IdentificationCode>';
  const body = await (await post('', XML.replaceAll(new RegExp(`${country}[A-Z]+`, 'g'), country))).json();
  expect(body).toMatchObject({
    findings: [
      {
        id: 'SK-TDD-22',
        location: '/TaxData/pxs:ReportedTransaction/pxs:ReportedDocument',
        message: { sk: 'Chýba štát predávajúceho alebo kupujúceho.', en: expect.any(String) },
      },
    ],
  });
});

it('format=xml and format=html return the report and the page themselves', async () => {
  const report = await post('?format=xml');
  expect([report.headers.get('content-type'), (await report.text()).slice(0, 5)]).toEqual(['application/xml', '<?xml']);
  const page = await post('?format=html&lang=en');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('<html lang="en">');
});

it('returns 422 for a file that is not a UBL invoice', async () => {
  const response = await post('', '<x/>');
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'not_a_ubl_invoice' }]);
});

it('GET /api/documents/{id}/tax-data reads only documents of the workspace', async () => {
  const { id } = await receiveOne(api.app.documents, owner, { content: Buffer.from(XML) });
  const path = `${api.url}/api/documents/${id}/tax-data`;
  const response = await fetch(path, { headers: { 'X-API-Key': key } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ role: 'C2', document_scope: expect.any(String) });
  const stranger = (await makeKey(makeTestAccounts(api.db), await makeOperator(api.db), 'viewer')).text;
  expect((await fetch(path, { headers: { 'X-API-Key': stranger } })).status).toBe(404);
});
