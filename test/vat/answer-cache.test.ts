import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type KnownAnswers, makeKnownAnswers } from '../../src/modules/vat/answer-cache.ts';
import { findAnswer, putAnswer } from '../../src/modules/vat/vat-store.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

const VAT = 'SK2020317068';
const MINUTE = 60_000;
let database: TestDatabase;
let now = 0;
let here: KnownAnswers;
let there: KnownAnswers;
let stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = 0;
  // Each process has its own connection to listen on.
  const other = openDatabase({ url: database.url, maxConnections: 2, applicationName: 'test', log: testLog });
  here = makeKnownAnswers({ db: database.db, clock: () => now });
  there = makeKnownAnswers({ db: other, clock: () => now });
  stops = [here.close, there.close, other.close];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await database.db.kysely.deleteFrom('vat_answers').execute();
});

const always = () => true;
const answerAt = (valid: boolean, second: number) => ({
  vat: VAT,
  source: 'VIES',
  valid,
  name: null,
  address: null,
  request_date: null,
  checked_at: new Date(Date.UTC(2026, 10, 21, 12, 0, second)),
});
/** Writes without a notification, as when it is lost. */
const putUnnoticed = (second: number) => putAnswer(database.db, answerAt(false, second));

it('returns an answer from memory when it is acceptable to the caller', async () => {
  expect(await here.find(VAT, always)).toBeUndefined();
  await here.put(answerAt(true, 1), false);
  expect(await here.find(VAT, always)).toMatchObject({ valid: true });
  await putUnnoticed(2);
  expect(await here.find(VAT, always)).toMatchObject({ valid: true });
  expect(await here.find(VAT, () => false)).toMatchObject({ valid: false });
});

it('returns an outdated answer for at most a minute when the notification is lost', async () => {
  await here.put(answerAt(true, 1), false);
  await here.find(VAT, always);
  await putUnnoticed(2);
  now = MINUTE - 1;
  expect(await here.find(VAT, always)).toMatchObject({ valid: true });
  now = MINUTE;
  expect(await here.find(VAT, always)).toMatchObject({ valid: false });
});

it('removes an answer at once when another process replaces it', async () => {
  await here.put(answerAt(true, 1), false);
  await here.find(VAT, always);
  await there.find(VAT, always);
  await there.put(answerAt(false, 2), true);
  await expect.poll(() => here.find(VAT, always)).toMatchObject({ valid: false });
});

it('does not cache an answer that was replaced while it was read', async () => {
  await here.put(answerAt(true, 1), false);
  const reading = here.find(VAT, always);
  const putting = here.put(answerAt(false, 2), true);
  await Promise.all([reading, putting]);
  expect(await here.find(VAT, always)).toEqual(await findAnswer(database.db, VAT));
});

it('caches at most 10,000 numbers', async () => {
  await here.put(answerAt(true, 1), false);
  await here.find(VAT, always);
  await database.db.kysely
    .insertInto('vat_answers')
    .values(Array.from({ length: 5_000 }, (_, at) => ({ ...answerAt(true, 1), vat: `FI${at}` })))
    .execute();
  await database.db.kysely
    .insertInto('vat_answers')
    .values(Array.from({ length: 5_000 }, (_, at) => ({ ...answerAt(true, 1), vat: `SE${at}` })))
    .execute();
  for (let at = 0; at < 5_000; at += 50) {
    const some = Array.from({ length: 50 }, (_, more) => at + more);
    await Promise.all(some.flatMap((each) => [here.find(`FI${each}`, always), here.find(`SE${each}`, always)]));
  }
  await putUnnoticed(2);
  expect(await here.find(VAT, always)).toMatchObject({ valid: false });
});
