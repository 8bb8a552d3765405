import { request } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contractFor } from '../../src/composition/routes.ts';
import { keepCompressed } from '../../src/http/middleware/compress.ts';
import { makeOpenApiRoute } from '../../src/http/operations/openapi-route.ts';
import { chooseCoding } from '../../src/http/responses/content-coding.ts';
import { etagOf, matchesEtag } from '../../src/http/responses/etag.ts';
import { answer, answerIn, BYTES, emptyAnswer } from '../../src/http/responses/response.ts';
import { type Route, route } from '../../src/http/routing/route.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const TEXT = 'Faktúra č. 2027-0001, suma 264,00 EUR. '.repeat(100);
const TAG = etagOf(TEXT);
/** Less than 1 KiB. */
const SHORT = 'a,b\n'.repeat(100);
const live = new PassThrough();

type Made = { readonly type: string; readonly body: () => unknown; readonly headers?: Record<string, string> };

const bodies: ReadonlyMap<string, Made> = new Map<string, Made>([
  ['text', { type: 'text/csv', body: () => Buffer.from(TEXT), headers: { ETag: TAG } }],
  ['short', { type: 'text/csv', body: () => Buffer.from(SHORT) }],
  ['kept', { type: 'text/csv', body: () => keepCompressed(Buffer.from(SHORT)) }],
  ['json', { type: 'application/json', body: () => ({ text: TEXT }) }],
  ['stream', { type: 'application/x-ndjson', body: () => Readable.from([TEXT, TEXT]) }],
  ['events', { type: 'text/event-stream', body: () => live }],
  ['pdf', { type: 'application/pdf', body: () => Buffer.from(TEXT) }],
  [
    'ranges',
    { type: 'application/xml', body: () => Buffer.from(TEXT), headers: { 'Accept-Ranges': 'bytes', ETag: TAG } },
  ],
  ['exact', { type: 'text/csv', body: () => Buffer.from(TEXT), headers: { 'Cache-Control': 'no-transform' } }],
  ['broken', { type: 'text/csv', body: () => Readable.from(breakOff()) }],
]);

async function* breakOff(): AsyncGenerator<string> {
  yield TEXT;
  throw new Error('the database is gone');
}

const routes: Route[] = [...bodies].map(([name, { type, body, headers = {} }]) =>
  route({
    method: 'get',
    path: `/${name}`,
    id: name,
    tag: 'operations',
    summary: name,
    description: name,
    who: 'anyone',
    limit: 'none',
    headers: z.object({ 'If-None-Match': z.string().optional() }),
    answers: {
      200: answerIn('The body.', { [type]: type === 'application/json' ? z.object({ text: z.string() }) : BYTES }),
      304: emptyAnswer('Not changed.'),
    },
    problems: [],
    handle: (call) =>
      matchesEtag(call.headers['If-None-Match'], TAG)
        ? answer(304, null, headers)
        : answer(200, body() as never, headers),
  }),
);

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([...routes, makeOpenApiRoute(contractFor(routes))]);
});
afterAll(() => server.close());

type Got = { readonly status: number; readonly headers: Record<string, unknown>; readonly bytes: Buffer };

/** Returns the raw bytes: `fetch` would decompress them. */
const get = (path: string, accept: string | null, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((done, fail) => {
    const all = { ...headers, ...(accept !== null && { 'Accept-Encoding': accept }) };
    const outgoing = request(`${server.url}${path}`, { method, headers: all }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', fail);
      response.once('end', () =>
        done({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    outgoing.once('error', fail).end();
  });

describe('Accept-Encoding (RFC 9110, section 12.5.3)', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip;q=0.5', 'gzip'],
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0.0', null],
    ['identity', null],
    ['identity;q=1, br;q=0.5', null],
    ['zstd, deflate', null],
    ['', null],
    [undefined, null],
    ['gzip;level=9', null],
    [`${'x,'.repeat(1_000)}br`, null],
  ])('%s selects %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});

describe('a compressed response', () => {
  it('has the same text, a Content-Encoding and a weak ETag', async () => {
    const plain = await get('/text', null);
    expect(plain.headers).toMatchObject({ etag: TAG, vary: 'Accept-Encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const [accept, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await get('/text', accept);
      expect(headers).toMatchObject({
        'content-encoding': accept,
        vary: 'Accept-Encoding',
        etag: `W/${TAG}`,
        'content-length': String(bytes.length),
      });
      expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(unpack(bytes)).toEqual(plain.bytes);
    }
  });

  it('matches both the weak and the strong ETag, which a 304 repeats (section 15.4.5)', async () => {
    for (const tag of [TAG, `W/${TAG}`]) {
      const { status, headers } = await get('/text', 'br', { 'If-None-Match': tag });
      expect(status).toBe(304);
      expect(headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding' });
    }
  });

  it('may be JSON or a stream', async () => {
    const json = await get('/json', 'br');
    expect(JSON.parse(brotliDecompressSync(json.bytes).toString())).toEqual({ text: TEXT });
    const stream = await get('/stream', 'gzip');
    expect(stream.headers).not.toHaveProperty('content-length');
    expect(gunzipSync(stream.bytes).toString()).toBe(TEXT + TEXT);
  });

  it('is the contract, compressed once', async () => {
    const [first, second] = [await get('/api/openapi.json', 'br'), await get('/api/openapi.json', 'br')];
    expect(first.bytes).toEqual(second.bytes);
    const whole = await get('/api/openapi.json', null);
    expect(brotliDecompressSync(first.bytes)).toEqual(whole.bytes);
  });

  it('breaks off when its source fails, so that a client never takes a part for the whole', async () => {
    await expect(get('/broken', 'br')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });
});

describe('a body that is compressed once for many responses', () => {
  it('is compressed from 256 bytes', async () => {
    const { headers, bytes } = await get('/kept', 'br, gzip');
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(bytes).toString()).toBe(SHORT);
  });
});

describe('uncompressed responses', () => {
  it.each(['short', 'pdf', 'ranges', 'exact'])('%s is not compressed', async (name) => {
    const { headers, bytes } = await get(`/${name}`, 'br, gzip');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(bytes.length).toBe(Number(headers['content-length']));
    if (name === 'ranges') expect(headers.etag).toBe(TAG);
  });

  it('events are sent when they occur', async () => {
    live.write('data: one\n\n');
    const first = await new Promise<string>((done) => {
      request(`${server.url}/events`, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
        response.once('data', (part) => {
          done(String(part));
          response.destroy();
        });
      }).end();
    });
    expect(first).toBe('data: one\n\n');
  });
});

it('HEAD returns the headers of GET without a body (RFC 9110, section 9.3.2)', async () => {
  for (const path of ['/text', '/stream']) {
    const [{ headers: got }, { headers, bytes }] = [await get(path, 'br'), await get(path, 'br', {}, 'HEAD')];
    expect(bytes.length).toBe(0);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
      expect(headers[name]).toBe(got[name]);
  }
});
