import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/modules/accounts/index.ts';
import { makeKeyCalls } from '../../src/modules/accounts/limits/key-calls.ts';
import { takeCalls } from '../../src/modules/accounts/limits/limit-store.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { pause } from '../support/service.ts';

let test: TestDatabase;
let db: Database;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
});
afterAll(() => test.drop());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const inOrder = (one: number | null, two: number | null): number =>
  (one ?? Number.POSITIVE_INFINITY) - (two ?? Number.POSITIVE_INFINITY);

describe('calls without a key', () => {
  const NOON = Date.UTC(2026, 10, 21, 12);

  beforeEach(() => sql`delete from public_calls`.execute(system(db)));

  it('are counted exactly over all processes, per client and UTC day, up to the limit', async () => {
    const processes = [makeTestAccounts(db), makeTestAccounts(db)];
    const calls = Array.from({ length: 40 }, (_, call) => processes[call % 2]!.takePublicCall('192.0.2.1', NOON, 25));
    const counts = await Promise.all(calls);
    expect(counts.sort(inOrder)).toEqual([...upTo(25), ...Array<null>(15).fill(null)]);
    expect(await processes[0]!.takePublicCall('192.0.2.2', NOON, 25)).toBe(1);
    const midnight = Date.UTC(2026, 10, 22);
    expect(await processes[0]!.takePublicCall('192.0.2.1', midnight - 1, 25)).toBeNull();
    expect(await processes[0]!.takePublicCall('192.0.2.1', midnight, 25)).toBe(1);
  });

  it('repeated rejections cost no query, and calls are accepted again the next day', async () => {
    const accounts = makeTestAccounts(db);
    for (const expected of [1, null, null]) {
      expect(await accounts.takePublicCall('192.0.2.9', NOON, 1)).toBe(expected);
    }
    await sql`delete from public_calls`.execute(system(db));
    expect(await accounts.takePublicCall('192.0.2.9', NOON, 1)).toBeNull();
    expect(await accounts.takePublicCall('192.0.2.9', NOON + 86_400_000, 1)).toBe(1);
  });

  it('are taken and returned concurrently, all of them or none', async () => {
    const accounts = makeTestAccounts(db);
    const take = (calls: number) => accounts.takePublicCall('192.0.2.30', NOON, 10, calls);
    expect([await take(11), await take(8), await take(3), await take(2)]).toEqual([null, 8, null, 10]);
    expect(await take(1)).toBeNull();
    expect(await accounts.giveBackPublicCalls('192.0.2.30', NOON, 4)).toBe(6);
    expect([await take(1), await take(4), await take(3)]).toEqual([7, null, 10]);
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => makeTestAccounts(db).takePublicCall('192.0.2.31', NOON, 10, 3)),
    );
    expect(taken.sort(inOrder).slice(0, 4)).toEqual([3, 6, 9, null]);
  });

  it('the only call of a day can be returned', async () => {
    const accounts = makeTestAccounts(db);
    expect(await accounts.takePublicCall('192.0.2.32', NOON, 10)).toBe(1);
    expect(await accounts.giveBackPublicCalls('192.0.2.32', NOON, 1)).toBe(0);
    expect(await accounts.takePublicCall('192.0.2.32', NOON, 1)).toBe(1);
  });

  it("store nothing that reveals a client's address by enumeration, and nothing of the previous day", async () => {
    const accounts = makeTestAccounts(db);
    await accounts.takePublicCall('192.0.2.1', NOON - 86_400_000, 5);
    await accounts.takePublicCall('192.0.2.1', NOON, 5);
    const rows = await system(db).selectFrom('public_calls').selectAll().execute();
    expect(rows).toMatchObject([{ day: '2026-11-21', calls: 1 }]);
    const guesses = ['192.0.2.1', '2026-11-21 192.0.2.1', '2026-11-21192.0.2.1'];
    for (const guess of guesses) {
      expect(rows[0]!.client.equals(createHash('sha256').update(guess).digest())).toBe(false);
    }
    const secrets = await system(db).selectFrom('installation_secrets').select('value').execute();
    expect(secrets.map(({ value }) => value?.length)).toEqual([32]);
  });

  it('identify a client equally in every process', async () => {
    expect(await makeTestAccounts(db).takePublicCall('2001:db8:0:0::/64', NOON, 5)).toBe(1);
    expect(await makeTestAccounts(db).takePublicCall('2001:db8:0:0::/64', NOON, 5)).toBe(2);
  });
});

describe('rate limit per key', () => {
  it("grants capacity plus refill over all processes, never more than a second's worth", async () => {
    expect(await takeCalls(db, 'a', 20, 50)).toEqual({ granted: 20, left: 30 });
    const second = await takeCalls(db, 'a', 100, 50);
    expect(second.granted).toBeGreaterThanOrEqual(30);
    await sql`update call_buckets set calls = 0, at = clock_timestamp() - interval '1 hour'`.execute(system(db));
    expect(await takeCalls(db, 'a', 100, 50)).toEqual({ granted: 50, left: 0 });
    await sql`update call_buckets set calls = 0, at = clock_timestamp() + interval '1 hour'`.execute(system(db));
    expect(await takeCalls(db, 'a', 1, 50)).toEqual({ granted: 0, left: 0 });
    expect(await takeCalls(db, 'b', 1_000, 50)).toEqual({ granted: 50, left: 0 });
  });

  it('grants concurrent processes no more than capacity plus refill, and not much less', async () => {
    const perSecond = 50;
    const processes = Array.from({ length: 3 }, () => makeKeyCalls({ db, perSecond }));
    let granted = 0;
    let refused = 0;
    const began = performance.now();
    const hammer = async (process: (typeof processes)[number]): Promise<void> => {
      while (granted <= perSecond * 2 || refused <= granted) {
        const calls = await Promise.all(Array.from({ length: 10 }, () => process.take('wsp key')));
        granted += calls.filter((call) => call.granted).length;
        refused += calls.filter((call) => !call.granted).length;
        await pause(1);
      }
    };
    await Promise.all(processes.map(hammer));
    const seconds = (performance.now() - began) / 1000;
    expect(granted).toBeLessThanOrEqual(Math.ceil(perSecond * (1 + seconds)));
  });

  it('is queried about ten times per second by a busy process, not for each call', async () => {
    let queries = 0;
    const counted: Database = {
      ...db,
      kysely: db.kysely.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    };
    const calls = makeKeyCalls({ db: counted, perSecond: 1_000 });
    for (let call = 0; call < 900; call++) expect((await calls.take('busy')).granted).toBe(true);
    expect(queries).toBeLessThan(20);
  });

  it('reports the remaining calls', async () => {
    const calls = makeKeyCalls({ db, perSecond: 10 });
    const results = [];
    for (let call = 0; call < 3; call++) results.push((await calls.take('told')).left);
    for (const [index, left] of results.entries()) {
      expect(left).toBeGreaterThanOrEqual(9 - index);
      expect(left).toBeLessThanOrEqual(10);
    }
  });

  it('rejects calls of one key without affecting another', async () => {
    const accounts = makeTestAccounts(db, { keyRateLimit: 3 });
    const callerOf = (actor: string): Caller => ({
      workspaceId: 'wsp_1',
      actor,
      role: 'viewer',
      environment: 'production',
    });
    const take = async (actor: string) => (await accounts.takeKeyCall(callerOf(actor)))?.granted;
    const results = await Promise.all(Array.from({ length: 10 }, () => take('key_1')));
    expect(results.filter(Boolean)).toHaveLength(3);
    expect(await take('key_2')).toBe(true);
    expect(await makeTestAccounts(db).takeKeyCall(callerOf('key_1'))).toBeNull();
  });

  it('buckets that have been full for long are deleted', async () => {
    await takeCalls(db, 'old', 1, 50);
    await sql`update call_buckets set at = now() - interval '2 hours' where caller = 'old'`.execute(system(db));
    await makeTestAccounts(db).eraseExpired(10);
    const left = await sql`select 1 from call_buckets where caller = 'old'`.execute(system(db));
    expect(left.rows).toEqual([]);
  });
});
