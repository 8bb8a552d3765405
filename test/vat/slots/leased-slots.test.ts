import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LeasedSlots, makeLeasedSlots } from '../../../src/modules/vat/concurrency-limits/leased-slots.ts';
import { type Database, openDatabase } from '../../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../../support/database.ts';

const LANE = 'rest SK';
const MAX_CALLERS = 2;
let database: TestDatabase;
let others: Database[] = [];
let all: LeasedSlots[] = [];
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`truncate source_places, source_queue`.execute(database.db.kysely);
});
afterEach(async () => {
  for (const slots of all) await slots.close();
  for (const other of others) await other.close();
  [all, others] = [[], []];
});

/** The slots of another process, with its own connections and name. */
function open(lease = 60_000): LeasedSlots {
  const db = openDatabase({ url: database.url, maxConnections: 3, applicationName: 'test', log: testLog });
  const onError = (error: unknown) => expect.unreachable(String(error));
  const process = `process ${others.length}`;
  const slots = makeLeasedSlots({ db, most: MAX_CALLERS, process, lease, reopen: 60_000, onError });
  others.push(db);
  all.push(slots);
  return slots;
}
const longTimeout = () => AbortSignal.timeout(300_000);
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Runs many callers per process; returns the maximum concurrency and the order of entry. */
async function crowd(processes: readonly LeasedSlots[], each: number, stay: number) {
  let inside = 0;
  let peak = 0;
  const order: number[] = [];
  const one = async (process: number): Promise<void> => {
    const leave = await processes[process]!.enter(LANE, longTimeout());
    order.push(process);
    peak = Math.max(peak, ++inside);
    await wait(stay);
    inside -= 1;
    leave();
  };
  await Promise.all(processes.flatMap((_, at) => Array.from({ length: each }, () => one(at))));
  return { peak, order };
}

it('admits two callers of all processes at once, and every caller in the end', async () => {
  const { peak, order } = await crowd([open(), open(), open()], 12, 5);
  expect(peak).toBe(MAX_CALLERS);
  expect(order).toHaveLength(36);
});

it('serves processes in turn, so that a process with few callers does not wait for all callers of another one', async () => {
  const [many, few] = [open(), open()];
  const done: string[] = [];
  const visit = async (slots: LeasedSlots, name: string): Promise<void> => {
    const leave = await slots.enter(LANE, longTimeout());
    done.push(name);
    await wait(30);
    leave();
  };
  const long = Promise.all(Array.from({ length: 40 }, () => visit(many, 'many')));
  await expect.poll(() => done.length).toBeGreaterThanOrEqual(MAX_CALLERS);
  const before = done.length;
  await visit(few, 'few');
  // Up to two may have entered while it joined the queue, and two during its turn.
  expect(done.indexOf('few') - before).toBeLessThanOrEqual(8);
  await long;
});

it('frees the slot of a dead process when the lease expires, and not before', async () => {
  const [dead, living] = [open(1_000), open()];
  await dead.enter(LANE, longTimeout());
  await dead.enter(LANE, longTimeout());
  const { rows } = await sql<{ until: Date }>`select held_until as until from source_places`.execute(
    database.db.kysely,
  );
  const leave = await living.enter(LANE, longTimeout());
  const now = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db.kysely);
  expect(now.rows[0]!.now.getTime()).toBeGreaterThanOrEqual(Math.min(...rows.map(({ until }) => until.getTime())));
  leave();
});

it('releasing an expired slot does not affect its new holder', async () => {
  const [late, living, third] = [open(1), open(), open()];
  const leaves = [await late.enter(LANE, longTimeout()), await late.enter(LANE, longTimeout())];
  await living.enter(LANE, longTimeout());
  await living.enter(LANE, longTimeout());
  for (const leave of leaves) leave();
  await late.close();
  await expect(third.enter(LANE, AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('a caller that times out gets the timeout error and does not block others', async () => {
  const [first, second, third] = [open(), open(), open()];
  const leaves = [await first.enter(LANE, longTimeout()), await first.enter(LANE, longTimeout())];
  await expect(second.enter(LANE, AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(second.isCrowded(LANE)).toBe(false);
  const waiting = third.enter(LANE, longTimeout());
  leaves[0]!();
  (await waiting)();
  leaves[1]!();
});

it('a busy source reduces the limit for all processes, which later recovers', async () => {
  const [first, second] = [open(), open()];
  (await first.enter(LANE, longTimeout()))();
  await first.narrow(LANE);
  expect((await crowd([first, second], 4, 20)).peak).toBe(1);
  await sql`update source_places set closed_until = closed_until - interval '61 s'`.execute(database.db.kysely);
  expect((await crowd([first, second], 4, 40)).peak).toBe(2);
});

it('one slot always stays open, and closed slots reopen at regular intervals', async () => {
  const db = database.db;
  const onError = (error: unknown) => expect.unreachable(String(error));
  const slots = makeLeasedSlots({ db, most: 8, process: 'one', lease: 60_000, reopen: 10_000, onError });
  all.push(slots);
  (await slots.enter(LANE, longTimeout()))();
  const openNow = async (): Promise<number[]> => {
    const { rows } = await sql<{ place: number; seconds: number }>`
      select place, round(extract(epoch from closed_until - clock_timestamp()) / 10)::float8 as seconds
      from source_places order by place`.execute(db.kysely);
    return rows.map(({ seconds }) => Math.max(0, seconds));
  };
  await slots.narrow(LANE);
  expect(await openNow()).toEqual([0, 0, 0, 0, 1, 2, 3, 4]);
  for (let more = 0; more < 3; more++) await slots.narrow(LANE);
  expect(await openNow()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

it('lanes are independent', async () => {
  const slots = open();
  await slots.enter(LANE, longTimeout());
  await slots.enter(LANE, longTimeout());
  (await slots.enter('rest CZ', longTimeout()))();
  (await slots.enter('soap SK', longTimeout()))();
});

it('continues after a server crash emptied its tables', async () => {
  const slots = open();
  (await slots.enter(LANE, longTimeout()))();
  await sql`truncate source_places, source_queue`.execute(database.db.kysely);
  (await slots.enter(LANE, longTimeout()))();
});

it('rejects waiting callers when the database is unavailable', async () => {
  const slots = open();
  (await slots.enter(LANE, longTimeout()))();
  await slots.close();
  await others[0]!.close();
  await expect(slots.enter(LANE, longTimeout())).rejects.toBeInstanceOf(Error);
  others = [];
});
