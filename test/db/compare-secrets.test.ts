import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { compareSecret, warnOfOtherSecrets } from '../../src/composition/compare-secrets.ts';
import { system } from '../../src/platform/db/index.ts';
import type { Log } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

/** The start compares configured secrets with the fingerprints in the database. */

const RIGHT = { evidenceSecret: 'the evidence secret of this test', secretsKey: 'the key for secrets of this test' };

let test: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  test = await makeTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'einvoice-secrets-'));
});
afterAll(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await sql`delete from secret_fingerprints`.execute(system(test.db));
});

type Secrets = { readonly evidenceSecret: string | null; readonly secretsKey: string | null };

/** Warnings logged at startup. */
async function warnings(secrets: Secrets): Promise<unknown[]> {
  const logged: unknown[] = [];
  await warnOfOtherSecrets(test.db, { ...secrets, dataDir }, {
    warn: (...line: unknown[]) => logged.push(line),
  } as unknown as Log);
  return logged;
}

/** Result of `/readyz`; `opens`: the problem with decrypting stored secrets, if any. */
const compare = (secrets: Secrets, opens: string | null = null): Promise<(string | null)[]> =>
  Promise.all(
    (['EVIDENCE_SECRET', 'SECRETS_KEY'] as const).map((name) =>
      compareSecret({ db: test.db, config: { ...secrets, dataDir } }, name, {
        id: name,
        advisory: true,
        ask: async () => opens,
      }).ask(),
    ),
  );

it('logs one warning per variable that differs, and reports it', async () => {
  expect(await warnings(RIGHT)).toEqual([]);
  expect(await compare(RIGHT)).toEqual([null, null]);
  expect(await warnings(RIGHT)).toEqual([]);

  const wrong = { evidenceSecret: 'another evidence secret', secretsKey: 'another key for secrets' };
  expect(await warnings(wrong)).toEqual(
    ['EVIDENCE_SECRET', 'SECRETS_KEY'].map((variable) => [
      { variable, reason: `${variable} is not the one that this database was used with` },
      'secret does not match the database',
    ]),
  );
  expect(await compare(wrong)).toEqual([
    'EVIDENCE_SECRET is not the one that this database was used with',
    'SECRETS_KEY is not the one that this database was used with',
  ]);
  expect(await compare({ ...RIGHT, secretsKey: null })).toEqual([
    null,
    'SECRETS_KEY is not set, and this database was used with one',
  ]);
  // Starts with a wrong secret do not change the fingerprints.
  expect(await compare(RIGHT)).toEqual([null, null]);
});

it('records a fingerprint only for a secret that decrypts the stored data', async () => {
  expect(await compare({ ...RIGHT, secretsKey: 'a wrong key' }, 'it does not open')).toEqual([
    'it does not open',
    'it does not open',
  ]);
  expect(await compare(RIGHT)).toEqual([null, null]);
});

it('compares the secret in DATA_DIR when none is configured', async () => {
  const unset = { ...RIGHT, evidenceSecret: null };
  expect(await compare(unset)).toEqual([null, null]);
  writeFileSync(join(dataDir, 'evidence.secret'), RIGHT.evidenceSecret);
  expect(await compare(unset)).toEqual([null, null]);
  writeFileSync(join(dataDir, 'evidence.secret'), 'another one');
  expect(await compare(unset)).toEqual(['EVIDENCE_SECRET is not the one that this database was used with', null]);
  rmSync(join(dataDir, 'evidence.secret'));
});

it('stores a fingerprint that does not reveal the secret', async () => {
  await compare(RIGHT);
  const { rows } = await sql<{ name: string; fingerprint: string }>`
    select name, fingerprint from secret_fingerprints order by name`.execute(system(test.db));
  expect(rows.map(({ name }) => name)).toEqual(['EVIDENCE_SECRET', 'SECRETS_KEY']);
  for (const { fingerprint } of rows) expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
});
