import { expect, it } from 'vitest';
import { makeSecretCipher } from '../../src/platform/index.ts';

const KEY = 'a key of the tests alone, of 32 or more';

it('decrypts only with the same purpose and key, and reports errors in terms of the configuration', () => {
  const cipher = makeSecretCipher(KEY);
  const sealed = cipher.encrypt('tajné', 'whk_1');
  expect(cipher.decrypt(sealed, 'whk_1')).toBe('tajné');
  const other = 'The secret of whk_1 does not open with this SECRETS_KEY';
  expect(() => makeSecretCipher(`${KEY}!`).decrypt(sealed, 'whk_1')).toThrow(other);
  expect(() => cipher.decrypt(sealed, 'whk_2')).toThrow('The secret of whk_2 does not open with this SECRETS_KEY');
  expect(() => makeSecretCipher(null).decrypt(sealed, 'whk_1')).toThrow('there is no SECRETS_KEY');
});

it('reads plaintext secrets from before a key was configured, with any key', () => {
  const plain = makeSecretCipher(null).encrypt('tajné', 'whk_1');
  expect(makeSecretCipher(KEY).decrypt(plain, 'whk_1')).toBe('tajné');
});
