import { createDecipheriv, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { decrypt, encrypt } from '../../src/platform/aes-gcm.ts';

const key = randomBytes(32);
const plain = Buffer.from('tajné');

it('decrypts only with the same key and purpose', () => {
  const sealed = encrypt(key, plain, 'a');
  expect(decrypt(key, sealed, 'a')).toEqual(plain);
  expect(() => decrypt(randomBytes(32), sealed, 'a')).toThrow();
  expect(() => decrypt(key, sealed, 'b')).toThrow();
});

it('rejects a changed or missing byte', () => {
  const sealed = encrypt(key, plain, 'a');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => decrypt(key, changed, 'a')).toThrow();
    expect(() => decrypt(key, sealed.subarray(0, at), 'a')).toThrow();
  }
});

it('is AES-256-GCM: an IV of 12 bytes, a tag of 16, the ciphertext; repeated encryption gives different results', () => {
  const sealed = encrypt(key, plain, 'a');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from('a'))
    .setAuthTag(sealed.subarray(12, 28));
  expect(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])).toEqual(plain);
  expect(encrypt(key, plain, 'a')).not.toEqual(sealed);
});
