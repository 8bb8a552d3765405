import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type BodyKind, jsonBody } from '../../src/http/body/body-kind.ts';
import { manyFiles } from '../../src/http/body/uploads.ts';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { route } from '../../src/http/routing/route.ts';
import { batchBody } from '../../src/modules/batches/http/body/index.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const MEBIBYTE = 1024 * 1024;

/** Number of files that a batch has received, and of batches completed; the gate delays every file. */
const taken = { files: 0, ends: 0, gate: Promise.resolve() };

const declare = <T>(path: string, kinds: readonly BodyKind<T>[], bytes: number, handle: (body: T) => Promise<number>) =>
  route({
    method: 'post',
    path,
    id: path.slice(1),
    tag: 'operations',
    summary: '',
    description: '',
    who: 'public',
    limit: 'none',
    problems: [],
    body: { kinds, limits: () => ({ bytes, fileBytes: 10 * MEBIBYTE, files: 100 }), description: 'A body.' },
    answers: { 200: jsonAnswer('Seen.', z.object({ count: z.int() })) },
    handle: async ({ body }) => answer(200, { count: await handle(body) }),
  });

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([
    declare('/files', manyFiles, 50 * MEBIBYTE, async (files) => files.length),
    declare(
      '/list',
      [jsonBody(z.object({ list: z.array(z.string()) }))],
      10 * MEBIBYTE,
      async ({ list }) => list.length,
    ),
    declare('/batch', batchBody, 512 * MEBIBYTE, async (files) => {
      let count = 0;
      try {
        for await (const _ of files) {
          count++;
          taken.files++;
          await taken.gate;
        }
      } finally {
        taken.ends++;
      }
      return count;
    }),
  ]);
});
afterAll(() => server.close());

type Answered = { status: number; body: Record<string, unknown> };

async function post(path: string, type: string, body: Uint8Array | string, encoding?: string): Promise<Answered> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    body: body as BodyInit,
    // A kept-alive connection may have been closed while the body was generated.
    headers: { 'Content-Type': type, Connection: 'close', ...(encoding && { 'Content-Encoding': encoding }) },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const JSON_TYPE = 'application/json';
const repeat = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));

describe('JSON with a very large number of values is rejected before it is built', () => {
  const keys = Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join(',');
  it.each([
    ['empty arrays, compressed', '/files', gzipSync(`[${repeat('[],', 8 * MEBIBYTE)}[]]`), 'gzip'],
    ['field names', '/files', `{${keys}}`, undefined],
    ['numbers instead of strings', '/list', `{"list":[${repeat('0,', MEBIBYTE)}0]}`, undefined],
    ['values next to the files', '/batch', `{"x":[${repeat('0,', MEBIBYTE)}0],"files":[{"content":""}]}`, undefined],
    ['values inside a file', '/batch', `{"files":[{"content":"","x":[${repeat('{},', MEBIBYTE)}{}]}]}`, undefined],
  ])('%s', async (_, path, body, encoding) => {
    const { status, body: problem } = await post(path, JSON_TYPE, body, encoding);
    expect([status, problem.code, problem.limit]).toEqual([413, 'body_too_complex', expect.any(Number)]);
  });
});

it('rejects JSON with very many unknown fields at the first one', async () => {
  const { status, body } = await post('/batch', JSON_TYPE, `{${repeat('"x":0,', MEBIBYTE)}"files":[{"content":""}]}`);
  expect([status, body.code, (body.errors as unknown[]).length]).toEqual([400, 'field_unknown', 1]);
});

it('fails only the NDJSON line that has very many values', async () => {
  const hostile = `{"content":"","x":[${repeat('{},', MEBIBYTE)}{}]}`;
  const { status, body } = await post('/batch', 'application/x-ndjson', `${hostile}\n{"content":"<a/>"}\n`);
  expect([status, body.count]).toEqual([200, 2]);
});

it('rejects NDJSON with very many empty lines', async () => {
  const { status, body } = await post('/batch', 'application/x-ndjson', gzipSync(Buffer.alloc(MEBIBYTE, '\n')), 'gzip');
  expect([status, body.code, body.limit]).toEqual([413, 'too_many_lines', expect.any(Number)]);
});

describe('a form with a very large number of parts is rejected', () => {
  it.each([
    [
      'that are files',
      'Content-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n',
      '/files',
      'too_many_files',
    ],
    ['that are fields', 'Content-Disposition: form-data; name="f"\r\n\r\n\r\n', '/batch', 'too_many_parts'],
    ['that are empty', '\r\n\r\n', '/batch', 'too_many_parts'],
    ['that have no header', '', '/batch', 'too_many_parts'],
  ])('%s', async (_, part, path, code) => {
    const body = `${repeat(`--x\r\n${part}`, MEBIBYTE)}--x--\r\n`;
    const { status, body: problem } = await post(path, 'multipart/form-data; boundary=x', body);
    expect([status, problem.code, problem.limit ?? null]).toEqual([
      413,
      code,
      code === 'too_many_parts' ? expect.any(Number) : null,
    ]);
  });

  it('rejects a boundary longer than RFC 2046 allows', async () => {
    const boundary = 'a'.repeat(300);
    const { status, body } = await post('/batch', `multipart/form-data; boundary=${boundary}`, `--${boundary}--\r\n`);
    expect([status, body.code]).toEqual([400, 'malformed_body']);
  });
});

describe('a body with a suspicious compression ratio', () => {
  const blank = Buffer.alloc(64 * MEBIBYTE, ' ');
  it.each([
    ['gzip', gzipSync(blank)],
    ['br', brotliCompressSync(blank)],
  ])('is rejected: %s', async (encoding, packed) => {
    const { status, body } = await post('/batch', JSON_TYPE, packed, encoding);
    expect([status, body.code]).toEqual([413, 'body_suspicious']);
  });

  it('is accepted when it is small or contains similar invoices', async () => {
    const lines = Array.from({ length: 9_000 }, (_, line) => `<Line><ID>${line}</ID><Name>the same</Name></Line>`);
    const content = `<Invoice>${lines.join('')}</Invoice>`;
    const invoices = `${JSON.stringify({ content })}\n`.repeat(100);
    expect(invoices.length).toBeGreaterThan(32 * MEBIBYTE);
    const { status, body } = await post('/batch', 'application/x-ndjson', gzipSync(invoices), 'gzip');
    expect([status, body.count]).toEqual([200, 100]);
  });
});

/** Sends a complete request and keeps the connection open. */
async function dial(path: string, headers: readonly string[], body: Uint8Array): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`POST ${path} HTTP/1.1`, 'Host: x', `Content-Length: ${body.length}`, ...headers, '', ''].join('\r\n'));
  socket.write(body);
  return socket;
}

it('stops working on a completely received body when the client disconnects', async () => {
  // Small enough to arrive completely before it is read.
  const body = gzipSync(`{"x":"${'y'.repeat(100_000)}"}\n`.repeat(100));
  const before = { ...taken };
  let goOn = (): void => undefined;
  taken.gate = new Promise((done) => {
    goOn = done;
  });
  const socket = await dial('/batch', ['Content-Type: application/x-ndjson', 'Content-Encoding: gzip'], body);
  await expect.poll(() => taken.files - before.files).toBe(1);
  socket.destroy();
  await expect.poll(() => server.lines.filter((line) => line.includes('"status":499')).length).toBe(1);
  goOn();
  await expect.poll(() => taken.ends - before.ends).toBe(1);
  expect(taken.files - before.files).toBeLessThan(10);
});

it('lists the first hundred invalid fields of a body and the total number', async () => {
  const { status, body } = await post('/list', JSON_TYPE, JSON.stringify({ list: Array(900).fill(0) }));
  expect([status, (body.errors as unknown[]).length]).toEqual([400, 100]);
  expect(body.detail).toContain('900');
});
