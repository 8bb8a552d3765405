import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHeldKeys } from '../../src/modules/evidence/evidence-store.ts';
import { makeEvidenceKeys } from '../../src/modules/evidence/index.ts';
import { makeSeal } from '../../src/modules/evidence/seal.ts';
import { signReport } from '../../src/modules/evidence/signature.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { codesOf, keySet, verifyOne } from '../verifier/verify-one.ts';
import { AT, makeKey, report, toBytes } from './make-one.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());

let time = AT;
const open = (secret: string) => makeEvidenceKeys({ db: database.db, secret: () => secret, now: () => time });

const makePublic = () => {
  const { kid, jwk } = makeKey();
  return { kid, public_jwk: jwk };
};

describe('evidence keys', () => {
  it('processes that start concurrently create one key and sign with it', async () => {
    const kids = await Promise.all(Array.from({ length: 8 }, async () => (await open('a').signing()).kid));
    expect(new Set(kids).size).toBe(1);
    expect((await open('a').published()).keys.map(({ kid }) => kid)).toEqual([kids[0]]);
  });

  it('all processes sign with the new key after a rotation, and old signatures stay valid', async () => {
    const [one, other] = [open('a'), open('a')];
    const before = await other.signing();
    const old = await signReport(report('<broken/>'), before);
    time += 1;
    const rotated = await one.rotate();
    expect(rotated!.kid).not.toBe(before.kid);
    expect((await one.signing()).kid).toBe(rotated!.kid);
    // The other process may sign with the cached old key for a while, which is still published.
    expect((await other.signing()).kid).toBe(before.kid);
    const trusted = await keySet((await other.published()).keys);
    for (const signed of [old, await signReport(report('<broken/>'), rotated!)]) {
      expect(await verifyOne(toBytes(signed), null, { trusted })).toMatchObject({ verdict: 'genuine', findings: [] });
    }
    time += 10_000;
    expect((await other.signing()).kid).toBe(rotated!.kid);
    expect(await one.list()).toMatchObject([
      { kid: before.kid, retired_at: expect.any(String), own: true },
      { kid: rotated!.kid, retired_at: null, own: true },
    ]);
  });

  it('concurrent rotations leave one signing key', async () => {
    const kids = await Promise.all([1, 2, 3].map(async () => (await open('a').rotate())!.kid));
    expect(kids).toContain((await open('a').signing()).kid);
    expect((await open('a').list()).filter(({ retired_at }) => retired_at === null)).toHaveLength(1);
  });

  it('installations that share only the database have separate keys, and all are published', async () => {
    const [mine, theirs] = [await open('a').signing(), await open('b').signing()];
    expect(mine.kid).not.toBe(theirs.kid);
    const published = (await open('b').published()).keys.map(({ kid }) => kid);
    expect(published).toEqual(expect.arrayContaining([mine.kid, theirs.kid]));
    await open('b').rotate();
    expect((await open('a').signing()).kid).toBe(mine.kid);
  });

  it('keys are published with their period of use, and later signatures of a retired key are rejected', async () => {
    const old = await open('c').signing();
    const began = time;
    time += 3_600_000;
    await open('c').rotate();
    const { keys } = await open('c').published();
    expect(keys.find(({ kid }) => kid === old.kid)).toMatchObject({
      created_at: new Date(began).toISOString(),
      retired_at: new Date(time).toISOString(),
    });
    expect(keys.at(-1)).not.toHaveProperty('retired_at');
    const trusted = await keySet(keys);
    const dated = async (at: number) => {
      const signed = await signReport({ ...report('<broken/>'), created_at: new Date(at).toISOString() }, old);
      return verifyOne(toBytes(signed), null, { trusted });
    };
    // Another process may still sign with its cached key for a while.
    for (const at of [began, time, time + 600_000]) expect((await dated(at)).verdict).toBe('genuine');
    const late = await dated(time + 600_001);
    expect([late.verdict, codesOf(late)]).toEqual(['not_genuine', ['key_retired evidence.json']]);
    expect(late.findings[0]).toMatchObject({ detail: new Date(time).toISOString() });
  });

  it('retires the key of a lost or leaked secret by its id, and its later signatures are rejected', async () => {
    const lost = await open('lost').signing();
    const mine = await open('found').signing();
    time += 3_600_000;
    expect(await open('found').retire(lost.kid)).toBe('retired');
    const { keys } = await open('found').published();
    expect(keys.find(({ kid }) => kid === lost.kid)).toMatchObject({ retired_at: new Date(time).toISOString() });
    const trusted = await keySet(keys);
    const dated = async (at: number) =>
      verifyOne(
        toBytes(await signReport({ ...report('<broken/>'), created_at: new Date(at).toISOString() }, lost)),
        null,
        { trusted },
      );
    expect((await dated(time - 3_600_000)).verdict).toBe('genuine');
    expect(codesOf(await dated(time + 600_001))).toEqual(['key_retired evidence.json']);
    // A repeated retirement does not change the time.
    const retired = time;
    time += 1;
    expect(await open('found').retire(lost.kid)).toBe('retired before');
    expect((await open('found').list()).find(({ kid }) => kid === lost.kid)).toMatchObject({
      retired_at: new Date(retired).toISOString(),
    });
    expect(await open('found').retire(mine.kid)).toBe('signs here');
    expect(await open('found').retire('x'.repeat(43))).toBe('unknown');
    expect((await open('found').signing()).kid).toBe(mine.kid);
    // An installation with that secret continues to sign, but with another key.
    expect((await open('lost').signing()).kid).not.toBe(lost.kid);
  });

  it('refuses to retire the only signing key under another secret, and remote keys', async () => {
    const own = await makeTestDatabase();
    const openIn = (secret: string) => makeEvidenceKeys({ db: own.db, secret: () => secret, now: () => time });
    const only = await openIn('a').signing();
    expect(await openIn('b').retire(only.kid)).toBe('only one');
    const { public_jwk, kid } = makePublic();
    const held = { kid, public_jwk, created_at: new Date(time), retired_at: null };
    await keepHeldKeys(own.db, 'vault', [held]);
    expect(await openIn('b').retire(kid)).toBe('held externally');
    expect(await openIn('b').retire(only.kid)).toBe('only one');
    await openIn('b').signing();
    expect(await openIn('b').retire(only.kid)).toBe('retired');
    await own.drop();
  });

  it('a private key can be decrypted only with its secret and key id, and is never stored in plain text', async () => {
    const { kid, privateKey } = makeKey();
    const sealed = makeSeal('a').close(kid, privateKey);
    const plain = privateKey.export({ format: 'der', type: 'pkcs8' });
    expect(makeSeal('a').open(kid, sealed).export({ format: 'der', type: 'pkcs8' })).toEqual(plain);
    expect(() => makeSeal('b').open(kid, sealed)).toThrow();
    expect(() => makeSeal('a').open(makeKey().kid, sealed)).toThrow();
    expect(sealed.includes(plain.subarray(-32))).toBe(false);
  });

  it('row-level security hides keys from queries scoped to a workspace', async () => {
    const read = database.db.kysely.transaction().execute(async (trx) => {
      await sql`set local role einvoice_scoped`.execute(trx);
      return trx.selectFrom('evidence_keys').selectAll().execute();
    });
    await expect(read).rejects.toThrow('permission denied');
  });
});
