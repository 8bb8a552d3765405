import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeNameClient } from '../../src/modules/accounts/limits/client-names.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeSecretCipher } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

/** With a backup only, client addresses must not be found by enumeration. */

const KEY = 'the key for secrets of this test alone';

let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await system(test.db).deleteFrom('installation_secrets').execute();
});

const nameWith = (key: string | null): Promise<string> =>
  makeNameClient({ db: test.db, random: randomBytes, ...(key !== null && { cipher: makeSecretCipher(key) }) })(
    'calls',
    '192.0.2.1',
  ).then((name) => name.toString('hex'));

const stored = () => system(test.db).selectFrom('installation_secrets').selectAll().execute();

it('stores the secret encrypted when a key is configured, the same for every process', async () => {
  const names = await Promise.all([nameWith(KEY), nameWith(KEY), nameWith(KEY)]);
  expect(new Set(names).size).toBe(1);
  expect(await stored()).toEqual([
    { name: 'public clients, encrypted', value: null, sealed: expect.stringMatching(/^sealed:/) },
  ]);
});

it('encrypts a plaintext secret without changing the pseudonyms', async () => {
  const before = await nameWith(null);
  expect((await stored())[0]).toMatchObject({ name: 'public clients', sealed: null });
  expect(await nameWith(KEY)).toBe(before);
  expect((await stored()).map(({ name, value }) => [name, value])).toEqual([['public clients, encrypted', null]]);
});

it('works with a wrong key, and uses the stored secret again with the right one', async () => {
  const right = await nameWith(KEY);
  expect(await nameWith(`${KEY}!`)).not.toBe(right);
  expect(await nameWith(KEY)).toBe(right);
  expect((await stored()).map(({ name }) => name)).toEqual(['public clients, encrypted']);
});
