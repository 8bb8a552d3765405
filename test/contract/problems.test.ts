import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { makeRoutes } from '../../src/composition/routes.ts';
import { findProblemKind, PROBLEM_CODES, Problem, toProblemBody } from '../../src/http/problems/problems.ts';
import { problemsOf } from '../../src/http/routing/route.ts';
import { PROBLEMS } from '../../src/platform/errors/index.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { fakeParts } from '../http/fake-parts.ts';

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  // Every indexed page loads the catalog.
  const catalog = await loadCatalog();
  ({ url, close } = await startApi(fakeParts({ catalog: async () => catalog })));
});
afterAll(() => close());

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

describe.each(PROBLEM_CODES)('%s', (code) => {
  const kind = findProblemKind(code);

  it('has texts in both languages with the same placeholders', () => {
    for (const text of [kind.title, kind.detail, kind.remedy]) {
      expect(text.sk.length * text.en.length).toBeGreaterThan(0);
      expect(text.sk).not.toBe(text.en);
    }
    expect(placeholders(kind.detail.sk)).toEqual(placeholders(kind.detail.en));
    expect(kind.status).toBeGreaterThanOrEqual(400);
  });

  it('has a page at the URL of its type, in both languages', async () => {
    const { type } = toProblemBody(new Problem(code, {}), 'sk', 'req');
    for (const language of ['sk', 'en'] as const) {
      const page = await fetch(url + type, { headers: { 'Accept-Language': language } });
      const text = await page.text();
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(kind.title[language]);
      expect(text).toContain(`<code>${code}</code>`);
      // Placeholders of values that only a response has are not displayed.
      expect(text).not.toMatch(/\{\w+\}/);
    }
  });

  it('is used in the source, and its code is in snake_case', () => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(sources.some((text) => text.includes(`'${code}'`))).toBe(true);
  });
});

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('errors/statuses.data.ts'))
  .map((path) => readFileSync(join('src', path), 'utf8'));

it('every problem of a route is in the table', () => {
  for (const route of makeRoutes(new AbortController().signal)) {
    for (const code of problemsOf(route)) expect(PROBLEMS).toHaveProperty(code);
  }
});

describe('problem pages', () => {
  it('list every code, redirect from the path without the slash, and run no scripts', async () => {
    const index = await fetch(`${url}/docs/problems?lang=en`);
    const text = await index.text();
    expect(index.url).toBe(`${url}/docs/problems/?lang=en`);
    for (const code of PROBLEM_CODES) expect(text).toContain(`/docs/problems/${code}/`);
    expect(text).not.toMatch(/<script|javascript:|onclick/);
    expect(index.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/);
  });

  it('have a front page in both languages', async () => {
    for (const [path, language] of [
      ['/', 'sk'],
      ['/en/', 'en'],
    ]) {
      const page = await fetch(`${url}${path}`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`<html lang="${language}"`)]);
    }
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('respond with 405 to other methods', async () => {
    const posted = await fetch(`${url}/docs/problems/`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const response = await fetch(url, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});
