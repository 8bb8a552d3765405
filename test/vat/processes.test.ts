import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeVat, readVatNumber, type Vat, type VatQuery } from '../../src/modules/vat/index.ts';
import { type Database, openDatabase } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';

const PER_STATE = 2;
let database: TestDatabase;
let double: ViesDouble;
let processes: { vat: Vat; db: Database }[];
beforeAll(async () => {
  database = await makeTestDatabase();
  double = await startViesDouble();
});
afterAll(async () => {
  await double.close();
  await database.drop();
});
beforeEach(async () => {
  double.trouble = () => null;
  double.latency = () => 5;
  double.peaks.clear();
  await sql`truncate source_places, source_queue, vat_answers`.execute(database.db.kysely);
  processes = ['api 1', 'api 2', 'workers'].map(open);
});
afterEach(async () => {
  for (const { vat, db } of processes) {
    await vat.close();
    await db.close();
  }
});

/** Time limit that is never reached in these tests, even on a busy machine; in milliseconds. */
const LONG = 600_000;

/** The VAT module of another process of the same installation. */
function open(process: string): { vat: Vat; db: Database } {
  const db = openDatabase({ url: database.url, maxConnections: 5, applicationName: process, log: testLog });
  const vat = makeVat({
    db,
    process,
    now: Date.now,
    random: () => 0,
    metrics: makeMetrics(process),
    onError: (error) => expect.unreachable(String(error)),
    restUrl: double.restUrl,
    soapUrl: double.soapUrl,
    skRegister: null,
    allow: ['127.0.0.1'],
  });
  return { vat, db };
}

function query(vat: string): VatQuery {
  const read = readVatNumber(vat);
  if (!read.ok) throw new Error(vat);
  return { number: read.number, requester: null, trader: null };
}
const slovak = (at: number): string => `SK${2_000_000_000 + at * 11}`;
const czech = (at: number): string => `CZ${10_000_000 + at}`;

it('all processes together send at most two concurrent requests to a state', async () => {
  const results = processes.flatMap(({ vat }, process) =>
    // Few enough to finish within the time limit of 15 seconds, even on a busy machine.
    Array.from({ length: 8 }, (_, at) => {
      const serial = process * 100 + at;
      return vat.verify(query(at % 2 === 0 ? slovak(serial) : czech(serial)), { timeLimit: LONG });
    }),
  );
  expect(await Promise.all(results)).toHaveLength(24);
  for (const state of ['rest SK', 'rest CZ']) {
    expect(double.peaks.get(state)).toBeGreaterThan(0);
    expect(double.peaks.get(state)).toBeLessThanOrEqual(PER_STATE);
  }
});

it('a busy response reduces the requests of all processes to that state', async () => {
  let storm = true;
  double.trouble = () => (storm ? { does: 'code', code: 'MS_MAX_CONCURRENT_REQ' } : null);
  const [local, other] = [processes[0]!.vat, processes[1]!.vat];
  const first = local.verify(query(slovak(1)), { timeLimit: LONG });
  await expect.poll(() => double.peaks.get('soap SK')).toBe(1);
  storm = false;
  await first;
  double.peaks.clear();
  await Promise.all(Array.from({ length: 8 }, (_, at) => other.verify(query(slovak(at + 2)), { timeLimit: LONG })));
  expect(double.peaks.get('rest SK')).toBe(1);
});

it('a caller that gets no slot in time receives an unavailable error with the reason, never a negative verdict', async () => {
  double.latency = () => 3_000;
  const [busy, late] = [processes[0]!.vat, processes[1]!.vat];
  const slow = [1, 2].map((at) => busy.verify(query(slovak(at)), { timeLimit: LONG }));
  await expect.poll(() => double.peaks.get('rest SK')).toBe(PER_STATE);
  await expect(late.verify(query(slovak(3)), { timeLimit: 300 })).rejects.toMatchObject({
    name: 'SourceUnavailable',
    country: 'SK',
    kind: 'state_busy',
  });
  await Promise.all(slow);
});
