import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { route } from '../../src/http/routing/route.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
afterEach(() => server.close());

it('a shutdown of the service ends waits but not work; a disconnect of the client ends both', async () => {
  const seen: string[] = [];
  let work: { left: AbortSignal; ending: AbortSignal } | null = null;
  server = await openTestServer([
    route({
      method: 'get',
      path: '/work',
      id: 'work',
      tag: 'operations',
      summary: '',
      description: '',
      who: 'public',
      limit: 'none',
      problems: [],
      answers: { 200: jsonAnswer('Done.', z.object({ ended: z.array(z.string()) })) },
      handle: async (_, { left, ending }) => {
        work = { left: left(), ending: ending() };
        for (const [name, signal] of Object.entries(work)) signal.addEventListener('abort', () => seen.push(name));
        await new Promise((done) => work!.ending.addEventListener('abort', done));
        return answer(200, { ended: [...seen] });
      },
    }),
  ]);
  const leaving = new AbortController();
  const left = fetch(`${server.url}/work`, { signal: leaving.signal }).catch(() => 'left');
  await expect.poll(() => work).not.toBeNull();
  leaving.abort();
  expect(await left).toBe('left');
  await expect.poll(() => seen.toSorted()).toEqual(['ending', 'left']);
  seen.length = 0;
  work = null;
  const answered = fetch(`${server.url}/work`);
  await expect.poll(() => work).not.toBeNull();
  server.stop.abort();
  expect(await (await answered).json()).toEqual({ ended: ['ending'] });
});
