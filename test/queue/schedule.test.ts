import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, system } from '../../src/platform/db/index.ts';
import { askForPeriod, startClock } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

const HOUR = 60 * 60 * 1000;
const NOON = Date.UTC(2026, 10, 21, 12);

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await makeTestDatabase({ maxConnections: 20 });
  db = test.db;
});
afterAll(() => test.drop());
beforeEach(async () => {
  await system(db).deleteFrom('outbox').execute();
  await system(db).deleteFrom('schedules').execute();
});

const countJobs = async () => (await system(db).selectFrom('outbox').select('job').execute()).length;
const enqueueOnce = (now: number) => askForPeriod(db, 'upkeep.erase-expired', {}, HOUR, now);

it('one of many concurrent processes enqueues the job of a period', async () => {
  const results = await Promise.all(Array.from({ length: 16 }, (_, index) => enqueueOnce(NOON + index)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await countJobs()).toBe(1);
});

it('each period gets one job, also when the previous one is already done', async () => {
  for (const [now, first] of [
    [NOON, true],
    [NOON + HOUR - 1, false],
    [NOON + HOUR, true],
    [NOON + HOUR + 1, false],
    // A process whose clock is behind does not enqueue past periods again.
    [NOON + 30, false],
    [NOON + 9 * HOUR, true],
  ] as const) {
    expect([now, await enqueueOnce(now)]).toEqual([now, first]);
    await system(db).deleteFrom('outbox').execute();
  }
});

it('the scheduler enqueues jobs when it starts', async () => {
  const clocks = [1, 2, 3].map(() => startClock(db, { 'upkeep.erase-expired': HOUR }, () => NOON, testLog));
  await expect.poll(countJobs).toBe(1);
  await Promise.all(clocks.map((clock) => clock.stop()));
  expect(await countJobs()).toBe(1);
});
