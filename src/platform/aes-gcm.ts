import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** 96 bits, the length that GCM is made for (NIST SP 800-38D, 5.2.1.1). */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts by AES-256-GCM under a random initialisation vector.
 *
 * @param key 32 bytes
 * @param purpose what the bytes are for: they open for the same purpose alone
 * @returns the vector (12 bytes), the tag (16 bytes), and as many bytes as were given
 */
export function encrypt(key: Buffer, plain: Uint8Array, purpose: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const content = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]);
}

/** What `encrypt` was given. @throws Error when key or purpose is another, or a byte was changed */
export function decrypt(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
