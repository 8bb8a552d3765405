import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '../../platform/index.ts';

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

/** @param secret what only the installation knows; its entropy is that of the seal */
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
