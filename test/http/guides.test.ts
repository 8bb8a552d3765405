import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { GUIDES_PATH, renderDocument } from '../../src/http/pages/index.ts';
import { readGuides } from '../../src/http/site/serve-guides.ts';
import { findRoot } from '../../src/platform/index.ts';
import { readHtml } from '../pages/read-html.ts';
import { fakeParts } from './fake-parts.ts';

const guides = readGuides(findRoot());
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(fakeParts(), { checkAnswers: 'throw' });
});
afterAll(() => api.close());

const get = (path: string) => fetch(api.url + path, { redirect: 'manual', headers: { Accept: 'text/html' } });

describe('guides', () => {
  it.each(guides)('serves $name as a page with its title', async ({ name, source }) => {
    const response = await get(`${GUIDES_PATH}${name}/?lang=en`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const body = await response.text();
    const { elements, ids, links } = readHtml(body);
    const title = /^# (.+)$/m.exec(source)![1]!;
    expect(body).toContain(`<title>${title} – `);
    expect(elements.get('h1')).toHaveLength(1);
    expect(links).toContain('/docs/?lang=en');
    const anchors = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
    expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
    expect(body).not.toMatch(/ style="|<script(?! type="application\/ld\+json")/);
  });

  it('serves a translated guide in Slovak, and others in English', async () => {
    const translated = guides.filter(({ slovak }) => slovak !== undefined);
    expect(translated.map(({ name }) => name)).toEqual(['not-registered-for-vat', 'prices-with-vat']);
    const body = await (await get(`${GUIDES_PATH}prices-with-vat/?lang=sk`)).text();
    expect(body).toContain('<title>Ceny s DPH a e-faktúra – ');
    expect(body).toContain('<article lang="sk">');
    expect(await (await get(`${GUIDES_PATH}prices-with-vat/?lang=en`)).text()).toContain('<article lang="en">');
    expect(await (await get(`${GUIDES_PATH}integrate/?lang=sk`)).text()).toContain('<article lang="en">');
  });

  it('links every document from the index, and the index from the API reference', async () => {
    const { links } = readHtml(await (await get(`${GUIDES_PATH}?lang=en`)).text());
    expect(links).toEqual(expect.arrayContaining(guides.map(({ name }) => `${GUIDES_PATH}${name}/?lang=en`)));
    expect(readHtml(await (await get('/docs/?lang=en')).text()).links).toContain(`${GUIDES_PATH}?lang=en`);
  });

  it('has no broken links between documents, anchors included', async () => {
    for (const { name } of guides) {
      const { links } = readHtml(await (await get(`${GUIDES_PATH}${name}/?lang=en`)).text());
      for (const link of links.filter((one) => one.startsWith(GUIDES_PATH))) {
        const [path = '', anchor] = link.split('#');
        const response = await get(path);
        expect([link, response.status]).toEqual([link, 200]);
        const { ids } = readHtml(await response.text());
        if (anchor !== undefined) expect([link, ids.includes(anchor)]).toEqual([link, true]);
      }
    }
  });

  it('answers 404 for an unknown guide, redirects without the final slash, and allows only GET and HEAD', async () => {
    expect((await get(`${GUIDES_PATH}no-such-guide/`)).status).toBe(404);
    expect((await get(`${GUIDES_PATH}../../package.json`)).status).toBe(404);
    const redirected = await get(`${GUIDES_PATH}integrate?lang=en`);
    expect([redirected.status, redirected.headers.get('location')]).toEqual([308, `${GUIDES_PATH}integrate/?lang=en`]);
    expect((await fetch(`${api.url}${GUIDES_PATH}integrate/`, { method: 'POST' })).status).toBe(405);
  });

  it('shows HTML in a document as text, and turns links to other files into text', () => {
    const source = [
      '# A <b>title</b>',
      'Text <script>alert(1)</script> [x](javascript:alert(1)) [file](../../deploy/README.md) [next](b.md#part)',
      '| a | b |\n| :-: | - |\n| 1 | `<i>` |',
      '```html\n<img src=x onerror=alert(1)>\n```',
    ].join('\n\n');
    const guide = { name: 'a', kind: 'guide', source } as const;
    const page = renderDocument(guide, [guide, { ...guide, name: 'b' }], 'https://example.com', 'en');
    expect(page).not.toMatch(/<script>alert|<img src|<i>|<b>title|href="javascript| style="|deploy\/README/);
    expect(page).toContain(`<a href="${GUIDES_PATH}b/?lang=en#part">next</a>`);
    expect(page).toContain('file');
  });
});
