import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { MAX_WEBHOOKS, type Webhooks } from '../../src/modules/webhooks/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeDnsResolve, makeHttpClient, makeSecretCipher } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeDns } from '../support/fake-dns.ts';
import { makeWorkspace } from '../support/records.ts';
import { makeTestWebhooks } from '../support/webhooks.ts';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  webhooks = makeTestWebhooks(db);
});
beforeEach(async () => {
  scope = await makeWorkspace(db);
});
afterAll(() => test.drop());

const create = (url: string, parts = webhooks) => parts.create(scope, { url, events: ['*'], description: null });

describe('webhook URL', () => {
  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://2130706433/',
    'http://localhost/',
    'http://me:secret@127.0.0.1/',
    'ftp://127.0.0.1/',
    'hooks.example',
  ])('rejects %s on creation', async (url) => {
    const dns = makeTestWebhooks(db, { http: makeHttpClient({ resolve: makeDnsResolve({ servers: ['127.0.0.1'] }) }) });
    await expect(create(url, dns)).rejects.toMatchObject({ code: 'webhook_target_refused' });
    const { webhook } = await create('http://127.0.0.1:9/');
    await expect(dns.change(scope, webhook.id, { url })).rejects.toMatchObject({ code: 'webhook_target_refused' });
    expect((await webhooks.get(scope, webhook.id)).url).toBe('http://127.0.0.1:9/');
  });

  it('is rejected when its name resolves to a private address or does not exist, and accepted when resolution fails', async () => {
    const zone: Record<string, readonly string[] | 'SERVFAIL'> = {
      'inside.example': ['192.168.1.1'],
      'later.example': 'SERVFAIL',
      'outside.example': ['192.0.43.8'],
    };
    const dns = await startFakeDns((name, type) => {
      const found = zone[name] ?? 'NXDOMAIN';
      return type === 'AAAA' && typeof found !== 'string' ? [] : found;
    });
    const http = makeHttpClient({ resolve: makeDnsResolve({ servers: [dns.address], timeLimit: 300_000, tries: 1 }) });
    const strict = makeTestWebhooks(db, { http });
    await expect(create('https://inside.example/', strict)).rejects.toMatchObject({ code: 'webhook_target_refused' });
    await expect(create('https://nowhere.example/', strict)).rejects.toMatchObject({ code: 'webhook_target_unknown' });
    await expect(create('https://later.example/', strict)).resolves.toBeDefined();
    const { webhook } = await create('https://outside.example/hook#part', strict);
    expect(webhook.url).toBe('https://outside.example/hook');
    await dns.stop();
  });

  it('must use https in production', async () => {
    const production = makeTestWebhooks(db, { requireTls: true });
    await expect(create('http://127.0.0.1:9/', production)).rejects.toMatchObject({
      code: 'webhook_target_unencrypted',
    });
    await expect(create('https://127.0.0.1:9/', production)).resolves.toBeDefined();
  });
});

describe('webhook secret', () => {
  const stored = async (id: string) =>
    system(db).selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('is returned once, and stored encrypted', async () => {
    const { webhook, secret } = await create('http://127.0.0.1:9/');
    const rotated = await webhooks.rotateSecret(scope, webhook.id, 1_000);
    const row = JSON.stringify(await stored(webhook.id));
    const visible = JSON.stringify([await webhooks.get(scope, webhook.id), await webhooks.list(scope)]);
    for (const text of [secret, rotated.secret]) {
      expect(row).not.toContain(text);
      expect(visible).not.toContain(text);
    }
    expect(rotated.webhook.previous_secret_until).not.toBeNull();
  });

  it('is decrypted only with its key and for its webhook', async () => {
    const key = 'a secret of the tests alone, 32 or more';
    const { webhook, secret } = await create('http://127.0.0.1:9/');
    const { secret: sealed } = await stored(webhook.id);
    expect(makeSecretCipher(key).decrypt(sealed, webhook.id)).toBe(secret);
    expect(() => makeSecretCipher(key).decrypt(sealed, 'whk_other')).toThrow();
    expect(() => makeSecretCipher(`${key}!`).decrypt(sealed, webhook.id)).toThrow();
    expect(() => makeSecretCipher(null).decrypt(sealed, webhook.id)).toThrow('SECRETS_KEY');
    const changed = `${sealed.slice(0, -3)}${sealed.endsWith('A==') ? 'B==' : 'A=='}`;
    expect(() => makeSecretCipher(key).decrypt(changed, webhook.id)).toThrow();
    // Secrets stored without a key stay readable after a key is configured.
    expect(makeSecretCipher(key).decrypt(makeSecretCipher(null).encrypt(secret, webhook.id), webhook.id)).toBe(secret);
  });
});

describe('webhooks', () => {
  it('are listed, changed, disabled, enabled and deleted', async () => {
    const first = (await create('http://127.0.0.1:9/1')).webhook;
    const second = (await create('http://127.0.0.1:9/2')).webhook;
    expect((await webhooks.list(scope)).map(({ id }) => id)).toEqual([first.id, second.id]);
    const events = ['document.failed', 'document.failed', 'batch.completed'];
    expect(await webhooks.change(scope, first.id, { events, description: 'ERP' })).toMatchObject({
      url: first.url,
      events: ['document.failed', 'batch.completed'],
      description: 'ERP',
    });
    expect(await webhooks.change(scope, first.id, { status: 'disabled' })).toMatchObject({
      status: 'disabled',
      disabled: { reason: 'request' },
    });
    expect(await webhooks.change(scope, first.id, { status: 'enabled' })).toMatchObject({
      status: 'enabled',
      disabled: null,
    });
    await webhooks.remove(scope, first.id);
    await expect(webhooks.get(scope, first.id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    await expect(webhooks.remove(scope, first.id)).rejects.toMatchObject({ code: 'webhook_not_found' });
  });

  it('are limited in number per workspace', async () => {
    for (let count = 0; count < MAX_WEBHOOKS; count++) await create(`http://127.0.0.1:9/${count}`);
    await expect(create('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'too_many_webhooks' });
  });

  it('of another workspace are not found', async () => {
    const { webhook } = await create('http://127.0.0.1:9/');
    const stranger = await makeWorkspace(db);
    expect(await webhooks.list(stranger)).toEqual([]);
    const tries = [
      () => webhooks.get(stranger, webhook.id),
      () => webhooks.change(stranger, webhook.id, { description: 'x' }),
      () => webhooks.rotateSecret(stranger, webhook.id, 0),
      () => webhooks.remove(stranger, webhook.id),
      () => webhooks.listDeliveries(stranger, webhook.id, { limit: 1 }),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'webhook_not_found' });
    expect(await webhooks.get(scope, webhook.id)).toEqual(webhook);
  });
});
