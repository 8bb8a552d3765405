import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import {
  MAX_PARTNERS,
  makePartners,
  type NewPartner,
  type Partners,
  USUAL_LIMITS,
} from '../../src/modules/exchange/partners/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeHttpClient, makeSecretCipher } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeTestPartners, makeWorkspace } from '../support/records.ts';
import { openSimulator, type TestSimulator } from '../support/sapi-simulator.ts';
import { makeTestHttp } from '../support/webhooks.ts';

let test: TestDatabase;
let simulator: TestSimulator;
let partners: Partners;
let scope: Scope;
const never = new AbortController().signal;

beforeAll(async () => {
  [test, simulator] = await Promise.all([makeTestDatabase(), openSimulator()]);
  partners = makeTestPartners(test.db);
});
afterAll(async () => {
  await simulator.close();
  await test.drop();
});
beforeEach(async () => {
  simulator.clearFaults();
  scope = await makeWorkspace(test.db);
});

const input = (settings: object = {}, secret = 'secret'): NewPartner => ({
  kind: 'sapi-sk',
  name: 'Poštár',
  settings: {
    base_url: `${simulator.baseUrl}/`,
    client_id: 'erp',
    scope: null,
    mls: null,
    status_path: null,
    receives: [],
    limits: USUAL_LIMITS,
    ...settings,
  },
  secrets: { client_secret: secret },
  sendingEnabled: false,
});

describe('partner records', () => {
  it('encrypts secrets, never returns them, and binds them to their partner', async () => {
    const made = await partners.create(scope, input());
    expect(JSON.stringify([made, await partners.get(scope, made.id), await partners.list(scope)])).not.toContain(
      '"secret"',
    );
    const row = await system(test.db)
      .selectFrom('partners')
      .select('secrets')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(row.secrets).toMatch(/^sealed:/);
    const cipher = makeSecretCipher('a secret of the tests alone, 32 or more');
    expect(JSON.parse(cipher.decrypt(row.secrets, made.id))).toEqual({ client_secret: 'secret' });
    expect(() => cipher.decrypt(row.secrets, 'prt_other')).toThrow();
  });

  it('changes only the supplied fields and preserves the secret', async () => {
    const { id } = await partners.create(scope, input());
    const changed = await partners.change(scope, id, { name: 'Iný', settings: { scope: 'document:send' } });
    expect(changed).toMatchObject({ name: 'Iný', settings: { client_id: 'erp', scope: 'document:send' } });
    expect((await partners.check(scope, id, never)).connection).toEqual({ ok: true });
    await partners.change(scope, id, { secrets: { client_secret: 'wrong' } });
    expect((await partners.check(scope, id, never)).connection).toMatchObject({ ok: false });
  });

  it('requires the secret again for another server', async () => {
    const { id } = await partners.create(scope, input());
    const elsewhere = { base_url: 'http://127.0.0.1:9/sapi/v1' };
    await expect(partners.change(scope, id, { settings: elsewhere })).rejects.toMatchObject({
      code: 'partner_secret_needed',
    });
    expect((await partners.get(scope, id)).settings).toMatchObject({ base_url: simulator.baseUrl });
    const moved = await partners.change(scope, id, { settings: { base_url: `${simulator.url}/other` } });
    expect(moved.settings).toMatchObject({ base_url: `${simulator.url}/other` });
    const changed = await partners.change(scope, id, { settings: elsewhere, secrets: { client_secret: 'new' } });
    expect(changed.settings).toMatchObject(elsewhere);
  });

  it('hides partners from other workspaces', async () => {
    const { id } = await partners.create(scope, input());
    const stranger = await makeWorkspace(test.db);
    expect(await partners.list(stranger)).toEqual([]);
    await expect(partners.get(stranger, id)).rejects.toMatchObject({ code: 'partner_not_found' });
    await expect(partners.change(stranger, id, { name: 'x' })).rejects.toMatchObject({ code: 'partner_not_found' });
    await expect(partners.check(stranger, id, never)).rejects.toMatchObject({ code: 'partner_not_found' });
    await expect(partners.remove(stranger, id)).rejects.toMatchObject({ code: 'partner_not_found' });
    await partners.remove(scope, id);
    await expect(partners.get(scope, id)).rejects.toMatchObject({ code: 'partner_not_found' });
  });

  it(`has at most ${MAX_PARTNERS} a workspace`, async () => {
    for (let count = 0; count < MAX_PARTNERS; count++) await partners.create(scope, input());
    await expect(partners.create(scope, input())).rejects.toMatchObject({ code: 'too_many_partners' });
  });

  it('rejects private addresses, and unencrypted ones in production', async () => {
    const own = { httpWith: () => makeHttpClient(), folders: null };
    const parts = {
      db: test.db,
      cipher: makeSecretCipher(null),
      now: Date.now,
      newId: makeId,
      requireTls: true,
      ...own,
    };
    const guarded = makePartners({ ...parts, http: makeHttpClient() });
    for (const base_url of ['http://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'ftp://a/', 'x']) {
      await expect(guarded.create(scope, input({ base_url }))).rejects.toMatchObject({
        code: 'partner_target_refused',
      });
    }
    const production = makePartners({ ...parts, http: makeTestHttp() });
    await expect(production.create(scope, input())).rejects.toMatchObject({ code: 'partner_target_unencrypted' });
  });
});

describe('connection test of SAPI-SK', () => {
  it('reports the last success and the number of failures since', async () => {
    const { id } = await partners.create(scope, input());
    simulator.order({ call: 'token', fault: 'unavailable', times: 2 });
    await partners.check(scope, id, never);
    const failed = await partners.check(scope, id, never);
    expect(failed).toMatchObject({
      partner: { failures: 2, last_success_at: null, last_error: { code: 'temporarily_unavailable' } },
      connection: { ok: false, fault: { isFinal: false, detail: expect.stringContaining('SAPI-TEMP-002') } },
    });
    const { partner } = await partners.check(scope, id, never);
    expect(partner).toMatchObject({ failures: 0, last_success_at: expect.any(String), last_error: expect.anything() });
  });

  it.each([
    ['unauthorized', 'credentials_refused', true],
    ['validation', 'credentials_refused', true],
    ['forbidden', 'access_refused', true],
    ['no-credit', 'access_refused', true],
    ['locked', 'temporarily_unavailable', false],
    ['rate-limited', 'temporarily_unavailable', false],
    ['bad-gateway', 'temporarily_unavailable', false],
    ['internal', 'temporarily_unavailable', false],
    // The flag in the body takes precedence over the status.
    ['unavailable-final', 'unexpected_answer', true],
    ['internal-final', 'unexpected_answer', true],
    ['conflict-retryable', 'temporarily_unavailable', false],
    ['lost', 'unreachable', false],
  ])('reports %s as %s; final: %s', async (fault, code, isFinal) => {
    const { id } = await partners.create(scope, input());
    simulator.order({ call: 'token', fault });
    expect((await partners.check(scope, id, never)).connection).toMatchObject({ ok: false, fault: { code, isFinal } });
  });

  it('also rejects an address that resolves to a private one at the time of the request', async () => {
    const { id } = await partners.create(scope, input());
    const guarded = makePartners({
      db: test.db,
      http: makeHttpClient(),
      httpWith: () => makeHttpClient(),
      folders: null,
      requireTls: false,
      cipher: makeSecretCipher('a secret of the tests alone, 32 or more'),
      now: Date.now,
      newId: makeId,
    });
    expect((await guarded.check(scope, id, never)).connection).toMatchObject({
      fault: { code: 'address_refused', isFinal: true },
    });
  });
});
