import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { manyFiles } from '../../src/http/body/uploads.ts';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { route } from '../../src/http/routing/route.ts';
import { fakeParts } from './fake-parts.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const MAX_BYTES = 4_000_000;

let release: () => void = () => undefined;
let server: TestServer;
beforeAll(async () => {
  const { config } = fakeParts();
  const files = route({
    method: 'post',
    path: '/files',
    id: 'files',
    tag: 'operations',
    summary: '',
    description: '',
    who: 'public',
    limit: 'none',
    query: z.object({ stay: z.string().optional() }),
    problems: [],
    body: { kinds: manyFiles, limits: () => ({ bytes: MAX_BYTES, fileBytes: MAX_BYTES, files: 3 }), description: '' },
    answers: { 200: jsonAnswer('Fine.', z.object({})) },
    handle: async ({ query }) => {
      if (query.stay !== undefined) await new Promise<void>((done) => (release = done));
      return answer(200, {});
    },
  });
  server = await openTestServer([files], {
    config: { ...config, pressure: { ...config.pressure, maxBodyMemory: MAX_BYTES } },
  });
});
afterAll(() => server.close());

const XML = { 'Content-Type': 'application/xml' };
const post = (bytes: number, headers: Record<string, string> = XML): Promise<Response> =>
  fetch(`${server.url}/files`, { method: 'POST', headers, body: ' '.repeat(bytes) });

const heldBytes = async (): Promise<number> =>
  Number(/^http_request_bodies_bytes\S* (\d+)/m.exec(await server.metrics.render())![1]);

it('limits the total memory of request bodies, always accepts small ones, and releases answered ones', async () => {
  // One complete request without a response, and one half-sent request.
  const waiting = fetch(`${server.url}/files?stay=`, { method: 'POST', headers: XML, body: ' '.repeat(2_000_000) });
  const half: ClientRequest = request(`${server.url}/files`, { method: 'POST', headers: XML });
  half.on('error', () => undefined).write(' '.repeat(1_500_000));
  await expect.poll(heldBytes).toBe(3_500_000);

  const refused = await post(1_000_000);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ code: 'memory_full' });
  const json = JSON.stringify({ content: ' '.repeat(1_000_000) });
  const inJson = await fetch(`${server.url}/files`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: json,
  });
  expect(inJson.status).toBe(503);
  expect((await post(200_000)).status).toBe(200);
  expect(await heldBytes()).toBe(3_500_000);

  release();
  expect((await waiting).status).toBe(200);
  half.destroy();
  await expect.poll(heldBytes).toBe(0);
  expect((await post(1_000_000)).status).toBe(200);
});
