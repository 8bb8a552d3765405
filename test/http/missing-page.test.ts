import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { readHtml } from '../pages/read-html.ts';
import { fakeParts } from './fake-parts.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(fakeParts(), { checkAnswers: 'throw' });
});
afterAll(() => api.close());

/** Accept header of browsers. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const get = (path: string, headers: Record<string, string>, method = 'GET'): Promise<Response> =>
  fetch(api.url + path, { headers, method });

describe('an unknown path', () => {
  it.each([
    ['/nic', {}, 'sk'],
    ['/nic', { 'Accept-Language': 'en-GB,en;q=0.9' }, 'en'],
    ['/en/nothing', { 'Accept-Language': 'sk' }, 'en'],
    ['/en/nothing?lang=sk', {}, 'sk'],
    ['/api/nothing', {}, 'sk'],
  ])('%s returns an HTML page to browsers', async (path, headers, language) => {
    const response = await get(path, { Accept: BROWSER, ...headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-language')).toBe(language);
    expect(response.headers.get('vary')).toMatch(/Accept-Language[\s\S]*Accept|Accept[\s\S]*Accept-Language/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = readHtml(await response.text());
    expect(page.language).toBe(language);
    expect(page.text).toContain(new URL(path, api.url).pathname);
    expect(page.links).toContain(language === 'sk' ? '/chyby/' : '/en/errors/');
  });

  it.each<Record<string, string>>([
    {},
    { Accept: '*/*' },
    { Accept: 'application/json' },
    { Accept: 'text/csv' },
    { Accept: 'image/*' },
  ])('returns a problem (RFC 9457) to programs: %o', async (headers) => {
    const response = await get('/nic', headers);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('returns a problem for methods other than GET', async () => {
    const response = await get('/nic', { Accept: BROWSER }, 'POST');
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  it('suggests the page that was meant', async () => {
    const page = readHtml(await (await get('/chiby', { Accept: BROWSER })).text());
    expect(page.text).toContain('Nehľadali ste /chyby/?');
  });

  it.each(['//evil.example/', '/\\evil.example/', '///evil.example'])('%s links to no other site', async (path) => {
    const page = readHtml(await (await get(path, { Accept: BROWSER })).text());
    const origins = page.links.map((link) => new URL(link, api.url).origin);
    expect([...new Set(origins)]).toEqual([api.url]);
  });

  it('shows the requested path as text', async () => {
    const text = await (await get('/%3Cscript%3Ealert(1)%3C/script%3E"onload=x', { Accept: BROWSER })).text();
    expect(text).not.toContain('<script');
    expect(
      readHtml(text)
        .elements.get('a')!
        .every((link) => link.onload === undefined),
    ).toBe(true);
  });
});
