import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makePeppol, type Peppol } from '../../src/modules/peppol/index.ts';
import { type Database, openDatabase, system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { INVOICE } from '../support/smp-double.ts';
import { type PeppolDouble, startPeppolDouble } from './peppol-double.ts';

/** The two processes share only the database and the network; each has its own connections and lookup. */

const P = '0245:2020317068';
const UNREGISTERED = '0245:2120123456';
let database: TestDatabase;
let double: PeppolDouble;
let now: number;
let here: Peppol;
let there: Peppol;
let stops: (() => Promise<unknown>)[] = [];

function open(name: string): Peppol {
  const db: Database = openDatabase({ url: database.url, maxConnections: 2, applicationName: name, log: testLog });
  const peppol = makePeppol({ ...double.parts, metrics: makeMetrics(name), db, now: () => now });
  stops.push(async () => {
    await peppol.close();
    await db.close();
  });
  return peppol;
}

beforeAll(async () => {
  database = await makeTestDatabase();
  double = await startPeppolDouble();
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await double.close();
  await database.drop();
});
beforeEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
  now = Date.now();
  double.reset();
  double.enter(P);
  double.smp.publish(P, [INVOICE], { certificate: double.pki.accessPoint }, double.pki.smp);
  await system(database.db).deleteFrom('peppol_findings').execute();
  here = open('api');
  there = open('workers');
});

const countRequests = () => [double.dns.requests.length, double.smp.requests.length];

it('a finding of one process is returned by another one without a network request', async () => {
  expect(await here.lookup(P, { documentType: INVOICE })).toMatchObject({ outcome: 'registered', cached: false });
  const before = countRequests();
  expect(before.every((count) => count > 0)).toBe(true);
  now += 60_000;
  const found = await there.lookup(P, { documentType: INVOICE });
  expect(found).toMatchObject({ outcome: 'registered', cached: true, stale: false, age_seconds: 60 });
  expect(countRequests()).toEqual(before);
});

it('a negative finding is shared, too', async () => {
  expect(await here.lookup(UNREGISTERED, { documentType: null })).toMatchObject({ registered: false, cached: false });
  const before = countRequests();
  expect(await there.lookup(UNREGISTERED, { documentType: null })).toMatchObject({ registered: false, cached: true });
  expect(countRequests()).toEqual(before);
});

it('a finding refreshed by one process is returned by the other', async () => {
  await here.lookup(UNREGISTERED, { documentType: null });
  double.enter(UNREGISTERED);
  double.smp.publish(UNREGISTERED, [INVOICE], { certificate: double.pki.accessPoint }, double.pki.smp);
  now += 60_000;
  expect(await there.lookup(UNREGISTERED, { documentType: null, maxAge: 0 })).toMatchObject({ registered: true });
  const before = countRequests();
  expect(await here.lookup(UNREGISTERED, { documentType: null })).toMatchObject({ registered: true, cached: true });
  expect(countRequests()).toEqual(before);
});
