import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase, system } from '../../src/db/index.ts';
import { makeAttemptLog } from '../../src/vat/attempts.ts';
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

it('is closed when what it was writing is written: the database may go right after', async () => {
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
