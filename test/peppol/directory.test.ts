import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeDirectory } from '../../src/modules/peppol/directory.ts';
import { type HttpClient, makeHttpClient } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const P = '0245:2020317068';
let database: TestDatabase;
let receiver: Receiver;
let http: HttpClient;
let reply: { status: number; body: string };
let requests: string[];
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`truncate source_paces`.execute(database.db.kysely);
  requests = [];
  reply = { status: 200, body: '{"matches":[]}' };
  receiver = await startReceiver((request, response) => {
    requests.push(request.url!);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  http = makeHttpClient({ allow: ['127.0.0.1'] });
});
afterEach(async () => {
  await http.close();
  await receiver.stop();
});

/** A directory client of another process on each call. */
const open = () => makeDirectory({ db: database.db, http, url: receiver.url });
const find = () => open().find(P, AbortSignal.timeout(300_000));
const match = (names: unknown) => ({
  participantID: { scheme: 'iso6523-actorid-upis', value: P },
  docTypes: [{ scheme: 'busdox-docid-qns', value: 'a::b##c::1' }],
  entities: [{ name: names, countryCode: 'SK', regDate: '2026-01-01' }],
});

it.each([[[{ name: 'Žltý kôň, s. r. o.', language: 'sk' }]], ['Žltý kôň, s. r. o.']])(
  'reads an entry with names in both forms: %j',
  async (names) => {
    reply.body = JSON.stringify({ version: '1.0', matches: [match(names)] });
    expect(await find()).toEqual({
      outcome: 'listed',
      reason: null,
      names: ['Žltý kôň, s. r. o.'],
      country_code: 'SK',
      document_types: ['busdox-docid-qns::a::b##c::1'],
    });
    expect(requests).toEqual(['/search/1.0/json?participant=iso6523-actorid-upis%3A%3A0245%3A2020317068']);
  },
);

it('ignores a response for another participant', async () => {
  reply.body = JSON.stringify({ matches: [{ participantID: { scheme: 'x', value: '0245:1' } }] });
  expect(await find()).toMatchObject({ outcome: 'not_listed' });
});

it.each([
  [{ status: 429, body: '' }, 'directory_busy'],
  [{ status: 500, body: '' }, 'directory_unexpected'],
  [{ status: 200, body: '<html>' }, 'directory_unexpected'],
  [{ status: 200, body: '{"matches":{}}' }, 'directory_unexpected'],
  [{ status: 200, body: ' '.repeat(2_000_000) }, 'directory_unreachable'],
])('reports %j as unknown, not as absent', async (answer, reason) => {
  reply = answer;
  expect(await find()).toMatchObject({ outcome: 'unknown', reason });
});

it('all processes together send at most two requests per second and report busy instead of waiting too long', async () => {
  const [one, other] = [open(), open()];
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : other).find(P, AbortSignal.timeout(300_000))),
  );
  const seconds = (performance.now() - began) / 1000;
  const answered = answers.filter(({ outcome }) => outcome === 'not_listed').length;
  const busy = answers.filter(({ reason }) => reason === 'directory_busy').length;
  expect(answered).toBeGreaterThanOrEqual(7);
  // The first request is sent at once; a timer may fire milliseconds early.
  expect(answered).toBeLessThanOrEqual(1 + 2 * (seconds + 0.02));
  expect(busy).toBeGreaterThan(0);
  expect(answered + busy).toBe(40);
});
