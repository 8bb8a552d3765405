import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** 96 bits: the IV length that GCM is designed for (NIST SP 800-38D, 5.2.1.1). */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM and a random IV.
 *
 * @param key 32 bytes
 * @param purpose additional authenticated data; decryption requires the same purpose
 * @returns IV (12 bytes), authentication tag (16 bytes) and ciphertext (as long as the plaintext)
 */
export function encrypt(key: Buffer, plain: Uint8Array, purpose: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const content = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]);
}

/** Decrypts the output of `encrypt`. @throws Error when the key or the purpose differs, or the data was modified */
export function decrypt(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
