import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import type { Vat } from '../../src/modules/vat/index.ts';
import { VIES_CODES } from '../../src/modules/vat/vies/codes.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeTestVat } from '../support/vat.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';
import { fakeParts } from './fake-parts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
let now = NOW;
let database: TestDatabase;
let double: ViesDouble;
let vat: Vat;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await makeTestDatabase();
  double = await startViesDouble();
  vat = makeTestVat({ db: database.db, now: () => now, restUrl: double.restUrl, soapUrl: double.soapUrl });
  api = await startApi(fakeParts({ vat, now: () => now }), { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await vat.close();
  await double.close();
  await database.drop();
});
beforeEach(() => {
  double.trouble = () => null;
  double.latency = () => 0;
  double.requests.length = 0;
});

async function verify(query: string, key: string | null = 'viewer') {
  const response = await fetch(`${api.url}/v1/vat/verify?${query}`, {
    headers: key === null ? {} : { 'X-API-Key': key },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** Member states that no other test uses. */
const STATES = [
  'BE0428759497',
  'BG175074752',
  'CY10259033P',
  'EE100594102',
  'EL094259216',
  'ESA13585625',
  'FR40303265045',
  'HR33392005961',
  'HU12892312',
  'IE6433435F',
  'IT00743110157',
  'LT119511515',
  'LV40003521600',
];

describe('GET /v1/vat/verify', () => {
  it('returns the fields of service interface 2.1 and contract 7', async () => {
    const { status, body } = await verify('vat=sk%202020%20317068');
    expect(status).toBe(200);
    expect(body).toEqual({
      vat: 'SK2020317068',
      valid: true,
      name: 'Vzorová spoločnosť 2020317068',
      address: 'Vzorová 1, 811 01 Bratislava',
      source: 'VIES',
      checked_at: '2026-11-21T12:00:00.000Z',
      country_code: 'SK',
      vat_number: '2020317068',
      status: 'valid',
      format_valid: true,
      checksum_valid: true,
      cached: false,
      stale: false,
      age_seconds: 0,
      request_date: '2026-11-21T00:00:00.000Z',
      request_date_original: '2026-11-21T00:00:00.000Z',
      consultation_number: null,
      trader_match: null,
    });
  });

  it('returns cached results within their lifetime, and looks up again afterwards or on request', async () => {
    await verify('vat=SK2022988022');
    now = NOW + HOUR;
    expect((await verify('vat=SK2022988022')).body).toMatchObject({ cached: true, stale: false, age_seconds: 3600 });
    expect(double.requests).toHaveLength(1);
    expect((await verify('vat=SK2022988022&max_age=3600')).body).toMatchObject({ cached: false, age_seconds: 0 });
    now = NOW + 8 * HOUR;
    expect((await verify('vat=SK2022988022')).body).toMatchObject({ cached: false });
    expect(double.requests).toHaveLength(3);
  });

  it('caches a negative result for half an hour only', async () => {
    now = NOW;
    expect((await verify('vat=SK2022988023')).body).toMatchObject({
      valid: false,
      status: 'invalid',
      checksum_valid: false,
    });
    now = NOW + HOUR;
    expect((await verify('vat=SK2022988023')).body).toMatchObject({ cached: false });
  });

  it('makes one call for concurrent requests of the same number', async () => {
    double.latency = () => 50;
    const all = await Promise.all(Array.from({ length: 30 }, () => verify('vat=SK2023674466')));
    expect(new Set(all.map(({ status, body }) => `${status} ${body.valid}`))).toEqual(new Set(['200 true']));
    expect(double.requests).toHaveLength(1);
  });

  it('never returns a consultation from the cache, and returns its consultation number', async () => {
    const query = 'vat=SK2020317068&requester=SK2022988022';
    expect((await verify(query)).body).toMatchObject({ consultation_number: 'SANDBOX2020317068', cached: false });
    expect((await verify(query)).body).toMatchObject({ cached: false });
    expect(double.requests).toHaveLength(2);
  });

  it('has the source compare the known data of the trader', async () => {
    const { body } = await verify('vat=SK2020317068&trader_name=A');
    expect(body.trader_match).toEqual({
      name: 'valid',
      street: 'not_processed',
      postal_code: 'not_processed',
      city: 'not_processed',
      company_type: 'not_processed',
    });
  });

  it('uses the second channel when the first is busy', async () => {
    double.trouble = (channel) => (channel === 'rest' ? { does: 'code', code: 'MS_MAX_CONCURRENT_REQ' } : null);
    expect((await verify('vat=SK2020270604&max_age=0')).body).toMatchObject({
      valid: true,
      // The SOAP date has the time zone of VIES.
      request_date: '2026-11-20T23:00:00.000Z',
      request_date_original: '2026-11-21+01:00',
    });
    expect(double.requests.map(({ channel }) => channel)).toEqual(['rest', 'soap']);
  });

  it('returns 503 with the member state, never a negative result, when nothing is known; and a stale result otherwise', async () => {
    now = NOW;
    await verify('vat=CZ25123891');
    double.trouble = () => ({ does: 'code', code: 'MS_UNAVAILABLE' });
    now = NOW + 20 * HOUR;
    expect((await verify('vat=CZ25123891&timeout=1')).body).toMatchObject({
      valid: true,
      cached: true,
      stale: true,
      age_seconds: 72_000,
    });
    now = NOW + 25 * HOUR;
    const { status, headers, body } = await verify('vat=CZ25123891&timeout=1');
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'vat_source_unavailable', country_code: 'CZ' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
  });

  it('describes a malformed number in the language of the client', async () => {
    const { status, body } = await verify('vat=SK2020');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'vat_malformed',
      errors: [{ in: 'query', pointer: '/vat', code: 'structure' }],
    });
    expect(JSON.stringify(body.errors)).toContain('10 číslic');
  });

  it.each([
    ['INVALID_INPUT', 400, 'vat_malformed'],
    ['INVALID_REQUESTER_INFO', 400, 'vat_requester_invalid'],
    ['VAT_BLOCKED', 422, 'vat_number_blocked'],
    ['IP_BLOCKED', 503, 'vat_source_unavailable'],
  ])('%s is %i %s', async (code, status, problem) => {
    double.trouble = () => ({ does: 'code', code });
    const reply = await verify('vat=HU12892312&requester=SK2022988022&timeout=1');
    expect([reply.status, reply.body.code]).toEqual([status, problem]);
  });

  it.each([...VIES_CODES].filter(([, kind]) => !['number', 'requester', 'number_blocked'].includes(kind)))(
    '%s is a 503 with the reason %s, also when the timeout has passed',
    async (code, kind) => {
      double.trouble = () => ({ does: 'code', code });
      // A different state for each, because a failed one is not called for a while.
      const reply = await verify(`vat=${STATES[[...VIES_CODES.keys()].indexOf(code)]}&timeout=1`);
      expect([reply.status, reply.body.code]).toEqual([503, 'vat_source_unavailable']);
      expect(reply.body.detail).toContain(kind);
    },
  );

  it('requires a key', async () => {
    expect((await verify('vat=SK2020317068', null)).status).toBe(401);
  });
});

it('GET /v1/vat/status shows every state as it responded; a state without calls is not down', async () => {
  now = NOW + 48 * HOUR;
  await verify('vat=FI20774740');
  double.trouble = () => ({ does: 'code', code: 'MS_UNAVAILABLE' });
  await verify('vat=LU15027442');
  const response = await fetch(`${api.url}/v1/vat/status`);
  const { states } = (await response.json()) as {
    states: { country_code: string; status: string; channels: { failures: object }[] }[];
  };
  const statusOf = (country: string) => states.find(({ country_code }) => country_code === country);
  expect(states).toHaveLength(28);
  expect(statusOf('FI')).toMatchObject({
    status: 'available',
    channels: [{ channel: 'rest', attempts: 1, answered: 1, last_failure_at: null, history: [{ answered: 1 }] }],
  });
  expect(statusOf('LU')?.status).toBe('unavailable');
  expect(Object.keys(statusOf('LU')?.channels[0]?.failures ?? {})).toEqual(['state_down']);
  expect(statusOf('LU')?.channels[0]).toMatchObject({
    last_failure: 'state_down',
    last_failure_at: '2026-11-23T12:00:00.000Z',
    last_answer_at: null,
  });
  now += 3 * HOUR;
  const later = (await (await fetch(`${api.url}/v1/vat/status`)).json()) as { states: object[] };
  expect(later.states.find((state) => (state as { country_code: string }).country_code === 'LU')).toMatchObject({
    status: 'unknown',
    channels: [
      { attempts: 0, last_failure: 'state_down', history: [{ hour: '2026-11-23T12:00:00.000Z' }] },
      { channel: 'soap' },
    ],
  });
  expect(statusOf('PT')?.status).toBe('unknown');
});
