import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../src/api/index.ts';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { makePreview } from '../../src/preview/index.ts';
import { findRoot } from '../../src/runtime/index.ts';
import { makeValidator } from '../../src/validation/index.ts';
import { LEAST } from '../preview/drafts.ts';
import { fakeParts } from './fake-parts.ts';

const root = findRoot();
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  api = await startApi(fakeParts({ preview: makePreview(validator) }), { checkAnswers: 'throw' });
});
afterAll(() => api.close());

async function post(body: unknown, key: string | null = 'developer') {
  const response = await fetch(`${api.url}/api/invoice-issue-preview`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key !== null && { 'X-API-Key': key }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('contract 4: answers XML, totals, validation and checklist, and stores nothing', async () => {
  const { status, body } = await post({ invoice: LEAST });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['xml', 'sha256', 'totals', 'validation', 'readiness', 'stored']);
  expect(body).toMatchObject({ stored: false, totals: { payable: '313.65' }, validation: { valid: true } });
});

it('names every faulty field of the draft', async () => {
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

it('contract 11: wants a key, and the role developer', async () => {
  expect((await post({ invoice: LEAST }, null)).status).toBe(401);
  expect((await post({ invoice: LEAST }, 'viewer')).status).toBe(403);
});
