import { brotliCompressSync } from 'node:zlib';
import type { Catalog } from '@e-invoice/validator/catalog';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { rulePathOf } from '../../src/http/pages/index.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { readHtml } from '../pages/read-html.ts';
import { readTexts } from '../pages/read-xml.ts';
import { sampleOf } from '../support/cases.ts';
import { fakeParts, QUIET } from './fake-parts.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog();
  api = await startApi(fakeParts({ catalog: async () => catalog, ...QUIET }), { checkAnswers: 'throw' });
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(api.url + path, { headers, redirect: 'manual' });
const read = async (path: string) => readHtml(await (await get(path)).text());

describe('the path of a rule', () => {
  it.each([
    ['/chyby/br-co-10/', '/chyby/BR-CO-10/'],
    ['/chyby/BR-CO-10', '/chyby/BR-CO-10/'],
    ['/chyby/BR%2dCO%2d10/', '/chyby/BR-CO-10/'],
    ['/en/errors/peppol-en16931-r003', '/en/errors/PEPPOL-EN16931-R003/'],
    ['/chyby?q=dph', '/chyby/?q=dph'],
    ['/en/errors', '/en/errors/'],
    ['/mcp', '/mcp/'],
    ['/en/mcp', '/en/mcp/'],
    ['/en', '/en/'],
    ['/?lang=en', '/en/'],
  ])('%s redirects to %s permanently', async (from, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  });

  it.each(['/chyby/NO-SUCH/', '/en/errors/NO-SUCH', '/chyby/a/b/', '/chyby/%E0%A4%A/', '/chyby/%00/'])(
    '%s returns 404 with a page in the language of the path',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      const page = readHtml(await response.text());
      expect(page.language).toBe(path.startsWith('/en/') ? 'en' : 'sk');
      expect(page.elements.get('meta')).toContainEqual({ name: 'robots', content: 'noindex, follow' });
    },
  );

  it('a path outside the site is left to the API', async () => {
    for (const path of ['/chybyX', '/mcp/x', '/en/x', '/sitemap.xml/']) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    }
    expect((await fetch(`${api.url}/chyby/`, { method: 'POST' })).status).toBe(405);
  });
});

it('a page is cached by proxies only when its URL is configured, not taken from the request', async () => {
  const paths = ['/', '/chyby/', '/chyby/BR-01/', '/chyby/NO-SUCH/', '/mcp/', '/sitemap.xml', '/robots.txt'];
  for (const path of paths) expect((await get(path)).headers.get('cache-control')).toBe('private, no-cache');
  const parts = fakeParts({ catalog: async () => catalog });
  const known = await startApi({ ...parts, config: { ...parts.config, publicUrl: 'https://invoices.example' } });
  const caching = await Promise.all(
    paths.map(async (path) => (await fetch(known.url + path)).headers.get('cache-control')),
  );
  const cached = 'public, max-age=300';
  expect(caching).toEqual(['no-cache', cached, cached, 'no-cache', cached, cached, cached]);
  expect(await (await fetch(`${known.url}/robots.txt`)).text()).toContain('https://invoices.example/sitemap.xml');
  await known.close();
});

describe('the response', () => {
  it('is cacheable for a while, and not sent again when unchanged', async () => {
    const first = await get('/chyby/BR-CO-10/', { 'Accept-Language': 'en' });
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('content-language')).toBe('sk');
    const again = await get('/chyby/BR-CO-10/', { 'If-None-Match': first.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await get('/en/errors/BR-CO-10/', { 'If-None-Match': first.headers.get('etag')! });
    expect(other.status).toBe(200);
  });

  it('allows only its own style, and forms to this service', async () => {
    const policy = (await get('/chyby/')).headers.get('content-security-policy')!;
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'self'; frame-/,
    );
  });

  it('to HEAD has the same headers and no body', async () => {
    const response = await fetch(`${api.url}/chyby/BR-01/`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toBe((await get('/chyby/BR-01/')).headers.get('etag'));
  });
});

it('every link of the pages resolves', async () => {
  const pages = ['/', '/en/', '/chyby/', '/en/errors/', '/mcp/', '/en/mcp/', '/chyby/?q=dph', '/chyby/NO-SUCH/'];
  const some = sampleOf(
    catalog.entries.filter((_, index) => index % 25 === 0),
    4,
  ).flatMap(({ rule_id }) => Object.values(rulePathOf(rule_id)));
  const links = new Set<string>();
  const anchors: string[] = [];
  for (const path of [...pages, ...some]) {
    const page = await read(path);
    for (const link of page.links) {
      if (link.startsWith('#')) anchors.push(page.ids.includes(link.slice(1)) ? '' : `${path} ${link}`);
      else links.add(link.replace(api.url, ''));
    }
  }
  expect(anchors.filter((fault) => fault !== '')).toEqual([]);
  const lost: string[] = [];
  const isOfRule = (link: string): boolean => /^\/(chyby|en\/errors)\/[^/?]+\/$/.test(link);
  const [ofRules, others] = [[...links].filter(isOfRule), [...links].filter((link) => !isOfRule(link))];
  for (const link of [...others, ...sampleOf(ofRules, 10)]) {
    // The list of rule sets needs packs, which this server lacks; forms use POST.
    if (link === '/api/rulesets' || link.startsWith('/api/validate-file')) continue;
    const response = await fetch(api.url + link, { method: 'HEAD', redirect: 'manual' });
    if (response.status !== 200) lost.push(`${link} ${response.status}`);
  }
  expect(lost).toEqual([]);
  expect(links.size).toBeGreaterThan(200);
});

describe('files for crawlers', () => {
  it('the sitemap has every rule in both languages, and every URL responds', async () => {
    const response = await get('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const text = await response.text();
    const places = readTexts(text, 'loc');
    const expected = catalog.entries.flatMap(({ rule_id }) => Object.values(rulePathOf(rule_id)));
    const own = ['/', '/navrh/', '/overit-dokaz/', '/chyby/', '/mcp/', '/cennik/', '/ziadost/'];
    const inEnglish = ['/en/', '/en/draft/', '/en/verify/', '/en/errors/', '/en/mcp/', '/en/pricing/', '/en/request/'];
    const addressed = own.flatMap((path, index) => [path, inEnglish[index]!]);
    expect(places.slice(0, addressed.length)).toEqual(addressed.map((path) => api.url + path));
    expect(places.slice(-expected.length)).toEqual(expected.map((path) => api.url + path));
    const others = places.slice(addressed.length, -expected.length).map((place) => place.slice(api.url.length));
    for (const path of [
      '/docs/?lang=sk',
      '/docs/createDocument/?lang=en',
      '/docs/problems/document_not_found/?lang=sk',
    ])
      expect(others).toContain(path);
    expect(others.length).toBeGreaterThan(200);
    const alternates = text.match(/<xhtml:link rel="alternate" hreflang="(sk|en)"/g)?.length;
    expect(alternates).toBe(2 * places.length);
    for (const place of places.filter((_, index) => index < 10 || index % 50 === 0)) {
      expect((await fetch(place, { redirect: 'manual' })).status).toBe(200);
    }
  });

  it('robots.txt names the sitemap', async () => {
    const text = await (await get('/robots.txt')).text();
    expect(text).toContain(`Sitemap: ${api.url}/sitemap.xml`);
    expect(text).toContain('Disallow: /api/');
  });
});

it('links use the configured public URL, whatever host a client names', async () => {
  const parts = fakeParts({ catalog: async () => catalog });
  const known = await startApi({ ...parts, config: { ...parts.config, publicUrl: 'https://faktury.example' } });
  try {
    const page = readHtml(await (await fetch(`${known.url}/chyby/BR-01/`)).text());
    expect(page.elements.get('link')![0]!.href).toBe('https://faktury.example/chyby/BR-01/');
    expect(await (await fetch(`${known.url}/robots.txt`)).text()).toContain('https://faktury.example/sitemap.xml');
  } finally {
    await known.close();
  }
});

it('pages that are the same for every request are compressed once, at maximum compression', async () => {
  const parts = fakeParts({ catalog: async () => catalog });
  const known = await startApi({ ...parts, config: { ...parts.config, publicUrl: 'https://invoices.example' } });
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers: { 'Accept-Encoding': 'br', ...headers } });
    return { text: await response.text(), size: Number(response.headers.get('content-length')) };
  };
  try {
    for (const path of ['/', '/en/', '/mcp/', '/cennik/']) {
      const { text, size } = await read(known.url + path);
      expect(size).toBe(brotliCompressSync(text).length);
      expect(await read(known.url + path)).toEqual({ text, size });
      // A host that the client names would fill the memory with pages.
      const other = await read(api.url + path);
      expect(other.size).toBeGreaterThan(brotliCompressSync(other.text).length);
    }
  } finally {
    await known.close();
  }
});

describe.each(['/mcp/', '/en/mcp/'])('the guide at %s', (path) => {
  it('has configurations that let a client connect', async () => {
    const { text } = await read(path);
    const configurations = [...text.matchAll(/^\{\n[\s\S]*?\n\}$/gm)].map(([json]) => JSON.parse(json) as Servers);
    expect(configurations).toHaveLength(4);
    for (const { mcpServers, servers } of configurations) {
      const { url, args, headers } = Object.values((mcpServers ?? servers)!)[0]!;
      const [name, value] = headers === undefined ? args!.at(-1)!.split(':') : Object.entries(headers)[0]!;
      expect([name, value]).toEqual(['X-API-Key', '<API_KEY>']);
      const client = new Client({ name: 'test', version: '1.0.0' });
      const transport = new StreamableHTTPClientTransport(new URL(url ?? args![2]!), {
        requestInit: { headers: { [name!]: 'developer' } },
      });
      await client.connect(transport);
      expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('validate_peppol_xml');
      await client.close();
    }
  });

  it('describes exactly the existing tools', async () => {
    const page = await read(path);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await fetch(`${api.url}/api/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { result } = (await listed.json()) as { result: { tools: { name: string }[] } };
    const onPage = new Set(
      [...page.text.matchAll(/\b[a-z]+_(?:[a-z]+_)?(?:xml|rules?|vat|invoice|participant)\b/g)].map(([name]) => name),
    );
    expect([...onPage].sort()).toEqual(result.tools.map(({ name }) => name).sort());
  });

  it('has an example call that works unchanged', async () => {
    const { text } = await read(path);
    const curl = /^curl (\S+) \\\n\s+-H '([^:]+): ([^']+)' \\\n\s+-d '([^']+)'$/m.exec(text);
    expect(curl).not.toBeNull();
    const [, url, name, value, body] = curl!;
    const response = await fetch(url!, { method: 'POST', headers: { [name!]: value! }, body: body! });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { rule_id: 'BR-CO-10' } } });
  });
});

type Server = { url?: string; headers?: Record<string, string>; args?: string[] };
type Servers = { mcpServers?: Record<string, Server>; servers?: Record<string, Server> };
