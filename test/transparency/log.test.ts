import { createHash, randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSeal } from '../../src/modules/evidence/index.ts';
import { evidenceEntry, readBundle } from '../../src/modules/evidence/transparency/entries.ts';
import { makeIdentity } from '../../src/modules/evidence/transparency/identity.ts';
import { findCheckpoint, findLog, listEntries } from '../../src/modules/evidence/transparency/transparency-store.ts';
import { readTilePath } from '../../src/modules/evidence/transparency/tree/tile-paths.ts';
import { lengthen, publish } from '../../src/modules/evidence/transparency/writer.ts';
import { inTransaction, system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeTestTransparency } from '../support/transparency.ts';
import { isProven, isSignedBy, leafHash, merkleTreeHash, splitNote } from './second-log.ts';

let test: TestDatabase;
const NOW = Date.UTC(2026, 10, 23, 12);
const never = new AbortController().signal;
setMaxListeners(0, never);

beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(async () => {
  await test.drop();
});

const SECRET = 'a secret of the tests alone, 32 or more';
const makeParts = (origin: string | null = 'log.example/log') => {
  const db = test.db;
  const now = () => NOW;
  return { db, now, identity: makeIdentity({ db, now, origin, seal: () => makeSeal(SECRET) }) };
};
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

it('entries get gapless indexes, a signed checkpoint, and proofs that an independent implementation verifies', async () => {
  const log = makeTestTransparency(test.db, { now: () => NOW });
  const { origin, vkey } = await log.identity();
  expect(origin).toBe('log.example/log');
  const digests = Array.from({ length: 300 }, (_, index) => digestOf(`evidence ${index}`));
  await Promise.all(digests.map((digest) => log.appendAlone(digest)));
  expect(await log.checkpoint()).toBeNull();
  expect(await log.prove(digests[0]!)).toBe('waiting');
  expect(await log.prove(digestOf('another'))).toBe('unknown');

  const parts = makeParts();
  expect(await lengthen(parts, 100)).toBe(100);
  expect(await lengthen(parts)).toBe(200);
  expect(await lengthen(parts)).toBe(0);
  // The tree is not disclosed before it is signed.
  expect(await log.prove(digests[0]!)).toBe('waiting');
  expect(await publish(parts)).toBe(true);
  expect(await publish(parts)).toBe(false);

  const entries = await listEntries(test.db, 0, 1_000);
  expect(entries).toHaveLength(300);
  const note = (await log.checkpoint())!;
  expect(splitNote(note).text).toBe(`log.example/log\n300\n${merkleTreeHash(entries).toString('base64')}\n`);
  expect(isSignedBy(note, vkey)).toBe(true);
  for (const digest of [digests[0]!, digests[255]!, digests[299]!]) {
    const proof = await log.waitForProof(digest, 0, never);
    if (typeof proof !== 'object') throw new Error(proof);
    expect(proof).toMatchObject({ treeSize: 300, origin, digest, stamp: null });
    expect(isProven(proof.file, (salt) => evidenceEntry(digest, salt), vkey)).toBe(true);
    expect(isProven(proof.file, (salt) => evidenceEntry(digestOf('another'), salt), vkey)).toBe(false);
  }
});

it('serves the tiles and bundles of the tree up to their current width', async () => {
  const log = makeTestTransparency(test.db);
  const tile = (path: string) => log.tile(readTilePath(path)!);
  const entries = await listEntries(test.db, 0, 1_000);
  expect(await tile('tile/0/000')).toEqual(Buffer.concat(entries.slice(0, 256).map(leafHash)));
  expect(await tile('tile/0/001.p/44')).toEqual(Buffer.concat(entries.slice(256).map(leafHash)));
  expect(await tile('tile/0/001.p/45')).toBeNull();
  expect(await tile('tile/0/001')).toBeNull();
  expect(await tile('tile/1/000.p/1')).toEqual(merkleTreeHash(entries.slice(0, 256)));
  expect(await tile('tile/2/000.p/1')).toBeNull();
  expect(readBundle((await tile('tile/entries/001.p/44'))!)).toEqual(entries.slice(256));
  expect(await tile('tile/entries/001.p/45')).toBeNull();
});

it('the next process continues after one that ended between entry, tiles and checkpoint, with the same root', async () => {
  const log = makeTestTransparency(test.db);
  const before = (await findCheckpoint(test.db))!;
  // The first process ended after storing the entry.
  await log.appendAlone(digestOf('after the leaf'));
  expect(await findCheckpoint(test.db)).toEqual(before);
  // The second one ended after storing the tiles.
  const first = makeParts();
  expect(await lengthen(first)).toBe(1);
  const stored = (await findLog(test.db))!;
  // The third one finds both and signs the tree.
  const second = makeParts();
  expect(await lengthen(second)).toBe(0);
  expect(await publish(second)).toBe(true);
  const after = (await findCheckpoint(test.db))!;
  expect(after).toMatchObject({ tree_size: 301, root_hash: stored.root_hash });
  expect(after.root_hash).toEqual(merkleTreeHash(await listEntries(test.db, 0, 1_000)));
});

it('a rolled back transaction adds no entry to the log', async () => {
  const log = makeTestTransparency(test.db);
  const digest = digestOf('rolled back');
  await expect(
    inTransaction(test.db, async (trx) => {
      log.append(trx, digest, { workspaceId: 'public', reportId: 'rep_x' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await log.prove(digest)).toBe('unknown');
});

it('concurrent writers assign one index to every entry', async () => {
  const log = makeTestTransparency(test.db);
  const writers = Array.from({ length: 4 }, () => makeTestTransparency(test.db).startWriting());
  const digests = Array.from({ length: 400 }, () => randomBytes(32));
  await Promise.all(digests.map((digest) => log.appendAlone(digest)));
  const proofs = await Promise.all(digests.map((digest) => log.waitForProof(digest, 60_000, never)));
  await Promise.all(writers.map((writer) => writer.stop()));
  const indexes = proofs.map((proof) => (typeof proof === 'object' ? proof.index : -1)).sort((a, b) => a - b);
  expect(indexes).toEqual(Array.from({ length: 400 }, (_, index) => 301 + index));
  expect((await findCheckpoint(test.db))!.root_hash).toEqual(merkleTreeHash(await listEntries(test.db, 0, 1_000)));
});

it('after its salt is erased, an entry stays in the tree but can no longer be proven', async () => {
  let now = NOW;
  const log = makeTestTransparency(test.db, { now: () => now });
  const digest = digestOf('evidence 7');
  now += 1_000;
  expect(await log.eraseExpired(new Date(NOW), 1_000)).toBe(0);
  const root = (await findCheckpoint(test.db))!.root_hash;
  expect(await log.eraseExpired(new Date(now), 1_000)).toBe(300);
  expect(await log.prove(digest)).toBe('unknown');
  expect((await findCheckpoint(test.db))!.root_hash).toEqual(root);
  expect(merkleTreeHash(await listEntries(test.db, 0, 1_000))).toEqual(root);
});

it('an empty log can be renamed by configuration and keeps its key', async () => {
  const fresh = await makeTestDatabase();
  try {
    const named = (origin: string | null) =>
      makeIdentity({ db: fresh.db, origin, seal: () => makeSeal(SECRET), now: () => NOW });
    const { origin, key } = await named(null).get();
    expect(origin).toBe('localhost/log');
    const renamed = named('bank.example/log');
    await renamed.check();
    expect((await renamed.get()).origin).toBe('bank.example/log');
    expect((await renamed.get()).key.publicKey).toEqual(key.publicKey);
    expect(await named(null).sign(Buffer.from('x'))).toHaveLength(64);
    await makeTestTransparency(fresh.db).appendAlone(digestOf('first'));
    await expect(named('late.example/log').check()).rejects.toThrow('has the origin bank.example/log');
  } finally {
    await fresh.drop();
  }
});

it('a log with entries rejects another configured name and accepts a configuration without a name', async () => {
  await expect(makeParts('other.example/log').identity.check()).rejects.toThrow(
    'has the origin log.example/log, but LOG_ORIGIN is other.example/log',
  );
  await makeParts(null).identity.check();
  expect((await makeParts(null).identity.get()).origin).toBe('log.example/log');
  const moved = makeIdentity({
    ...makeParts(),
    origin: null,
    suggestedOrigin: 'moved.example/log',
    seal: () => makeSeal(SECRET),
  });
  await moved.check();
  expect((await moved.get()).origin).toBe('log.example/log');
  const stranger = makeIdentity({
    ...makeParts(),
    origin: null,
    seal: () => makeSeal('another secret of 32 characters or more'),
  });
  await expect(stranger.sign(Buffer.from('x'))).rejects.toThrow('another EVIDENCE_SECRET');
  expect([await stranger.canSign(), await moved.canSign()]).toEqual([false, true]);
});

it('modified tiles are never signed', async () => {
  const log = makeTestTransparency(test.db);
  await log.appendAlone(digestOf('one more'));
  await sql`update log_tiles set hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0)) where level = 1`.execute(
    system(test.db),
  );
  await expect(lengthen(makeParts())).rejects.toThrow('do not match the root hash');
});

it('the first process that validates with new rules records them in the log once', async () => {
  const pack = { pack: 'sk-test', version: '2.0.0', digest: 'd'.repeat(64), engine: 'e'.repeat(64) };
  const log = makeTestTransparency(test.db, { now: () => NOW, validatedBy: () => [pack] });
  await Promise.all([log.activate(), log.activate()]);
  const rows = await system(test.db).selectFrom('log_entries').select('entry').execute();
  const published = rows.map(({ entry }) => entry).filter((entry) => entry.includes('sk-test'));
  expect(published.map((entry) => JSON.parse(entry.subarray(1).toString()))).toEqual([
    { ...pack, activated_at: new Date(NOW).toISOString() },
  ]);
});
