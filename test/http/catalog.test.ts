import type { CatalogEntry } from '@e-invoice/validator/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { fakeParts } from './fake-parts.ts';

type List = { version: string; total: number; rules: CatalogEntry[]; next_cursor: string | null };

let api: Awaited<ReturnType<typeof startApi>>;
let rules: number;
beforeAll(async () => {
  const catalog = await loadCatalog();
  rules = catalog.entries.length;
  api = await startApi(fakeParts({ catalog: async () => catalog }), { checkAnswers: 'throw' });
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(api.url + path, { headers });
const list = async (query: string): Promise<List> => (await get(`/api/error-catalog?${query}`)).json() as Promise<List>;

describe('GET /api/error-catalog', () => {
  it('pages through every rule once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list(`limit=100${cursor}`);
      expect(page.total).toBe(rules);
      seen.push(...page.rules.map(({ rule_id }) => rule_id));
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(seen).toHaveLength(rules);
    expect(new Set(seen).size).toBe(rules);
  });

  it('filters and searches', async () => {
    const { rules: found, total } = await list('layer=EN16931&level=fatal&q=br-co&limit=5');
    expect(found).toHaveLength(5);
    // Includes BR-CO-25, which only earlier releases have.
    expect(total).toBe(24);
    expect(found.every(({ layer, level }) => layer === 'EN16931' && level === 'fatal')).toBe(true);
    expect((await list('q=zzzzzz')).rules).toEqual([]);
  });

  it('rejects a cursor of another search', async () => {
    const { next_cursor } = await list('q=iban&limit=2');
    expect((await list(`q=iban&limit=3&cursor=${next_cursor}`)).rules).toEqual(
      (await list('q=iban&limit=5')).rules.slice(2),
    );
    for (const other of ['q=dic', 'q=iban&layer=UBL', 'q=iban&lang=en']) {
      const response = await get(`/api/error-catalog?${other}&cursor=${next_cursor}`);
      expect([response.status, (await response.json()).code]).toEqual([400, 'cursor_malformed']);
    }
  });

  it('returns 304 for the ETag of the same query only', async () => {
    const first = await get('/api/error-catalog?q=dph');
    const etag = first.headers.get('etag')!;
    const again = await get('/api/error-catalog?q=dph', { 'If-None-Match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await get('/api/error-catalog?q=dph&lang=sk', { 'If-None-Match': etag })).status).toBe(200);
  });

  it.each([
    ['layer=EN', 'invalid_request'],
    ['level=heavy', 'invalid_request'],
    ['lang=de', 'invalid_request'],
    ['limit=101', 'invalid_request'],
    ['cursor=abc', 'cursor_malformed'],
    [`cursor=${Buffer.from('another-version:20').toString('base64url')}`, 'cursor_malformed'],
  ])('rejects %s', async (query, code) => {
    const response = await get(`/api/error-catalog?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code });
  });
});

describe('GET /api/error-catalog/{rule_id}', () => {
  it('returns one rule, ignoring the case of its id', async () => {
    const response = await get('/api/error-catalog/br-co-10');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ rule_id: 'BR-CO-10', ruleUrl: '/chyby/BR-CO-10/' });
    const etag = response.headers.get('etag')!;
    expect((await get('/api/error-catalog/BR-CO-10', { 'If-None-Match': etag })).status).toBe(304);
  });

  it('returns 404 for an unknown rule', async () => {
    const response = await get('/api/error-catalog/XX-99');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'rule_not_found' });
  });
});

describe('GET /api/remediation', () => {
  it('gives advice for a rule of another validator', async () => {
    const query = new URLSearchParams({ rule_id: 'BR-DE-15', message: 'Buyer reference (BT-10) fehlt' });
    const response = await get(`/api/remediation?${query}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ rule_id: 'DE-R-015', confidence: 0.85, ruleUrl: '/chyby/DE-R-015/' });
  });

  it.each(['', '?rule_id=&message=%20'])('requires at least one of its parameters (%s)', async (query) => {
    const response = await get(`/api/remediation${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ in: 'query', pointer: '/rule_id', code: 'missing' }],
    });
  });
});
