import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { jsonBody } from '../../src/http/body/body-kind.ts';
import { readRequest } from '../../src/http/body/request-bytes.ts';
import { answer, answerIn, BYTES, jsonAnswer } from '../../src/http/responses/response.ts';
import { route } from '../../src/http/routing/route.ts';
import { fakeParts } from './fake-parts.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const LIMITS = { maxOpen: 8, maxOpenPerKey: 3, maxOpenPerAddress: 5 };

const common = { tag: 'operations', summary: '', description: '', who: 'public', limit: 'none', problems: [] } as const;

const upload = route({
  ...common,
  method: 'post',
  path: '/upload',
  id: 'upload',
  query: z.object({ fail: z.string().optional() }),
  body: {
    kinds: [jsonBody(z.object({}))],
    limits: () => ({ bytes: 1_000, fileBytes: 1_000, files: 1 }),
    description: '',
  },
  answers: { 200: jsonAnswer('Fine.', z.object({})) },
  handle: ({ query }) => {
    if (query.fail !== undefined) throw new Error('failed');
    return answer(200, {});
  },
});

const streams: Readable[] = [];
const stream = route({
  ...common,
  method: 'get',
  path: '/stream',
  id: 'stream',
  answers: { 200: answerIn('A stream.', { 'text/event-stream': BYTES }) },
  handle: (_, { keepOpen }) => {
    keepOpen();
    const made = new Readable({ read: () => undefined });
    made.push(': open\n\n');
    streams.push(made);
    return answer(200, made);
  },
});

let server: TestServer;
beforeAll(async () => {
  const { config } = fakeParts();
  server = await openTestServer([upload, stream], {
    config: { ...config, proxies: 1, pressure: { ...config.pressure, ...LIMITS } },
  });
});
afterAll(() => server.close());

type Who = { readonly key?: string; readonly address?: string };

const headersOf = ({ key, address = '192.0.2.1' }: Who) => ({
  'X-Forwarded-For': address,
  ...(key !== undefined && { 'X-API-Key': key }),
});

type Opened = { readonly sent: ClientRequest; readonly response: Promise<IncomingMessage> };

function open(path: string, who: Who, body?: string): Opened {
  const headers = {
    ...headersOf(who),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': 100 }),
  };
  const sent = request(server.url + path, { method: body === undefined ? 'GET' : 'POST', headers, agent: false });
  sent.on('error', () => undefined);
  if (body === undefined) sent.end();
  else sent.write(body);
  const response = once(sent, 'response').then(([answered]) => answered as IncomingMessage);
  response.catch(() => undefined);
  return { sent, response };
}

const countOpen = async (): Promise<number> =>
  Number(/^http_requests_kept_open\S* (\d+)/m.exec(await server.metrics.render())![1]);

/** Opens a stream, or an upload of which half is sent, and waits until it is counted. */
async function openRequest(path: '/upload' | '/upload?fail=' | '/stream', who: Who): Promise<Opened> {
  const before = await countOpen();
  const opened = path === '/stream' ? open(path, who) : open(path, who, ' '.repeat(50));
  await expect.poll(countOpen).toBe(before + 1);
  return opened;
}

async function refusal({ sent, response }: Opened) {
  const answered = await response;
  let text = '';
  for await (const chunk of answered) text += chunk;
  sent.destroy();
  return {
    status: answered.statusCode,
    headers: answered.headers,
    body: JSON.parse(text) as { code: string; limit?: number },
  };
}

describe('open requests', () => {
  it('are limited per key, client address and process', async () => {
    const opened = [
      await openRequest('/stream', { key: 'viewer' }),
      await openRequest('/upload', { key: 'viewer' }),
      await openRequest('/stream', { key: 'viewer', address: '192.0.2.2' }),
    ];
    const perKey = {
      status: 429,
      headers: { 'retry-after': '10' },
      body: { code: 'too_many_open_requests', limit: 3 },
    };
    expect(await refusal(open('/stream', { key: 'viewer', address: '192.0.2.3' }))).toMatchObject(perKey);
    expect(await refusal(open('/upload', { key: 'viewer', address: '192.0.2.3' }, ' '))).toMatchObject(perKey);

    for (let count = 0; count < 3; count += 1) opened.push(await openRequest('/upload', { key: 'admin' }));
    // Five of this address so far, with two keys.
    const perAddress = { ...perKey, body: { ...perKey.body, limit: 5 } };
    expect(await refusal(open('/stream', { key: 'developer' }))).toMatchObject(perAddress);
    expect(await refusal(open('/upload', {}, ' '))).toMatchObject(perAddress);

    for (let count = 0; count < 2; count += 1) opened.push(await openRequest('/upload', { address: '192.0.2.9' }));
    const full = { status: 503, headers: { 'retry-after': '10' }, body: { code: 'open_requests_full' } };
    expect(await refusal(open('/stream', { address: '192.0.2.10' }))).toMatchObject(full);
    // A complete request is not counted.
    const complete = await fetch(`${server.url}/upload`, {
      method: 'POST',
      headers: { ...headersOf({ key: 'viewer' }), 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([200, 429, 503]).toContain(complete.status);

    for (const { sent } of opened) sent.destroy();
    await expect.poll(countOpen).toBe(0);
    expect((await open('/stream', { key: 'viewer' }).response).statusCode).toBe(200);
    for (const each of streams.splice(0)) each.push(null);
    await expect.poll(countOpen).toBe(0);
  });

  it.each<[string, (opened: Opened) => void]>([
    ['the client disconnects', ({ sent }) => void sent.destroy()],
    ['the body arrives', ({ sent }) => void sent.end(`{}${' '.repeat(48)}`)],
    ['the body is malformed', ({ sent }) => void sent.end(`{]${' '.repeat(48)}`)],
    ['the body is rejected before its end', ({ sent }) => void sent.once('response', () => sent.destroy()).write('}')],
  ])('are counted until %s', async (_, end) => {
    for (const path of ['/upload', '/upload?fail='] as const) {
      const opened = await openRequest(path, { key: 'viewer' });
      end(opened);
      await expect.poll(countOpen).toBe(0);
      opened.sent.destroy();
    }
  });

  it('are counted until a stream fails', async () => {
    const opened = await openRequest('/stream', { key: 'viewer' });
    await opened.response;
    for (const each of streams.splice(0)) each.destroy(new Error('failed'));
    await expect.poll(countOpen).toBe(0);
    opened.sent.destroy();
  });
});

it('rejects a body of which nothing arrives for 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const silent = Object.assign(new Readable({ read: () => undefined }), {
      complete: false,
    }) as unknown as IncomingMessage;
    (silent as unknown as Readable).push('<a>');
    const reading = readRequest(silent)[Symbol.asyncIterator]();
    expect(String((await reading.next()).value)).toBe('<a>');
    const next = reading.next();
    const rejected = expect(next).rejects.toMatchObject({ code: 'request_timeout', headers: { Connection: 'close' } });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await rejected;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
