import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTimeAuthority } from '../../../src/modules/evidence/timestamps/authority.ts';
import { makeStamper, toRenewed } from '../../../src/modules/evidence/timestamps/stamper.ts';
import { readStampResponse } from '../../../src/modules/evidence/timestamps/time-stamp.ts';
import { listRenewals } from '../../../src/modules/evidence/timestamps/timestamp-store.ts';
import { type HttpClient, makeHttpClient } from '../../../src/platform/index.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { makeTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTsaDouble, type TsaDouble } from '../../support/tsa-double.ts';

const START = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const root = makeCertificate('Root of stamps', { from: new Date(START - DAY), to: new Date(START + 4_000 * DAY) });
const anchors = [new X509Certificate(root.cert).raw];
const stampsUntil = (days: number) =>
  makeCertificate('Stamps', {
    from: new Date(START - DAY),
    to: new Date(START + days * DAY),
    issuer: root,
    authority: false,
    stamps: 'critical',
  });

let database: TestDatabase;
let http: HttpClient;
let tsa: TsaDouble;
beforeAll(async () => {
  database = await makeTestDatabase();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
  tsa = await startTsaDouble([stampsUntil(200)], START);
});
afterAll(async () => {
  await tsa.close();
  await http.close();
  await database.drop();
});

let newest: { treeSize: number; signedText: string } | null;
let stored: number[];
beforeEach(async () => {
  await database.db.kysely.deleteFrom('checkpoint_stamps').execute();
  tsa.chain = [stampsUntil(200)];
  tsa.time = START;
  tsa.trouble = null;
  newest = null;
  stored = [];
});

const grow = (treeSize: number): void => {
  newest = { treeSize, signedText: `log.example\n${treeSize}\nroot\n` };
};
const open = () => {
  const random = (length: number) => Buffer.alloc(length, 5);
  const authority = makeTimeAuthority({ http, url: tsa.url, policy: null, login: null, anchors, random });
  const log = { newest: async () => newest, keep: async (treeSize: number) => stored.push(treeSize) };
  return makeStamper({ db: database.db, authority, log, interval: HOUR, now: () => tsa.time });
};
const rows = () => database.db.kysely.selectFrom('checkpoint_stamps').selectAll().orderBy('id').execute();

describe('time stamps of checkpoints', () => {
  it('stamps a checkpoint only after the interval and if the tree has grown', async () => {
    const stamper = open();
    expect(await stamper.run()).toBe(0);
    grow(1);
    expect(await stamper.run()).toBe(1);
    tsa.time += HOUR;
    expect(await stamper.run()).toBe(0);
    grow(7);
    expect(await stamper.run()).toBe(1);
    grow(9);
    tsa.time += HOUR - 60_000;
    expect(await stamper.run()).toBe(0);
    tsa.time += 60_000;
    expect(await stamper.run()).toBe(1);
    expect(stored).toEqual([1, 7, 9]);
  });

  it('stores one stamp when two processes run concurrently', async () => {
    grow(3);
    await Promise.all([open().run(), open().run()]);
    expect(await rows()).toHaveLength(1);
    expect(stored).toEqual([3]);
  });

  it('discards an invalid response and retries in the next run', async () => {
    grow(3);
    tsa.trouble = 'broken signature';
    await expect(open().run()).rejects.toThrow('not trusted');
    expect(await rows()).toEqual([]);
    tsa.trouble = null;
    expect(await open().run()).toBe(1);
  });

  it('renews a stamp 90 days before its certificate expires, over the old response and the checkpoint', async () => {
    grow(3);
    await open().run();
    tsa.time += 109 * DAY;
    tsa.chain = [stampsUntil(900)];
    expect(await open().run()).toBe(0);
    tsa.time += 2 * DAY;
    expect(await open().run()).toBe(1);
    expect(await open().run()).toBe(0);
    const [first, renewal] = await rows();
    expect(renewal).toMatchObject({ renews: first!.id, tree_size: 3, expires_at: new Date(START + 900 * DAY) });
    const expected = { content: toRenewed(first!), nonce: null, policy: null, anchors };
    await expect(readStampResponse(renewal!.response, expected)).resolves.toMatchObject({ at: new Date(tsa.time) });
    // The renewed stamp still verifies: its certificate was valid at its time.
    const before = { ...expected, content: Buffer.from(first!.checkpoint) };
    await expect(readStampResponse(first!.response, before)).resolves.toMatchObject({ at: new Date(START) });
    tsa.time = START + 820 * DAY;
    tsa.chain = [stampsUntil(2_000)];
    expect(await open().run()).toBe(1);
    expect((await rows())[2]).toMatchObject({ renews: renewal!.id });
    grow(5);
    await open().run();
    const inOrder = (await rows()).slice(1, 3).map(({ response }) => response);
    expect(await listRenewals(database.db, 3)).toEqual(inOrder);
    expect(await listRenewals(database.db, 5)).toEqual([]);
  });

  it('requests a renewal once a day while the authority uses the same certificate, and discards the response', async () => {
    const stamper = open();
    grow(3);
    await stamper.run();
    grow(4);
    tsa.time += HOUR;
    await stamper.run();
    tsa.time = START + 150 * DAY;
    const before = tsa.requests.length;
    for (let minute = 0; minute < 5; minute += 1) expect(await stamper.run()).toBe(0);
    expect(tsa.requests.length - before).toBe(1);
    expect(await rows()).toHaveLength(2);
    tsa.time += DAY;
    tsa.chain = [stampsUntil(900)];
    expect(await stamper.run()).toBe(2);
    expect(await rows()).toHaveLength(4);
  });

  it('retries after a minute if the authority is unavailable', async () => {
    const stamper = open();
    grow(3);
    await stamper.run();
    tsa.time = START + 150 * DAY;
    tsa.chain = [stampsUntil(900)];
    tsa.trouble = 'busy';
    await expect(stamper.run()).rejects.toThrow('status 503');
    tsa.trouble = null;
    expect(await stamper.run()).toBe(1);
  });
});
