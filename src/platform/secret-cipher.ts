import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.ts';

/**
 * Encrypts secrets that must be readable again, such as signing keys, so that database access does not reveal them.
 */
export type SecretCipher = {
  /**
   * @param purpose authenticated purpose of the secret: decryption requires the same one, so that encrypted secrets
   *   cannot be swapped
   */
  readonly encrypt: (text: string, purpose: string) => string;
  /** @throws Error when the key differs or is missing, the purpose differs, or the text was modified */
  readonly decrypt: (sealed: string, purpose: string) => string;
  /** True when `decrypt` would succeed. */
  readonly opens: (sealed: string, purpose: string) => boolean;
};

/** Cipher of a process. */
export type ConfiguredCipher = SecretCipher & {
  /** Makes `decrypt` reject plaintext secrets, once all secrets in the database are encrypted. */
  readonly requireEncrypted: () => void;
};

const SEALED = 'sealed:';
const PLAIN = 'plain:';

/**
 * Creates an AES-256-GCM cipher.
 *
 * @param secret key material (`SECRETS_KEY`); null: secrets are stored in plaintext, and stay readable after a key is
 *   configured
 */
export function makeSecretCipher(secret: string | null): ConfiguredCipher {
  let isPlainRejected = false;
  const key = secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', 'sealed secrets', 32));
  const cipher: ConfiguredCipher = {
    requireEncrypted: () => {
      isPlainRejected = true;
    },
    encrypt: (text, purpose) => {
      if (key === null) return `${PLAIN}${text}`;
      return `${SEALED}${encrypt(key, Buffer.from(text), purpose).toString('base64')}`;
    },
    decrypt: (sealed, purpose) => {
      if (sealed.startsWith(PLAIN)) {
        if (isPlainRejected) throw new Error(`The secret of ${purpose} is not encrypted: the service did not write it`);
        return sealed.slice(PLAIN.length);
      }
      if (!sealed.startsWith(SEALED)) throw new Error(`The secret of ${purpose} is in no known form`);
      if (key === null) throw new Error(`The secret of ${purpose} is sealed and there is no SECRETS_KEY`);
      try {
        return decrypt(key, Buffer.from(sealed.slice(SEALED.length), 'base64'), purpose).toString('utf8');
      } catch (error) {
        throw new Error(`The secret of ${purpose} does not open with this SECRETS_KEY`, { cause: error });
      }
    },
    opens: (sealed, purpose) => {
      try {
        cipher.decrypt(sealed, purpose);
        return true;
      } catch {
        return false;
      }
    },
  };
  return cipher;
}
