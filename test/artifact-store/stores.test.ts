import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/modules/documents/artifact-store/artifact-store.ts';
import { type ArtifactStore, makeFolderStore, makeS3Store } from '../../src/modules/documents/artifact-store/index.ts';
import { type HttpClient, makeHttpClient } from '../../src/platform/index.ts';
import { configOf, type S3Double, startS3Double } from '../support/s3-double.ts';

const ADDRESS = addressOf('wsp_1', new Date('2026-11-24T00:00:00Z'), 'ab'.repeat(32));
const MANY = 10_000_000;

let double: S3Double;
let http: HttpClient;
let folder: string;
beforeEach(async () => {
  double = await startS3Double();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
  folder = mkdtempSync(join(tmpdir(), 'einvoice-store-'));
});
afterEach(async () => {
  await http.close();
  await double.close();
  rmSync(folder, { recursive: true, force: true });
});

const makeS3 = (changes: object = {}): ArtifactStore =>
  makeS3Store({
    http,
    config: { ...configOf(double), ...changes },
    now: () => Date.now(),
    random: () => 1,
    firstPause: 1,
  });
const makeFolder = (): ArtifactStore => makeFolderStore(join(folder, 'artifacts'), async () => null);

it('composes the address of a content from workspace, month and hash, and rejects other characters', () => {
  expect(ADDRESS).toBe(`ws/wsp_1/2026/11/${'ab'.repeat(32)}`);
  for (const workspace of ['../x', 'a/b', '', 'A', 'x\n'])
    expect(() => addressOf(workspace, new Date(0), 'ab'.repeat(32))).toThrow('not an artifact address');
});

describe.each([
  ['a folder', () => makeFolder()],
  ['a bucket by path', () => makeS3()],
])('artifact store in %s', (_, make) => {
  it('returns a stored content until it is deleted', async () => {
    const store = make();
    expect([await store.get(ADDRESS, MANY), await store.has(ADDRESS)]).toEqual([null, false]);
    for (const bytes of [randomBytes(1_500_000), randomBytes(10), Buffer.alloc(0)]) {
      await store.put(ADDRESS, bytes);
      expect((await store.get(ADDRESS, MANY))?.equals(bytes)).toBe(true);
      expect(await store.has(ADDRESS)).toBe(true);
    }
    await store.put(ADDRESS, Buffer.from('0123456789'));
    expect(String(await store.get(ADDRESS, 4))).toBe('0123');
    await store.delete(ADDRESS);
    await store.delete(ADDRESS);
    expect([await store.get(ADDRESS, MANY), await store.has(ADDRESS)]).toEqual([null, false]);
    expect(await store.check()).toBeNull();
  });

  it('rejects addresses with path traversal', async () => {
    for (const address of ['../../x', `ws/a/../../${'0'.repeat(64)}`, `${ADDRESS}/x`, `/${ADDRESS}`]) {
      await expect(make().put(address, Buffer.alloc(1))).rejects.toThrow('not an artifact address');
      await expect(make().get(address, 1)).rejects.toThrow('not an artifact address');
      await expect(make().delete(address)).rejects.toThrow('not an artifact address');
    }
  });

  it('stores one complete content when several are written to the same address concurrently', async () => {
    const contents = Array.from({ length: 8 }, () => randomBytes(300_000));
    await Promise.all(contents.map((content) => make().put(ADDRESS, content)));
    const found = await make().get(ADDRESS, MANY);
    expect(contents.some((content) => content.equals(found!))).toBe(true);
  });
});

describe('artifact store in a folder', () => {
  it('writes complete files with mode 0600 and deletes old unfinished files', async () => {
    const store = makeFolder();
    await store.put(ADDRESS, randomBytes(1_000));
    expect(statSync(join(folder, 'artifacts', ADDRESS)).mode & 0o777).toBe(0o600);
    const unfinished = join(folder, 'artifacts/.unfinished');
    expect(readdirSync(unfinished)).toEqual([]);
    for (const name of ['old', 'new']) writeFileSync(join(unfinished, name), 'half');
    utimesSync(join(unfinished, 'old'), 1_000, 1_000);
    await store.forgetUnfinished(new Date(2_000_000));
    expect(readdirSync(unfinished)).toEqual(['new']);
  });

  it('reports a folder that is not writable as unavailable', async () => {
    writeFileSync(join(folder, 'artifacts'), 'a file');
    await expect(makeFolder().put(ADDRESS, Buffer.alloc(1))).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('artifact store in a bucket', () => {
  it('addresses the bucket by host name', async () => {
    const named = makeHttpClient({
      allow: ['127.0.0.1'],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const config = { ...configOf(double), endpoint: `http://s3.test:${double.port}/`, pathStyle: false };
    const store = makeS3Store({ http: named, config, now: () => Date.now(), random: Math.random });
    await store.put(ADDRESS, Buffer.from('by host'));
    expect(String(double.objects.get(ADDRESS))).toBe('by host');
    await named.close();
  });

  it.each(['slow down', 'error', 'cut'] as const)('retries a request after: %s', async (trouble) => {
    const store = makeS3();
    double.troubles.push(trouble, trouble, trouble);
    await store.put(ADDRESS, Buffer.from('late'));
    double.troubles.push(trouble, trouble);
    expect(String(await store.get(ADDRESS, MANY))).toBe('late');
    expect(double.requests.map((line) => line.split(' ')[0])).toEqual([
      'PUT',
      'PUT',
      'PUT',
      'PUT',
      'GET',
      'GET',
      'GET',
    ]);
  });

  it('retries a download that was cut off', async () => {
    const store = makeS3();
    await store.put(ADDRESS, randomBytes(1_000));
    double.troubles.push('cut body');
    expect(await store.get(ADDRESS, MANY)).toHaveLength(1_000);
  });

  it('reports the store as unavailable after four attempts or a timeout', async () => {
    double.always = 'slow down';
    await expect(makeS3().get(ADDRESS, MANY)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('SlowDown'),
    });
    expect(double.requests).toHaveLength(4);
    double.always = 'hang';
    const hasty = makeS3Store({ http, config: configOf(double), now: Date.now, random: () => 0, timeLimit: 20 });
    await expect(hasty.get(ADDRESS, MANY)).rejects.toMatchObject({ kind: 'unavailable' });
    await double.close();
    await expect(makeS3().put(ADDRESS, Buffer.alloc(1))).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('does not retry a rejected request and limits the size of the error body', async () => {
    for (const trouble of ['denied', 'garbage'] as const) {
      double.troubles.push(trouble);
      await expect(makeS3().put(ADDRESS, Buffer.alloc(1))).rejects.toMatchObject({ kind: 'refused' });
    }
    expect(double.requests).toHaveLength(2);
  });

  it('reports wrong credentials, bucket or region in the readiness check, but not an unavailable store', async () => {
    const wrong = [
      [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
      [{ accessKeyId: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
      [{ bucket: 'another-bucket' }, 'NoSuchBucket'],
      [{ region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
    ] as const;
    for (const [changes, code] of wrong) {
      expect(await makeS3(changes).check()).toContain(code);
      await expect(makeS3(changes).get(ADDRESS, MANY)).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining(code),
      });
    }
    expect(await makeS3().check()).toBeNull();
    double.always = 'slow down';
    expect(await makeS3().check()).toBeNull();
    await double.close();
    expect(await makeS3().check()).toBeNull();
  });
});
