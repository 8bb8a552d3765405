import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SourceFault } from '../../src/modules/vat/index.ts';
import { readVatNumber } from '../../src/modules/vat/number.ts';
import { type Lists, makeLists } from '../../src/modules/vat/slovak-register/lists.ts';
import { makeSlovakRegister, type SlovakRegister } from '../../src/modules/vat/slovak-register/register.ts';
import { type HttpClient, makeHttpClient } from '../../src/platform/index.ts';
import {
  REGISTER_ROWS,
  type SlovakRegisterDouble,
  startSlovakRegisterDouble,
} from '../support/slovak-register-double.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PAYER = 'SK2020317068';
const IBAN = 'SK3112000000198742637541';
let calls = 1000;
let double: SlovakRegisterDouble;
let http: HttpClient;
beforeAll(async () => {
  double = await startSlovakRegisterDouble();
  http = makeHttpClient({ allow: ['127.0.0.1'] });
});
afterAll(async () => {
  await http.close();
  await double.close();
});
beforeEach(() => {
  Object.assign(double.lists, structuredClone(REGISTER_ROWS));
  double.trouble = () => null;
  double.noHit = 'empty';
  double.itemsPerPage = 1000;
  double.requests.length = 0;
  calls = 1000;
});

const openLists = (key = double.key, url = double.url): Lists =>
  makeLists({ http, url, key, takeCall: async () => calls-- > 0, now: () => NOW });
const open = (lists = openLists(), accounts = true): SlovakRegister =>
  makeSlovakRegister({ lists, accounts, now: () => NOW });
const soon = (milliseconds = 300_000): AbortSignal => AbortSignal.timeout(milliseconds);

function verdict(vat: string, register = open(), timeLimit = 300_000) {
  const read = readVatNumber(vat);
  if (!read.ok) throw new Error(vat);
  return register.channel.ask({ number: read.number, requester: null, trader: null }, { timeLimit });
}
const kindOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 'an answer',
    (error: unknown) => (error instanceof SourceFault ? error.kind : error),
  );

describe('facts from the lists', () => {
  it('returns the data of a payer with grounds for deregistration and a published account', async () => {
    expect(await open().facts(PAYER, IBAN, soon())).toEqual({
      source: 'FS SR open data',
      registered: true,
      is_payer: true,
      registration: '§4',
      registered_on: '2000-10-11',
      deregistration_reasons: [{ year: 2019, published_on: '2020-03-05' }],
      deleted_since: null,
      account_published: true,
      failures: {},
      checked_at: '2026-11-21T12:00:00.000Z',
      licence: 'CC BY-NC-ND',
    });
    expect(double.requests).toContain('/api/data/ds_dphs/search?page=1&column=ic_dph&search=SK2020317068');
  });

  it.each([
    ['SK2022988022', '§7'],
    ['SK2020270604', '§7a'],
  ])('reports %s, registered under %s, as no payer', async (vat, registration) => {
    expect(await open().facts(vat, null, soon())).toMatchObject({ registered: true, is_payer: false, registration });
  });

  it.each(['empty', '404'] as const)(
    'reports a deregistered number and an unknown number (response without rows: %s)',
    async (noHit) => {
      double.noHit = noHit;
      expect(await open().facts('SK2023674466', IBAN, soon())).toMatchObject({
        registered: false,
        is_payer: false,
        deleted_since: '2021-12-31',
        account_published: false,
      });
      const none = await open().facts('SK1000000003', null, soon());
      expect(none).toMatchObject({ registered: false, deregistration_reasons: [], deleted_since: null, failures: {} });
    },
  );

  it('does not match a longer number', async () => {
    double.lists.ds_dphs.push({ ic_dph: 'SK20203170680', nazov_ds: 'Iná' });
    expect(await open().facts('SK2020317068', null, soon())).toMatchObject({ registered: true });
    double.lists.ds_dphs.shift();
    expect(await open().facts('SK2020317068', null, soon())).toMatchObject({ registered: false });
  });

  it('reads the list of accounts only when operator and caller enabled it', async () => {
    expect(await open(openLists(), false).facts(PAYER, IBAN, soon())).toMatchObject({
      account_published: null,
      licence: null,
    });
    expect(await open().facts(PAYER, null, soon())).toMatchObject({ account_published: null, licence: null });
    expect(double.requests.filter((path) => path.includes('iban'))).toEqual([]);
  });

  it('reads several pages, and reports an account as unknown when not all pages were read', async () => {
    double.itemsPerPage = 1;
    expect(await open().facts(PAYER, 'SK0809000000000123123123', soon())).toMatchObject({ account_published: true });
    for (let more = 0; more < 5; more++) double.lists.ds_dph_iban.push({ ic_dph: PAYER, iban: `SK99${more}` });
    expect(await open().facts(PAYER, 'SK8975000000000012345671', soon())).toMatchObject({ account_published: null });
  });

  it('looks up accounts in the order of the request and reads no other list', async () => {
    const other = 'SK8975000000000012345671';
    expect(await open().accounts(PAYER, [other, IBAN], soon())).toEqual({
      source: 'FS SR open data',
      published: [false, true],
      failure: null,
      checked_at: '2026-11-21T12:00:00.000Z',
      licence: 'CC BY-NC-ND',
    });
    expect(double.requests.filter((path) => path.includes('/search'))).toEqual([
      '/api/data/ds_dph_iban/search?page=1&column=ic_dph&search=SK2020317068',
    ]);
    expect(await open(openLists(), false).accounts(PAYER, [IBAN], soon())).toBeNull();
    double.trouble = () => ({ does: 'status', status: 503, body: '' });
    expect(await open().accounts(PAYER, [IBAN], soon())).toMatchObject({ published: [null], failure: 'service_down' });
  });

  it('leaves only the fields of an unavailable list unknown', async () => {
    double.trouble = (path) => (path.includes('ds_dphz') ? { does: 'status', status: 503, body: '' } : null);
    expect(await open().facts('SK2022988022', null, soon())).toMatchObject({
      registered: true,
      deregistration_reasons: null,
      failures: { ds_dphz: 'service_down' },
    });
    double.trouble = () => ({ does: 'hang' });
    expect(await open().facts(PAYER, IBAN, soon(200))).toMatchObject({
      registered: null,
      is_payer: null,
      account_published: null,
      failures: { ds_dphs: 'timeout', ds_dphz: 'timeout', ds_dphv: 'timeout', ds_dph_iban: 'timeout' },
    });
  });
});

describe('source of verdicts', () => {
  it('returns a verdict for registered and deregistered numbers, and none for others', async () => {
    expect(await verdict('SK2022988022')).toMatchObject({ valid: true, name: 'Iba nadobúda', address: 'Nitra' });
    expect(await verdict('SK2023674466')).toMatchObject({ valid: false, address: 'Stará 1, 03601 Martin' });
    expect(await kindOf(verdict('SK1000000003'))).toBe('unlisted');
  });

  it.each([
    ['a wrong key', { does: 'status', status: 401, body: '{}' }, 'caller_blocked'],
    ['too many calls', { does: 'status', status: 429, body: '{}' }, 'service_busy'],
    ['a gateway error', { does: 'status', status: 502, body: 'Bad Gateway' }, 'service_down'],
    ['an HTML page instead of rows', { does: 'status', status: 200, body: '<html>' }, 'protocol'],
    ['rows with other fields', { does: 'status', status: 200, body: '{"data":{}}' }, 'protocol'],
    ['too many rows', { does: 'status', status: 200, body: ' '.repeat(3_000_000) }, 'protocol'],
    ['no response', { does: 'hang' }, 'timeout'],
    ['a slow, endless response', { does: 'drip' }, 'timeout'],
    ['a closed connection', { does: 'drop' }, 'connection'],
  ] as const)('returns no verdict for %s', async (_, trouble, kind) => {
    double.trouble = () => trouble;
    expect(await kindOf(verdict('SK2022988022', open(), kind === 'timeout' ? 400 : 300_000))).toBe(kind);
  });

  it('reports an API key rejected by the service', async () => {
    expect(await kindOf(verdict('SK2022988022', open(openLists('another'))))).toBe('caller_blocked');
  });

  it('does not treat a 404 for a wrong URL as "not listed"', async () => {
    const elsewhere = open(openLists(double.key, double.url.replace('/api', '/elsewhere')));
    expect(await kindOf(verdict('SK2022988022', elsewhere))).toBe('protocol');
    expect(await elsewhere.facts('SK2022988022', null, soon())).toMatchObject({ registered: null });
  });

  it('sends no request when the hourly quota is used up', async () => {
    calls = 0;
    expect(await kindOf(verdict('SK2022988022'))).toBe('service_busy');
    expect(double.requests).toEqual([]);
  });
});
