import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSecretsKey } from '../../src/composition/check-secrets-key.ts';
import { makeFolderStore } from '../../src/modules/documents/artifact-store/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeReadiness, makeSecretCipher } from '../../src/platform/index.ts';
import { makeTestContents } from '../support/artifacts.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { makeTestPartners, makeWorkspace } from '../support/records.ts';
import { makeTestWebhooks } from '../support/webhooks.ts';

/** Encryption key of the test modules. */
const KEY = 'a secret of the tests alone, 32 or more';
const OTHER = 'another secret, of a later configuration';

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'einvoice-secrets-key-'));
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The check as `/readyz` reports it. */
const checked = async (key: string | null) =>
  (
    await makeReadiness({
      checks: [checkSecretsKey(test.db, key, () => Date.now())],
      log: testLog,
      now: () => Date.now(),
    }).check()
  )[0];
const fine = { id: 'secrets_key', ok: true, required: false, detail: null };
const hook = { url: 'http://127.0.0.1:1/', events: ['validation.completed'], description: null };

it('reports that SECRETS_KEY cannot decrypt stored secrets, without failing readiness', async () => {
  expect([await checked(KEY), await checked(null)]).toEqual([fine, fine]);
  // Stored without encryption, before a key was configured: readable with any key.
  await makeTestWebhooks(test.db, { cipher: makeSecretCipher(null) }).create(await makeWorkspace(test.db), hook);
  expect([await checked(OTHER), await checked(null)]).toEqual([fine, fine]);

  await makeTestWebhooks(test.db, { cipher: makeSecretCipher(KEY) }).create(await makeWorkspace(test.db), hook);
  const content = Buffer.alloc(200_000, 'x');
  const { workspaceId } = await makeWorkspace(test.db);
  const contents = makeTestContents(
    test.db,
    makeFolderStore(folder, async () => null),
  );
  await contents.keep(workspaceId, content, createHash('sha256').update(content).digest('hex'));
  await makeTestPartners(test.db).create(await makeWorkspace(test.db), {
    name: 'Partner',
    kind: 'sapi-sk',
    settings: { base_url: 'http://127.0.0.1:1/sapi/v1', client_id: 'erp' },
    secrets: { client_secret: 'sealed with the key' },
    sendingEnabled: false,
  } as never);

  expect(await checked(KEY)).toEqual(fine);
  const what = 'secrets of webhooks, secrets of partners, keys of artifacts';
  expect(await checked(OTHER)).toEqual({
    ...fine,
    ok: false,
    detail: `Cannot decrypt ${what}: SECRETS_KEY does not match the key used for encryption.`,
  });
  expect(await checked(null)).toEqual({
    ...fine,
    ok: false,
    detail: `Cannot decrypt ${what}: SECRETS_KEY is not set.`,
  });
});

it('detects secrets encrypted with either of two keys after the key was changed', async () => {
  await makeTestWebhooks(test.db, { cipher: makeSecretCipher(OTHER) }).create(await makeWorkspace(test.db), hook);
  for (const key of [KEY, OTHER]) expect((await checked(key))?.detail).toContain('secrets of webhooks');
});

it('queries the database at most once a minute', async () => {
  let time = 1_000_000;
  const { ask } = checkSecretsKey(test.db, OTHER, () => time);
  const first = await ask();
  expect(first).toContain('secrets of webhooks');
  const { rows } = await sql<{ id: string; secret: string }>`select id, secret from webhooks`.execute(system(test.db));
  await sql`update webhooks set secret = 'whsec_plain'`.execute(system(test.db));
  try {
    time += 59_999;
    expect(await ask()).toBe(first);
    time += 1;
    expect(await ask()).not.toContain('secrets of webhooks');
  } finally {
    for (const { id, secret } of rows)
      await sql`update webhooks set secret = ${secret} where id = ${id}`.execute(system(test.db));
  }
});
