import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArtifactStore, makeFolderStore, makeS3Store } from '../../src/modules/documents/artifact-store/index.ts';
import { makeDocuments } from '../../src/modules/documents/index.ts';
import { type HttpClient, makeHttpClient } from '../../src/platform/index.ts';
import { type OpenApi, openApi } from '../http/open-api.ts';
import { makeTestContents } from '../support/artifacts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeVerdict, receiveOne } from '../support/records.ts';
import { configOf, type S3Double, startS3Double } from '../support/s3-double.ts';

const KEY = 'try store';

let database: TestDatabase;
let double: S3Double;
let http: HttpClient;
let folder: string;
let api: OpenApi;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-downloads-'));
  double = await startS3Double();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
  database = await makeTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await http.close();
  await double.close();
  rmSync(folder, { recursive: true, force: true });
});

const makeS3 = (): ArtifactStore =>
  makeS3Store({ http, config: configOf(double), now: () => Date.now(), random: () => 0 });

describe.each([
  ['a folder', () => makeFolderStore(folder, async () => null)],
  ['a bucket', makeS3],
])('download of an artifact stored in %s', (_, makeStore) => {
  const content = randomBytes(1_300_000);
  let path: string;
  beforeAll(async () => {
    const { db } = database;
    const documentsOn = () =>
      makeDocuments({ db, now: () => Date.now(), newId: makeId, contents: makeTestContents(db, makeStore()) });
    api = await openApi({}, 'sandbox', { db, drop: async () => undefined }, { documents: documentsOn() });
    const scope = (await api.app.accounts.authenticate(KEY, '127.0.0.1'))!;
    // Written by another process.
    const workers = documentsOn();
    const { id } = await receiveOne(workers, scope, { steps: ['validate', 'render'] });
    await workers.begin(scope, id);
    await workers.complete(scope, id, makeVerdict(true));
    await workers.completeStep(scope, id, 'render', [
      { name: 'invoice.pdf', mediaType: 'application/pdf', content },
      { name: 'invoice.html', mediaType: 'text/html', content: content.subarray(0, 40_000) },
    ]);
    path = `/api/documents/${id}/artifacts`;
  });
  afterAll(() => api.close());

  const get = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}${path}/${name}`, { headers: { 'X-API-Key': KEY, ...headers } });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  it('returns every byte, the hash as ETag, and any range', async () => {
    const answer = await get('invoice.pdf');
    const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('content-length')]).toEqual([
      200,
      etag,
      String(content.length),
    ]);
    expect((await bytesOf(answer)).equals(content)).toBe(true);
    expect((await get('invoice.pdf', { 'If-None-Match': etag })).status).toBe(304);
    const ranges = [
      ['bytes=0-0', 0, 1],
      ['bytes=700000-', 700_000, 1_300_000],
      ['bytes=-5', 1_299_995, 1_300_000],
      ['bytes=10-9999999', 10, 1_300_000],
    ] as const;
    for (const [range, from, to] of ranges) {
      const part = await get('invoice.pdf', { Range: range, 'If-Range': etag });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/1300000`]);
      expect((await bytesOf(part)).equals(content.subarray(from, to))).toBe(true);
    }
    expect((await get('invoice.pdf', { Range: 'bytes=1300000-' })).status).toBe(416);
    expect((await bytesOf(await get('invoice.html'))).equals(content.subarray(0, 40_000))).toBe(true);
  });

  it('rejects a damaged content before the first byte', async () => {
    const real = api.app.documents;
    const documents = makeDocuments({
      db: database.db,
      now: () => Date.now(),
      newId: makeId,
      contents: makeTestContents(database.db, {
        ...makeStore(),
        get: async (...args) => {
          const bytes = await makeStore().get(...args);
          // Flips bits: assigning a constant could leave the byte unchanged.
          if (bytes !== null) bytes[5_000]! ^= 1;
          return bytes;
        },
      }),
    });
    Object.assign(api.app, { documents });
    for (const [name, headers] of [
      ['invoice.pdf', {}],
      ['invoice.pdf', { Range: 'bytes=0-9' }],
      ['invoice.html', {}],
    ] as const) {
      const answer = await get(name, headers);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([500, 'artifact_damaged']);
    }
    Object.assign(api.app, { documents: real });
  });
});

it('answers 503 with Retry-After when the bucket is unavailable, and retries a slow bucket', async () => {
  const { db } = database;
  const contents = makeTestContents(db, makeS3());
  const documents = makeDocuments({ db, now: () => Date.now(), newId: makeId, contents });
  const away = await openApi({}, 'sandbox', { db, drop: async () => undefined }, { documents });
  try {
    const scope = (await away.app.accounts.authenticate(KEY, '127.0.0.1'))!;
    const { id } = await receiveOne(documents, scope, { steps: ['validate', 'render'] });
    await documents.begin(scope, id);
    await documents.complete(scope, id, makeVerdict(true));
    const pdf = { name: 'invoice.pdf', mediaType: 'application/pdf', content: randomBytes(600_000) } as const;
    double.troubles.push('slow down', 'cut');
    await documents.completeStep(scope, id, 'render', [pdf]);
    const get = () => fetch(`${away.url}/api/documents/${id}/artifacts/invoice.pdf`, { headers: { 'X-API-Key': KEY } });
    double.always = 'slow down';
    const answer = await get();
    const { code } = (await answer.json()) as { code: string };
    expect([answer.status, code, answer.headers.get('retry-after')]).toEqual([503, 'artifact_store_unavailable', '10']);
    double.always = 'wrong bytes';
    expect((await get()).status).toBe(500);
    double.always = null;
    expect(Buffer.from(await (await get()).arrayBuffer()).equals(pdf.content)).toBe(true);
  } finally {
    await away.close();
  }
});
