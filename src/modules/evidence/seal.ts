import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '../../platform/index.ts';

/**
 * Encrypts private keys at rest: AES-256-GCM with a key derived from the secret of the installation (HKDF-SHA256, RFC
 * 5869). The ciphertext consists of nonce, tag and encrypted PKCS #8 key, and can be decrypted only for its own
 * `kid`.
 */
export type Seal = {
  /** Identifies the secret without revealing it. */
  readonly secretId: string;
  readonly close: (kid: string, key: KeyObject) => Buffer;
  /** @throws Error if the ciphertext was modified or encrypted with another secret */
  readonly open: (kid: string, sealed: Buffer) => KeyObject;
};

/** @param secret secret of the installation; the encryption is only as strong as its entropy */
export function makeSeal(secret: string): Seal {
  const derive = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `evidence keys: ${purpose}`, length));
  const key = derive('seal', 32);
  return {
    secretId: derive('name', 8).toString('hex'),
    close: (kid, privateKey) => encrypt(key, privateKey.export({ format: 'der', type: 'pkcs8' }), kid),
    open: (kid, sealed) => createPrivateKey({ key: decrypt(key, sealed, kid), format: 'der', type: 'pkcs8' }),
  };
}
