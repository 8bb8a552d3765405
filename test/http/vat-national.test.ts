import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { makeVat, type Vat, type VatParts } from '../../src/modules/vat/index.ts';
import { takeCall } from '../../src/modules/vat/vat-store.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type SlovakRegisterDouble, startSlovakRegisterDouble } from '../support/slovak-register-double.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';
import { fakeParts } from './fake-parts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const IBAN = 'SK3112000000198742637541';
let now = NOW;
let database: TestDatabase;
let vies: ViesDouble;
let register: SlovakRegisterDouble;
const open: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await makeTestDatabase();
  vies = await startViesDouble();
  register = await startSlovakRegisterDouble();
});
afterAll(async () => {
  for (const close of open.splice(0).reverse()) await close();
  await vies.close();
  await register.close();
  await database.drop();
});
beforeEach(async () => {
  // Work left over from earlier tests would be counted here.
  for (const close of open.splice(0).reverse()) await close();
  now = NOW;
  vies.trouble = () => null;
  register.trouble = () => null;
  register.requests.length = 0;
  vies.requests.length = 0;
  for (const table of ['vat_answers', 'vat_calls', 'vat_attempts'] as const)
    await system(database.db).deleteFrom(table).execute();
});

/** Simulates a separate process: its own circuit breakers and shared lookups, the same database. */
function startVat(skRegister: VatParts['skRegister']): Vat {
  const vat = makeVat({
    process: `test ${open.length}`,
    db: database.db,
    now: () => now,
    random: () => 0,
    metrics: makeMetrics('test'),
    onError: (error) => expect.unreachable(String(error)),
    restUrl: vies.restUrl,
    soapUrl: vies.soapUrl,
    skRegister,
    allow: ['127.0.0.1'],
  });
  open.push(vat.close);
  return vat;
}

async function start(skRegister: 'off' | { accounts: boolean } = { accounts: true }) {
  const vat = startVat(skRegister === 'off' ? null : { url: register.url, key: register.key, ...skRegister });
  const api = await startApi(fakeParts({ vat, now: () => now }), { checkAnswers: 'throw' });
  open.push(api.close);
  return async (path: string) => {
    const response = await fetch(`${api.url}/v1/vat/${path}`, { headers: { 'X-API-Key': 'viewer' } });
    return {
      status: response.status,
      cacheControl: response.headers.get('cache-control'),
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}

describe('GET /v1/vat/verify?national=true', () => {
  it('adds the data of the national register, and leaves the VIES result unchanged', async () => {
    const get = await start();
    const { body, cacheControl } = await get(`verify?vat=SK2020317068&national=true&iban=${IBAN}`);
    expect(body).toMatchObject({
      valid: true,
      source: 'VIES',
      national: { source: 'FS SR open data', is_payer: true, account_published: true, licence: 'CC BY-NC-ND' },
    });
    expect(cacheControl).toBe('no-store');
    register.lists.ds_dphs.shift();
    const struck = await get('verify?vat=SK2020317068&national=true');
    expect(struck.body).toMatchObject({ valid: true, cached: true, national: { registered: false } });
  });

  it('is null without such a register, and absent unless requested', async () => {
    const get = await start();
    expect((await get('verify?vat=CZ25123891&national=true')).body.national).toBeNull();
    expect((await get('verify?vat=SK2022988022')).body).not.toHaveProperty('national');
    const off = await start('off');
    expect((await off(`verify?vat=SK2022988022&national=true&iban=${IBAN}`)).body.national).toBeNull();
    expect(register.requests).toEqual([]);
  });

  it('stores no bank accounts, and queries them only if the operator has enabled it', async () => {
    const get = await start({ accounts: false });
    const { body } = await get(`verify?vat=SK2022988022&national=true&iban=${IBAN}`);
    expect(body.national).toMatchObject({ registered: true, account_published: null, licence: null });
    expect(register.requests.filter((path) => path.includes('iban'))).toEqual([]);
  });

  it('reports an unavailable register', async () => {
    const get = await start();
    register.trouble = () => ({ does: 'status', status: 503, body: '' });
    expect((await get('verify?vat=SK2022988022&national=true')).body).toMatchObject({
      valid: true,
      national: {
        registered: null,
        is_payer: null,
        deregistration_reasons: null,
        failures: { ds_dphs: 'service_down' },
      },
    });
  });

  it('rejects an invalid IBAN', async () => {
    const get = await start();
    const { status, body } = await get('verify?vat=SK2022988022&national=true&iban=SK3112000000198742637542');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid_request',
      errors: [{ in: 'query', pointer: '/iban', code: 'bad_format' }],
    });
  });
});

describe('without a VIES result', () => {
  beforeEach(() => {
    vies.trouble = () => ({ does: 'code', code: 'MS_UNAVAILABLE' });
  });

  it('the register confirms a Slovak number, is named as the source, and the result is stored as such', async () => {
    const get = await start();
    const first = await get('verify?vat=SK2022988022');
    expect(first.body).toMatchObject({
      valid: true,
      source: 'FS SR open data',
      name: 'Iba nadobúda',
      consultation_number: null,
      cached: false,
      stale: false,
    });
    expect((await get('verify?vat=SK2022988022')).body).toMatchObject({ source: 'FS SR open data', cached: true });
    expect((await get('verify?vat=SK2023674466')).body).toMatchObject({ valid: false, source: 'FS SR open data' });
    const { body } = await get('status');
    const slovak = (body.states as { country_code: string; channels: { channel: string; answered: number }[] }[]).find(
      ({ country_code }) => country_code === 'SK',
    );
    expect(slovak?.channels.map(({ channel, answered }) => [channel, answered])).toEqual([
      ['fs-sr', 2],
      ['rest', 0],
      ['soap', 0],
    ]);
  });

  it('a number that the register does not list stays unknown, with the reason of VIES', async () => {
    const get = await start();
    const { status, body } = await get('verify?vat=SK1000000003&timeout=1');
    expect([status, body.code]).toEqual([503, 'vat_source_unavailable']);
    expect(body.detail).toContain('state_down');
    // One lookup suffices: the register will not list it a second later.
    expect(register.requests.filter((path) => path.includes('ds_dphs'))).toHaveLength(1);
  });

  it('an invalid register key, or another member state, leaves the VIES outage as the result', async () => {
    const get = await start();
    register.trouble = () => ({ does: 'status', status: 401, body: '{}' });
    const slovak = await get('verify?vat=SK2022988022&timeout=1');
    expect([slovak.status, slovak.body.detail]).toEqual([503, expect.stringContaining('state_down')]);
    register.requests.length = 0;
    expect((await get('verify?vat=CZ25123891&timeout=1')).status).toBe(503);
    expect(register.requests).toEqual([]);
  });
});

describe('two processes', () => {
  it('share the hourly limit of calls', async () => {
    const take = (): Promise<boolean> => takeCall(database.db, 'test', 5, now);
    const taken = await Promise.all(Array.from({ length: 12 }, take));
    expect(taken.filter(Boolean)).toHaveLength(5);
    now = NOW + HOUR - 1;
    expect(await take()).toBe(false);
    now = NOW + HOUR + 60_000;
    expect(await take()).toBe(true);
  });

  it('share cached results, and look up again when they expire', async () => {
    const [one, other] = [startVat(null), startVat(null)];
    const number = { vat: 'SK2020270604', country: 'SK', number: '2020270604', checksumValid: true };
    const query = { number, requester: null, trader: null };
    await one.verify(query, { timeLimit: 300_000 });
    expect(await other.verify(query, { timeLimit: 300_000 })).toMatchObject({ cached: true });
    expect(vies.requests).toHaveLength(1);
    const both = await Promise.all([one, other].map((vat) => vat.verify(query, { timeLimit: 300_000, maxAge: 0 })));
    expect(both.map(({ answer, cached }) => [answer.valid, cached])).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});
