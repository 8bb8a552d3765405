import { makeValidator } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { startApi } from '../../src/composition/api.ts';
import { findRoot } from '../../src/platform/index.ts';
import { LEAST } from '../drafts/drafts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeSandboxPeppol } from '../support/peppol.ts';
import { fakeParts } from './fake-parts.ts';

const root = findRoot();
let database: TestDatabase;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  database = await makeTestDatabase();
  const parts = { validator, peppol: makeSandboxPeppol(database.db) };
  api = await startApi(fakeParts(parts), { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

async function post(body: unknown, key: string | null = 'developer', query = '') {
  const response = await fetch(`${api.url}/api/invoice-issue-preview${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key !== null && { 'X-API-Key': key }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('contract 4: returns XML, totals, validation and checklist, and stores nothing', async () => {
  const { status, body } = await post({ invoice: LEAST });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['xml', 'sha256', 'totals', 'validation', 'readiness', 'stored']);
  expect(body).toMatchObject({ stored: false, totals: { payable: '313.65' }, validation: { valid: true } });
});

it('returns the reconciliation of a draft that states totals', async () => {
  const totals = [{ vatRate: '23', taxable: '999.00' }];
  const { status, body } = await post({ invoice: { ...LEAST, priceMode: 'net', totals } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    reconciliation: { offers: [], contradiction: [{ term: 'BT-116' }, { term: 'lines' }] },
  });
});

it('names every invalid field of the draft', async () => {
  const { sellerDic: _, ...draft } = LEAST;
  const { status, body } = await post({
    invoice: { ...draft, issueDate: '15. 1. 2027', lines: [{ ...LEAST.lines[0], quantity: '1,5' }] },
  });
  expect(status).toBe(400);
  const errors = (body.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`);
  expect(errors.sort()).toEqual([
    '/invoice/issueDate bad_format',
    '/invoice/lines/0/quantity bad_format',
    '/invoice/sellerDic missing',
  ]);
});

it('contract 1: an optional field that is null is absent', async () => {
  const nulls = { note: null, buyerReference: null, sellerAddress: null, paidAmount: null, kind: null };
  const [{ status, body }, plain] = await Promise.all([
    post({ invoice: { ...LEAST, ...nulls, lines: [{ ...LEAST.lines[0], discount: null, vatCategory: null }] } }),
    post({ invoice: LEAST }),
  ]);
  expect(status).toBe(200);
  expect(body.xml).toBe(plain.body.xml);
});

it('contract 11: requires a key with the role developer', async () => {
  expect((await post({ invoice: LEAST }, null)).status).toBe(401);
  expect((await post({ invoice: LEAST }, 'viewer')).status).toBe(403);
});

it.each([
  ['0000000001', 'ok'],
  ['0000000002', 'ok'],
  ['0000000003', 'problem'],
  ['0000000004', 'recommended'],
  ['0000000005', 'problem'],
  ['', 'recommended'],
])('contract 4: check=recipient looks up the buyer %s: %s', async (buyerDic, status) => {
  const { body } = await post({ invoice: { ...LEAST, buyerDic } }, 'developer', '?check=recipient');
  const { checklist } = body.readiness as { checklist: { id: string; status: string }[] };
  expect(checklist.find(({ id }) => id === 'recipient')).toMatchObject({ status });
});

it('looks up the document type: a buyer that accepts only invoices gets no credit note', async () => {
  const invoice = { ...LEAST, kind: 'creditnote', precedingInvoice: 'F-1', buyerDic: '0000000002' };
  const { body } = await post({ invoice }, 'developer', '?check=recipient');
  const { checklist } = body.readiness as { checklist: { id: string; status: string }[] };
  expect(checklist.find(({ id }) => id === 'recipient')).toMatchObject({ status: 'problem' });
});

it('performs no lookup unless requested', async () => {
  const { body } = await post({ invoice: LEAST });
  const { checklist } = body.readiness as { checklist: { id: string }[] };
  expect(checklist.some(({ id }) => id === 'recipient')).toBe(false);
});
