import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BodyKind } from '../../src/http/body/body-kind.ts';
import { type InputFile, manyFiles, oneFile } from '../../src/http/body/uploads.ts';
import { answer, jsonAnswer } from '../../src/http/responses/response.ts';
import { route } from '../../src/http/routing/route.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const Seen = z.array(z.object({ filename: z.string().nullable(), sha256: z.string() }));

const makeRoute = (path: string, kinds: readonly BodyKind<InputFile[]>[]) =>
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
    body: { kinds, limits: () => ({ bytes: 5_000, fileBytes: 2_000, files: 3 }), description: 'Files.' },
    answers: { 200: jsonAnswer('Seen.', Seen) },
    handle: ({ body }) =>
      answer(
        200,
        body.map(({ filename, bytes }) => ({ filename, sha256: bytes === null ? 'too large' : sha256(bytes) })),
      ),
  });

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([makeRoute('/many', manyFiles), makeRoute('/one', oneFile)]);
});
afterAll(() => server.close());

type Body = string | Uint8Array<ArrayBuffer> | FormData | ReadableStream;

async function send(
  body: Body,
  headers: Record<string, string> = {},
  path = '/many',
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.url + path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return { status: response.status, body: await response.json() };
}

const XML = { 'Content-Type': 'application/xml' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('raw XML', () => {
  it('is passed on byte for byte, whatever charset the header claims', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x3c, 0x00, 0xe1, 0x00]);
    for (const type of ['application/xml; charset=windows-1250', 'text/xml', 'application/vnd.oasis.ubl+xml']) {
      expect(await send(bytes, { 'Content-Type': type })).toEqual({
        status: 200,
        body: [{ filename: null, sha256: sha256(bytes) }],
      });
    }
  });

  it('may be empty', async () => {
    expect(await send('', XML)).toEqual({ status: 200, body: [{ filename: null, sha256: sha256('') }] });
  });

  it.each([
    ['plain', 'a b.xml', 'a b.xml'],
    ['percent-encoded', 'fakt%C3%BAra.xml', 'faktúra.xml'],
    ['a lone percent sign', '100%.xml', '100%.xml'],
  ])('takes its name from X-Filename: %s', async (_, header, name) => {
    expect((await send('<a/>', { ...XML, 'X-Filename': header })).body).toMatchObject([{ filename: name }]);
  });

  it.each([
    ['UTF-8', Buffer.from('faktúra č. 1.xml'), 'faktúra č. 1.xml'],
    ['ISO-8859-1', Buffer.from('fakt\xfara \xdf.xml', 'latin1'), 'faktúra ß.xml'],
    ['truncated UTF-8', Buffer.from('faktúra č'.slice(0, -1)).subarray(0, 5), 'faktÃ'],
    ['an extended value', Buffer.from("UTF-8''fakt%C3%BAra.xml"), 'faktúra.xml'],
    ['an extended value with a language', Buffer.from("utf-8'sk'fakt%c3%bara%20%231.xml"), 'faktúra #1.xml'],
    ['an extended value in ISO-8859-1', Buffer.from("ISO-8859-1''fakt%FAra.xml"), 'faktúra.xml'],
    ['text that resembles an extended value', Buffer.from("UTF-8''fakt%FAra.xml"), "UTF-8''fakt%FAra.xml"],
    ['literal quotes', Buffer.from("o'neill's 20%.xml"), "o'neill's 20%.xml"],
  ])('decodes the bytes of X-Filename: %s', async (_, bytes, name) => {
    const answered = await exchange(
      Buffer.concat([
        Buffer.from('POST /many HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/xml\r\nX-Filename: '),
        bytes,
        Buffer.from('\r\nContent-Length: 4\r\n\r\n<a/>'),
      ]),
    );
    expect(JSON.parse(answered.slice(answered.indexOf('\r\n\r\n')))).toMatchObject([{ filename: name }]);
  });

  it('rejects a name with control characters', async () => {
    const refused = await send('<a/>', { ...XML, 'X-Filename': 'a%0Ab.xml' });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ in: 'header', pointer: '/X-Filename' }] } });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('is decompressed from %s', async (encoding, compress) => {
    const sent = await send(new Uint8Array(compress('<a/>')), { ...XML, 'Content-Encoding': encoding });
    expect(sent.body).toEqual([{ filename: null, sha256: sha256('<a/>') }]);
  });

  it.each([
    ['a decompression bomb', new Uint8Array(gzipSync(Buffer.alloc(50_000_000))), 'gzip', 413, 'body_too_large'],
    ['truncated', new Uint8Array(gzipSync('<a>'.repeat(500)).subarray(0, 20)), 'gzip', 400, 'malformed_body'],
    ['not compressed', new Uint8Array(Buffer.from('<a/>')), 'br', 400, 'malformed_body'],
    ['in an unknown encoding', new Uint8Array(Buffer.from('<a/>')), 'zstd', 415, 'content_encoding_unsupported'],
  ])('is rejected when it is %s', async (_, bytes, encoding, status, code) => {
    expect(await send(bytes, { ...XML, 'Content-Encoding': encoding })).toMatchObject({ status, body: { code } });
  });

  it('is rejected above the limit, with or without Content-Length', async () => {
    expect(await send('x'.repeat(2_001), XML)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        if (pulled > 10_000) controller.close();
        else controller.enqueue(new Uint8Array(1_000));
      },
    });
    expect(await send(endless, XML)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(pulled).toBeLessThan(10_000);
  });

  it.each(['gzip, chunked', 'deflate,chunked'])('is rejected with the transfer coding %s', async (coding) => {
    const answered = await exchange(
      `POST /many HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/xml\r\nTransfer-Encoding: ${coding}\r\n\r\n4\r\n<a/>\r\n0\r\n\r\n`,
    );
    expect(answered).toMatch(/^HTTP\/1\.1 501 .*"code":"transfer_coding_unsupported"/s);
  });

  it('is rejected before it is sent, when the client expects 100 Continue', async () => {
    const answered = await exchange(
      'POST /many HTTP/1.1\r\nHost: x\r\nContent-Type: application/xml\r\nContent-Length: 9999\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(answered).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('gets 100 Continue when the client waits for it', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk;
      if (/^HTTP\/1\.1 100 Continue\r\n\r\n$/.test(seen)) socket.write('<a/>');
    });
    socket.write(
      'POST /many HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 4\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n',
    );
    await new Promise((done) => socket.on('close', done));
    expect(seen).toContain('HTTP/1.1 200 OK');
  });
});

function exchange(request: string | Buffer): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(request));
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk;
    });
    socket.on('close', () => done(seen));
  });
}

describe('JSON', () => {
  it('contains one file or many', async () => {
    const file = { filename: 'č.xml', content: '<č/>' };
    const seen = { filename: 'č.xml', sha256: sha256('<č/>') };
    expect(await send(JSON.stringify(file), JSON_TYPE)).toEqual({ status: 200, body: [seen] });
    expect(await send(JSON.stringify(file), JSON_TYPE, '/one')).toEqual({ status: 200, body: [seen] });
    expect(await send(JSON.stringify({ files: [file, { content: '' }] }), JSON_TYPE)).toEqual({
      status: 200,
      body: [seen, { filename: null, sha256: sha256('') }],
    });
  });

  it.each([
    ['neither files nor a file', {}, '/files', 'missing'],
    ['no files', { files: [] }, '/files', 'too_short'],
    ['files that are not a list', { files: 'a' }, '/files', 'wrong_type'],
    ['a file without content', { files: [{ content: '' }, { filename: 'a' }] }, '/files/1/content', 'missing'],
    ['content that is not a string', { filename: 'a', content: 1 }, '/content', 'wrong_type'],
    ['a name with a line break', { filename: 'a\nb', content: '' }, '/filename', 'bad_format'],
  ])('is rejected with %s', async (_, body, pointer, code) => {
    expect(await send(JSON.stringify(body), JSON_TYPE)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ in: 'body', pointer, code }] },
    });
  });

  it.each([
    ['/many', '{"files":[{"content":"<a/>"}],"files":[{"content":"<b/>"}]}', '/files'],
    ['/many', '{"files":[{"content":""},{"content":"<a/>","content":"<b/>"}]}', '/files/1/content'],
    ['/one', '{"content":"<a/>","filename":"a.xml","content":"<b/>"}', '/content'],
  ])('is rejected with a repeated name, on which parsers disagree: %s %s', async (path, text, pointer) => {
    expect(await send(text, JSON_TYPE, path)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ in: 'body', pointer, code: 'field_repeated' }] },
    });
  });

  it('is rejected with an unpaired surrogate, because other bytes would be validated', async () => {
    const [half, whole] = ['<a>\ud800</a>', '<a>\u{10000}\ufffd</a>'];
    const json = { 'Content-Type': 'application/json' };
    const found: unknown[] = [];
    for (const [path, body] of [
      ['/one', { content: half }],
      ['/many', { content: half }],
      ['/many', { files: [{ content: whole }, { content: half }] }],
      ['/one', { filename: 'a\udc00.xml', content: whole }],
    ] as const) {
      const { status, body: problem } = await send(JSON.stringify(body), json, path);
      const { code, errors } = problem as { code: string; errors: { pointer: string; code: string }[] };
      found.push([status, code, ...errors.map((one) => `${one.pointer} ${one.code}`)]);
    }
    expect(found).toEqual(
      ['/content', '/content', '/files/1/content', '/filename'].map((pointer) => [
        400,
        'invalid_request',
        `${pointer} bad_format`,
      ]),
    );
    expect(await send(JSON.stringify({ content: whole }), json)).toEqual({
      status: 200,
      body: [{ filename: null, sha256: sha256(whole) }],
    });
  });

  it('without any file gets an error that names both forms', async () => {
    const { body } = await send(JSON.stringify({ filename: 'a' }), JSON_TYPE);
    const [{ detail }] = (body as { errors: { detail: string }[] }).errors as [{ detail: string }];
    expect([detail.includes('files'), detail.includes('content')]).toEqual([true, true]);
  });

  it('is rejected with too many or too large files', async () => {
    const files = Array.from({ length: 4 }, () => ({ content: '' }));
    expect(await send(JSON.stringify({ files }), JSON_TYPE)).toMatchObject({
      status: 413,
      body: { code: 'too_many_files' },
    });
    const large = { filename: 'large.xml', content: 'x'.repeat(2_001) };
    expect(await send(JSON.stringify(large), JSON_TYPE)).toMatchObject({
      status: 413,
      body: { code: 'file_too_large', detail: expect.stringContaining('large.xml') },
    });
  });
});

it.each([
  ['JSON', (files: object[]) => JSON.stringify({ files }), JSON_TYPE],
  [
    'a form',
    (files: { filename: string; content: string }[]) => {
      const data = new FormData();
      for (const { filename, content } of files) data.append('file', new Blob([content]), filename);
      return data;
    },
    {},
  ],
] as const)(
  'in %s a file that is too large is passed without its bytes, and the others unchanged',
  async (_, make, headers) => {
    const large = { filename: 'large.xml', content: 'x'.repeat(2_001) };
    const files = [{ filename: 'a.xml', content: '<a/>' }, large];
    expect(await send(make(files), headers)).toEqual({
      status: 200,
      body: [
        { filename: 'a.xml', sha256: sha256('<a/>') },
        { filename: 'large.xml', sha256: 'too large' },
      ],
    });
    expect(await send(make([large, large]), headers)).toMatchObject({ status: 413, body: { code: 'file_too_large' } });
    const nameless = JSON.stringify({ files: [{ content: 'x'.repeat(2_001) }, { content: 'x'.repeat(2_001) }] });
    expect(await send(nameless, { 'Content-Type': 'application/json' })).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('invoice-1.xml') },
    });
  },
);

describe('a form', () => {
  const form = (...files: [string, string][]): FormData => {
    const data = new FormData();
    data.set('note', 'not a file');
    for (const [name, text] of files) data.append('file', new Blob([text], { type: 'application/xml' }), name);
    return data;
  };

  it('contains files in order, with their names', async () => {
    expect(await send(form(['faktúra 1.xml', '<č/>'], ['../b.xml', '']))).toEqual({
      status: 200,
      body: [
        { filename: 'faktúra 1.xml', sha256: sha256('<č/>') },
        { filename: 'b.xml', sha256: sha256('') },
      ],
    });
  });

  it.each([
    ['UTF-8', Buffer.from('filename="faktúra.xml"'), 'faktúra.xml'],
    ['ISO-8859-1', Buffer.from('filename="fakt\xfara;1.xml"', 'latin1'), 'faktúra;1.xml'],
    ['an extended value', Buffer.from("filename*=UTF-8''fakt%C3%BAra.xml"), 'faktúra.xml'],
    ['an extended value after a plain one', Buffer.from('filename="a.xml"; filename*=UTF-8\'\'%C3%BA.xml'), 'ú.xml'],
    ['an extended value before a plain one', Buffer.from('filename*=UTF-8\'\'%C3%BA.xml; filename="a.xml"'), 'ú.xml'],
    ['an extended value in ISO-8859-1', Buffer.from('FILENAME*="iso-8859-1\'\'%FA %22\\x.xml"'), 'x.xml'],
    ['a malformed extended value', Buffer.from('filename*=UTF-8\'\'%FA.xml; filename="a.xml"'), 'a.xml'],
    ['quotes', Buffer.from('filename="a \\"; filename*=UTF-8\'\'b\\".xml"'), 'a "; filename*=UTF-8\'\'b".xml'],
  ])('decodes the bytes of a name: %s', async (_, parameter, name) => {
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; '),
      parameter,
      Buffer.from('\r\nContent-Type: application/xml\r\n\r\n<a/>\r\n--x--\r\n'),
    ]);
    expect(await send(new Uint8Array(body), { 'Content-Type': 'multipart/form-data; boundary=x' })).toEqual({
      status: 200,
      body: [{ filename: name, sha256: sha256('<a/>') }],
    });
  });

  it.each([
    ['no file', form(), '/many', 400, 'no_file'],
    ['too many files', form(['1', ''], ['2', ''], ['3', ''], ['4', '']), '/many', 413, 'too_many_files'],
    ['more than one file for a single-file operation', form(['1', ''], ['2', '']), '/one', 413, 'too_many_files'],
    ['a large file', form(['1', 'x'.repeat(2_001)]), '/many', 413, 'file_too_large'],
    [
      'too many bytes in total',
      form(['1', 'x'.repeat(1_990)], ['2', 'x'.repeat(1_990)], ['3', 'x'.repeat(1_990)]),
      '/many',
      413,
      'body_too_large',
    ],
  ])('is rejected with %s', async (_, data, path, status, code) => {
    expect(await send(data, {}, path)).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
    [
      'no closing boundary',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n<a',
    ],
  ])('is rejected with %s', async (_, type, body) => {
    expect(await send(body, { 'Content-Type': type })).toMatchObject({ status: 400, body: { code: 'malformed_body' } });
  });
});

it('the server continues to work after every rejection', async () => {
  expect((await send('<a/>', XML)).status).toBe(200);
});
