import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeAttemptLog } from '../../src/modules/vat/attempts.ts';
import { readPeriods } from '../../src/modules/vat/availability-history.ts';
import { type Database, openDatabase, system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
let errors: unknown[];
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  errors = [];
  db = openDatabase({ url: database.url, maxConnections: 1, applicationName: 'test', log: testLog });
});
afterEach(() => {
  vi.useRealTimers();
});

const attempt = { country: 'SK', channel: 'rest', outcome: 'answered', milliseconds: 40 } as const;
const open = () =>
  makeAttemptLog({ db, now: () => Date.parse('2026-11-23T10:00:00Z'), onError: (error) => errors.push(error) });
const written = async (): Promise<number> => {
  const rows = await system(database.db).selectFrom('vat_attempts').select('attempts').execute();
  return rows.reduce((total, { attempts }) => total + attempts, 0);
};

it('close waits for the current write, so that the database may be closed right after it', async () => {
  const log = open();
  log.add(attempt);
  void log.flush();
  await log.close();
  await db.close();
  expect(errors).toEqual([]);
  expect(await written()).toBe(1);
});

it('writes nothing after it is closed: an exchange that ends later is not counted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const log = open();
  await log.close();
  log.add(attempt);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  await db.close();
});

it('counts verdict durations by hour: availability and 95th percentile over a day and a month', async () => {
  const now = Date.parse('2026-12-30T10:20:00Z');
  let at = now;
  const log = makeAttemptLog({ db, now: () => at, onError: (error) => errors.push(error) });
  const add = (count: number, more: Partial<typeof attempt> | object): void => {
    for (let i = 0; i < count; i++) log.add({ ...attempt, country: 'CZ', ...more });
  };
  add(94, { milliseconds: 90 });
  add(5, { milliseconds: 1_200 });
  add(1, { milliseconds: 5_999, outcome: 'number' });
  add(25, { milliseconds: 6_000, outcome: 'timeout' });
  await log.flush();
  // The same hour, in a second write.
  add(1, { milliseconds: 95 });
  at = now - 25 * 3_600_000;
  add(10, { milliseconds: 40, country: 'DE' });
  at = now - 31 * 24 * 3_600_000;
  add(10, { milliseconds: 40, country: 'FR' });
  await log.close();
  const [day, month] = await readPeriods(db, now);
  expect(day).toEqual({
    hours: 24,
    asked: 126,
    answered: 101,
    // Rank 96 of 101: 96 exchanges are within this bound, 95 within the one below.
    p95_ms: 1_250,
    since: '2026-12-30T10:00:00.000Z',
    states: [{ country_code: 'CZ', asked: 126, answered: 101 }],
  });
  expect(month).toMatchObject({ hours: 720, asked: 136, answered: 111, since: '2026-12-29T09:00:00.000Z' });
  expect(month!.states.map(({ country_code }) => country_code)).toEqual(['CZ', 'DE']);
  await db.close();
  expect(errors).toEqual([]);
});
