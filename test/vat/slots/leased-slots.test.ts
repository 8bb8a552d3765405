import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LeasedSlots, makeLeasedSlots } from '../../../src/modules/vat/concurrency-limits/leased-slots.ts';
import { type Database, openDatabase } from '../../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../../support/database.ts';

const LANE = 'rest SK';
const MOST = 2;
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

/** The share of another process: connections and a name of its own. */
function open(lease = 60_000): LeasedSlots {
  const db = openDatabase({ url: database.url, maxConnections: 3, applicationName: 'test', log: testLog });
  const onError = (error: unknown) => expect.unreachable(String(error));
  const process = `process ${others.length}`;
  const slots = makeLeasedSlots({ db, most: MOST, process, lease, reopen: 60_000, onError });
  others.push(db);
  all.push(slots);
  return slots;
}
const patient = () => AbortSignal.timeout(300_000);
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Many of each process go in and out. Tells the most at once, and who went in, in order. */
async function crowd(processes: readonly LeasedSlots[], each: number, stay: number) {
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const one = async (process: number): Promise<void> => {
    const leave = await processes[process]!.enter(LANE, patient());
    order.push(process);
    most = Math.max(most, ++inside);
    await wait(stay);
    inside -= 1;
    leave();
  };
  await Promise.all(processes.flatMap((_, at) => Array.from({ length: each }, () => one(at))));
  return { most, order };
}

it('lets two of all processes in at once, and all in the end', async () => {
  const { most, order } = await crowd([open(), open(), open()], 12, 5);
  expect(most).toBe(MOST);
  expect(order).toHaveLength(36);
});

it('processes take turns: one that has few in line does not wait for all of one that has many', async () => {
  const [many, few] = [open(), open()];
  const done: string[] = [];
  const visit = async (slots: LeasedSlots, name: string): Promise<void> => {
    const leave = await slots.enter(LANE, patient());
    done.push(name);
    await wait(30);
    leave();
  };
  const long = Promise.all(Array.from({ length: 40 }, () => visit(many, 'many')));
  await expect.poll(() => done.length).toBeGreaterThanOrEqual(MOST);
  const before = done.length;
  await visit(few, 'few');
  // Two may have gone in while it joined the queue, and two while it had its turn.
  expect(done.indexOf('few') - before).toBeLessThanOrEqual(8);
  await long;
});

it('the place of a process that died comes free by itself, and not before', async () => {
  const [dead, living] = [open(1_000), open()];
  await dead.enter(LANE, patient());
  await dead.enter(LANE, patient());
  const { rows } = await sql<{ until: Date }>`select held_until as until from source_places`.execute(
    database.db.kysely,
  );
  const leave = await living.enter(LANE, patient());
  const now = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db.kysely);
  expect(now.rows[0]!.now.getTime()).toBeGreaterThanOrEqual(Math.min(...rows.map(({ until }) => until.getTime())));
  leave();
});

it('who gives a place back after it was lost takes it from nobody', async () => {
  const [late, living, third] = [open(1), open(), open()];
  const leaves = [await late.enter(LANE, patient()), await late.enter(LANE, patient())];
  await living.enter(LANE, patient());
  await living.enter(LANE, patient());
  for (const leave of leaves) leave();
  await late.close();
  await expect(third.enter(LANE, AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('who cannot wait is told so in time, and holds nobody up', async () => {
  const [first, second, third] = [open(), open(), open()];
  const leaves = [await first.enter(LANE, patient()), await first.enter(LANE, patient())];
  await expect(second.enter(LANE, AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(second.isCrowded(LANE)).toBe(false);
  const waiting = third.enter(LANE, patient());
  leaves[0]!();
  (await waiting)();
  leaves[1]!();
});

it('a source that is too busy is asked less by all processes, and after a while more again', async () => {
  const [first, second] = [open(), open()];
  (await first.enter(LANE, patient()))();
  await first.narrow(LANE);
  expect((await crowd([first, second], 4, 20)).most).toBe(1);
  await sql`update source_places set closed_until = closed_until - interval '61 s'`.execute(database.db.kysely);
  expect((await crowd([first, second], 4, 40)).most).toBe(2);
});

it('one place stays open, and each further one opens as much later', async () => {
  const db = database.db;
  const onError = (error: unknown) => expect.unreachable(String(error));
  const slots = makeLeasedSlots({ db, most: 8, process: 'one', lease: 60_000, reopen: 10_000, onError });
  all.push(slots);
  (await slots.enter(LANE, patient()))();
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

it('lanes know nothing of each other', async () => {
  const slots = open();
  await slots.enter(LANE, patient());
  await slots.enter(LANE, patient());
  (await slots.enter('rest CZ', patient()))();
  (await slots.enter('soap SK', patient()))();
});

it('goes on when a crash of the server has emptied its tables', async () => {
  const slots = open();
  (await slots.enter(LANE, patient()))();
  await sql`truncate source_places, source_queue`.execute(database.db.kysely);
  (await slots.enter(LANE, patient()))();
});

it('with the database away nobody goes in, and nobody waits for ever', async () => {
  const slots = open();
  (await slots.enter(LANE, patient()))();
  await slots.close();
  await others[0]!.close();
  await expect(slots.enter(LANE, patient())).rejects.toBeInstanceOf(Error);
  others = [];
});
