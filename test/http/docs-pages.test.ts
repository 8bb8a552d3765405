import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { readHtml } from '../pages/read-html.ts';
import { fakeParts } from './fake-parts.ts';

type Operation = {
  operationId: string;
  parameters?: { name: string }[];
  responses: Record<string, { description: string }>;
};

let api: Awaited<ReturnType<typeof startApi>>;
let operations: Operation[];
beforeAll(async () => {
  api = await startApi(fakeParts(), { checkAnswers: 'throw' });
  const contract = (await (await fetch(`${api.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
});
afterAll(() => api.close());

const read = async (path: string) => {
  const response = await fetch(api.url + path);
  expect(response.status).toBe(200);
  return readHtml(await response.text());
};

describe('API reference', () => {
  it('has a page for every operation of the contract', async () => {
    const { links } = await read('/docs/?lang=en');
    const paths = operations.map(({ operationId }) => `/docs/${operationId}/?lang=en`);
    expect(links.filter((link) => /^\/docs\/(?!problems|guides)\w+\//.test(link)).sort()).toEqual(paths.sort());
  });

  it('documents every parameter, response and error of each operation, and has no broken anchors', async () => {
    expect(operations.length).toBeGreaterThan(80);
    for (const { operationId, parameters = [], responses } of operations) {
      const page = await read(`/docs/${operationId}/?lang=sk`);
      for (const { name } of parameters) expect(page.text).toContain(name);
      const codes = Object.values(responses).flatMap(({ description }) =>
        [...description.matchAll(/^`(\w+)`: /gm)].map(([, code]) => `/docs/problems/${code}/?lang=sk`),
      );
      expect(page.links).toEqual(expect.arrayContaining(codes));
      const anchors = page.links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
      expect([operationId, anchors.filter((anchor) => !page.ids.includes(anchor))]).toEqual([operationId, []]);
    }
  });

  it('has a Slovak name for every tag', async () => {
    const { elements } = await read('/docs/?lang=sk');
    expect(elements.get('h2')!.filter(({ lang }) => lang === 'en')).toEqual([]);
  });

  it('has example calls that work unchanged', async () => {
    const { operationId } = operations.find((operation) => /health/i.test(operation.operationId))!;
    const { text } = await read(`/docs/${operationId}/`);
    const [, url = ''] = /curl '([^']+)'/.exec(text) ?? [];
    expect((await fetch(url)).status).toBe(200);
  });

  it('redirects a path without its final slash, and returns 404 for other operations', async () => {
    const response = await fetch(`${api.url}/docs?lang=en`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/docs/?lang=en']);
    for (const path of ['/docs/constructor/', '/docs/__proto__/', '/docs/nothing'])
      expect((await fetch(api.url + path)).status).toBe(404);
  });
});
