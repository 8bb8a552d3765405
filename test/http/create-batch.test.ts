import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Validate } from '../../src/modules/batches/index.ts';
import { makeZip, type ZipEntry } from '../support/make-zip.ts';
import { validateBatch } from '../support/records.ts';
import { asForm, asJson, asNdjson, asZip, type SentFile } from '../support/upload.ts';
import { fakeValidate } from './fake-validate.ts';
import { type OpenApi, openApi } from './open-api.ts';

const FILE_BYTES = 20_000;
const BODY_BYTES = 2_000_000;

let api: OpenApi;
let key: string;
beforeAll(async () => {
  api = await openApi({ maxXmlBytes: FILE_BYTES, maxQueuedFiles: 200, maxQueuedBytes: BODY_BYTES });
});
afterAll(() => api.close());
let keys = 0;
beforeEach(() => {
  keys++;
  key = `try ${keys}`;
});

type Answered = { status: number; headers: Headers; body: Record<string, unknown> };

async function post(type: string, body: BodyInit | Uint8Array, headers: Record<string, string> = {}, query = '') {
  const response = await fetch(`${api.url}/api/batches${query}`, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'Content-Type': type, 'X-API-Key': key, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  } satisfies Answered;
}

const get = async (path: string): Promise<Record<string, unknown>> =>
  (await fetch(api.url + path, { headers: { 'X-API-Key': key } })).json() as Promise<Record<string, unknown>>;

const validateOne: Validate = ({ filename, bytes }) => fakeValidate(bytes, { filename, today: '', clock: () => 0 });

type FileOutcome = { filename: string; valid?: boolean; code?: string };

/** Sends a body, validates its files, and returns the outcome of each in order. */
async function whole(type: string, body: Uint8Array): Promise<FileOutcome[]> {
  const { status, body: accepted } = await post(type, body);
  expect([status, accepted]).toEqual([202, accepted]);
  const id = accepted.id as string;
  const row = await api.db.kysely
    .selectFrom('batches')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await validateBatch(api.db, api.app.batches, { workspaceId: row.workspace_id, actor: 'worker' }, id, validateOne);
  expect(await get(`/api/batches/${id}`)).toMatchObject({ status: 'completed', total: accepted.total });
  const lines = await (
    await fetch(`${api.url}/api/batches/${id}/results?format=ndjson`, { headers: { 'X-API-Key': key } })
  ).text();
  return lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const { position, filename, valid, error, skipped } = JSON.parse(line) as {
        position?: number;
        filename: string;
        valid?: boolean;
        error?: { code: string };
        skipped?: { code: string };
      };
      if (skipped !== undefined) return { filename, code: skipped.code };
      expect(position).toBe(index);
      return error === undefined ? { filename, valid: valid! } : { filename, code: error.code };
    });
}

/** A rejected request leaves no row and no open file. */
async function expectNothingLeft(): Promise<void> {
  const { count } = await api.db.kysely
    .selectFrom('batches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'receiving')
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return [];
    }
  });
  expect(open.filter((path) => path.includes('/uploads/'))).toEqual([]);
}

const FILES: SentFile[] = [
  { filename: 'prvá.xml', content: '<valid/>' },
  { filename: 'druhá.xml', content: '<broken/>' },
  { filename: 'priečinok/tretia.xml', content: '<valid>ľščťž</valid>' },
];

const FORMS = { asJson, asNdjson, asForm, asZip };

describe.each(Object.entries(FORMS))('%s', (_, form) => {
  it('accepts files in order, with their names', async () => {
    const { type, body } = form(FILES);
    const { status, headers, body: accepted } = await post(type, body);
    expect([status, accepted]).toEqual([202, { id: accepted.id, status: 'queued', total: 3 }]);
    expect(headers.get('location')).toBe(`/api/batches/${accepted.id}`);
    const names =
      form === asForm ? FILES.map(({ filename }) => filename.split('/').pop()) : FILES.map((f) => f.filename);
    expect(await whole(type, body)).toEqual([
      { filename: names[0], valid: true },
      { filename: names[1], valid: false },
      { filename: names[2], valid: true },
    ]);
  });

  it('accepts as many files as allowed, and rejects more', async () => {
    const many = (count: number) =>
      form(Array.from({ length: count }, (_, index) => ({ filename: `${index}.xml`, content: '<valid/>' })));
    expect((await post(many(200).type, many(200).body)).body).toMatchObject({ status: 'queued', total: 200 });
    const { status, body } = await post(many(201).type, many(201).body);
    expect([status, body.code]).toEqual([413, 'too_many_files']);
    await expectNothingLeft();
  });

  it('fails only the file that is too large', async () => {
    const { type, body } = form([
      FILES[0]!,
      { filename: 'large.xml', content: 'x'.repeat(FILE_BYTES + 1) },
      { filename: 'fits.xml', content: `<valid>${'x'.repeat(FILE_BYTES - 15)}</valid>` },
    ]);
    const [first, large, fits] = await whole(type, body);
    expect([first?.valid, fits]).toEqual([true, { filename: 'fits.xml', valid: true }]);
    expect(large?.code).toBe('file_too_large');
  });

  it('rejects more bytes than allowed', async () => {
    const files = Array.from({ length: 120 }, (_, index) => ({
      filename: `${index}.xml`,
      content: Buffer.alloc(19_000, Math.random().toString(36)),
    }));
    const { type, body } = form(files);
    const answered = await post(type, body);
    expect([answered.status, answered.body.code]).toEqual([413, 'body_too_large']);
    await expectNothingLeft();
  });

  it('accepts a compressed body', async () => {
    const { type, body } = form(FILES);
    const { status } = await post(type, gzipSync(body), { 'Content-Encoding': 'gzip' });
    expect(status).toBe(202);
  });

  it('returns the same batch for the same idempotency key, whatever the format', async () => {
    const files = [{ filename: 'a.xml', content: '<valid/>' }];
    const headers = { 'Idempotency-Key': 'once' };
    const first = await post(asJson(files).type, asJson(files).body, headers);
    const again = await post(form(files).type, form(files).body, headers);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([202, first.body, 'true']);
    const other = await post(form(FILES).type, form(FILES).body, headers);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    await expectNothingLeft();
  });

  it('leaves nothing behind when the body breaks off', async () => {
    const { type, body } = form(
      Array.from({ length: 150 }, (_, index) => ({ filename: `${index}.xml`, content: `<valid n="${index}"/>` })),
    );
    const call = request(`${api.url}/api/batches`, {
      method: 'POST',
      headers: { 'Content-Type': type, 'Content-Length': body.length, 'X-API-Key': key },
    });
    call.on('error', () => undefined);
    await new Promise((sent) => call.write(body.subarray(0, body.length - 20), sent));
    await new Promise((done) => setTimeout(done, 100));
    call.destroy();
    await expect.poll(() => expectNothingLeft().then(() => true)).toBe(true);
  });
});

describe('ZIP body', () => {
  const entry = (name: string | Uint8Array, more: Partial<ZipEntry> = {}): ZipEntry => ({
    name,
    content: '<valid/>',
    ...more,
  });
  const good = entry('good.xml');
  const resultsOf = (entries: ZipEntry[]) => whole('application/zip', makeZip(entries));

  it.each<[string, ZipEntry, string]>([
    ['encrypted', entry('x.xml', { isEncrypted: true }), 'entry_encrypted'],
    ['a link', entry('x.xml', { mode: 0o120777 }), 'entry_is_link'],
    ['compressed with an unknown method', entry('x.xml', { method: 12 }), 'entry_method_unsupported'],
    ['stored with another checksum', entry('x.xml', { statedChecksum: 1 }), 'entry_damaged'],
    ['longer than stated', entry('x.xml', { statedSize: 3 }), 'entry_damaged'],
    ['shorter than stated', entry('x.xml', { statedSize: 300 }), 'entry_damaged'],
    ['larger than allowed, as declared', entry('x.xml', { statedSize: FILE_BYTES + 1 }), 'file_too_large'],
    ['named with a path to a parent folder', entry('a/../../x.xml'), 'name_leads_out'],
    ['named with an absolute path', entry('/etc/x.xml'), 'name_leads_out'],
    ['named with a drive letter', entry('C:x.xml'), 'name_leads_out'],
    ['named with backslashes', entry('a\\x.xml'), 'name_leads_out'],
    ['named with control characters', entry('a\u0000.xml'), 'filename_not_allowed'],
    ['named with an endless name', entry('x'.repeat(256)), 'filename_not_allowed'],
    ['named with an empty name', entry(''), 'filename_not_allowed'],
    ['named in another encoding', entry(Buffer.from('fakt\xfara.xml', 'latin1')), 'name_not_utf8'],
    ['named like an earlier file', entry('good.xml', { content: '<other/>' }), 'name_twice'],
    ['a damaged archive', entry('x.zip', { content: 'PK\u0003\u0004 nothing' }), 'archive_nested_unreadable'],
    ['itself an archive', entry('x.xml.gz', { content: gzipSync('<valid/>') }), 'archive_nested'],
  ])('fails only the file that is %s', async (_, bad, code) => {
    const results = await resultsOf([good, bad, entry('last.xml')]);
    expect(results.map((result) => result.code ?? result.valid)).toEqual([true, code, true]);
    await expectNothingLeft();
  });

  it('unpacks ZIP archives one level deep, with names, limits and failures of their files', async () => {
    const deeper = makeZip([entry('c.xml')]);
    const inner = makeZip([
      entry('b.xml'),
      entry('bad.xml', { isEncrypted: true }),
      entry('deeper.zip', { content: deeper }),
      entry('blok.jpg', { content: Buffer.from('ffd8ffe0', 'hex') }),
      entry('__MACOSX/b.xml'),
    ]);
    const archive = makeZip([
      good,
      entry('Máj/inner.zip', { content: inner }),
      entry('misnamed.xml', { content: deeper }),
      entry('letter.docx', { content: makeZip([entry('[Content_Types].xml'), entry('word/document.xml')]) }),
    ]);
    const results = await whole('application/zip', archive);
    expect(results.map(({ filename, valid, code }) => [filename, code ?? valid])).toEqual([
      ['good.xml', true],
      ['Máj/inner.zip/b.xml', true],
      ['Máj/inner.zip/bad.xml', 'entry_encrypted'],
      ['Máj/inner.zip/deeper.zip', 'archive_nested'],
      ['misnamed.xml/c.xml', true],
      ['Máj/inner.zip/blok.jpg', 'not_an_invoice'],
      ['letter.docx', 'not_an_invoice'],
    ]);
  });

  it('unpacks a nested ZIP archive that is larger than the limit of a file', async () => {
    const noise = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(FILE_BYTES / 2))).toString('hex');
    const files = ['a.xml', 'b.xml', 'c.xml'].map((name) =>
      entry(name, { content: `<valid/><!--${noise().slice(0, -20)}-->` }),
    );
    const inner = makeZip(files);
    expect(inner.length).toBeGreaterThan(FILE_BYTES);
    const results = await whole('application/zip', makeZip([entry('inner.zip', { content: inner }), good]));
    expect(results.map(({ filename, valid }) => [filename, valid])).toEqual([
      ['inner.zip/a.xml', true],
      ['inner.zip/b.xml', true],
      ['inner.zip/c.xml', true],
      ['good.xml', true],
    ]);
  });

  it('ignores folders and files added by operating systems', async () => {
    const results = await resultsOf([
      entry('folder/', { content: '' }),
      entry('__MACOSX/._good.xml'),
      entry('folder/.DS_Store'),
      entry('Thumbs.db'),
      entry('META-INF/signatures.xml'),
      entry('.hidden/a.xml'),
      good,
    ]);
    expect(results).toEqual([{ filename: 'good.xml', valid: true }]);
  });

  it('skips and reports members that are neither XML nor PDF by name or content', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<valid/>', 'utf16le')]);
    const archive = makeZip([
      entry('readme.txt', { content: 'Faktúry za november' }),
      entry('__MACOSX/._good.xml', { content: 'Mac OS X' }),
      entry('video.mp4', { statedSize: FILE_BYTES + 1 }),
      entry('empty', { content: '' }),
      good,
      entry('no-name', { content: '\ufeff\n <valid/>' }),
      entry('wide.dat', { content: utf16 }),
      entry('broken.XML', { content: 'no XML at all' }),
    ]);
    const { body } = await post('application/zip', archive);
    expect(body).toMatchObject({ status: 'queued', total: 4 });
    const read = (path: string) => get(`/api/batches/${body.id}${path}`);
    expect(await read('')).toMatchObject({ total: 4, skipped: 3 });
    expect(await read('/results')).toMatchObject({
      skipped: ['readme.txt', 'video.mp4', 'empty'],
      skipped_files: ['readme.txt', 'video.mp4', 'empty'].map((filename) => ({ filename, code: 'not_an_invoice' })),
    });
  });

  it.each<[string, Uint8Array, number, string]>([
    ['without invoices', makeZip([{ name: 'readme.txt', content: 'x' }]), 400, 'no_file'],
    ['truncated', asZip(FILES).body.subarray(0, -30), 400, 'archive_unreadable'],
    ['not an archive', Buffer.from('<valid/>'), 400, 'archive_unreadable'],
    ['nothing', Buffer.alloc(0), 400, 'archive_unreadable'],
    ['empty', makeZip([]), 400, 'no_file'],
    ['only folders', makeZip([entry('a/', { content: '' })]), 400, 'no_file'],
    ['followed by other bytes', Buffer.concat([asZip(FILES).body, Buffer.from('more')]), 400, 'archive_unreadable'],
  ])('rejects an archive that is %s', async (_, body, status, code) => {
    const answered = await post('application/zip', body);
    expect([answered.status, answered.body.code]).toEqual([status, code]);
    await expectNothingLeft();
  });

  it('rejects an archive with overlapping entries', async () => {
    // The directory lists one entry many times (as overlapping archives do), each time with all its bytes.
    const bytes = makeZip([entry('a.xml', { content: Buffer.from(crypto.getRandomValues(new Uint8Array(9_000))) })]);
    const start = bytes.readUInt32LE(bytes.length - 6);
    const record = bytes.subarray(start, bytes.length - 22);
    const end = Buffer.from(bytes.subarray(bytes.length - 22));
    end.writeUInt16LE(50, 8);
    end.writeUInt16LE(50, 10);
    end.writeUInt32LE(record.length * 50, 12);
    const archive = Buffer.concat([bytes.subarray(0, start), ...Array(50).fill(record), end]);
    const answered = await post('application/zip', archive);
    expect([answered.status, answered.body.code]).toEqual([422, 'archive_suspicious']);
    await expectNothingLeft();
  });
});

describe('decompression bomb', () => {
  let large: OpenApi;
  beforeAll(async () => {
    large = await openApi({ maxXmlBytes: 10_000_000, maxQueuedBytes: 1_000_000_000 });
  });
  afterAll(() => large.close());

  it.each<[string, () => ZipEntry[]]>([
    [
      'an archive of files with a compression ratio of 1,000',
      () => {
        const content = Buffer.alloc(9_000_000, ' ');
        return Array.from({ length: 10 }, (_, index) => ({ name: `${index}.xml`, content }));
      },
    ],
    ['of endless fields', () => Array.from({ length: 100 }, () => ({ name: 'x', content: '', extraBytes: 60_000 }))],
    ['of endless names', () => Array.from({ length: 300 }, () => ({ name: Buffer.alloc(60_000, 'x'), content: '' }))],
  ])('%s is rejected before it is unpacked', async (_, entries) => {
    const body = makeZip(entries());
    const response = await fetch(`${large.url}/api/batches`, {
      method: 'POST',
      body: body as BodyInit,
      headers: { 'Content-Type': 'application/zip' },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'archive_suspicious']);
  });
});

describe('decompression bomb in a nested archive', () => {
  it('fails only itself, before it is unpacked', async () => {
    const blanks = Buffer.alloc(9_000_000, ' ');
    const bomb = makeZip(Array.from({ length: 10 }, (_, index) => ({ name: `${index}.xml`, content: blanks })));
    const large = await openApi({ maxXmlBytes: 10_000_000, maxQueuedBytes: 1_000_000_000 });
    try {
      const response = await fetch(`${large.url}/api/batches`, {
        method: 'POST',
        body: makeZip([
          { name: 'bomb.zip', content: bomb },
          { name: 'good.xml', content: '<valid/>' },
        ]) as BodyInit,
        headers: { 'Content-Type': 'application/zip' },
      });
      const { id, total } = (await response.json()) as { id: string; total: number };
      expect(total).toBe(2);
      const results = await (await fetch(`${large.url}/api/batches/${id}/results`)).json();
      expect(results).toMatchObject({
        failures: [{ filename: 'bomb.zip', error: { code: 'archive_nested_too_large' } }],
      });
    } finally {
      await large.close();
    }
  });
});

describe('NDJSON body', () => {
  const line = (filename: string, content = '<valid/>') => JSON.stringify({ filename, content });
  const resultsOf = (text: string | Uint8Array) => whole('application/x-ndjson', Buffer.from(text));

  it.each([
    ['not JSON', '{"filename":"x"'],
    ['not an object', '[1]'],
    ['without content', '{}'],
    ['with content of another type', '{"content":7}'],
    ['with a name of another type', '{"filename":7,"content":"<valid/>"}'],
    ['with a lone surrogate', '{"content":"<valid>\\ud800</valid>"}'],
    [
      'an object with unknown fields',
      `{"content":"<valid/>",${Array.from({ length: 600 }, (_, i) => `"f${i}":1`).join()}}`,
    ],
    ['nested deeply', `{"content":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
  ])('fails only the line that is %s', async (_, bad) => {
    expect(await resultsOf(`${line('1.xml')}\n${bad}\n\n${line('3.xml')}`)).toEqual([
      { filename: '1.xml', valid: true },
      { filename: 'line-2', code: 'line_malformed' },
      { filename: '3.xml', valid: true },
    ]);
  });

  it('fails a readable but invalid line with its error, under its own file name', async () => {
    const lines = [
      { filename: 'x.xml' },
      { filename: 'c.xml', content: '<a/>', external_id: '1' },
      { content: '<a/>', file_name: 'x.xml' },
      { filename: '', content: '<a/>' },
      { filename: 'a\u0000', content: '<a/>' },
      { filename: 'x'.repeat(256), content: '<a/>' },
    ];
    expect(await resultsOf(lines.map((one) => JSON.stringify(one)).join('\n'))).toEqual([
      { filename: 'x.xml', code: 'line_malformed' },
      { filename: 'c.xml', code: 'field_unknown' },
      { filename: 'line-3', code: 'field_unknown' },
      { filename: 'line-4', code: 'filename_not_allowed' },
      { filename: 'a\uFFFD', code: 'filename_not_allowed' },
      { filename: `${'x'.repeat(254)}…`, code: 'filename_not_allowed' },
    ]);
    const [{ id }] = (await get('/api/batches')).batches as [{ id: string }];
    const { failures } = await get(`/api/batches/${id}/results`);
    expect((failures as { error: { detail: { sk: string } } }[])[1]!.error.detail.sk).toContain('external_id');
  });

  it.each([
    ['short', '<valid/>', ''],
    ['long', '<valid/>', ' '.repeat(70_000)],
    ['with quotes like those of field names', '<valid a="b": c="d" : e="f":/>', ''],
  ])('fails only the line that is %s and has a repeated name, as in other JSON', async (_, content, blank) => {
    const text = JSON.stringify(content);
    expect(
      await resultsOf(
        [
          `{${blank}"filename":"1.xml","content":${text},"content":${text}}`,
          `{${blank}"filename":"2.xml","filename":"3.xml","content":${text}}`,
          `{${blank}"content":${text},"c\\u006fntent" : ${text}}`,
          `{${blank}"filename":"4.xml","content":${text}}`,
        ].join('\n'),
      ),
    ).toEqual([
      { filename: '1.xml', code: 'field_repeated' },
      { filename: 'line-2', code: 'field_repeated' },
      { filename: 'line-3', code: 'field_repeated' },
      { filename: '4.xml', valid: true },
    ]);
    const [{ id }] = (await get('/api/batches')).batches as [{ id: string }];
    const { failures } = await get(`/api/batches/${id}/results`);
    expect((failures as { error: { detail: { sk: string } } }[])[1]!.error.detail.sk).toContain('filename');
  });

  it('fails only the line that is not UTF-8 or too long', async () => {
    const latin = Buffer.from('{"content":"\xe1"}', 'latin1');
    const endless = Buffer.alloc(400_000, 'x');
    const feed = Buffer.from('\n');
    const body = Buffer.concat([latin, feed, endless, feed, Buffer.from(line('3.xml'))]);
    expect(await resultsOf(body)).toEqual([
      { filename: 'line-1', code: 'line_malformed' },
      { filename: 'line-2', code: 'line_too_long' },
      { filename: '3.xml', valid: true },
    ]);
  });

  it('names files without a name by their position, and accepts CRLF', async () => {
    const results = await resultsOf('{"content":"<valid/>"}\r\n  \r\n{"content":"<valid/>"}\r\n');
    expect(results.map(({ filename }) => filename)).toEqual(['invoice-1.xml', 'invoice-2.xml']);
  });

  it('rejects a body without lines', async () => {
    const { status, body } = await post('application/x-ndjson', '\n \n');
    expect([status, body.code]).toEqual([400, 'no_file']);
  });
});

describe('JSON body', () => {
  it.each([
    ['{"files":[{"content":"<a/>"}', 'malformed_json'],
    ['{"files":[{"content":"<a/>"}]', 'malformed_json'],
    ['{"files":[{"content":"<a/>"}]}x', 'malformed_json'],
    ['{"files":[{"content":"<a/>"},]}', 'malformed_json'],
    ['{"files":[{"content":"<a/>"} {"content":"<a/>"}]}', 'malformed_json'],
    ['{"files":[{"content":"<a/>"}],"files":[]}', 'invalid_request'],
    ['{"files":[{"content":"<a/>","filename":"a.xml","content":"<b/>"}]}', 'invalid_request'],
    ['{"files":[{"content":"<a/>"]}]', 'malformed_json'],
    ['{files:[]}', 'malformed_json'],
    ['', 'malformed_json'],
    [`{"files":[${'['.repeat(200)}`, 'json_too_deep'],
    ['{}', 'invalid_request'],
    ['[]', 'invalid_request'],
    ['{"files":{}}', 'invalid_request'],
    ['{"files":[]}', 'invalid_request'],
    ['{"files":[{"content":"<a/>"},{"filename":"x"}]}', 'invalid_request'],
    ['{"files":[{"content":"<a/>"},7]}', 'invalid_request'],
  ])('rejects the body %s', async (text, code) => {
    const { status, body } = await post('application/json', text);
    expect([status, body.code]).toEqual([400, code]);
    await expectNothingLeft();
  });

  it('names the invalid field', async () => {
    const { body } = await post('application/json', '{"files":[{"content":"<a/>"},{"content":7}]}');
    expect(body.errors).toMatchObject([{ in: 'body', pointer: '/files/1/content', code: 'wrong_type' }]);
  });

  it('rejects a text that cannot be stored, with its pointer', async () => {
    const text = '{"files":[{"content":"<a/>"},{"content":"<a/>","filename":"a\\u0000"}]}';
    const { status, body } = await post('application/json', text);
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/files/1/filename', code: 'bad_format' }]]);
  });

  it.each([
    ['{"files":null}', '/files', 'Očakáva sa zoznam hodnôt.'],
    ['[]', '', 'Očakáva sa objekt JSON.'],
  ])('%s is rejected with the expected type in Slovak', async (text, pointer, detail) => {
    const { body } = await post('application/json', text, { 'Accept-Language': 'sk' });
    expect(body.errors).toMatchObject([{ pointer, code: 'wrong_type', detail }]);
  });

  it('accepts white space and escapes, and null for absent fields', async () => {
    const text = ' { "files" : [ {"content":"<valid>\\"\\u00e1\\n</valid>" , "filename":null} ] } ';
    const results = await whole('application/json', Buffer.from(text));
    expect(results).toEqual([{ filename: 'invoice-1.xml', valid: true }]);
  });

  it.each([
    ['{"note":{"a":[1,"]}"]},"files":[{"content":"<a/>"}]}', '/note'],
    ['{"files":[{"content":"<a/>"}],"n":-1.5e3}', '/n'],
    ['{"files":[{"content":"<a/>","__proto__":1}]}', '/files/0/__proto__'],
  ])('rejects an unknown field: %s', async (text, pointer) => {
    const { status, body } = await post('application/json', text);
    expect([status, body]).toMatchObject([
      400,
      { code: 'field_unknown', errors: [{ pointer, code: 'field_unknown' }] },
    ]);
    await expectNothingLeft();
  });
});

describe('form body', () => {
  it('is rejected when cut short', async () => {
    const { type, body } = asForm(FILES);
    const answered = await post(type, body.subarray(0, -60));
    expect([answered.status, answered.body.code]).toEqual([400, 'malformed_body']);
    await expectNothingLeft();
  });

  it('fails only the file whose name cannot be stored', async () => {
    const { type, body } = asForm([FILES[0]!, { filename: 'y'.repeat(300), content: '<valid/>' }, FILES[1]!]);
    expect((await whole(type, body)).map((result) => result.code ?? result.valid)).toEqual([
      true,
      'filename_not_allowed',
      false,
    ]);
  });

  it('is rejected without a file', async () => {
    const form = new FormData();
    form.append('note', 'text');
    const response = await fetch(`${api.url}/api/batches`, { method: 'POST', body: form });
    expect(((await response.json()) as { code: string }).code).toBe('no_file');
  });
});

describe('every body format', () => {
  it('rejects an unknown rule set before reading anything', async () => {
    const { status, body } = await post('application/zip', 'not even an archive', {}, '?ruleset=nonsense');
    expect([status, body.code]).toEqual([400, 'ruleset_unknown']);
  });

  it('is limited to the declared media types', async () => {
    const { status, body } = await post('application/xml', '<valid/>');
    expect([status, body.code]).toEqual([415, 'media_type_unsupported']);
  });

  it('is accepted without a key; the batch is then readable by its id without a key, but not with a key', async () => {
    const { type, body } = asZip(FILES);
    const send = (headers: Record<string, string>) =>
      fetch(`${api.url}/api/batches`, {
        method: 'POST',
        body: body as BodyInit,
        headers: { 'Content-Type': type, ...headers },
      });
    const location = (await send({})).headers.get('location')!;
    expect((await fetch(api.url + location)).status).toBe(200);
    expect((await fetch(api.url + location, { headers: { 'X-API-Key': key } })).status).toBe(404);
    const keyed = (await send({ 'X-API-Key': key })).headers.get('location')!;
    for (const path of ['', '/results', '/events']) expect((await fetch(api.url + keyed + path)).status).toBe(404);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/retry'],
    ]) {
      expect((await fetch(api.url + keyed + path, { method: method! })).status).toBe(404);
    }
  });
});
