import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLeasedSlots } from '../../src/modules/vat/concurrency-limits/leased-slots.ts';
import { readVatNumber } from '../../src/modules/vat/number.ts';
import { type AskSource, type Attempt, makeAskSource } from '../../src/modules/vat/query-source.ts';
import { makeSandboxChannel } from '../../src/modules/vat/sandbox.ts';
import type { Channel, VatQuery } from '../../src/modules/vat/source.ts';
import { makeViesRest } from '../../src/modules/vat/vies/rest.ts';
import { makeViesSoap } from '../../src/modules/vat/vies/soap.ts';
import { type HttpClient, makeHttpClient } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { startViesDouble, type Trouble, type ViesDouble } from '../support/vies-double.ts';

const BUSY: Trouble = { does: 'code', code: 'MS_MAX_CONCURRENT_REQ' };
const DOWN: Trouble = { does: 'code', code: 'MS_UNAVAILABLE' };
let database: TestDatabase;
let double: ViesDouble;
let http: HttpClient;
let now = 0;
let attempts: Attempt[] = [];
/** Current and maximum number of concurrent requests. */
let under = 0;
let peak = 0;
/** Holds each request until this many are in flight at once. */
let meeting = 0;
/** Requests on the first channel so far, and hedging delays waiting for it. */
let started = 0;
let hedges = 0;
beforeAll(async () => {
  database = await makeTestDatabase();
  double = await startViesDouble();
  http = makeHttpClient({ allow: ['127.0.0.1'], connections: 64 });
});
afterAll(async () => {
  await http.close();
  await double.close();
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate source_places, source_queue`.execute(database.db.kysely);
  now = 0;
  attempts = [];
  [peak, meeting] = [0, 0];
  [started, hedges] = [0, 0];
  double.trouble = () => null;
  double.latency = () => 0;
  double.requests.length = 0;
  double.peaks.clear();
});

const counted = (channel: Channel): Channel => ({
  ...channel,
  ask: async (...question) => {
    peak = Math.max(peak, ++under);
    started += 1;
    await until(() => peak >= meeting);
    return channel.ask(...question).finally(() => under--);
  },
});

/** Pauses return at once and advance the fake clock, except the hedging delay, which waits for the test. */
function open(
  options: { soap?: boolean; perState?: number; hedge?: Promise<void>; channels?: Channel[] } = {},
): AskSource {
  const channels = options.channels ?? [counted(makeViesRest({ http, url: double.restUrl }))];
  if (options.soap) channels.push(makeViesSoap({ http, url: double.soapUrl }));
  return makeAskSource({
    channels,
    now: () => now,
    random: () => 1,
    pause: async (milliseconds, signal) => {
      if (milliseconds === 1_500) {
        await (options.hedge ?? new Promise(() => undefined));
        // The silent channel has received its request by now.
        hedges += 1;
        await until(() => started >= hedges);
      }
      signal.throwIfAborted();
      now += milliseconds;
    },
    onAttempt: (attempt) => attempts.push(attempt),
    slots: makeLeasedSlots({
      db: database.db,
      most: options.perState ?? 2,
      process: 'test',
      lease: 60_000,
      reopen: 60_000,
      onError: (error) => expect.unreachable(String(error)),
    }),
  });
}

function query(vat: string, requester: string | null = null): VatQuery {
  const read = readVatNumber(vat);
  if (!read.ok) throw new Error(vat);
  return { number: read.number, requester: requester === null ? null : query(requester).number, trader: null };
}
const longTimeout = () => AbortSignal.timeout(300_000);
const slovak = (count: number): string[] => Array.from({ length: count }, (_, at) => `SK${2_000_000_000 + at * 11}`);
const outcomes = () => attempts.map(({ channel, outcome }) => `${channel} ${outcome}`);
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 2));
};
const openSlots = async (): Promise<number> => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from source_places where closed_until <= clock_timestamp()`.execute(
    database.db.kysely,
  );
  return rows[0]!.open;
};

describe('busy source', () => {
  it('reduces the concurrency down to one, drops no request and opens no breaker', async () => {
    const source = open({ perState: 8 });
    let storm = true;
    meeting = 8;
    double.trouble = () => (storm ? BUSY : null);
    const all = Promise.all(slovak(24).map((vat) => source.ask(query(vat), longTimeout())));
    await until(() => attempts.length >= 8);
    expect(peak).toBe(8);
    // Requests that ran together see the same number of open slots and reduce it once, so more requests are needed to
    // reach one.
    while ((await openSlots()) > 1) await until(() => true);
    const narrowed = attempts.length;
    meeting = 0;
    // Requests that held a slot before it was closed have finished by then.
    await until(() => attempts.length >= narrowed + 8);
    peak = 0;
    await until(() => attempts.length >= narrowed + 30);
    expect(peak).toBe(1);
    expect(source.opensIn('SK')).toBe(0);
    storm = false;
    expect(await all).toHaveLength(24);
  });

  it('raises the concurrency again after the closed slots reopen', async () => {
    const source = open({ perState: 4 });
    double.trouble = () => (double.requests.length <= 3 ? BUSY : null);
    await source.ask(query('SK2020317068'), longTimeout());
    peak = 0;
    await Promise.all(slovak(8).map((vat) => source.ask(query(vat), longTimeout())));
    expect(peak).toBe(1);
    await sql`update source_places set closed_until = closed_until - interval '4 minutes'`.execute(database.db.kysely);
    peak = 0;
    meeting = 4;
    await Promise.all(slovak(8).map((vat) => source.ask(query(vat), longTimeout())));
    expect(peak).toBe(4);
  });
});

it('an unresponsive state does not delay other states', async () => {
  const source = open();
  double.trouble = (_, country) => (country === 'FI' ? { does: 'hang' } : null);
  const stop = new AbortController();
  let finnish = 0;
  const dead = Array.from({ length: 20 }, () =>
    source
      .ask(query('FI20774740'), stop.signal)
      .catch(() => undefined)
      .finally(() => finnish++),
  );
  await until(() => double.peaks.get('rest FI') === 2);
  const others = ['SK2020317068', 'CZ25123891', 'DE136695976', 'PL8567346215', 'ATU13585627'];
  const verdicts = await Promise.all(others.map((vat) => source.ask(query(vat), longTimeout())));
  expect(verdicts).toHaveLength(5);
  // All were answered while every Finnish request was pending: two sent, the others waiting for a slot.
  expect(finnish).toBe(0);
  expect(double.requests.filter(({ country }) => country === 'FI')).toHaveLength(2);
  stop.abort();
  await Promise.all(dead);
});

describe('hedging', () => {
  it('queries the second channel when the first is silent, and counts the silence as a timeout', async () => {
    let pass = (): void => undefined;
    const hedge = new Promise<void>((done) => {
      pass = done;
    });
    const source = open({ soap: true, hedge });
    double.trouble = (channel) => (channel === 'rest' ? { does: 'hang' } : null);
    const result = source.ask(query('SK2020317068'), longTimeout());
    await until(() => double.requests.length === 1);
    expect(double.requests.map(({ channel }) => channel)).toEqual(['rest']);
    pass();
    expect((await result).channel.name).toBe('soap');
    await until(() => attempts.length === 2);
    expect(outcomes().sort()).toEqual(['rest timeout', 'soap answered']);
    for (let more = 0; more < 4; more++) await source.ask(query('SK2020317068'), longTimeout());
    await until(() => attempts.length === 10);
    double.requests.length = 0;
    await source.ask(query('SK2020317068'), longTimeout());
    expect(double.requests.map(({ channel }) => channel)).toEqual(['soap']);
  });

  it('queries the second channel at once when the first fails, and not at all when it rejects the number', async () => {
    const source = open({ soap: true });
    double.trouble = (channel) => (channel === 'rest' ? DOWN : null);
    expect((await source.ask(query('SK2020317068'), longTimeout())).channel.name).toBe('soap');
    double.requests.length = 0;
    double.trouble = () => ({ does: 'code', code: 'INVALID_INPUT' });
    await expect(source.ask(query('CZ25123891'), longTimeout())).rejects.toMatchObject({ kind: 'number' });
    expect(double.requests.map(({ channel }) => channel)).toEqual(['rest']);
  });

  it('uses the other channel when one is blocked, and does not retry when both are', async () => {
    const source = open({ soap: true });
    double.trouble = (channel) => (channel === 'rest' ? { does: 'code', code: 'IP_BLOCKED' } : null);
    expect((await source.ask(query('SK2020317068'), longTimeout())).channel.name).toBe('soap');
    double.requests.length = 0;
    double.trouble = () => ({ does: 'code', code: 'IP_BLOCKED' });
    await expect(source.ask(query('SK2020317068'), longTimeout())).rejects.toMatchObject({ kind: 'caller_blocked' });
    expect(double.requests).toHaveLength(2);
  });
});

it('opens the breaker for a state that is down, reports reason and retry time, and closes it after one successful trial', async () => {
  const source = open();
  double.trouble = () => ({ does: 'code', code: 'TIMEOUT' });
  await expect(source.ask(query('SK2020317068'), longTimeout())).rejects.toMatchObject({
    kind: 'state_down',
    code: 'BREAKER_OPEN',
  });
  expect(double.requests).toHaveLength(5);
  expect(source.lastFault('SK')).toBe('state_down');
  expect(source.opensIn('SK')).toBeGreaterThan(0);
  double.trouble = () => null;
  await source.ask(query('CZ25123891'), longTimeout());
  await expect(source.ask(query('SK2020317068'), longTimeout())).rejects.toMatchObject({ code: 'BREAKER_OPEN' });
  expect(double.requests).toHaveLength(6);

  now += source.opensIn('SK');
  double.latency = () => 30;
  const trials = await Promise.allSettled(slovak(2).map((vat) => source.ask(query(vat), longTimeout())));
  expect(trials.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(source.opensIn('SK')).toBe(0);
  expect(source.lastFault('SK')).toBeNull();
});

it('returns the error of a sandbox test number at once, without opening the breaker for other numbers', async () => {
  const source = open({ channels: [makeSandboxChannel(() => now)] });
  for (let time = 0; time < 6; time++) {
    await expect(source.ask(query('DE100999301'), longTimeout())).rejects.toMatchObject({ code: 'MS_UNAVAILABLE' });
  }
  await expect(source.ask(query('DE100999300'), longTimeout())).rejects.toMatchObject({ kind: 'service_down' });
  expect(now).toBe(0);
  expect((await source.ask(query('DE136695976'), longTimeout())).answer.valid).toBe(true);
  expect([source.lastFault('DE'), source.opensIn('DE')]).toEqual([null, 0]);
  expect(outcomes()).toEqual(['sandbox answered']);
});

it('reports a requester error only when a requester was sent, and otherwise a protocol error', async () => {
  const source = open({ soap: true });
  double.trouble = () => ({ does: 'code', code: 'INVALID_REQUESTER_INFO' });
  const queryWith = (requester: string | null) =>
    source.ask(query('SK2020317068', requester), AbortSignal.timeout(300_000));
  await expect(queryWith('SK2022988022')).rejects.toMatchObject({ kind: 'requester' });
  await expect(queryWith(null)).rejects.toMatchObject({ kind: 'protocol' });
});
