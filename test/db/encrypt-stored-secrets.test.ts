import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSecretsKey } from '../../src/composition/check-secrets-key.ts';
import { compareSecret } from '../../src/composition/compare-secrets.ts';
import { requireEncryptedSecrets } from '../../src/composition/encrypt-secrets.ts';
import { areSecretsEncrypted, system } from '../../src/platform/db/index.ts';
import { makeSecretCipher } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeWorkspace } from '../support/records.ts';
import { makeTestWebhooks } from '../support/webhooks.ts';

/** Plaintext secrets are encrypted once after a key is configured; from then on plaintext values are rejected. */

const KEY = 'the key for secrets of this test alone';

let test: TestDatabase;
let scope: Awaited<ReturnType<typeof makeWorkspace>>;
let id: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  scope = await makeWorkspace(test.db);
});
afterAll(() => test.drop());

async function start(secretsKey: string | null) {
  const cipher = makeSecretCipher(secretsKey);
  const config = { secretsKey, evidenceSecret: null, dataDir: '/nowhere' } as never;
  const check = compareSecret(
    { db: test.db, config },
    'SECRETS_KEY',
    checkSecretsKey(test.db, secretsKey, () => Date.now()),
  );
  await requireEncryptedSecrets({ db: test.db, config, cipher }, check);
  return cipher;
}

const readAll = async () =>
  (
    await sql<Record<string, string>>`
      select (select secret from webhooks) as secret,
             (select previous_secret from webhooks) as previous,
             (select earlier_secrets->0->>'secret' from webhooks) as earlier,
             (select sealed from workspace_keys) as artifacts,
             (select sealed_private from sftp_host_keys limit 1) as host`.execute(system(test.db))
  ).rows[0]!;

it('encrypts every secret once, and then rejects plaintext secrets', async () => {
  const db = system(test.db);
  const webhook = { url: 'http://127.0.0.1:1/', events: ['validation.completed'], description: null };
  const made = await makeTestWebhooks(test.db, { cipher: makeSecretCipher(null) }).create(scope, webhook);
  id = made.webhook.id;
  await sql`update webhooks set secret = 'plain:a', previous_secret = 'plain:b', previous_secret_until = now(),
    earlier_secrets = '[{"secret":"plain:c","until":"2026-01-01T00:00:00Z"}]'`.execute(db);
  await sql`insert into workspace_keys (id, workspace_id, sealed, created_at) values ('wsk_1', ${scope.workspaceId}, 'plain:d', now())`.execute(
    db,
  );
  await sql`insert into sftp_host_keys (algorithm, fingerprint, sealed_private, seen_at) values ('ssh-ed25519', 'f', 'plain:e', now())`.execute(
    db,
  );

  expect((await start(null)).decrypt('plain:a', id)).toBe('a');
  expect(await areSecretsEncrypted(test.db)).toBe(false);

  const cipher = await start(KEY);
  expect(await areSecretsEncrypted(test.db)).toBe(true);
  const { secret, previous, earlier, artifacts, host } = await readAll();
  for (const text of [secret, previous, earlier, artifacts, host]) expect(text).toMatch(/^sealed:/);
  expect([secret, previous, earlier].map((text) => cipher.decrypt(text!, id))).toEqual(['a', 'b', 'c']);
  expect(cipher.decrypt(artifacts!, `artifacts of ${scope.workspaceId} under wsk_1`)).toBe('d');
  expect(cipher.decrypt(host!, 'sftp host key')).toBe('e');

  // An attacker with write access to the database cannot replace an encrypted secret with a plaintext one, even
  // before a restart.
  await sql`update webhooks set secret = 'plain:mine'`.execute(db);
  expect(() => cipher.decrypt('plain:mine', id)).toThrow('is not encrypted');
  const next = await start(KEY);
  expect((await readAll()).secret).toBe('plain:mine');
  expect(() => next.decrypt('plain:mine', id)).toThrow('is not encrypted');
  expect(next.decrypt(previous!, id)).toBe('b');
});

it('encrypts nothing with a key that cannot decrypt existing secrets', async () => {
  const db = system(test.db);
  await sql`delete from secret_fingerprints`.execute(db);
  await sql`update webhooks set secret = 'plain:a'`.execute(db);
  await start(`${KEY}!`);
  expect(await areSecretsEncrypted(test.db)).toBe(false);
  expect((await readAll()).secret).toBe('plain:a');
  await start(KEY);
  expect((await readAll()).secret).toMatch(/^sealed:/);
});
