import { createCipheriv, createDecipheriv, createPrivateKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/**
 * Keeps private keys where others could read them: AES-256-GCM under a key made from the installation's secret
 * (HKDF-SHA256, RFC 5869). A sealed key is the nonce, the tag and the encrypted PKCS #8 form, and opens under its own
 * `kid` alone.
 */
export type Seal = {
  /** Names the secret without giving it away. */
  readonly secretId: string;
  readonly close: (kid: string, key: KeyObject) => Buffer;
  /** @throws Error when the sealed key was changed, or sealed with another secret */
  readonly open: (kid: string, sealed: Buffer) => KeyObject;
};

const NONCE = 12;
const TAG = 16;

/** @param secret what only the installation knows; its entropy is that of the seal */
export function makeSeal(secret: string): Seal {
  const derive = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `evidence keys: ${purpose}`, length));
  const key = derive('seal', 32);
  return {
    secretId: derive('name', 8).toString('hex'),
    close: (kid, privateKey) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(kid));
      const plain = privateKey.export({ format: 'der', type: 'pkcs8' });
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open: (kid, sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(kid))
        .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
      return createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
    },
  };
}
