import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { route } from '../../src/http/routing/route.ts';
import { fakeParts } from './fake-parts.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
afterEach(() => server.close());

async function request(corsOrigins: readonly string[], origin: string, preflight = false): Promise<Response> {
  const { config } = fakeParts();
  const routes = [
    route({
      method: 'post',
      path: '/it',
      id: 'it',
      tag: 'operations',
      summary: '',
      description: '',
      who: 'anyone',
      limit: 'none',
      problems: [],
      answers: { 200: jsonAnswer('Fine.', z.object({})) },
      handle: () => answer(200, {}),
    }),
  ];
  server = await openTestServer(routes, { config: { ...config, corsOrigins } });
  return fetch(`${server.url}/it`, {
    method: preflight ? 'OPTIONS' : 'POST',
    headers: { Origin: origin, ...(preflight && { 'Access-Control-Request-Method': 'POST' }) },
  });
}

const allowed = ({ headers }: Response): string | null => headers.get('access-control-allow-origin');

it('blocks pages of other origins by default', async () => {
  expect(allowed(await request([], 'https://a.example'))).toBe(null);
});

it('allows only the configured origins', async () => {
  const response = await request(['https://a.example'], 'https://a.example');
  expect(allowed(response)).toBe('https://a.example');
  expect(response.headers.get('vary')).toContain('Origin');
  expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  await server.close();
  expect(allowed(await request(['https://a.example'], 'https://b.example'))).toBe(null);
});

it('responds to a preflight request', async () => {
  const response = await request(['*'], 'https://a.example', true);
  expect([response.status, allowed(response)]).toEqual([204, '*']);
  expect(response.headers.get('access-control-allow-headers')).toContain('X-API-Key');
});
